// The encodings in use. Each is opened once, and the one unused for longest is closed when there are many.
import { encode, presets, Sinusoidal } from 'posenc';
import { type Encoding, type Posenc, productOf } from '../model/encoding.js';
import type { Choice } from '../model/scheme.js';
import { schemeOf } from '../schemes/schemes.js';
import { Recent } from './recent.js';

/** Of the library no more than encodings need: the rest is not in the page. */
const posenc: Posenc = { encode, presets, Sinusoidal };

const opened = new Recent<Encoding>(6, (unused) => unused.dispose());

/** The most values of an encoding that the page shows: 2^28, which take 1 GiB. */
const mostValues = 2 ** 28;

/** @throws TypeError or RangeError of the library, which names the option */
export function open(choice: Choice): Encoding {
  const key = JSON.stringify(choice);
  const found = opened.get(key);
  if (found) return found;
  const encoding = schemeOf(choice.scheme).open(posenc, choice.values);
  const count = productOf(encoding.shape);
  if (count > mostValues) {
    encoding.dispose();
    throw new RangeError(
      `The shape ${encoding.shape.join(' × ')} has ${count.toLocaleString('en')} values: the page shows at most ${mostValues.toLocaleString('en')}`,
    );
  }
  opened.set(key, encoding);
  return encoding;
}

/** The size of the tensor as a matrix. */
export function matrixOf({ shape, channels, channelsFirst }: Encoding) {
  const points = productOf(shape) / channels;
  return channelsFirst ? { rows: channels, columns: points } : { rows: points, columns: channels };
}
