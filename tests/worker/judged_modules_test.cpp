#include "worker/judged_modules.h"

#include <gtest/gtest.h>

namespace ringfence::worker {
namespace {

guard::GuardedPtx module_of(std::size_t bytes) {
    guard::GuardedPtx module;
    module.ptx = std::string(bytes, 'x');
    return module;
}

TEST(JudgedModules, EachIsTakenOnce) {
    JudgedModules judged(1 << 20);
    judged.put("a", module_of(10));
    judged.put("b", module_of(20));
    EXPECT_FALSE(judged.take("c"));
    EXPECT_FALSE(judged.has("c"));
    EXPECT_TRUE(judged.has("b"));
    ASSERT_EQ(judged.take("b")->ptx.size(), 20u);
    EXPECT_FALSE(judged.has("b"));
    EXPECT_FALSE(judged.take("b"));
    EXPECT_TRUE(judged.take("a"));
}

TEST(JudgedModules, TheOldestGo) {
    JudgedModules judged(100'000);
    judged.put("a", module_of(40'000));
    judged.put("b", module_of(40'000));
    judged.put("large", module_of(100'000));
    judged.put("c", module_of(40'000));
    EXPECT_FALSE(judged.take("a"));
    EXPECT_FALSE(judged.take("large"));
    EXPECT_TRUE(judged.take("b"));
    EXPECT_TRUE(judged.take("c"));
    judged.put("d", module_of(90'000));
    EXPECT_TRUE(judged.take("d"));
}

}  // namespace
}  // namespace ringfence::worker
