// Adapters treat calls that are captured into graphs differently.
#include <cstring>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../function_number.h"
#include "adapters/cublas.h"
#include "adapters/libraries.h"
#include "channel/library_functions.h"
#include "library_caller.h"

namespace ringfence::adapters {
namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t blas_handle = 0x14;

struct CapturedCalls : testing::Test {
    void SetUp() override {
        const auto found = libraries.find(channel::Library::Cublas);
        if (!found.ok()) GTEST_SKIP() << found.error().text();
        cublas = found.value();
        channel::LibraryFrame frame;
        frame.add(blas_handle);
        const auto create = static_cast<std::uint32_t>(channel::CublasFunction::Create);
        ASSERT_TRUE(cublas->call(caller, create, frame.bytes()).ok());
        for (const EdgeMemory* one : {&matrix, &array})
            caller.memory[one->address()] = one->bytes().size();
        const std::uint64_t address = matrix.address();
        std::memcpy(array.bytes().data(), &address, sizeof address);
        put(1.5F);
        caller.stream.records = true;
    }
    static std::uint32_t number_of(std::string_view name) { return function_number(cublas_functions(), name); }
    void put(float value) const { std::memcpy(matrix.bytes().data(), &value, sizeof value); }
    float get() const {
        float value = 0;
        std::memcpy(&value, matrix.bytes().data(), sizeof value);
        return value;
    }
    // c += a b, of 1 by 1 matrices, all the same, whose address lies in the array.
    Result<Answer> multiply(int count = 1) {
        const float one = 1;
        channel::LibraryFrame frame;
        frame.add(blas_handle);
        for (const int value : {0, 0, 1, 1, 1})
            frame.add(value);
        frame.add_copy(&one, sizeof one);
        for (int i = 0; i < 2; ++i) {
            frame.add(array.address());
            frame.add(1);
        }
        frame.add_copy(&one, sizeof one);
        frame.add(array.address());
        frame.add(1);
        frame.add(count);
        return cublas->call(caller, number_of("cublasSgemmBatched"), frame.bytes());
    }

    Libraries libraries{soft_library_folder()};
    LibraryCaller caller;
    EdgeMemory matrix{sizeof(float)};
    EdgeMemory array{sizeof(std::uint64_t)};
    Adapter* cublas = nullptr;
};

TEST_F(CapturedCalls, PointersThatNobodyHasReadAreRefused) {
    const auto answer = multiply();
    ASSERT_FALSE(answer.ok());
    EXPECT_THAT(answer.error().message, HasSubstr("cublasSgemmBatched: argument A: pointers in device memory"));
    EXPECT_EQ(caller.begun, 0);
}

TEST_F(CapturedCalls, PointersAreReadByTheLaunchWhereTheyMayBe) {
    caller.follows_pointers = true;
    const auto answer = multiply();
    ASSERT_TRUE(answer.ok()) << answer.error().text();
    EXPECT_EQ(answer.value().status, 0);
    EXPECT_EQ(get(), 1.5F);
    caller.stream.replay();
    EXPECT_EQ(get(), 3.75F);
    put(3);
    caller.stream.replay();
    EXPECT_EQ(get(), 12);
}

TEST_F(CapturedCalls, TheArrayItselfMustBeTheSessions) {
    caller.follows_pointers = true;
    const auto answer = multiply(2);
    ASSERT_FALSE(answer.ok());
    EXPECT_THAT(answer.error().message, HasSubstr("16 bytes at"));
}

TEST_F(CapturedCalls, ResultsInHostMemoryAreRefused) {
    const float nothing = 0;
    channel::LibraryFrame frame;
    frame.add(blas_handle);
    frame.add(1);
    for (int i = 0; i < 2; ++i) {
        frame.add(matrix.address());
        frame.add(1);
    }
    frame.add_copy(&nothing, sizeof nothing);
    const auto answer = cublas->call(caller, number_of("cublasSdot_v2"), frame.bytes());
    ASSERT_FALSE(answer.ok());
    EXPECT_EQ(answer.error().status, cuda_status::capture_unsupported);
}

}  // namespace
}  // namespace ringfence::adapters
