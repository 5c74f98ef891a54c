// Matrix instructions, as a warp's threads call them.
#include "softgpu/math/matrix.h"

#include <array>
#include <numeric>

#include "kernels.h"
#include "softgpu/runtime/matrix_ops.h"

namespace ringfence::softgpu::test {
namespace {

using math::Element;
using math::MatrixRole;
using math::MmaSpec;
using testing::HasSubstr;

struct Buffers {
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    std::uint64_t c = 0;
    std::uint64_t d = 0;
};

MmaSpec integer_spec() {
    MmaSpec spec;
    spec.m = spec.n = 16;
    spec.k = 16;
    spec.a = spec.b = Element::S8;
    spec.c = spec.d = Element::S32;
    spec.wmma = true;
    return spec;
}

std::uint32_t mode_bits(MatrixRole role, bool row_major) {
    return WmmaMode{static_cast<std::uint32_t>(role), row_major, false}.bits();
}

// One product of 16 x 16 x 16 for each warp of the block, the second one for the second warp, and so on.
void wmma_product(ThreadState& thread) {
    const auto in = parameter<Buffers>(thread);
    const MmaSpec spec = integer_spec();
    const std::uint64_t skip = thread.thread / 32 * 256;
    std::array<std::uint32_t, 12> fragments{};
    std::array<std::uint32_t, 8> d{};
    rf_wmma_load(&thread, spec.bits(), mode_bits(MatrixRole::A, true), in.a + skip, 16, fragments.data(), 1);
    rf_wmma_load(&thread, spec.bits(), mode_bits(MatrixRole::B, false), in.b + skip, 16, fragments.data() + 2, 2);
    rf_wmma_load(&thread, spec.bits(), mode_bits(MatrixRole::C, true), in.c + 4 * skip, 16, fragments.data() + 4, 3);
    rf_mma(&thread, spec.bits(), fragments.data(), d.data(), 4);
    rf_wmma_store(&thread, spec.bits(), mode_bits(MatrixRole::D, true), in.d + 4 * skip, 16, d.data(), 5);
}

TEST(Matrix, ProductOfEachWarp) {
    Device device;
    constexpr unsigned warps = 3;
    auto* const a = device.allocate<std::int8_t>(256 * warps);
    auto* const b = device.allocate<std::int8_t>(256 * warps);
    auto* const c = device.allocate<std::int32_t>(256 * warps);
    auto* const d = device.allocate<std::int32_t>(256 * warps);
    for (unsigned i = 0; i < 256 * warps; ++i) {
        a[i] = static_cast<std::int8_t>(i * 37);
        b[i] = static_cast<std::int8_t>(i * 11 + 5);
        c[i] = static_cast<std::int32_t>(i) * 1000 - 77;
    }
    const Kernel kernel = make_kernel<wmma_product>(true, sizeof(Buffers));
    ASSERT_TRUE(
        device.run(kernel, {1, 1, 1}, {32 * warps, 1, 1}, Buffers{number(a), number(b), number(c), number(d)}).ok());
    for (unsigned warp = 0; warp < warps; ++warp) {
        for (unsigned row = 0; row < 16; ++row) {
            for (unsigned column = 0; column < 16; ++column) {
                const unsigned at = warp * 256 + row * 16 + column;
                std::int32_t sum = c[at];
                for (unsigned k = 0; k < 16; ++k)
                    sum += a[warp * 256 + row * 16 + k] * b[warp * 256 + column * 16 + k];
                ASSERT_EQ(d[at], sum) << "warp " << warp << " row " << row << " column " << column;
            }
        }
    }
}

TEST(Matrix, LoadsAreChecked) {
    Device device;
    auto* const a = device.allocate<std::int8_t>(240);  // a row is missing
    auto* const rest = device.allocate<std::int32_t>(256);
    const Kernel kernel = make_kernel<wmma_product>(true, sizeof(Buffers));
    const Buffers in = {number(a), number(rest), number(rest), number(rest)};
    const std::string report = report_of(device.run(kernel, {1, 1, 1}, {32, 1, 1}, in));
    EXPECT_THAT(report,
                HasSubstr("load of 4 bytes outside any allocation\n  at k.ptx:1, block (0,0,0), thread (28,0,0)"));
}

TEST(Matrix, TheWholeWarpHasToCome) {
    Device device;
    auto* const rest = device.allocate<std::int32_t>(256);
    const Kernel kernel = make_kernel<wmma_product>(true, sizeof(Buffers));
    const Buffers in = {number(rest), number(rest), number(rest), number(rest)};
    const std::string report = report_of(device.run(kernel, {1, 1, 1}, {40, 1, 1}, in));
    EXPECT_THAT(report, HasSubstr("a matrix instruction needs all 32 threads of the warp, and 8 have come"));
}

// Shared memory holds 32 rows of 16 bytes. Each thread loads from and stores to them, and keeps what it got.
void move_tiles(ThreadState& thread) {
    auto* const out = pointer<std::uint32_t>(parameter<Buffers>(thread).d) + thread.thread * 16;
    BlockState& block = *thread.block;
    for (std::uint32_t i = 0; i < 8; ++i) {
        const auto element = static_cast<std::uint16_t>(thread.thread * 8 + i);
        std::memcpy(block.shared + thread.thread * 16 + i * 2, &element, sizeof element);
    }
    rf_barrier_sync(&thread, 0, 0, 1, 1);
    const std::uint64_t row = thread.thread * 16;
    rf_load_matrix(&thread, row, TileMode{4, false, true}.bits(), out, 2);
    rf_load_matrix(&thread, number(block.shared) + row, TileMode{2, true, false}.bits(), out + 4, 3);
    out[6] = rf_move_matrix(&thread, out[0], 4);
    rf_store_matrix(&thread, 512 + row, TileMode{4, true, true}.bits(), out, 5);
    std::memcpy(out + 8, block.shared + 512 + row, 16);
}

TEST(Matrix, TilesMoveBetweenMemoryAndRegisters) {
    Device device;
    auto* const out = device.allocate<std::uint32_t>(32 * 16);
    Kernel kernel = make_kernel<move_tiles>(true, sizeof(Buffers));
    kernel.static_shared = 1024;
    ASSERT_TRUE(device.run(kernel, {1, 1, 1}, {32, 1, 1}, Buffers{0, 0, 0, number(out)}).ok());
    const auto element = [](unsigned tile, unsigned row, unsigned column) { return (tile * 8 + row) * 8 + column; };
    for (unsigned lane = 0; lane < 32; ++lane) {
        const std::uint32_t* const got = out + lane * 16;
        const unsigned row = lane / 4;
        const unsigned column = lane % 4 * 2;
        for (unsigned tile = 0; tile < 4; ++tile) {
            EXPECT_EQ(got[tile], element(tile, row, column) | element(tile, row, column + 1) << 16);
        }
        const std::uint32_t transposed = element(0, column, row) | element(0, column + 1, row) << 16;
        EXPECT_EQ(got[4], transposed);
        EXPECT_EQ(got[6], transposed);
        // Stored transposed: row `lane % 8` of tile `lane / 8`.
        EXPECT_EQ(got[8], element(lane / 8, 0, lane % 8) | element(lane / 8, 1, lane % 8) << 16);
    }
}

void load_tile_at(ThreadState& thread) {
    std::array<std::uint32_t, 4> out{};
    const std::uint64_t address = parameter<Buffers>(thread).a;
    const bool shared = parameter<Buffers>(thread).b != 0;
    rf_load_matrix(&thread, address + thread.thread * 16, TileMode{2, false, shared}.bits(), out.data(), 6);
}

TEST(Matrix, RowsAreChecked) {
    Device device;
    Kernel kernel = make_kernel<load_tile_at>(true, sizeof(Buffers));
    kernel.static_shared = 256;
    const auto report = [&](std::uint64_t address, bool shared) {
        return report_of(device.run(kernel, {1, 1, 1}, {32, 1, 1}, Buffers{address, shared ? 1U : 0U, 0, 0}));
    };
    // Only the rows of the first 16 threads count.
    EXPECT_EQ(report(0, true), "no error");
    EXPECT_THAT(report(16, true), HasSubstr("thread (15,0,0)"));
    EXPECT_THAT(report(8, true), HasSubstr("not a multiple of 16"));
    auto* const global = device.allocate<std::byte>(1024);
    EXPECT_THAT(report(number(global), false), HasSubstr("a row of a matrix does not lie in shared memory"));
}

}  // namespace
}  // namespace ringfence::softgpu::test
