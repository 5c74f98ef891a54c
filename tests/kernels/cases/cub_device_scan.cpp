// The steps are those of CUB's DispatchScan.
#include <numeric>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

struct Empty {};

// cub::detail::InputValue<unsigned>
struct InputValue {
    bool is_future;
    union {
        Address future;
        u32 immediate;
    };
};

constexpr u32 init_threads = 128;
constexpr u32 padding = 32;  // cub's TILE_STATUS_PADDING

}  // namespace

KERNEL_TEST(cub_device_scan) {
    constexpr u32 n = 100'001;
    const auto in = random_words(n, 61);
    std::vector<u32> expected(n);
    std::exclusive_scan(in.begin(), in.end(), expected.begin(), 5U);

    const auto sizes = test.zeros<s32>(2);
    test.launch("sizes", {{1}, {1}}, sizes);
    const auto size = test.download(sizes);
    if (!test.expect(size[0] > 0, "no sizes")) return;
    const u32 tiles = ceil_div(n, static_cast<u32>(size[0] * size[1]));
    const auto state = test.allocate<u64>(tiles + padding);
    const auto out = test.zeros<u32>(n);
    InputValue initial{};
    initial.immediate = 5;
    test.launch(test.kernel_with({"DeviceScanInitKernel"}), {{ceil_div(tiles, init_threads)}, {init_threads}}, state,
                static_cast<s32>(tiles));
    test.launch(test.kernel_with({"DeviceScanKernel"}), {{tiles}, {static_cast<u32>(size[0])}}, test.upload(in), out,
                state, 0, Empty{}, initial, n);
    test.equal("sum", test.download(out), expected);
}
