#include "softgpu/runtime/matrix_ops.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstring>

#include "softgpu/math/matrix.h"
#include "softgpu/math/matrix_move.h"

namespace ringfence::softgpu {
namespace {

using math::MatrixRole;
using math::MmaSpec;

constexpr std::uint32_t whole_warp = 0xffff'ffff;
constexpr unsigned lanes = math::warp_lanes;

// Any lane that is there, to blame.
ThreadState* some_thread(const Collective& collective) {
    return collective.thread[std::countr_zero(collective.mask)];
}

void require_whole_warp(const Collective& collective) {
    if (collective.mask == whole_warp) return;
    // Nothing that must be freed: a fault does not return.
    std::array<char, 96> message{};
    std::snprintf(message.data(), message.size(),
                  "a matrix instruction needs all 32 threads of the warp, and %d have come",
                  std::popcount(collective.mask));
    fault(some_thread(collective), collective.site, message.data());
}

// --- mma -------------------------------------------------------------------------------------------------------------

void compute_mma(const Collective& collective) {
    require_whole_warp(collective);
    std::array<const std::uint32_t*, lanes> in{};
    std::array<std::uint32_t*, lanes> out{};
    for (unsigned lane = 0; lane < lanes; ++lane) {
        in.at(lane) = static_cast<const std::uint32_t*>(collective.in[lane]);
        out.at(lane) = static_cast<std::uint32_t*>(collective.out[lane]);
    }
    math::multiply_matrices(MmaSpec::from_bits(collective.argument), in, out);
}

// --- ldmatrix, stmatrix, movmatrix -----------------------------------------------------------------------------------

struct TileRequest {
    std::uint64_t address;
    const std::uint32_t* values;  // of stmatrix
};

const TileRequest& tile_request(const Collective& collective, unsigned lane) {
    return *static_cast<const TileRequest*>(collective.in[lane]);
}

// The row that a lane names. Only shared memory will do, in either way of addressing.
std::byte* tile_row(const Collective& collective, unsigned lane, bool shared, AccessKind kind) {
    ThreadState* const thread = collective.thread[lane];
    BlockState& block = *thread->block;
    std::uint64_t offset = tile_request(collective, lane).address;
    if (!shared) {
        offset -= reinterpret_cast<std::uintptr_t>(block.shared);
        if (offset >= block.shared_bytes) {
            fault(thread, collective.site, "a row of a matrix does not lie in shared memory");
        }
    }
    rf_check_range(thread, offset, math::tile_row_bytes, math::tile_row_bytes, collective.site, kind, 1);
    return block.shared + offset;
}

using TileRows = std::array<std::byte*, math::tile_rows>;

// The rows of a matrix: lanes 0 to 7 name those of the first, 8 to 15 those of the second, and so on.
TileRows tile_rows(const Collective& collective, unsigned tile, bool shared, AccessKind kind) {
    TileRows rows{};
    for (unsigned row = 0; row < math::tile_rows; ++row)
        rows.at(row) = tile_row(collective, tile * math::tile_rows + row, shared, kind);
    return rows;
}

void compute_load(const Collective& collective) {
    require_whole_warp(collective);
    const TileMode mode = TileMode::from_bits(static_cast<std::uint32_t>(collective.argument));
    for (unsigned tile = 0; tile < mode.count; ++tile) {
        const TileRows rows = tile_rows(collective, tile, mode.shared, AccessKind::Read);
        std::array<const std::byte*, math::tile_rows> places{};
        std::copy(rows.begin(), rows.end(), places.begin());
        for (unsigned lane = 0; lane < lanes; ++lane) {
            static_cast<std::uint32_t*>(collective.out[lane])[tile] = math::load_tile(places, lane, mode.transpose);
        }
    }
}

void compute_store(const Collective& collective) {
    require_whole_warp(collective);
    const TileMode mode = TileMode::from_bits(static_cast<std::uint32_t>(collective.argument));
    for (unsigned tile = 0; tile < mode.count; ++tile) {
        const TileRows rows = tile_rows(collective, tile, mode.shared, AccessKind::Write);
        for (unsigned lane = 0; lane < lanes; ++lane)
            math::store_tile(rows, lane, mode.transpose, tile_request(collective, lane).values[tile]);
    }
}

void compute_move(const Collective& collective) {
    require_whole_warp(collective);
    std::array<std::uint32_t, lanes> values{};
    for (unsigned lane = 0; lane < lanes; ++lane)
        values.at(lane) = *static_cast<const std::uint32_t*>(collective.in[lane]);
    for (unsigned lane = 0; lane < lanes; ++lane)
        *static_cast<std::uint32_t*>(collective.out[lane]) = math::transpose_tile(values, lane);
}

// --- wmma ------------------------------------------------------------------------------------------------------------

struct WmmaRequest {
    MmaSpec spec;
    WmmaMode mode;
    std::uint64_t address;
    std::uint64_t stride;
    const std::uint32_t* values;  // of wmma.store
};

class WmmaMatrix {
public:
    WmmaMatrix(const Collective& collective, unsigned lane)
        : request_(*static_cast<const WmmaRequest*>(collective.in[lane])),
          thread_(collective.thread[lane]),
          site_(collective.site),
          lane_(lane),
          role_(static_cast<MatrixRole>(request_.mode.role)),
          bits_(math::element_bits(request_.spec.element(role_))) {}

    template <typename Function>
    void for_each_access(AccessKind kind, Function&& function) const {
        const unsigned count = math::fragment_elements(request_.spec, role_);
        const unsigned per_word = std::max(1U, 32 / bits_);
        for (unsigned element = 0; element < count; element += per_word) {
            if (are_neighbours(element, per_word)) {
                visit(element, per_word, kind, function);
                continue;
            }
            for (unsigned i = 0; i < per_word; ++i)
                visit(element + i, 1, kind, function);
        }
    }

    void load(std::uint32_t* out) const {
        std::fill_n(out, math::fragment_words(request_.spec, role_), 0U);
        for_each_access(AccessKind::Read, [&](unsigned bit, const std::byte* place, unsigned bytes) {
            std::uint64_t value = 0;
            std::memcpy(&value, place, bytes);
            out[bit / 32] |= static_cast<std::uint32_t>(value << (bit % 32));
            if (bytes == 8) out[bit / 32 + 1] = static_cast<std::uint32_t>(value >> 32);
        });
    }

    void store() const {
        const std::uint32_t* const in = request_.values;
        for_each_access(AccessKind::Write, [&](unsigned bit, std::byte* place, unsigned bytes) {
            std::uint64_t value = in[bit / 32] >> (bit % 32);
            if (bytes == 8) value |= std::uint64_t{in[bit / 32 + 1]} << 32;
            std::memcpy(place, &value, bytes);
        });
    }

private:
    // An element's number in memory, counted from the matrix's first.
    std::uint64_t index_of(unsigned element) const {
        const math::Position at = math::element_position(request_.spec, role_, lane_, element);
        return request_.mode.row_major ? at.row * request_.stride + at.column : at.column * request_.stride + at.row;
    }

    bool are_neighbours(unsigned element, unsigned count) const {
        const std::uint64_t first = index_of(element);
        for (unsigned i = 1; i < count; ++i) {
            if (index_of(element + i) != first + i) return false;
        }
        return true;
    }

    // Little-endian bytes and registers agree, so a register's neighbours are moved as one.
    template <typename Function>
    void visit(unsigned element, unsigned count, AccessKind kind, Function&& function) const {
        const std::uint64_t at = request_.address + index_of(element) * bits_ / 8;
        const unsigned bytes = count * bits_ / 8;
        rf_check_range(thread_, at, bytes, bytes, site_, kind, request_.mode.shared ? 1 : 0);
        std::byte* const place = request_.mode.shared ? thread_->block->shared + at : reinterpret_cast<std::byte*>(at);
        function(element * bits_, place, bytes);
    }

    const WmmaRequest& request_;
    ThreadState* thread_;
    SiteId site_;
    unsigned lane_;
    MatrixRole role_;
    unsigned bits_;
};

void compute_wmma_load(const Collective& collective) {
    require_whole_warp(collective);
    for (unsigned lane = 0; lane < lanes; ++lane)
        WmmaMatrix(collective, lane).load(static_cast<std::uint32_t*>(collective.out[lane]));
}

void compute_wmma_store(const Collective& collective) {
    require_whole_warp(collective);
    for (unsigned lane = 0; lane < lanes; ++lane)
        WmmaMatrix(collective, lane).store();
}

const RuntimeFunction matrix_table[] = {
    {"rf_mma", reinterpret_cast<void*>(rf_mma)},
    {"rf_load_matrix", reinterpret_cast<void*>(rf_load_matrix)},
    {"rf_store_matrix", reinterpret_cast<void*>(rf_store_matrix)},
    {"rf_move_matrix", reinterpret_cast<void*>(rf_move_matrix)},
    {"rf_wmma_load", reinterpret_cast<void*>(rf_wmma_load)},
    {"rf_wmma_store", reinterpret_cast<void*>(rf_wmma_store)},
};

}  // namespace

extern "C" {

void rf_mma(ThreadState* thread, std::uint64_t spec, const std::uint32_t* in, std::uint32_t* out, SiteId site) {
    run_collective(thread, whole_warp, site, compute_mma, in, out, spec);
}

void rf_load_matrix(ThreadState* thread, std::uint64_t address, std::uint32_t mode, std::uint32_t* out, SiteId site) {
    const TileRequest request = {address, nullptr};
    run_collective(thread, whole_warp, site, compute_load, &request, out, mode);
}

void rf_store_matrix(ThreadState* thread, std::uint64_t address, std::uint32_t mode, const std::uint32_t* in,
                     SiteId site) {
    const TileRequest request = {address, in};
    run_collective(thread, whole_warp, site, compute_store, &request, nullptr, mode);
}

std::uint32_t rf_move_matrix(ThreadState* thread, std::uint32_t value, SiteId site) {
    std::uint32_t result = 0;
    run_collective(thread, whole_warp, site, compute_move, &value, &result, 0);
    return result;
}

void rf_wmma_load(ThreadState* thread, std::uint64_t spec, std::uint32_t mode, std::uint64_t address,
                  std::uint32_t stride, std::uint32_t* out, SiteId site) {
    const WmmaRequest request = {MmaSpec::from_bits(spec), WmmaMode::from_bits(mode), address, stride, nullptr};
    run_collective(thread, whole_warp, site, compute_wmma_load, &request, out, 0);
}

void rf_wmma_store(ThreadState* thread, std::uint64_t spec, std::uint32_t mode, std::uint64_t address,
                   std::uint32_t stride, const std::uint32_t* in, SiteId site) {
    const WmmaRequest request = {MmaSpec::from_bits(spec), WmmaMode::from_bits(mode), address, stride, in};
    run_collective(thread, whole_warp, site, compute_wmma_store, &request, nullptr, 0);
}

}  // extern "C"

std::span<const RuntimeFunction> matrix_functions() {
    return matrix_table;
}

}  // namespace ringfence::softgpu
