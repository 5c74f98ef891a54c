#include "client/driver/jit_options.h"

#include <cstdint>

#include <gtest/gtest.h>

namespace ringfence::driver {
namespace {

TEST(JitOptions, TheLogIsCutToItsBuffer) {
    char buffer[8] = {};
    CUjit_option names[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {buffer, reinterpret_cast<void*>(sizeof(buffer))};
    write_log({names, values, 2}, false, "something long");
    EXPECT_STREQ(buffer, "somethi");
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(values[1]), 7U);
}

TEST(JitOptions, SuccessLeavesTheErrorsEmpty) {
    char buffer[8] = "x";
    CUjit_option names[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {buffer, reinterpret_cast<void*>(sizeof(buffer))};
    write_log({names, values, 2}, true, "fine");
    EXPECT_STREQ(buffer, "");
}

}  // namespace
}  // namespace ringfence::driver
