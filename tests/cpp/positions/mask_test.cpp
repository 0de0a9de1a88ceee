// Lists of ids of every type, and ids from masks.
#include "positions/mask.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "positions/ids.hpp"

namespace posenc::test {
namespace {

using Ids = std::vector<std::int32_t>;

Ids maskIds(MaskSpec spec, const Ids& mask) {
  if (!mask.empty()) spec.mask = mask.data();
  const std::int64_t columns = maskColumns(spec.convention, spec.length, spec.past);
  Ids out(static_cast<std::size_t>(spec.batch * columns), -7);
  maskPositions(spec, out.data());
  return out;
}

TEST(MaskPositions, HuggingFace) {
  const MaskSpec spec{.batch = 2, .length = 5};
  const Ids mask{0, 0, 1, 1, 1, 1, 1, 0, 1, 0};
  EXPECT_EQ(maskIds(spec, mask), (Ids{1, 1, 0, 1, 2, 0, 1, 1, 2, 1}));
  EXPECT_EQ(maskIds({.batch = 2, .length = 5, .past = 3}, mask), (Ids{1, 2, 2, 1}));
  EXPECT_EQ(maskIds({.batch = 1, .length = 8, .past = 5}, {}), (Ids{5, 6, 7}));
}

TEST(MaskPositions, RobertaAndFairseq) {
  MaskSpec spec{.convention = MaskConvention::roberta, .batch = 1, .length = 4, .paddingIndex = 2};
  const Ids mask{0, 1, 0, 1};
  EXPECT_EQ(maskIds(spec, mask), (Ids{2, 3, 2, 4}));
  spec.past = 10;
  EXPECT_EQ(maskIds(spec, mask), (Ids{2, 13, 2, 14}));
  spec.convention = MaskConvention::fairseq;
  spec.past = 0;
  EXPECT_EQ(maskIds(spec, mask), (Ids{2, 3, 2, 4}));
  spec.past = 2;
  EXPECT_EQ(maskIds(spec, mask), (Ids{5, 6}));
}

TEST(ReadIds, EveryTypeAndTheFirstThatIsWrong) {
  const Ids ints{0, 3, 2147483647, -1};
  Ids out(4, -7);
  const auto read = [&](IdType type, const void* ids, std::int64_t count, std::int32_t largest) {
    return readIds(type, ids, count, largest, out.data());
  };
  EXPECT_EQ(read(IdType::int32, ints.data(), 4, 2147483647), 3);
  EXPECT_EQ(read(IdType::int32, ints.data(), 3, 3), 2);
  EXPECT_EQ(
      readIds(IdType::int32, ints.data(), 4, 2147483647, const_cast<std::int32_t*>(ints.data())),
      3);
  EXPECT_EQ(read(IdType::int32, ints.data(), 3, 2147483647), -1);
  EXPECT_EQ(out, (Ids{0, 3, 2147483647, -7}));
  const std::vector<std::int64_t> longs{1, 2147483647, 2147483648, -1};
  EXPECT_EQ(read(IdType::int64, longs.data(), 4, 2147483647), 2);
  EXPECT_EQ(read(IdType::int64, longs.data(), 2, 2147483647), -1);
  EXPECT_EQ(out, (Ids{1, 2147483647, 2147483647, -7}));
  for (const double wrong : {0.5, -1.0, 4.0, 1e300, std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity()}) {
    const std::vector<double> doubles{1, 3, wrong, -5};
    EXPECT_EQ(read(IdType::float64, doubles.data(), 4, 3), 2) << wrong;
    EXPECT_EQ(read(IdType::float64, doubles.data(), 2, 3), -1);
  }
  EXPECT_EQ(out, (Ids{1, 3, 2147483647, -7}));
}

TEST(ReadIds, Widens) {
  const Ids ints{0, -3, 2147483647};
  std::vector<std::int64_t> longs(3);
  widenIds(ints.data(), 3, longs.data());
  EXPECT_EQ(longs, (std::vector<std::int64_t>{0, -3, 2147483647}));
}

}  // namespace
}  // namespace posenc::test
