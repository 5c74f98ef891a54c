#include "library.h"
#include "reference.h"

namespace ringfence::soft_libraries::blas {
namespace {

struct ProductCase {
    int m;
    int n;
    int k;
    int extra_ld;
};
constexpr ProductCase product_cases[] = {{1, 1, 1, 0},  {2, 3, 5, 1},  {17, 13, 11, 2},
                                         {31, 1, 7, 0}, {8, 16, 0, 3}, {19, 23, 29, 5}};

template <class T>
class Product : public TypedLibrary<T> {};
TYPED_TEST_SUITE(Product, ElementTypes);

struct Shape {
    Shape(const ProductCase& size, int transa, int transb)
        : rows_a(transa == 0 ? size.m : size.k),
          cols_a(transa == 0 ? size.k : size.m),
          rows_b(transb == 0 ? size.k : size.n),
          cols_b(transb == 0 ? size.n : size.k),
          lda(std::max(1, rows_a) + size.extra_ld),
          ldb(std::max(1, rows_b) + size.extra_ld + 1),
          ldc(size.m + size.extra_ld) {}
    int rows_a, cols_a, rows_b, cols_b, lda, ldb, ldc;
};

TYPED_TEST(Product, GemmInBothModesAndSizes) {
    using T = TypeParam;
    for (const ProductCase& size : product_cases)
        for (const int transa : {0, 1, 2})
            for (const int transb : {0, 1, 2})
                for (const bool keep : {false, true}) {
                    const int m = size.m, n = size.n, k = size.k;
                    const Shape shape(size, transa, transb);
                    const Memory<T> a(matrix_extent(shape.rows_a, shape.cols_a, shape.lda));
                    const Memory<T> b(matrix_extent(shape.rows_b, shape.cols_b, shape.ldb));
                    Memory<T> c(matrix_extent(m, n, shape.ldc));
                    T alpha = some_number<T>();
                    T beta = keep ? some_number<T>() : T{};
                    const Memory<T> expected =
                        with_matrix(c, m, n, shape.ldc,
                                    product(wide(alpha), turned(transa, full(a, shape.lda)),
                                            turned(transb, full(b, shape.ldb)), k, wide(beta), full(c, shape.ldc)));
                    if (keep) {  // host memory is read at once
                        const int status = Api<T>::gemm(this->h, transa, transb, m, n, k, &alpha, a.data(), shape.lda,
                                                        b.data(), shape.ldb, &beta, c.data(), shape.ldc);
                        alpha = beta = not_a_number<T>();
                        this->done(status);
                    } else {  // device memory when the work runs
                        c[0] = not_a_number<T>();
                        const T later[] = {alpha, beta};
                        alpha = beta = not_a_number<T>();
                        cublasSetPointerMode_v2(this->h, cublas::device_pointers);
                        const int status = Api<T>::gemm_64(this->h, transa, transb, m, n, k, &alpha, a.data(),
                                                           shape.lda, b.data(), shape.ldb, &beta, c.data(), shape.ldc);
                        cublasSetPointerMode_v2(this->h, cublas::host_pointers);
                        alpha = later[0];
                        beta = later[1];
                        this->done(status);
                    }
                    expect_memory(c, expected, tolerance_of<T>(k), "C");
                }
}

// Large enough that OpenBLAS works on blocks.
TYPED_TEST(Product, LargerGemm) {
    using T = TypeParam;
    constexpr int m = 65, n = 67, k = 61;
    const Memory<T> a(k * m);
    const Memory<T> b(k * n);
    Memory<T> c(m * n);
    const auto alpha = some_number<T>();
    const auto beta = some_number<T>();
    const Memory<T> expected = with_matrix(
        c, m, n, m, product(wide(alpha), turned(cublas::op_t, full(a, k)), full(b, k), k, wide(beta), full(c, m)));
    this->done(Api<T>::gemm(this->h, cublas::op_t, cublas::op_n, m, n, k, &alpha, a.data(), k, b.data(), k, &beta,
                            c.data(), m));
    expect_memory(c, expected, tolerance_of<T>(k), "C");
}

TYPED_TEST(Product, Batches) {
    using T = TypeParam;
    constexpr ProductCase size = {5, 7, 3, 1};
    constexpr int batch = 4;
    for (const int transa : {0, 1, 2})
        for (const int transb : {0, 1, 2})
            for (const bool listed : {false, true}) {
                const Shape shape(size, transa, transb);
                constexpr int stride = 90;
                const Memory<T> a(stride * batch);
                const Memory<T> b(stride * batch);
                Memory<T> c(stride * batch);
                const auto alpha = some_number<T>();
                const auto beta = some_number<T>();
                Memory<T> expected = c;
                std::vector<const T*> as, bs;
                std::vector<T*> cs;
                for (int i = 0; i < batch; ++i) {
                    // By addresses, the batch is in another order.
                    const int place = listed ? batch - 1 - i : i;
                    as.push_back(a.data() + place * stride);
                    bs.push_back(b.data() + place * stride);
                    cs.push_back(c.data() + i * stride);
                    const auto at = [](const T* matrix, Size ld) -> Matrix {
                        return [=](Size row, Size col) { return wide(matrix[col * ld + row]); };
                    };
                    const Matrix result =
                        product(wide(alpha), turned(transa, at(as.back(), shape.lda)),
                                turned(transb, at(bs.back(), shape.ldb)), size.k, wide(beta), at(cs.back(), shape.ldc));
                    for (Size col = 0; col < size.n; ++col)
                        for (Size row = 0; row < size.m; ++row)
                            expected[i * stride + col * shape.ldc + row] = rounded<T>(result(row, col));
                }
                if (listed)
                    this->done(Api<T>::gemm_batched(this->h, transa, transb, size.m, size.n, size.k, &alpha, as.data(),
                                                    shape.lda, bs.data(), shape.ldb, &beta, cs.data(), shape.ldc,
                                                    batch));
                else
                    this->done(Api<T>::gemm_strided(this->h, transa, transb, size.m, size.n, size.k, &alpha, a.data(),
                                                    shape.lda, stride, b.data(), shape.ldb, stride, &beta, c.data(),
                                                    shape.ldc, stride, batch));
                expect_memory(c, expected, tolerance_of<T>(size.k), "C");
            }
}

// The products of which the types are arguments.
class ProductEx : public Library {
protected:
    template <class In, class Out, class F>
    void check(int in_type, int out_type, int compute, long double precision) {
        for (const ProductCase& size : product_cases)
            for (const int transa : {0, 1, 2})
                for (const int transb : {0, 1, 2}) {
                    const int m = size.m, n = size.n, k = size.k;
                    const Shape shape(size, transa, transb);
                    const Memory<In> a(matrix_extent(shape.rows_a, shape.cols_a, shape.lda));
                    const Memory<In> b(matrix_extent(shape.rows_b, shape.cols_b, shape.ldb));
                    Memory<Out> c(matrix_extent(m, n, shape.ldc));
                    const auto alpha = some_number<F>();
                    const F beta = transa == transb ? F{} : some_number<F>();
                    const Memory<Out> expected =
                        with_matrix(c, m, n, shape.ldc,
                                    product(wide(alpha), turned(transa, full(a, shape.lda)),
                                            turned(transb, full(b, shape.ldb)), k, wide(beta), full(c, shape.ldc)));
                    if (transa == transb) c[0] = Out(std::numeric_limits<float>::quiet_NaN());
                    done(cublasGemmEx(h, transa, transb, m, n, k, &alpha, a.data(), in_type, shape.lda, b.data(),
                                      in_type, shape.ldb, &beta, c.data(), out_type, shape.ldc, compute, -1));
                    expect_memory(c, expected, precision * (k + 4), "C");
                }
    }
};

TEST_F(ProductEx, Float) {
    check<float, float, float>(cublas::r32f, cublas::r32f, cublas::compute_32f, 1e-6L);
    check<float, float, float>(cublas::r32f, cublas::r32f, cublas::compute_32f_fast_tf32, 1e-6L);
    check<double, double, double>(cublas::r64f, cublas::r64f, cublas::compute_64f, 1e-15L);
    check<Complex, Complex, Complex>(cublas::c32f, cublas::c32f, cublas::compute_32f, 1e-6L);
    check<DoubleComplex, DoubleComplex, DoubleComplex>(cublas::c64f, cublas::c64f, cublas::compute_64f, 1e-15L);
}

TEST_F(ProductEx, Half) {
    check<Half, Half, Half>(cublas::r16f, cublas::r16f, cublas::compute_16f, 1e-3L);
    check<Half, Half, float>(cublas::r16f, cublas::r16f, cublas::compute_32f, 1e-3L);
    check<Half, float, float>(cublas::r16f, cublas::r32f, cublas::compute_32f, 1e-6L);
}

TEST_F(ProductEx, BFloat16) {
    check<BFloat16, BFloat16, float>(cublas::r16bf, cublas::r16bf, cublas::compute_32f, 8e-3L);
    check<BFloat16, float, float>(cublas::r16bf, cublas::r32f, cublas::compute_32f, 1e-6L);
}

TEST_F(ProductEx, Bytes) {
    constexpr int m = 7, n = 5, k = 11;
    for (const int transa : {0, 1, 2})
        for (const int transb : {0, 1}) {
            const Shape shape({m, n, k, 1}, transa, transb);
            std::vector<std::int8_t> a(static_cast<std::size_t>(shape.lda * shape.cols_a));
            std::vector<std::int8_t> b(static_cast<std::size_t>(shape.ldb * shape.cols_b));
            std::minstd_rand random(7);
            for (auto* bytes : {&a, &b})
                for (std::int8_t& byte : *bytes)
                    byte = static_cast<std::int8_t>(random());
            std::vector<std::int32_t> c(static_cast<std::size_t>(shape.ldc * n), 1000);
            std::vector<std::int32_t> expected = c;
            for (int j = 0; j < n; ++j)
                for (int i = 0; i < m; ++i) {
                    int sum = 0;
                    for (int l = 0; l < k; ++l)
                        sum += a[static_cast<std::size_t>(transa == 0 ? l * shape.lda + i : i * shape.lda + l)] *
                               b[static_cast<std::size_t>(transb == 0 ? j * shape.ldb + l : l * shape.ldb + j)];
                    expected[static_cast<std::size_t>(j * shape.ldc + i)] = 2 * sum + 3 * 1000;
                }
            const int alpha = 2;
            const int beta = 3;
            done(cublasGemmEx(h, transa, transb, m, n, k, &alpha, a.data(), cublas::r8i, shape.lda, b.data(),
                              cublas::r8i, shape.ldb, &beta, c.data(), cublas::r32i, shape.ldc, cublas::compute_32i,
                              -1));
            EXPECT_EQ(c, expected);
        }
}

TEST_F(ProductEx, BatchesOfHalves) {
    constexpr int m = 3, n = 2, k = 4, batch = 3, stride = 16;
    const Memory<Half> a(stride * batch);
    const Memory<Half> b(stride * batch);
    const Memory<float> before(stride * batch);
    const float alpha = 1;
    const float beta = 0;
    Memory<float> expected = before;
    const void* as[batch];
    const void* bs[batch];
    for (int i = 0; i < batch; ++i) {
        as[i] = a.data() + i * stride;
        bs[i] = b.data() + i * stride;
        for (int col = 0; col < n; ++col)
            for (int row = 0; row < m; ++row) {
                float sum = 0;
                for (int l = 0; l < k; ++l)
                    sum += float(a[i * stride + l * m + row]) * float(b[i * stride + col * k + l]);
                expected[i * stride + col * m + row] = sum;
            }
    }
    Memory<float> c = before;
    void* cs[batch];
    for (int i = 0; i < batch; ++i)
        cs[i] = c.data() + i * stride;
    done(cublasGemmStridedBatchedEx(h, 0, 0, m, n, k, &alpha, a.data(), cublas::r16f, m, stride, b.data(), cublas::r16f,
                                    k, stride, &beta, c.data(), cublas::r32f, m, stride, batch, cublas::compute_32f,
                                    -1));
    expect_memory(c, expected, 1e-6L, "strided");
    c = before;
    done(cublasGemmBatchedEx(h, 0, 0, m, n, k, &alpha, as, cublas::r16f, m, bs, cublas::r16f, k, &beta, cs,
                             cublas::r32f, m, batch, cublas::compute_32f, -1));
    expect_memory(c, expected, 1e-6L, "listed");
    c = before;
    done(cublasSgemmEx(h, 0, 0, m, n, k, &alpha, a.data(), cublas::r16f, m, b.data(), cublas::r16f, k, &beta, c.data(),
                       cublas::r32f, m));
    for (int i = m * n; i < stride * batch; ++i)
        expected[i] = before[i];
    expect_memory(c, expected, 1e-6L, "SgemmEx");
}

TEST_F(ProductEx, Hgemm) {
    const Half a[] = {Half(1), Half(2), Half(3), Half(4)};
    const Half one(1);
    const Half zero(0);
    Half c[4];
    done(cublasHgemm(h, 0, 1, 2, 2, 2, &one, a, 2, a, 2, &zero, c, 2));
    EXPECT_EQ(float(c[0]), 10);
    EXPECT_EQ(float(c[1]), 14);
    EXPECT_EQ(float(c[3]), 20);
}

TEST_F(ProductEx, OtherTypesAreNotSupported) {
    float memory[4] = {};
    const float one = 1;
    for (const auto& [in, out, compute] :
         {std::tuple{0, 1, 68}, {28, 0, 68}, {0, 0, 64}, {1, 1, 68}, {0, 0, 12345}, {-1, -1, 68}})
        EXPECT_EQ(cublasGemmEx(h, 0, 0, 1, 1, 1, &one, memory, in, 1, memory, in, 1, &one, memory, out, 1, compute, -1),
                  cublas::not_supported);
    EXPECT_EQ(cublasGemmEx(h, 0, 0, 1, -1, 1, &one, memory, 99, 1, memory, 0, 1, &one, memory, 0, 1, 68, -1),
              cublas::invalid_value);
}

// The vector functions with types.
TEST_F(ProductEx, Vectors) {
    constexpr int n = 37;
    const auto check_type = [&](auto zero, int type, int execution, long double precision) {
        using T = decltype(zero);
        using F = std::conditional_t<std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>, float, T>;
        const Memory<T> x(n * 2);
        Memory<T> y(n);
        const auto alpha = some_number<F>();
        Memory<T> expected =
            with_vector(y, n, -1,
                        product(
                            wide(alpha), column(x, n, 2), [](Size, Size) { return Wide(1); }, 1, 1, column(y, n, -1)));
        done(cublasAxpyEx(h, n, &alpha, execution, x.data(), type, 2, y.data(), type, -1, execution));
        expect_memory(y, expected, precision, "axpy");
        for (Size i = 0; i < n; ++i)
            expected[i] = rounded<T>(wide(alpha) * wide(y[i]));
        done(cublasScalEx(h, n, &alpha, execution, y.data(), type, 1, execution));
        expect_memory(y, expected, precision, "scal");
        T result{};
        ASSERT_EQ(cublasDotcEx(h, n, x.data(), type, 2, y.data(), type, 1, &result, type, execution), 0);
        const Wide dot = product(1, turned(2, column(x, n, 2)), column(y, n, 1), n, 0, nothing)(0, 0);
        EXPECT_LE(std::abs(wide(result) - dot), precision * 8);
        long double squares = 0;
        for (Size i = 0; i < n; ++i)
            squares += std::norm(wide(x[i * 2]));
        Real<T> norm{};
        const int real_type = type == cublas::c32f ? cublas::r32f : type == cublas::c64f ? cublas::r64f : type;
        ASSERT_EQ(cublasNrm2Ex(h, n, x.data(), type, 2, &norm, real_type, real_type == type ? execution : real_type),
                  0);
        EXPECT_LE(std::abs(wide(norm).real() - std::sqrt(squares)), precision * 8);
    };
    check_type(float{}, cublas::r32f, cublas::r32f, 1e-6L);
    check_type(double{}, cublas::r64f, cublas::r64f, 1e-15L);
    check_type(Complex{}, cublas::c32f, cublas::c32f, 1e-6L);
    check_type(DoubleComplex{}, cublas::c64f, cublas::c64f, 1e-15L);
    check_type(Half{}, cublas::r16f, cublas::r32f, 2e-3L);
    check_type(BFloat16{}, cublas::r16bf, cublas::r32f, 2e-2L);
}

// Every number of both formats comes back, and what lies between rounds to the even one.
TEST(NarrowNumbers, RoundAsTheFormatsSay) {
    for (std::uint32_t bits = 0; bits < 0x1'0000; ++bits) {
        Half half;
        half.bits = static_cast<std::uint16_t>(bits);
        BFloat16 brain;
        brain.bits = static_cast<std::uint16_t>(bits);
        if (std::isnan(float(half)))
            EXPECT_TRUE(std::isnan(float(Half(float(half)))));
        else
            EXPECT_EQ(Half(float(half)).bits, bits);
        if (std::isnan(float(brain)))
            EXPECT_TRUE(std::isnan(float(BFloat16(float(brain)))));
        else
            EXPECT_EQ(BFloat16(float(brain)).bits, bits);
        const float next = [&] {
            Half above;
            above.bits = static_cast<std::uint16_t>(bits + 1);
            return float(above);
        }();
        if ((bits & 0x7fff) < 0x7bff) {
            const float middle = (float(half) + next) / 2;
            EXPECT_EQ(Half(middle).bits, bits % 2 == 0 ? bits : bits + 1);
            EXPECT_EQ(Half(std::nextafter(middle, next)).bits, bits + 1);
        }
    }
    EXPECT_EQ(Half(65519.0F).bits, 0x7bff);
    EXPECT_EQ(Half(65520.0F).bits, 0x7c00);
    EXPECT_EQ(Half(0x1p-25F).bits, 0);
    EXPECT_EQ(Half(-0x1.8p-25F).bits, 0x8001);
    EXPECT_EQ(float(Half(0x1p-24F)), 0x1p-24F);
}

// Few columns, each of which takes long.
TEST_F(Library, AProductOfLongRowsOfBytesEndsWhenNobodyWantsIt) {
    constexpr int m = 4;
    constexpr int n = 4;
    constexpr int k = 1 << 24;
    const std::vector<std::int8_t> a(std::size_t{m} * k, 1);
    const std::vector<std::int8_t> b(std::size_t{n} * k, 1);
    std::vector<std::int32_t> c(std::size_t{m} * n, -1);
    const int one = 1;
    const int zero = 0;
    host_.most_questions = 1;  // before it begins
    done(cublasGemmEx(h, 0, 0, m, n, k, &one, a.data(), cublas::r8i, m, b.data(), cublas::r8i, k, &zero, c.data(),
                      cublas::r32i, m, cublas::compute_32i, -1));
    EXPECT_EQ(c.front(), k);
    EXPECT_EQ(c.back(), -1);
}

}  // namespace
}  // namespace ringfence::soft_libraries::blas
