#include "base/limits.h"

#include <set>

#include <gtest/gtest.h>

namespace ringfence {
namespace {

SessionLimits limits_of(std::string_view text) {
    auto parsed = parse_limits_text(text, LimitsFor::Tenant);
    EXPECT_TRUE(parsed.ok()) << parsed.error().text();
    return parsed.ok() ? parsed.take() : SessionLimits();
}

TEST(Limits, EachHasAKeyOfItsOwn) {
    std::set<std::string_view> keys;
    each_limit([&](Limit limit) {
        EXPECT_FALSE(facts_of(limit).key.empty());
        EXPECT_TRUE(keys.insert(facts_of(limit).key).second) << facts_of(limit).key;
    });
    EXPECT_EQ(keys.size(), limit_count);
    EXPECT_EQ(facts_of(Limit::KernelTime).key, "kernel_ms");
    EXPECT_EQ(facts_of(Limit::Connections).key, "connections");
}

TEST(Limits, TextsAreReadAndWritten) {
    EXPECT_EQ(text_of(limits_of("streams=7,device_memory=1024M,copies=3")), "device_memory=1G,streams=7,copies=3");
    EXPECT_EQ(text_of(limits_of("")), "");
    EXPECT_EQ(text_of(Limit::DeviceMemory, 1000), "1000");
    EXPECT_EQ(text_of(Limit::DeviceMemory, 3072), "3K");
    EXPECT_EQ(text_of(Limit::Streams, 1024), "1024");
}

TEST(Limits, WhatIsNotOneIsRefused) {
    for (const std::string_view bad :
         {"streams", "streams=", "streams=1x", "streams=0", "x=1", "sessions=1", ",", "=",
          "streams=99999999999999999999", "kernel_ms=4294967296", "device_memory=1X", "streams=1,,events=1"}) {
        EXPECT_FALSE(parse_limits_text(bad).ok()) << bad;
    }
}

TEST(Limits, TheOneThatAnErrorIsAboutIsFound) {
    EXPECT_EQ(limit_named_in("too much" + naming(Limit::Copies)), Limit::Copies);
    EXPECT_EQ(limit_named_in("too much (copies)\n  remedy: wait (streams)"), Limit::Copies);
    for (const std::string_view none : {"", "too much", "(copies)", "too much (copies) here", "too much (copy)", " ("})
        EXPECT_FALSE(limit_named_in(none)) << none;
}

TEST(Limits, NobodyCanLoosenThem) {
    const SessionLimits set = limits_of("streams=10,events=20");
    EXPECT_EQ(text_of(tighten(set, limits_of("streams=5,events=100,graphs=3"))), "streams=5,events=20,graphs=3");
    EXPECT_EQ(tighten(set, {}), set);
    EXPECT_EQ(tighten({}, set), set);
}

TEST(Limits, WhatCannotBeSummedUpHoldsForEachSession) {
    EXPECT_EQ(text_of(for_each_session(limits_of("streams=10,kernel_ms=500,sessions=2,copies=9"))),
              "copies=9,kernel_ms=500");
}

}  // namespace
}  // namespace ringfence
