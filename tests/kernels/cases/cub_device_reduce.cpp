// The steps are those of CUB's DispatchReduce.
#include "../harness.h"

using namespace ringfence::kernels;

namespace {

struct Empty {};

// cub::GridEvenShare<unsigned>
struct EvenShare {
    s32 total_tiles;
    s32 big_shares;
    u32 big_share_items;
    u32 normal_share_items;
    u32 normal_base_offset;
    u32 num_items;
    s32 grid_size;
    u32 block_offset;
    u32 block_end;
    u32 block_stride;
};

EvenShare share(u32 items, s32 blocks, u32 tile) {
    const auto tiles = static_cast<s32>(ceil_div(items, tile));
    const s32 grid = std::min(tiles, blocks);
    const u32 average = static_cast<u32>(tiles / grid);
    const u32 big = static_cast<u32>(tiles) - average * static_cast<u32>(grid);
    return {tiles, static_cast<s32>(big), (average + 1) * tile, average * tile, big * tile, items, grid, items, items,
            0};
}

}  // namespace

KERNEL_TEST(cub_device_reduce) {
    constexpr u32 n = 100'003;
    const auto in = random_values<s32>(n, -2e9, 2e9, 60);
    s64 expected = 17;
    for (const s32 value : in)
        expected += value;

    const auto sizes = test.zeros<s32>(3);
    test.launch("sizes", {{1}, {1}}, sizes);
    const auto size = test.download(sizes);
    if (!test.expect(size[0] > 0, "no sizes")) return;
    const auto values = test.upload(in);
    const auto partial = test.zeros<s64>(7);
    const auto out = test.zeros<s64>(1);
    const EvenShare even = share(n, 7, static_cast<u32>(size[0] * size[1]));
    test.launch(test.kernel_with({"18DeviceReduceKernel"}),
                {{static_cast<u32>(even.grid_size)}, {static_cast<u32>(size[0])}}, values, partial, n, even, Empty{},
                Empty{});
    test.launch(test.kernel_with({"DeviceReduceSingleTileKernel", "EPxSC_i"}), {{1}, {static_cast<u32>(size[2])}},
                partial, out, even.grid_size, Empty{}, s64{17}, Empty{});
    test.equal("sum", test.download(out), {expected});

    // Few values: one kernel is enough.
    s64 few = 0;
    for (u32 i = 0; i < 1000; ++i)
        few += in[i];
    test.launch(test.kernel_with({"DeviceReduceSingleTileKernel", "EPKiPxj"}), {{1}, {static_cast<u32>(size[2])}},
                values, out, 1000U, Empty{}, s64{0}, Empty{});
    test.equal("sum of few", test.download(out), {few});
}
