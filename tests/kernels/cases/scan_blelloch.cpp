#include <numeric>

#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(scan_blelloch) {
    constexpr u32 n = 50'001;
    constexpr u32 chunk = 512;
    constexpr u32 chunks = ceil_div(n, chunk);
    constexpr u32 shared = (chunk + chunk / 32) * 4;
    const auto in = random_words(n, 6);
    std::vector<u32> expected(n);
    std::exclusive_scan(in.begin(), in.end(), expected.begin(), 0U);

    const auto out = test.zeros<u32>(n);
    const auto sums = test.zeros<u32>(chunks);
    const auto bases = test.zeros<u32>(chunks);
    test.launch("scan_chunks", {{chunks}, {chunk / 2}, shared}, test.upload(in), out, sums, n);
    test.launch("scan_chunks", {{1}, {chunk / 2}, shared}, sums, bases, Buffer<u32>{}, chunks);
    test.launch("add_sums", {{chunks}, {chunk / 2}}, out, bases, n);
    test.equal("sum", test.download(out), expected);
}
