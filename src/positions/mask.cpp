#include "positions/mask.hpp"

#include "base/attributes.hpp"

namespace posenc {

POSENC_SMALL void maskPositions(const MaskSpec& spec, std::int32_t* out) {
  const auto [convention, mask, batch, length, past, paddingIndex] = spec;
  const bool isPlain = convention == MaskConvention::huggingface;
  // fairseq looks at no mask when it decodes.
  const bool isMasked = mask != nullptr && !(convention == MaskConvention::fairseq && past > 0);
  const std::int32_t padded = isPlain ? 1 : paddingIndex;
  const std::int64_t skipped = length - maskColumns(convention, length, past);
  auto first = isPlain ? -1 : paddingIndex;  // before the first token
  if (convention == MaskConvention::roberta) first += static_cast<std::int32_t>(past);
  for (std::int64_t row = 0; row < batch; ++row) {
    std::int32_t id = first;
    for (std::int64_t i = 0; i < length; ++i) {
      const bool isReal = !isMasked || mask[row * length + i] != 0;
      id += isReal ? 1 : 0;
      if (i >= skipped) *out++ = isReal ? id : padded;
    }
  }
}

}  // namespace posenc
