"""Times the computations of the two originals in PyTorch; prints medians in ms as JSON."""
import json
import math
import statistics
import sys
import time

import torch

length, channels, threads = (int(argument) for argument in sys.argv[1:])
torch.set_num_threads(threads)
torch.manual_seed(0)


def median(work, rounds=15):
    for _ in range(3):
        work()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


def interleaved():
    """Like positional-encodings: outer product, sine and cosine stacked, copied into a tensor."""
    frequencies = 1.0 / (10000 ** (torch.arange(0, channels, 2).float() / channels))
    angles = torch.einsum("i,j->ij", torch.arange(length).float(), frequencies)
    pairs = torch.flatten(torch.stack((angles.sin(), angles.cos()), dim=-1), -2, -1)
    out = torch.zeros(length, channels)
    out[:, :channels] = pairs
    return out


def concatenated():
    """Like AllenNLP: exponential timescales, sines and cosines concatenated."""
    count = channels // 2
    step = math.log(10000) / (count - 1)
    timescales = torch.exp(torch.arange(count).float() * -step)
    angles = torch.arange(length).float().unsqueeze(1) * timescales.unsqueeze(0)
    return torch.cat([angles.sin(), angles.cos()], 1)


print(json.dumps({"interleaved": median(interleaved), "concatenated": median(concatenated)}))
