#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(dynamic_shared) {
    constexpr u32 n = 500;
    const auto a = random_values<double>(n, -1, 1, 72);
    const auto b = random_values<s32>(n, -1000, 1000, 73);
    const auto c = random_values<u8>(n, 0, 256, 74);
    std::vector<double> expected(n);
    for (u32 i = 0; i < n; ++i)
        expected[i] = std::fma(a[n - 1 - i], double(b[i * 7 % n]), double(c[i * 13 % n]));
    const auto out = test.zeros<double>(n);
    test.launch("three_arrays", {{1}, {128}, n * 13}, test.upload(a), test.upload(b), test.upload(c), out, n);
    test.equal("value", test.download(out), expected);

    for (const u32 bytes : {4U, 4000U, 160U * 1024}) {
        const u32 words = bytes / 4;
        auto data = random_words(words, bytes);
        const auto buffer = test.upload(data);
        const auto sizes = test.zeros<u32>(1);
        test.launch("reverse", {{1}, {256}, bytes}, buffer, words, sizes);
        std::vector<u32> reversed(words);
        for (u32 i = 0; i < words; ++i)
            reversed[i] = data[words - 1 - i] + i % 3 + 1;
        test.equal("reversed word", test.download(buffer), reversed);
        test.equal("size", test.download(sizes), {bytes});
    }
}
