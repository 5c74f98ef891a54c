// Descriptors of cuSPARSE with random sizes, as a client sends them.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "channel/cusparse_state.h"
#include "channel/library_frame.h"

namespace ringfence::adapters {

// The letters of their kinds in a function's signature.
inline constexpr const char* descriptor_kinds = "ABXVM";

// One of the kind that its letter says.
struct SparseDescriptor {
    char kind = 'M';
    channel::sparse::Matrix matrix = {};
    channel::sparse::DenseMatrix dense = {};
    channel::sparse::DenseVector dense_vector = {};
    channel::sparse::Vector vector = {};
    channel::sparse::MatrixType type = {};

    // The memory that it names.
    std::vector<std::uint64_t*> places() {
        if (kind == 'A') return {&matrix.offsets, &matrix.indices, &matrix.values};
        if (kind == 'B') return {&dense.values};
        if (kind == 'X') return {&dense_vector.values};
        if (kind == 'V') return {&vector.indices, &vector.values};
        return {};
    }

    void add_to(channel::LibraryFrame& frame) const {
        if (kind == 'A') frame.add_copy(&matrix, sizeof matrix);
        if (kind == 'B') frame.add_copy(&dense, sizeof dense);
        if (kind == 'X') frame.add_copy(&dense_vector, sizeof dense_vector);
        if (kind == 'V') frame.add_copy(&vector, sizeof vector);
        if (kind == 'M') frame.add_copy(&type, sizeof type);
    }

    // Makes a descriptor with elements of that type. Most have `side` rows and columns, so that many fit together.
    static SparseDescriptor random(char kind, int type, int side, std::mt19937& random) {
        const auto roll = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
        const auto any_side = [&] { return roll(0, 5) != 0 ? side : roll(0, 4); };
        SparseDescriptor made;
        made.kind = kind;
        const auto id = static_cast<std::uint64_t>(roll(1, 3));
        const std::int64_t batches = roll(0, 5) == 0 ? roll(1, 3) : 1;
        channel::sparse::Matrix& matrix = made.matrix;
        matrix.id = id;
        constexpr std::array<int, 6> formats = {1, 1, 1, 2, 3, 6};
        matrix.format = formats[static_cast<std::size_t>(roll(0, 5))];
        matrix.offsets_type = matrix.indices_type = roll(2, 3);
        matrix.base = roll(0, 1);
        matrix.type = type;
        matrix.order = roll(1, 2);
        matrix.fill_mode = roll(-1, 1);
        matrix.diagonal = roll(-1, 1);
        matrix.rows = any_side();
        matrix.columns = any_side();
        matrix.nonzeros = roll(0, 9);
        if (matrix.format == channel::sparse::format_bsr && roll(0, 1) == 0)
            matrix.block_rows = matrix.block_columns = 2;
        if (batches > 1 && matrix.format == channel::sparse::format_csr) {
            matrix.batch_count = batches;
            matrix.offsets_stride = roll(0, 4);
            matrix.indices_stride = matrix.values_stride = roll(-1, 9);
        }
        made.dense = {.id = id, .type = type, .order = roll(1, 2), .rows = any_side(), .columns = any_side()};
        made.dense.leading =
            (made.dense.order == channel::sparse::order_column ? made.dense.rows : made.dense.columns) + roll(0, 2);
        made.dense.batch_count = batches;
        made.dense.stride = batches > 1 ? roll(0, 9) : 0;
        made.dense_vector = {.id = id, .size = any_side(), .values = 0, .type = type};
        made.vector = {.id = id,
                       .size = any_side(),
                       .nonzeros = roll(0, 6),
                       .indices = 0,
                       .values = 0,
                       .indices_type = roll(2, 3),
                       .base = roll(0, 1),
                       .type = type};
        made.type = {.type = roll(0, 3), .fill_mode = roll(0, 1), .diagonal = roll(0, 1), .base = roll(0, 1)};
        return made;
    }
};

}  // namespace ringfence::adapters
