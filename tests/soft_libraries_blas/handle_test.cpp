#include <cstring>
#include <thread>

#include "library.h"
#include "reference.h"

extern "C" const char* cublasGetStatusName(int status);
extern "C" const char* cublasGetStatusString(int status);

namespace ringfence::soft_libraries::blas {
namespace {

class HandleTest : public Library {};

TEST_F(HandleTest, KeepsItsSettings) {
    int value = -1;
    EXPECT_EQ(cublasGetPointerMode_v2(h, &value), 0);
    EXPECT_EQ(value, cublas::host_pointers);
    EXPECT_EQ(cublasSetPointerMode_v2(h, 2), cublas::invalid_value);
    EXPECT_EQ(cublasSetPointerMode_v2(h, 1), 0);
    EXPECT_EQ(cublasGetPointerMode_v2(h, &value), 0);
    EXPECT_EQ(value, cublas::device_pointers);
    EXPECT_EQ(cublasSetMathMode(h, 3 | 16), 0);
    EXPECT_EQ(cublasGetMathMode(h, &value), 0);
    EXPECT_EQ(value, 3 | 16);
    EXPECT_EQ(cublasSetMathMode(h, 7), cublas::invalid_value);
    EXPECT_EQ(cublasSetAtomicsMode(h, 1), 0);
    EXPECT_EQ(cublasGetAtomicsMode(h, &value), 0);
    EXPECT_EQ(value, 1);
    EXPECT_EQ(cublasSetSmCountTarget(h, 4), 0);
    EXPECT_EQ(cublasGetSmCountTarget(h, &value), 0);
    EXPECT_EQ(value, 4);
    EXPECT_EQ(cublasSetSmCountTarget(h, -1), cublas::invalid_value);
    EXPECT_EQ(cublasSetWorkspace_v2(h, nullptr, 0), 0);
    void* stream = &value;
    EXPECT_EQ(cublasGetStream_v2(h, &stream), 0);
    EXPECT_EQ(stream, nullptr);
}

TEST_F(HandleTest, SaysWhichVersionItIs) {
    int value = 0;
    EXPECT_EQ(cublasGetVersion_v2(h, &value), 0);
    EXPECT_EQ(value, 130100);
    EXPECT_EQ(cublasGetProperty(0, &value), 0);
    EXPECT_EQ(value, 13);
    EXPECT_EQ(cublasGetProperty(3, &value), cublas::invalid_value);
    EXPECT_STREQ(cublasGetStatusName(7), "CUBLAS_STATUS_INVALID_VALUE");
    EXPECT_GT(std::strlen(cublasGetStatusString(15)), 10U);
    EXPECT_NE(cublasGetStatusString(12345), nullptr);
}

TEST_F(HandleTest, WithoutOneNothingWorks) {
    float x = 1;
    EXPECT_EQ(cublasSscal_v2(nullptr, 1, &x, &x, 1), cublas::not_initialized);
    EXPECT_EQ(cublasSetStream_v2(nullptr, nullptr), cublas::not_initialized);
    EXPECT_EQ(cublasDestroy_v2(nullptr), cublas::not_initialized);
    EXPECT_EQ(cublasCreate_v2(nullptr), cublas::invalid_value);
}

TEST_F(HandleTest, WorkGoesToItsStreamInOrder) {
    int first_stream = 0;
    int second_stream = 0;
    float x = 1;
    const float two = 2;
    const float five = 5;
    const float one = 1;
    ASSERT_EQ(cublasSetStream_v2(h, &first_stream), 0);
    ASSERT_EQ(cublasSscal_v2(h, 1, &two, &x, 1), 0);
    ASSERT_EQ(cublasSaxpy_v2(h, 1, &five, &one, 1, &x, 1), 0);
    ASSERT_EQ(cublasSscal_v2(h, 1, &two, &x, 1), 0);
    ASSERT_EQ(cublasSetStream_v2(h, &second_stream), 0);
    float y = 1;
    ASSERT_EQ(cublasSscal_v2(h, 1, &five, &y, 1), 0);
    EXPECT_EQ(host_.waiting[&first_stream].size(), 3U);
    EXPECT_EQ(host_.waiting[&second_stream].size(), 1U);
    EXPECT_EQ(x, 1);
    ASSERT_TRUE(host_.synchronize(&first_stream));
    EXPECT_EQ(x, 14);  // (1 * 2 + 5) * 2
    EXPECT_EQ(y, 1);
    // A result in host memory waits for its own stream.
    float result = 0;
    ASSERT_EQ(cublasSdot_v2(h, 1, &y, 1, &y, 1, &result), 0);
    EXPECT_EQ(result, 25);
    ASSERT_EQ(cublasSetStream_v2(h, nullptr), 0);
}

TEST_F(HandleTest, StreamsRunAtTheSameTime) {
    constexpr int n = 96;
    constexpr int streams = 4;
    const Memory<float> a(n * n);
    const float one = 1;
    const float zero = 0;
    std::vector<Memory<float>> results(streams + 1, Memory<float>(n * n));
    for (Memory<float>& result : results) {  // the last one on the stream that runs alone
        ASSERT_EQ(cublasSetStream_v2(h, &result == &results.back() ? nullptr : &result), 0);
        for (int i = 0; i < 20; ++i)
            ASSERT_EQ(cublasSgemm_v2(h, 0, 1, n, n, n, &one, a.data(), n, a.data(), n, &zero, result.data(), n), 0);
    }
    ASSERT_TRUE(host_.synchronize(nullptr));
    std::vector<std::thread> threads;
    for (auto& [stream, waiting] : host_.waiting)
        threads.emplace_back([work = std::exchange(waiting, {})] {
            for (const auto& step : work)
                step();
        });
    for (std::thread& thread : threads)
        thread.join();
    for (const Memory<float>& result : results)
        expect_memory(result, results.back(), 0, "C");
}

// A graph runs its nodes again and again.
TEST_F(HandleTest, WorkCanRunTwice) {
    float x[] = {1, 2};
    const float two = 2;
    ASSERT_EQ(cublasSscal_v2(h, 2, &two, x, 1), 0);
    host_.waiting[nullptr].front()();
    host_.waiting[nullptr].front()();
    host_.waiting[nullptr].clear();
    EXPECT_EQ(x[0], 4);
    EXPECT_EQ(x[1], 8);
}

TEST_F(HandleTest, AStreamThatTakesNothingOrFailsIsSaid) {
    float x = 3;
    float result = 7;
    host_.refuses = true;
    EXPECT_EQ(cublasSscal_v2(h, 1, &x, &x, 1), cublas::execution_failed);
    EXPECT_EQ(cublasSnrm2_v2(h, 1, &x, 1, &result), cublas::execution_failed);
    host_.refuses = false;
    host_.broken = true;
    EXPECT_EQ(cublasSnrm2_v2(h, 1, &x, 1, &result), cublas::execution_failed);
    EXPECT_EQ(result, 7);
    host_.broken = false;
    ASSERT_TRUE(host_.synchronize(nullptr));  // the work that was left behind harms nobody
    EXPECT_EQ(result, 7);
}

TEST_F(HandleTest, WrongArgumentsAreRefused) {
    float m[16] = {};
    const float one = 1;
    float* const list[] = {m};
    const int wrong = cublas::invalid_value;
    EXPECT_EQ(cublasSaxpy_v2(h, 1, nullptr, m, 1, m, 1), wrong);
    EXPECT_EQ(cublasSdot_v2(h, 1, m, 1, m, 1, nullptr), wrong);
    EXPECT_EQ(cublasSgemm_v2(h, 3, 0, 1, 1, 1, &one, m, 1, m, 1, &one, m, 1), wrong);
    EXPECT_EQ(cublasSgemm_v2(h, 0, -1, 1, 1, 1, &one, m, 1, m, 1, &one, m, 1), wrong);
    EXPECT_EQ(cublasSgemm_v2(h, 0, 0, -1, 1, 1, &one, m, 1, m, 1, &one, m, 1), wrong);
    EXPECT_EQ(cublasSgemm_v2(h, 0, 0, 2, 1, 1, &one, m, 1, m, 1, &one, m, 2), wrong);
    EXPECT_EQ(cublasSgemm_v2(h, 1, 0, 1, 1, 2, &one, m, 1, m, 2, &one, m, 1), wrong);
    EXPECT_EQ(cublasSgemm_v2(h, 0, 0, 1, 1, 2, &one, m, 1, m, 1, &one, m, 1), wrong);
    EXPECT_EQ(cublasSgemm_v2(h, 0, 0, 2, 1, 1, &one, m, 2, m, 1, &one, m, 1), wrong);
    EXPECT_EQ(cublasSgemm_v2(h, 0, 0, 0, 0, 0, &one, m, 0, m, 1, &one, m, 1), wrong);
    EXPECT_EQ(cublasSgemmStridedBatched(h, 0, 0, 1, 1, 1, &one, m, 1, 1, m, 1, 1, &one, m, 1, 1, -1), wrong);
    EXPECT_EQ(cublasSgemmBatched(h, 0, 0, 1, 1, 1, &one, list, 1, list, 1, &one, list, 1, -1), wrong);
    EXPECT_EQ(cublasSgemv_v2(h, 0, 1, 1, &one, m, 1, m, 0, &one, m, 1), wrong);
    EXPECT_EQ(cublasSgemv_v2(h, 0, 1, 1, &one, m, 1, m, 1, &one, m, 0), wrong);
    EXPECT_EQ(cublasSgbmv_v2(h, 0, 2, 2, 1, 1, &one, m, 2, m, 1, &one, m, 1), wrong);
    EXPECT_EQ(cublasSsymv_v2(h, 2, 1, &one, m, 1, m, 1, &one, m, 1), wrong);
    EXPECT_EQ(cublasSsbmv_v2(h, 0, 1, 2, &one, m, 2, m, 1, &one, m, 1), wrong);
    EXPECT_EQ(cublasStrsv_v2(h, 0, 0, 2, 1, m, 1, m, 1), wrong);
    EXPECT_EQ(cublasStpmv_v2(h, 0, 0, 0, -1, m, m, 1), wrong);
    EXPECT_EQ(cublasSger_v2(h, 2, 1, &one, m, 1, m, 1, m, 1), wrong);
    EXPECT_EQ(cublasSsyr2_v2(h, 0, 1, &one, m, 1, m, 0, m, 1), wrong);
    EXPECT_EQ(cublasSsymm_v2(h, 2, 0, 1, 1, &one, m, 1, m, 1, &one, m, 1), wrong);
    EXPECT_EQ(cublasSsyrk_v2(h, 0, 0, 2, 1, &one, m, 1, &one, m, 2), wrong);
    EXPECT_EQ(cublasSsyr2k_v2(h, 0, 0, 2, 1, &one, m, 2, m, 1, &one, m, 2), wrong);
    EXPECT_EQ(cublasStrmm_v2(h, 0, 0, 0, 0, 2, 1, &one, m, 2, m, 2, m, 1), wrong);
    EXPECT_EQ(cublasStrsm_v2(h, 1, 0, 0, 0, 1, 2, &one, m, 1, m, 1), wrong);
    EXPECT_EQ(cublasSgeam(h, 0, 1, 1, 2, &one, m, 1, &one, m, 1, m, 1), wrong);
    EXPECT_EQ(cublasSdgmm(h, 2, 1, 1, m, 1, m, 1, m, 1), wrong);
    const Complex complex_one(1);
    Complex c[4];
    EXPECT_EQ(cublasCherk_v2(h, 0, cublas::op_t, 1, 1, &one, c, 1, &one, c, 1), wrong);
    EXPECT_EQ(cublasCsyrk_v2(h, 0, cublas::op_c, 1, 1, &complex_one, c, 1, &complex_one, c, 1), wrong);
    EXPECT_TRUE(host_.waiting[nullptr].empty());
}

TEST_F(HandleTest, NothingToDoIsDoneAtOnce) {
    const float one = 1;
    EXPECT_EQ(cublasSgemm_v2(h, 0, 0, 0, 5, 5, &one, nullptr, 1, nullptr, 5, &one, nullptr, 1), 0);
    EXPECT_EQ(cublasSgemmStridedBatched(h, 0, 0, 1, 1, 1, &one, nullptr, 1, 1, nullptr, 1, 1, &one, nullptr, 1, 1, 0),
              0);
    EXPECT_EQ(cublasSaxpy_v2(h, 0, &one, nullptr, 1, nullptr, 1), 0);
    EXPECT_EQ(cublasSgemv_v2(h, 0, 0, 3, &one, nullptr, 1, nullptr, 1, &one, nullptr, 1), 0);
    EXPECT_EQ(cublasStrsm_v2(h, 0, 0, 0, 0, 0, 3, &one, nullptr, 1, nullptr, 1), 0);
    EXPECT_TRUE(host_.waiting[nullptr].empty());
}

TEST_F(HandleTest, SizesThatOpenBlasCannotCountAreNotSupported) {
    const float one = 1;
    float x[2] = {1, 2};
    const std::int64_t large = std::int64_t{1} << 31;
    EXPECT_EQ(cublasSscal_v2_64(h, large, &one, x, 1), cublas::not_supported);
    EXPECT_EQ(cublasSaxpy_v2_64(h, 2, &one, x, 1, x, std::numeric_limits<std::int64_t>::min()), cublas::not_supported);
    EXPECT_EQ(cublasSgemm_v2_64(h, 0, 0, 1, large, 1, &one, x, 1, x, 1, &one, x, 1), cublas::not_supported);
    EXPECT_EQ(cublasSgbmv_v2_64(h, 0, 1, 1, std::numeric_limits<std::int64_t>::max(), 1, &one, x, 1, x, 1, &one, x, 1),
              cublas::invalid_value);
    std::int64_t index = 0;
    EXPECT_EQ(cublasIsamax_v2_64(h, 2, x, 1, &index), 0);
    EXPECT_EQ(index, 2);
}

}  // namespace
}  // namespace ringfence::soft_libraries::blas
