#include <map>

#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(hash_table) {
    constexpr u32 n = 6'000;
    constexpr u32 slots = 1 << 12;
    Random random(128);
    std::vector<u64> keys;
    std::map<u64, s32> counts;
    for (u32 i = 0; i < n; ++i) {
        keys.push_back(u64{random.below(3'000)} * 0x100000001);
        ++counts[keys[i]];
    }
    std::vector<u64> asked;
    std::vector<s32> expected;
    for (u32 i = 0; i < 3'500; ++i) {
        asked.push_back(u64{i} * 0x100000001);
        const auto found = counts.find(asked[i]);
        expected.push_back(found == counts.end() ? -1 : found->second);
    }
    const auto table = test.upload(std::vector<u64>(slots, ~u64{0}));
    const auto values = test.zeros<u32>(slots);
    const auto out = test.zeros<s32>(asked.size());
    test.launch("insert", {{ceil_div(n, 128)}, {128}}, test.upload(keys), n, table, values, slots - 1);
    test.launch("look_up", {{ceil_div(asked.size(), 128)}, {128}}, test.upload(asked), static_cast<u32>(asked.size()),
                table, values, slots - 1, out);
    test.equal("count", test.download(out), expected);
}
