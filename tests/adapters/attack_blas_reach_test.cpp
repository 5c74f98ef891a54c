// OpenBLAS gets arguments that are right and large: it must not touch memory of the worker's.
#include <array>
#include <climits>
#include <cstring>
#include <string>

#include <gtest/gtest.h>

#include "adapters/cublas.h"
#include "adapters/libraries.h"
#include "channel/library_functions.h"
#include "library_caller.h"

namespace ringfence::adapters::blas_reach {
namespace {

constexpr std::uint64_t handle = 0x1234;
constexpr int not_supported = 15;

class BlasReachTest : public testing::Test {
protected:
    void SetUp() override {
        auto found = libraries.find(channel::Library::Cublas);
        if (!found.ok()) GTEST_SKIP() << found.error().text();
        adapter = found.value();
        channel::LibraryFrame frame;
        frame.add(handle);
        ASSERT_TRUE(
            adapter->call(caller, static_cast<std::uint32_t>(channel::CublasFunction::Create), frame.bytes()).ok());
    }

    Result<Answer> call(const std::string& name, const channel::LibraryFrame& frame) {
        const std::vector<FunctionSignature> functions = cublas_functions();
        for (std::size_t i = 0; i < functions.size(); ++i) {
            if (functions[i].name != name) continue;
            return adapter->call(caller, channel::first_declared_function + static_cast<std::uint32_t>(i),
                                 frame.bytes());
        }
        return Error::internal("no such function");
    }

    std::uint64_t allocate(std::size_t bytes) {
        pieces.push_back(std::make_unique<EdgeMemory>(bytes));
        caller.memory[pieces.back()->address()] = bytes;
        return pieces.back()->address();
    }

    std::vector<std::unique_ptr<EdgeMemory>> pieces;
    Libraries libraries{soft_library_folder()};
    Adapter* adapter = nullptr;
    LibraryCaller caller;
};

// OpenBLAS counts n * inc in 32 bits there, and steps on from INT_MAX to the other end.
TEST_F(BlasReachTest, ModifiedRotationOfOneElementTouchesOneElement) {
    const std::array<float, 5> parameters = {-1, 2, 3, 4, 5};
    for (const int increment : {INT_MAX, 1 << 30, -INT_MAX}) {
        const std::uint64_t x = allocate(sizeof(float));
        const std::uint64_t y = allocate(sizeof(float));
        const std::array<float, 2> before = {1, 10};
        std::memcpy(reinterpret_cast<void*>(x), &before[0], sizeof(float));
        std::memcpy(reinterpret_cast<void*>(y), &before[1], sizeof(float));
        channel::LibraryFrame frame;
        frame.add(handle);
        frame.add(1);
        frame.add(x);
        frame.add(increment);
        frame.add(y);
        frame.add(increment);
        frame.add_copy(parameters.data(), sizeof parameters);
        const auto answer = call("cublasSrotm_v2", frame);
        ASSERT_TRUE(answer.ok()) << answer.error().text();
        EXPECT_EQ(answer.value().status, 0);
        EXPECT_EQ(*reinterpret_cast<const float*>(x), 2 * 1 + 4 * 10);
        EXPECT_EQ(*reinterpret_cast<const float*>(y), 3 * 1 + 5 * 10);
    }
}

// NVIDIA does not document which way its library would go then: up from the pointer or down from it. So the library
// gets an empty vector, which has the result that BLAS defines for such a step.
TEST_F(BlasReachTest, AVectorThatRunsBackwardsAloneIsEmpty) {
    const std::uint64_t x = allocate(4 * sizeof(float));
    const std::array<float, 4> ones = {1, 1, 1, 1};
    std::memcpy(reinterpret_cast<void*>(x), ones.data(), sizeof ones);
    for (const int step : {-1, -INT_MAX, 0}) {
        for (const char* name : {"cublasSnrm2_v2", "cublasSasum_v2", "cublasIsamax_v2", "cublasIsamin_v2"}) {
            const float nothing = -1;
            channel::LibraryFrame frame;
            frame.add(handle);
            frame.add(4);
            frame.add(x);
            frame.add(step);
            frame.add_copy(&nothing, sizeof nothing);
            caller.asked.clear();
            const auto answer = call(name, frame);
            ASSERT_TRUE(answer.ok()) << answer.error().text();
            EXPECT_TRUE(caller.asked.empty()) << name;
            std::int32_t bits = -1;
            std::memcpy(&bits, caller.results.data(), sizeof bits);
            EXPECT_EQ(bits, 0) << name;
        }
        const float two = 2;
        channel::LibraryFrame frame;
        frame.add(handle);
        frame.add(4);
        frame.add_copy(&two, sizeof two);
        frame.add(x);
        frame.add(step);
        caller.asked.clear();
        ASSERT_TRUE(call("cublasSscal_v2", frame).ok());
        EXPECT_TRUE(caller.asked.empty());
        EXPECT_EQ(std::memcmp(reinterpret_cast<const void*>(x), ones.data(), sizeof ones), 0);
    }
}

// OpenBLAS copies a vector with gaps into a buffer that has 32 MiB, whatever the vector has.
TEST_F(BlasReachTest, LongVectorsWithGapsDoNotOverflowTheLibrarysBuffer) {
    constexpr int n = 12 << 20;
    const float one = 1;
    const std::uint64_t a = allocate(std::size_t{n} * sizeof(float));
    const std::uint64_t x = allocate((2 * std::size_t{n} - 1) * sizeof(float));
    const std::uint64_t y = allocate((2 * std::size_t{n} - 1) * sizeof(float));
    const auto add_scalar = [&](channel::LibraryFrame& frame) { frame.add_copy(&one, sizeof one); };

    for (const char* name : {"cublasStbmv_v2", "cublasStbsv_v2"}) {
        channel::LibraryFrame frame;
        frame.add(handle);
        for (const int value : {0, 0, 1, n, 0})  // lower, not transposed, unit
            frame.add(value);
        frame.add(a);
        frame.add(1);
        frame.add(x);
        frame.add(2);
        EXPECT_TRUE(call(name, frame).ok()) << name;
    }
    channel::LibraryFrame sbmv;
    sbmv.add(handle);
    for (const int value : {0, n, 0})
        sbmv.add(value);
    add_scalar(sbmv);
    sbmv.add(a);
    sbmv.add(1);
    sbmv.add(x);
    sbmv.add(2);
    add_scalar(sbmv);
    sbmv.add(y);
    sbmv.add(2);
    EXPECT_TRUE(call("cublasSsbmv_v2", sbmv).ok());

    channel::LibraryFrame gbmv;
    gbmv.add(handle);
    for (const int value : {0, n, n, 0, 0})
        gbmv.add(value);
    add_scalar(gbmv);
    gbmv.add(a);
    gbmv.add(1);
    gbmv.add(x);
    gbmv.add(2);
    add_scalar(gbmv);
    gbmv.add(y);
    gbmv.add(2);
    EXPECT_TRUE(call("cublasSgbmv_v2", gbmv).ok());

    for (const bool tall : {true, false}) {
        channel::LibraryFrame ger;
        ger.add(handle);
        ger.add(tall ? n : 1);
        ger.add(tall ? 1 : n);
        add_scalar(ger);
        ger.add(x);
        ger.add(2);
        ger.add(y);
        ger.add(2);
        ger.add(a);
        ger.add(tall ? n : 1);
        EXPECT_TRUE(call("cublasSger_v2", ger).ok());
    }
}

// OpenBLAS finds the far end of a vector that runs backwards with 32 bits.
TEST_F(BlasReachTest, VectorsThatRunBackwardsOverMoreThan32BitsAreNotSupported) {
    caller.takes_all = true;
    const float one = 1;
    constexpr int increment = -1'200'000'000;
    constexpr std::uint64_t place = std::uint64_t{1} << 40;
    channel::LibraryFrame axpy;
    axpy.add(handle);
    axpy.add(3);
    axpy.add_copy(&one, sizeof one);
    axpy.add(place);
    axpy.add(increment);
    axpy.add(place);
    axpy.add(increment);
    const auto added = call("cublasSaxpy_v2", axpy);
    ASSERT_TRUE(added.ok()) << added.error().text();
    EXPECT_EQ(added.value().status, not_supported);

    channel::LibraryFrame gemv;
    gemv.add(handle);
    for (const int value : {0, 3, 3})
        gemv.add(value);
    gemv.add_copy(&one, sizeof one);
    gemv.add(place);
    gemv.add(3);
    gemv.add(place);
    gemv.add(increment);
    gemv.add_copy(&one, sizeof one);
    gemv.add(place);
    gemv.add(increment);
    const auto multiplied = call("cublasSgemv_v2", gemv);
    ASSERT_TRUE(multiplied.ok()) << multiplied.error().text();
    EXPECT_EQ(multiplied.value().status, not_supported);
}

}  // namespace
}  // namespace ringfence::adapters::blas_reach
