#include "../harness.h"

using namespace ringfence::kernels;

namespace {

void producer_consumer(Test& test) {
    constexpr u32 chunks = 20;
    const auto in = random_values<s32>(std::size_t{32} * chunks, -1000, 1000, 99);
    std::vector<s32> expected(in.size());
    for (u32 i = 0; i < in.size(); ++i) {
        expected[i] = in[i / 32 * 32 + 31 - i % 32] + 1 + (i < 32 ? 0 : expected[i - 32]);
    }
    const auto out = test.zeros<s32>(in.size());
    test.launch("producer_consumer", {{1}, {64}}, test.upload(in), out, chunks);
    test.equal("running sum", test.download(out), expected);
}

void pipeline(Test& test) {
    constexpr u32 chunks = 7;
    const auto in = random_values<s32>(std::size_t{128} * chunks, -1e6, 1e6, 100);
    std::vector<s32> expected(in.size());
    for (u32 i = 0; i < in.size(); ++i)
        expected[i] = in[i / 128 * 128 + 127 - i % 128] * 2;
    const auto out = test.zeros<s32>(in.size());
    test.launch("pipeline", {{1}, {128}}, test.upload(in), out, chunks);
    test.equal("value of the pipeline", test.download(out), expected);
}

void bulk(Test& test) {
    constexpr u32 blocks = 3;
    constexpr u32 bytes = 4096;
    constexpr u32 count = bytes / 4;
    const auto in = random_values<s32>(std::size_t{blocks} * count, -1e6, 1e6, 101);
    std::vector<s32> expected(in.size());
    for (u32 i = 0; i < in.size(); ++i)
        expected[i] = in[i] * 5 + static_cast<s32>(i % count);
    const auto out = test.zeros<s32>(in.size());
    test.launch("bulk", {{blocks}, {128}, bytes}, test.upload(in), out, bytes);
    test.equal("value of the bulk copy", test.download(out), expected);
}

}  // namespace

KERNEL_TEST(barrier_pipeline) {
    producer_consumer(test);
    pipeline(test);
    bulk(test);
}
