#include "softgpu/runtime/matrix_wgmma.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "softgpu/math/matrix.h"

namespace ringfence::softgpu {
namespace {

using math::Element;
using math::MatrixRole;
using math::MmaSpec;

constexpr std::uint32_t all_lanes = 0xffff'ffff;
constexpr unsigned group_threads = 128;
constexpr unsigned warp_rows = 16;
constexpr unsigned tile_columns = 8;
constexpr unsigned most_fragment_words = 4 + 4 + 4;

struct WarpGroupRequest {
    WarpGroupMode mode;
    const std::uint32_t* a;
    std::uint64_t a_descriptor;
    std::uint64_t b_descriptor;
    bool adds;
    std::uint32_t* d;
};

const WarpGroupRequest& request_of(const Collective& collective, unsigned lane) {
    return *static_cast<const WarpGroupRequest*>(collective.in[lane]);
}

// One of the matrices in shared memory, for the lanes of a warp.
struct SharedMatrix {
    MatrixDescriptor descriptor;
    MatrixRole role;
    bool transposed;
    bool negated;
    unsigned first;  // row of A, or column of B, of the warp's tile
};

std::uint32_t sign_bit(Element element) {
    return 1U << (math::element_bits(element) - 1);
}

std::uint32_t read_element(const Collective& collective, unsigned lane, std::uint32_t at, std::uint32_t bytes) {
    ThreadState* const thread = collective.thread[lane];
    rf_check_range(thread, at, bytes, 1, collective.site, AccessKind::Read, 1);
    std::uint32_t value = 0;
    std::memcpy(&value, thread->block->shared + at, bytes);
    return value;
}

// The fragment of a lane.
void read_fragment(const Collective& collective, const MmaSpec& spec, const SharedMatrix& matrix, unsigned lane,
                   std::uint32_t* words) {
    const Element element = spec.element(matrix.role);
    const unsigned bits = math::element_bits(element);
    std::fill_n(words, math::fragment_words(spec, matrix.role), 0U);
    for (unsigned i = 0; i < math::fragment_elements(spec, matrix.role); ++i) {
        const math::Position at = math::element_position(spec, matrix.role, lane, i);
        const unsigned across = matrix.first + (matrix.role == MatrixRole::A ? at.row : at.column);
        const unsigned along = matrix.role == MatrixRole::A ? at.column : at.row;
        const std::uint32_t place = matrix.descriptor.place(across, along, bits / 8, matrix.transposed);
        std::uint32_t value = read_element(collective, lane, place, bits / 8);
        if (matrix.negated) value ^= sign_bit(element);
        words[i * bits / 32] |= value << (i * bits % 32);
    }
}

void negate(const MmaSpec& spec, std::uint32_t* words) {
    const unsigned bits = math::element_bits(spec.a);
    std::uint32_t signs = 0;
    for (unsigned at = 0; at < 32; at += bits)
        signs |= sign_bit(spec.a) << at;
    for (unsigned i = 0; i < math::fragment_words(spec, MatrixRole::A); ++i)
        words[i] ^= signs;
}

void require_group(const Collective& collective) {
    ThreadState* const thread = collective.thread[0];
    if (collective.mask != all_lanes) fault(thread, collective.site, "wgmma needs all 32 threads of each warp");
    const std::uint32_t group = thread->thread / group_threads * group_threads;
    if (group + group_threads > thread->block->thread_count)
        fault(thread, collective.site, "wgmma needs four warps, and the block has fewer from there on");
}

MatrixDescriptor descriptor_of(const Collective& collective, std::uint64_t bits) {
    const MatrixDescriptor descriptor = MatrixDescriptor::from_bits(bits);
    if (descriptor.base_offset != 0)
        fault(collective.thread[0], collective.site, "wgmma with a base offset in its descriptor is not supported");
    return descriptor;
}

void compute_wgmma(const Collective& collective) {
    require_group(collective);
    const MmaSpec spec = MmaSpec::from_bits(collective.argument);
    const WarpGroupRequest& common = request_of(collective, 0);
    const WarpGroupMode& mode = common.mode;
    const unsigned a_words = math::fragment_words(spec, MatrixRole::A);
    const unsigned b_words = math::fragment_words(spec, MatrixRole::B);
    const unsigned d_words = math::fragment_words(spec, MatrixRole::D);
    std::array<std::array<std::uint32_t, most_fragment_words>, math::warp_lanes> inputs{};
    std::array<const std::uint32_t*, math::warp_lanes> in{};
    std::array<std::uint32_t*, math::warp_lanes> out{};
    const unsigned first_row = collective.thread[0]->thread % group_threads / math::warp_lanes * warp_rows;
    for (unsigned lane = 0; lane < math::warp_lanes; ++lane) {
        std::uint32_t* const words = inputs.at(lane).data();
        in.at(lane) = words;
        if (mode.a_in_registers) {
            std::copy_n(request_of(collective, lane).a, a_words, words);
            if (mode.negate_a) negate(spec, words);
        } else {
            const SharedMatrix a{descriptor_of(collective, common.a_descriptor), MatrixRole::A, mode.transpose_a,
                                 mode.negate_a, first_row};
            read_fragment(collective, spec, a, lane, words);
        }
    }
    const MatrixDescriptor b_place = descriptor_of(collective, common.b_descriptor);
    for (unsigned tile = 0; tile < mode.columns / tile_columns; ++tile) {
        const SharedMatrix b{b_place, MatrixRole::B, mode.transpose_b, mode.negate_b, tile * tile_columns};
        for (unsigned lane = 0; lane < math::warp_lanes; ++lane) {
            std::uint32_t* const words = inputs.at(lane).data();
            const WarpGroupRequest& request = request_of(collective, lane);
            read_fragment(collective, spec, b, lane, words + a_words);
            out.at(lane) = request.d + std::size_t{tile} * d_words;
            std::uint32_t* const addend = words + a_words + b_words;
            if (request.adds) {
                std::copy_n(out.at(lane), d_words, addend);
            } else {
                std::fill_n(addend, d_words, 0U);
            }
        }
        math::multiply_matrices(spec, in, out);
    }
}

const RuntimeFunction warp_group_table[] = {
    {"rf_wgmma", reinterpret_cast<void*>(rf_wgmma)},
};

}  // namespace

MatrixDescriptor MatrixDescriptor::from_bits(std::uint64_t bits) {
    const auto field = [bits](unsigned at) { return static_cast<std::uint32_t>(bits >> at & 0x3fff) << 4; };
    MatrixDescriptor descriptor;
    descriptor.start = field(0);
    descriptor.leading = field(16);
    descriptor.stride = field(32);
    descriptor.base_offset = static_cast<std::uint32_t>(bits >> 49 & 7);
    constexpr std::uint32_t widths[] = {16, 128, 64, 32};
    descriptor.swizzle_bytes = widths[bits >> 62];
    return descriptor;
}

// Memory is made of lines of `swizzle_bytes`, eight of which are a pattern. Along a line lies K, or what is across it
// if the matrix is transposed.
std::uint32_t MatrixDescriptor::place(std::uint32_t across, std::uint32_t along, std::uint32_t bytes,
                                      bool transposed) const {
    constexpr std::uint32_t chunk = 16;
    constexpr std::uint32_t lines = 8;
    const std::uint32_t within = (transposed ? across : along) * bytes;
    const std::uint32_t line = transposed ? along : across;
    std::uint32_t at = start + line % lines * swizzle_bytes + within % swizzle_bytes;
    const std::uint32_t patterns_within = within / swizzle_bytes;
    const std::uint32_t patterns_lines = line / lines;
    // Without a pattern the leading distance is that along K. With one it is that along the lines of a transposed
    // matrix; one that is not has no more than a line of K.
    if (swizzle_bytes == chunk) {
        at += transposed ? patterns_within * stride + patterns_lines * leading
                         : patterns_within * leading + patterns_lines * stride;
    } else {
        at += patterns_lines * stride + patterns_within * (transposed ? leading : swizzle_bytes);
    }
    // Chunks of a line change places, in every line otherwise.
    return at ^ (at >> 3 & (swizzle_bytes - chunk));
}

extern "C" {

void rf_wgmma(ThreadState* thread, std::uint64_t spec, std::uint32_t mode, const std::uint32_t* a,
              std::uint64_t a_descriptor, std::uint64_t b_descriptor, std::uint32_t adds, std::uint32_t* d,
              SiteId site) {
    const WarpGroupRequest request{WarpGroupMode::from_bits(mode), a, a_descriptor, b_descriptor, adds != 0, d};
    run_collective(thread, all_lanes, site, compute_wgmma, &request, nullptr, spec);
}

}  // extern "C"

std::span<const RuntimeFunction> warp_group_functions() {
    return warp_group_table;
}

}  // namespace ringfence::softgpu
