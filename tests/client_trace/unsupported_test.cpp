#include "client/trace/unsupported.h"

#include <gtest/gtest.h>

#include "abi/driver_types.h"
#include "abi/runtime_types.h"
#include "client/trace/traced.h"

namespace ringfence::client {
namespace {

std::uint64_t calls_of(const std::string& name) {
    for (const UnsupportedCount& entry : unsupported_counts())
        if (entry.name == name) return entry.calls;
    return 0;
}

TEST(Unsupported, CallsAreCountedAndTold) {
    static int times_told = 0;
    on_unsupported_call([] { ++times_told; });
    EXPECT_EQ(unsupported<cudaError_t>(Api::cudaDestroySurfaceObject), cudaErrorNotSupported);
    EXPECT_EQ(unsupported<cudaError_t>(Api::cudaDestroySurfaceObject), cudaErrorNotSupported);
    EXPECT_EQ(unsupported<const char*>(Api::cudaGetErrorName), nullptr);
    count_unsupported_function("cudnnOpTensor");
    on_unsupported_call(nullptr);
    EXPECT_EQ(calls_of("cudaDestroySurfaceObject"), 2u);
    EXPECT_EQ(calls_of("cudaGetErrorName"), 1u);
    EXPECT_EQ(calls_of("cudnnOpTensor"), 1u);
    EXPECT_EQ(times_told, 4);
}

TEST(Unsupported, TheLineNamesTheFunctionsThatWereCalledMost) {
    EXPECT_EQ(describe_unsupported({}), "");
    EXPECT_EQ(describe_unsupported({{"cuGreenCtxCreate", 1}}),
              "1 call of a function that Ringfence does not support: cuGreenCtxCreate (1)");
    EXPECT_EQ(describe_unsupported({{"a", 1}, {"b", 3}, {"c", 1}}),
              "5 calls of functions that Ringfence does not support: b (3), a (1), c (1)");
}

TEST(Unsupported, TheLineIsOfLimitedLength) {
    std::vector<UnsupportedCount> counts;
    for (int i = 0; i < 1000; ++i)
        counts.push_back({"function" + std::to_string(i), 1});
    const std::string text = describe_unsupported(counts);
    EXPECT_TRUE(text.starts_with("1000 calls of functions")) << text;
    EXPECT_TRUE(text.ends_with("function15 (1) and 984 more functions")) << text;
}

}  // namespace
}  // namespace ringfence::client
