// The config.json of some models, as far as it is about rotary embeddings.

export const llama = {
  model_type: 'llama',
  hidden_size: 4096,
  num_attention_heads: 32,
  num_hidden_layers: 32,
  max_position_embeddings: 131072,
  rope_theta: 500000,
  rope_scaling: {
    factor: 8,
    high_freq_factor: 4,
    low_freq_factor: 1,
    original_max_position_embeddings: 8192,
    rope_type: 'llama3',
  },
};

export const gemma4 = {
  model_type: 'gemma4_text',
  hidden_size: 2560,
  num_attention_heads: 8,
  head_dim: 256,
  global_head_dim: 512,
  num_hidden_layers: 6,
  max_position_embeddings: 131072,
  layer_types: [...Array(5).fill('sliding_attention'), 'full_attention'],
  rope_parameters: {
    full_attention: { partial_rotary_factor: 0.25, rope_theta: 1000000, rope_type: 'proportional' },
    sliding_attention: { rope_theta: 10000, rope_type: 'default' },
  },
};

export const smollm3 = {
  model_type: 'smollm3',
  hidden_size: 2048,
  num_attention_heads: 16,
  num_hidden_layers: 8,
  max_position_embeddings: 65536,
  rope_theta: 5000000,
  no_rope_layers: [1, 1, 1, 0, 1, 1, 1, 0],
  no_rope_layer_interval: 4,
};

export const phi3 = {
  model_type: 'phi3',
  hidden_size: 512,
  num_attention_heads: 32,
  num_hidden_layers: 2,
  max_position_embeddings: 131072,
  original_max_position_embeddings: 4096,
  rope_theta: 10000,
  rope_scaling: {
    type: 'su',
    short_factor: [1, 1.054, 1.1527, 1.2806, 1.432, 1.6037, 1.7936, 2],
    long_factor: [1, 2.5659, 5.4289, 9.1364, 13.5268, 18.5068, 24.0132, 30],
  },
};

export const deepseek4 = {
  model_type: 'deepseek_v4',
  hidden_size: 4096,
  num_attention_heads: 64,
  head_dim: 512,
  qk_rope_head_dim: 64,
  num_hidden_layers: 6,
  max_position_embeddings: 1048576,
  rope_theta: 10000,
  compress_rope_theta: 160000,
  compress_ratios: [0, 0, 4, 128, 4, 128],
  rope_scaling: {
    beta_fast: 32,
    beta_slow: 1,
    factor: 16,
    original_max_position_embeddings: 65536,
    type: 'yarn',
  },
};
