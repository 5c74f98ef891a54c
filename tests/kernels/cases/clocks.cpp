#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(clocks) {
    constexpr u32 threads = 64;
    constexpr u32 work = 1'000;
    test.results_vary();
    const auto out = test.zeros<u64>(std::size_t{4} * threads);
    test.launch("clocks", {{2}, {threads / 2}}, out, work);
    const auto found = test.download(out);
    for (u32 i = 0; i < threads; ++i) {
        u32 x = i % (threads / 2) + 1;
        for (u32 k = 0; k < work; ++k)
            x = x * 1'664'525 + 1'013'904'223;
        test.equal("work", found[4 * i + 3], u64{x});
        test.expect(found[4 * i] > 0 && found[4 * i] < 100'000'000'000, "clock64 went " + std::to_string(found[4 * i]));
        test.expect(found[4 * i + 1] > 0, "clock stood still");
        test.expect(found[4 * i + 2] < 60'000'000'000, "globaltimer went " + std::to_string(found[4 * i + 2]) + " ns");
        if (!test.failures().empty()) return;
    }
}
