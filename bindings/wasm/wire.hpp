// Made by scripts/schema.js from bindings/schema: what TypeScript passes to C++. Records are
// doubles in linear memory, one for each field; enumerations and errors are passed as their
// positions in these lists.
#pragma once

#include "base/dtype.hpp"
#include "base/status.hpp"
#include "positions/ids.hpp"
#include "positions/mask.hpp"
#include "positions/mrope.hpp"
#include "rotary/plan.hpp"
#include "sinusoidal/spec.hpp"
#include "tables/taps.hpp"

namespace wire {

// engine: Shared by all families: errors of the core, number types of results, memory.

struct StatusFields {
  double error;
  double axis;
  double actual;
  double expected;
};

static_assert(static_cast<int>(posenc::DType::float32) == 0);
static_assert(static_cast<int>(posenc::DType::float16) == 1);
static_assert(static_cast<int>(posenc::DType::bfloat16) == 2);
static_assert(static_cast<int>(posenc::DType::float64) == 3);

static_assert(static_cast<int>(posenc::Error::none) == 0);
static_assert(static_cast<int>(posenc::Error::outOfMemory) == 1);
static_assert(static_cast<int>(posenc::Error::emptyAxis) == 2);
static_assert(static_cast<int>(posenc::Error::splitTooWide) == 3);
static_assert(static_cast<int>(posenc::Error::splitOdd) == 4);
static_assert(static_cast<int>(posenc::Error::frequencyCount) == 5);
static_assert(static_cast<int>(posenc::Error::timescaleShift) == 6);
static_assert(static_cast<int>(posenc::Error::tooManyValues) == 7);
static_assert(static_cast<int>(posenc::Error::positionTooLarge) == 8);
static_assert(static_cast<int>(posenc::Error::angleTooLarge) == 9);
static_assert(static_cast<int>(posenc::Error::frequencyTooLarge) == 10);
static_assert(static_cast<int>(posenc::Error::timescaleRatio) == 11);

// positions: Position ids.

struct MropeFields {
  double batch;
  double length;
  double tokens;
  double mask;
  double imageToken;
  double videoToken;
  double grids;
  double images;
  double videos;
  double seconds;
  double tokensPerSecond;
  double merge;
  double rules;
  double older;
};

struct MropeStatusFields {
  double error;
  double isVideo;
  double grid;
  double at;
  double actual;
  double expected;
};

static_assert(static_cast<int>(posenc::IdType::int32) == 0);
static_assert(static_cast<int>(posenc::IdType::int64) == 1);
static_assert(static_cast<int>(posenc::IdType::float64) == 2);

static_assert(static_cast<int>(posenc::MaskConvention::huggingface) == 0);
static_assert(static_cast<int>(posenc::MaskConvention::roberta) == 1);
static_assert(static_cast<int>(posenc::MaskConvention::fairseq) == 2);

static_assert(static_cast<int>(posenc::MropeRules::qwen2) == 0);
static_assert(static_cast<int>(posenc::MropeRules::qwen25) == 1);
static_assert(static_cast<int>(posenc::MropeRules::qwen3) == 2);

static_assert(static_cast<int>(posenc::MropeError::none) == 0);
static_assert(static_cast<int>(posenc::MropeError::outOfMemory) == 1);
static_assert(static_cast<int>(posenc::MropeError::tokens) == 2);
static_assert(static_cast<int>(posenc::MropeError::grid) == 3);
static_assert(static_cast<int>(posenc::MropeError::position) == 4);

// rotary: Rotary embeddings.

struct RotaryFields {
  double headDim;
  double rotaryStart;
  double pairs;
  double pairing;
  double theta;
  double scaling;
  double factor;
  double originalLength;
  double betaFast;
  double betaSlow;
  double truncate;
  double mscale;
  double mscaleAllDim;
  double lowFreqFactor;
  double highFreqFactor;
  double partial;
  double attentionFactor;
  double xposBase;
  double shortFactor;
  double longFactor;
  double frequencies;
  double axes;
  double interleaved;
  double matrixHeads;
  double sectionCount;
  double sections;
  double axisPairs;
  double matrix;
};

static_assert(static_cast<int>(posenc::Pairing::halves) == 0);
static_assert(static_cast<int>(posenc::Pairing::adjacent) == 1);

static_assert(static_cast<int>(posenc::Scaling::none) == 0);
static_assert(static_cast<int>(posenc::Scaling::linear) == 1);
static_assert(static_cast<int>(posenc::Scaling::dynamic) == 2);
static_assert(static_cast<int>(posenc::Scaling::yarn) == 3);
static_assert(static_cast<int>(posenc::Scaling::longrope) == 4);
static_assert(static_cast<int>(posenc::Scaling::llama3) == 5);
static_assert(static_cast<int>(posenc::Scaling::proportional) == 6);

static_assert(static_cast<int>(posenc::TableForm::half) == 0);
static_assert(static_cast<int>(posenc::TableForm::doubled) == 1);
static_assert(static_cast<int>(posenc::TableForm::repeated) == 2);
static_assert(static_cast<int>(posenc::TableForm::tiled) == 3);

static_assert(static_cast<int>(posenc::Rotation::forward) == 0);
static_assert(static_cast<int>(posenc::Rotation::inverse) == 1);
static_assert(static_cast<int>(posenc::Rotation::shift) == 2);
static_assert(static_cast<int>(posenc::Rotation::shiftBack) == 3);

// sinusoidal: Sinusoidal encodings of grids and points.

struct SpecFields {
  double axisCount;
  double channels;
  double declaredChannels;
  double layout;
  double phase;
  double split;
  double angles;
  double channelsFirst;
  double allowEmptyAxes;
  double minTimescale;
  double maxTimescale;
  double shift;
};

struct AxisFields {
  double length;
  double offset;
  double step;
  double width;
  double order;
  double positions;
  double frequencies;
  double frequencyCount;
};

struct TableFields {
  double column;
  double columns;
  double pairs;
  double length;
  double inner;
  double stride;
  double first;
  double fineBits;
  double fineRows;
  double coarseRows;
};

static_assert(static_cast<int>(posenc::Layout::interleaved) == 0);
static_assert(static_cast<int>(posenc::Layout::concatenated) == 1);

static_assert(static_cast<int>(posenc::Phase::sinCos) == 0);
static_assert(static_cast<int>(posenc::Phase::cosSin) == 1);

static_assert(static_cast<int>(posenc::Split::even) == 0);
static_assert(static_cast<int>(posenc::Split::padded) == 1);
static_assert(static_cast<int>(posenc::Split::widths) == 2);

static_assert(static_cast<int>(posenc::Angles::exact) == 0);
static_assert(static_cast<int>(posenc::Angles::float32) == 1);

static_assert(static_cast<int>(posenc::RowOrder::mirrored) == 0);
static_assert(static_cast<int>(posenc::RowOrder::ascending) == 1);

// tables: Tables of position embeddings at another size.

struct ResizeFields {
  double fromHeight;
  double fromWidth;
  double toHeight;
  double toWidth;
  double mode;
  double alignCorners;
  double antialias;
  double merge;
  double channels;
  double dtype;
};

static_assert(static_cast<int>(posenc::Interpolation::bilinear) == 0);
static_assert(static_cast<int>(posenc::Interpolation::bicubic) == 1);

}  // namespace wire

#define POSENC_DIRECT_FUNCTIONS(X) \
  X(allocate)                      \
  X(release)                       \
  X(readIds)                       \
  X(widenIds)                      \
  X(maskPositions)                 \
  X(mropePositions)                \
  X(visionPositions)               \
  X(nearestPositions)              \
  X(makeRotary)                    \
  X(destroyRotary)                 \
  X(prepareRotary)                 \
  X(writeRotaryTables)             \
  X(applyRotary)                   \
  X(writePolar)                    \
  X(makeGridPlan)                  \
  X(destroyGridPlan)               \
  X(encodeGrid)                    \
  X(addGrid)                       \
  X(rowsAtOnce)                    \
  X(makePointPlan)                 \
  X(destroyPointPlan)              \
  X(encodePoints)                  \
  X(writeTaps)                     \
  X(makeResample)                  \
  X(destroyResample)               \
  X(resampleRowsFor)               \
  X(addResampleRow)                \
  X(writeResampleRow)

#define POSENC_EMBIND_FUNCTIONS(X) \
  X(roundToHalf)                   \
  X(fromHalf)                      \
  X(rotaryFrequencies)             \
  X(rotaryAttention)               \
  X(rotaryLargestPosition)         \
  X(rotaryMostPositions)           \
  X(rotaryBytes)                   \
  X(gridPlanBytes)                 \
  X(blockCount)                    \
  X(makeTables)                    \
  X(writeTable)                    \
  X(destroyTables)                 \
  X(pointPlanBytes)                \
  X(largestCoordinate)
