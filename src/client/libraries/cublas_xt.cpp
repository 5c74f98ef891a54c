// cublasXt: products of matrices that lie in host memory (or anywhere else), computed by cuBLAS on the session's
// device.
//
// Matrices are copied to the device for the time of a call, whole: what does not fit there is refused as out of memory,
// and there are no tiles. Calls wait, as natively. What a program says about tiles, pinning and a part for the
// processor is kept or taken, and changes nothing.
#include <cstddef>
#include <cstdint>
#include <memory>

#include "api/runtime_entries.h"
#include "client/libraries/library_call.h"

using Size = std::int64_t;

// cuBLAS's own, of this library.
#define RF_CUBLAS_FUNCTION(name) extern "C" int name
RF_CUBLAS_FUNCTION(cublasCreate_v2)(void** handle);
RF_CUBLAS_FUNCTION(cublasDestroy_v2)(void* handle);
RF_CUBLAS_FUNCTION(cublasSgemm_v2_64)
(void*, int, int, Size, Size, Size, void*, void*, Size, void*, Size, void*, void*, Size);
RF_CUBLAS_FUNCTION(cublasDgemm_v2_64)
(void*, int, int, Size, Size, Size, void*, void*, Size, void*, Size, void*, void*, Size);
RF_CUBLAS_FUNCTION(cublasCgemm_v2_64)
(void*, int, int, Size, Size, Size, void*, void*, Size, void*, Size, void*, void*, Size);
RF_CUBLAS_FUNCTION(cublasZgemm_v2_64)
(void*, int, int, Size, Size, Size, void*, void*, Size, void*, Size, void*, void*, Size);
RF_CUBLAS_FUNCTION(cublasSsymm_v2_64)(void*, int, int, Size, Size, void*, void*, Size, void*, Size, void*, void*, Size);
RF_CUBLAS_FUNCTION(cublasDsymm_v2_64)(void*, int, int, Size, Size, void*, void*, Size, void*, Size, void*, void*, Size);
RF_CUBLAS_FUNCTION(cublasCsymm_v2_64)(void*, int, int, Size, Size, void*, void*, Size, void*, Size, void*, void*, Size);
RF_CUBLAS_FUNCTION(cublasZsymm_v2_64)(void*, int, int, Size, Size, void*, void*, Size, void*, Size, void*, void*, Size);
RF_CUBLAS_FUNCTION(cublasChemm_v2_64)(void*, int, int, Size, Size, void*, void*, Size, void*, Size, void*, void*, Size);
RF_CUBLAS_FUNCTION(cublasZhemm_v2_64)(void*, int, int, Size, Size, void*, void*, Size, void*, Size, void*, void*, Size);
RF_CUBLAS_FUNCTION(cublasSsyrk_v2_64)(void*, int, int, Size, Size, void*, void*, Size, void*, void*, Size);
RF_CUBLAS_FUNCTION(cublasDsyrk_v2_64)(void*, int, int, Size, Size, void*, void*, Size, void*, void*, Size);
RF_CUBLAS_FUNCTION(cublasCsyrk_v2_64)(void*, int, int, Size, Size, void*, void*, Size, void*, void*, Size);
RF_CUBLAS_FUNCTION(cublasZsyrk_v2_64)(void*, int, int, Size, Size, void*, void*, Size, void*, void*, Size);
RF_CUBLAS_FUNCTION(cublasCherk_v2_64)(void*, int, int, Size, Size, void*, void*, Size, void*, void*, Size);
RF_CUBLAS_FUNCTION(cublasZherk_v2_64)(void*, int, int, Size, Size, void*, void*, Size, void*, void*, Size);
RF_CUBLAS_FUNCTION(cublasSsyr2k_v2_64)
(void*, int, int, Size, Size, void*, void*, Size, void*, Size, void*, void*, Size);
RF_CUBLAS_FUNCTION(cublasDsyr2k_v2_64)
(void*, int, int, Size, Size, void*, void*, Size, void*, Size, void*, void*, Size);
RF_CUBLAS_FUNCTION(cublasCsyr2k_v2_64)
(void*, int, int, Size, Size, void*, void*, Size, void*, Size, void*, void*, Size);
RF_CUBLAS_FUNCTION(cublasZsyr2k_v2_64)
(void*, int, int, Size, Size, void*, void*, Size, void*, Size, void*, void*, Size);
RF_CUBLAS_FUNCTION(cublasCher2k_v2_64)
(void*, int, int, Size, Size, void*, void*, Size, void*, Size, void*, void*, Size);
RF_CUBLAS_FUNCTION(cublasZher2k_v2_64)
(void*, int, int, Size, Size, void*, void*, Size, void*, Size, void*, void*, Size);
RF_CUBLAS_FUNCTION(cublasStrmm_v2_64)
(void*, int, int, int, int, Size, Size, void*, void*, Size, void*, Size, void*, Size);
RF_CUBLAS_FUNCTION(cublasDtrmm_v2_64)
(void*, int, int, int, int, Size, Size, void*, void*, Size, void*, Size, void*, Size);
RF_CUBLAS_FUNCTION(cublasCtrmm_v2_64)
(void*, int, int, int, int, Size, Size, void*, void*, Size, void*, Size, void*, Size);
RF_CUBLAS_FUNCTION(cublasZtrmm_v2_64)
(void*, int, int, int, int, Size, Size, void*, void*, Size, void*, Size, void*, Size);
RF_CUBLAS_FUNCTION(cublasStrsm_v2_64)(void*, int, int, int, int, Size, Size, void*, void*, Size, void*, Size);
RF_CUBLAS_FUNCTION(cublasDtrsm_v2_64)(void*, int, int, int, int, Size, Size, void*, void*, Size, void*, Size);
RF_CUBLAS_FUNCTION(cublasCtrsm_v2_64)(void*, int, int, int, int, Size, Size, void*, void*, Size, void*, Size);
RF_CUBLAS_FUNCTION(cublasZtrsm_v2_64)(void*, int, int, int, int, Size, Size, void*, void*, Size, void*, Size);

namespace {

using namespace ringfence;

constexpr int fine = 0;
constexpr int no_handle = 1;
constexpr int no_memory = 3;
constexpr int wrong_value = 7;
constexpr int not_copied = 11;
constexpr int not_computed = 13;

struct Xt {
    void* handle = nullptr;  // cuBLAS's
    int block = 2048;
    int pinning = 0;
};

// A matrix of a call's, on the device without gaps while the call goes on.
class Operand {
public:
    Operand(const void* place, Size rows, Size columns, Size leading, Size element_bytes)
        : place_(const_cast<void*>(place)),
          rows_(rows),
          columns_(columns),
          leading_(leading),
          element_bytes_(element_bytes) {}
    Operand(const Operand&) = delete;
    Operand& operator=(const Operand&) = delete;
    ~Operand() {
        if (on_device_ != nullptr) static_cast<void>(rf_cudaFree(on_device_));
    }

    // With its contents, unless they do not matter.
    int bring(bool is_read) {
        constexpr Size most = Size{1} << 40;
        if (rows_ < 0 || columns_ < 0 || leading_ < (rows_ > 1 ? rows_ : 1)) return wrong_value;
        if (rows_ == 0 || columns_ == 0) return fine;
        if (leading_ > most || columns_ > most / leading_) return no_memory;
        if (place_ == nullptr) return wrong_value;
        const auto bytes = static_cast<std::size_t>(rows_ * columns_ * element_bytes_);
        if (rf_cudaMalloc(&on_device_, bytes) != cudaSuccess) return no_memory;
        return is_read ? copy(on_device_, width(), place_, pitch()) : fine;
    }
    int give() { return on_device_ == nullptr ? fine : copy(place_, pitch(), on_device_, width()); }
    void* data() const { return on_device_; }
    Size leading() const { return rows_ > 1 ? rows_ : 1; }

private:
    std::size_t width() const { return static_cast<std::size_t>(rows_ * element_bytes_); }
    std::size_t pitch() const { return static_cast<std::size_t>(leading_ * element_bytes_); }
    int copy(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch) const {
        const cudaError_t status = rf_cudaMemcpy2D(to, to_pitch, from, from_pitch, width(),
                                                   static_cast<std::size_t>(columns_), cudaMemcpyDefault);
        return status == cudaSuccess ? fine : not_copied;
    }

    void* place_;
    Size rows_;
    Size columns_;
    Size leading_;
    Size element_bytes_;
    void* on_device_ = nullptr;
};

// Brings what is read, computes, and gives the result back.
template <typename Compute>
int compute(void* xt, Operand* a, Operand* b, Operand& result, bool reads_result, Compute go) {
    if (xt == nullptr) return no_handle;
    for (Operand* one : {a, b})
        if (const int status = one != nullptr ? one->bring(true) : fine; status != fine) return status;
    if (const int status = result.bring(reads_result); status != fine) return status;
    if (const int status = go(static_cast<Xt*>(xt)->handle); status != fine) return status;
    if (rf_cudaDeviceSynchronize() != cudaSuccess) return not_computed;
    return result.give();
}

// Sizes are unsigned there; none that has its highest bit set is that of a matrix.
Size size_of(std::size_t size) {
    return static_cast<Size>(size);
}

}  // namespace

RF_LIBRARY_FUNCTION(int, cublasXtCreate)(void** xt) {
    if (xt == nullptr) return wrong_value;
    auto made = std::make_unique<Xt>();
    if (const int status = cublasCreate_v2(&made->handle); status != fine) return status;
    *xt = made.release();
    return fine;
}
RF_LIBRARY_FUNCTION(int, cublasXtDestroy)(void* xt) {
    if (xt == nullptr) return no_handle;
    const std::unique_ptr<Xt> owner(static_cast<Xt*>(xt));
    return cublasDestroy_v2(owner->handle);
}
// There is one device.
RF_LIBRARY_FUNCTION(int, cublasXtDeviceSelect)(void* xt, int count, const int* devices) {
    if (xt == nullptr) return no_handle;
    return count == 1 && devices != nullptr && devices[0] == 0 ? fine : wrong_value;
}
RF_LIBRARY_FUNCTION(int, cublasXtGetNumBoards)(int count, const int* devices, int* boards) {
    if (count != 1 || devices == nullptr || boards == nullptr) return wrong_value;
    *boards = 1;
    return fine;
}
RF_LIBRARY_FUNCTION(int, cublasXtMaxBoards)(int* boards) {
    if (boards == nullptr) return wrong_value;
    *boards = 1;
    return fine;
}
RF_LIBRARY_FUNCTION(int, cublasXtSetBlockDim)(void* xt, int block) {
    if (xt == nullptr) return no_handle;
    if (block <= 0) return wrong_value;
    static_cast<Xt*>(xt)->block = block;
    return fine;
}
RF_LIBRARY_FUNCTION(int, cublasXtGetBlockDim)(void* xt, int* block) {
    if (xt == nullptr) return no_handle;
    if (block == nullptr) return wrong_value;
    *block = static_cast<Xt*>(xt)->block;
    return fine;
}
RF_LIBRARY_FUNCTION(int, cublasXtSetPinningMemMode)(void* xt, int mode) {
    if (xt == nullptr) return no_handle;
    if (mode != 0 && mode != 1) return wrong_value;
    static_cast<Xt*>(xt)->pinning = mode;
    return fine;
}
RF_LIBRARY_FUNCTION(int, cublasXtGetPinningMemMode)(void* xt, int* mode) {
    if (xt == nullptr) return no_handle;
    if (mode == nullptr) return wrong_value;
    *mode = static_cast<Xt*>(xt)->pinning;
    return fine;
}
RF_LIBRARY_FUNCTION(int, cublasXtSetCpuRoutine)(void* xt, int, int, void*) {
    return xt != nullptr ? fine : no_handle;
}
RF_LIBRARY_FUNCTION(int, cublasXtSetCpuRatio)(void* xt, int, int, float ratio) {
    if (xt == nullptr) return no_handle;
    return ratio >= 0 && ratio <= 1 ? fine : wrong_value;
}

// Below: FUNCTION is cuBLAS's, elements have BYTES. Operations are 0 for none, sides 0 for left.

// C = alpha * op(A) * op(B) + beta * C
#define RF_XT_GEMM(FUNCTION, BYTES)                                                                                    \
    (void* xt, int op_a, int op_b, std::size_t m, std::size_t n, std::size_t k, void* alpha, const void* a,            \
     std::size_t lda, const void* b, std::size_t ldb, void* beta, void* c, std::size_t ldc) {                          \
        const Size rows = size_of(m);                                                                                  \
        const Size columns = size_of(n);                                                                               \
        const Size depth = size_of(k);                                                                                 \
        Operand on_a(a, op_a == 0 ? rows : depth, op_a == 0 ? depth : rows, size_of(lda), BYTES);                      \
        Operand on_b(b, op_b == 0 ? depth : columns, op_b == 0 ? columns : depth, size_of(ldb), BYTES);                \
        Operand on_c(c, rows, columns, size_of(ldc), BYTES);                                                           \
        return compute(xt, &on_a, &on_b, on_c, true, [&](void* handle) {                                               \
            return FUNCTION(handle, op_a, op_b, rows, columns, depth, alpha, on_a.data(), on_a.leading(), on_b.data(), \
                            on_b.leading(), beta, on_c.data(), on_c.leading());                                        \
        });                                                                                                            \
    }
// C = alpha * A * B + beta * C, or B * A; A is symmetric or Hermitian
#define RF_XT_SYMM(FUNCTION, BYTES)                                                                             \
    (void* xt, int side, int fill, std::size_t m, std::size_t n, void* alpha, const void* a, std::size_t lda,   \
     const void* b, std::size_t ldb, void* beta, void* c, std::size_t ldc) {                                    \
        const Size rows = size_of(m);                                                                           \
        const Size columns = size_of(n);                                                                        \
        const Size order = side == 0 ? rows : columns;                                                          \
        Operand on_a(a, order, order, size_of(lda), BYTES);                                                     \
        Operand on_b(b, rows, columns, size_of(ldb), BYTES);                                                    \
        Operand on_c(c, rows, columns, size_of(ldc), BYTES);                                                    \
        return compute(xt, &on_a, &on_b, on_c, true, [&](void* handle) {                                        \
            return FUNCTION(handle, side, fill, rows, columns, alpha, on_a.data(), on_a.leading(), on_b.data(), \
                            on_b.leading(), beta, on_c.data(), on_c.leading());                                 \
        });                                                                                                     \
    }
// One triangle of C = alpha * op(A) * op(A)' + beta * C
#define RF_XT_SYRK(FUNCTION, BYTES)                                                                                \
    (void* xt, int fill, int op, std::size_t n, std::size_t k, void* alpha, const void* a, std::size_t lda,        \
     void* beta, void* c, std::size_t ldc) {                                                                       \
        const Size order = size_of(n);                                                                             \
        const Size depth = size_of(k);                                                                             \
        Operand on_a(a, op == 0 ? order : depth, op == 0 ? depth : order, size_of(lda), BYTES);                    \
        Operand on_c(c, order, order, size_of(ldc), BYTES);                                                        \
        return compute(xt, &on_a, nullptr, on_c, true, [&](void* handle) {                                         \
            return FUNCTION(handle, fill, op, order, depth, alpha, on_a.data(), on_a.leading(), beta, on_c.data(), \
                            on_c.leading());                                                                       \
        });                                                                                                        \
    }
// One triangle of C = alpha * op(A) * op(B)' + alpha' * op(B) * op(A)' + beta * C
#define RF_XT_SYR2K(FUNCTION, BYTES)                                                                         \
    (void* xt, int fill, int op, std::size_t n, std::size_t k, void* alpha, const void* a, std::size_t lda,  \
     const void* b, std::size_t ldb, void* beta, void* c, std::size_t ldc) {                                 \
        const Size order = size_of(n);                                                                       \
        const Size depth = size_of(k);                                                                       \
        Operand on_a(a, op == 0 ? order : depth, op == 0 ? depth : order, size_of(lda), BYTES);              \
        Operand on_b(b, op == 0 ? order : depth, op == 0 ? depth : order, size_of(ldb), BYTES);              \
        Operand on_c(c, order, order, size_of(ldc), BYTES);                                                  \
        return compute(xt, &on_a, &on_b, on_c, true, [&](void* handle) {                                     \
            return FUNCTION(handle, fill, op, order, depth, alpha, on_a.data(), on_a.leading(), on_b.data(), \
                            on_b.leading(), beta, on_c.data(), on_c.leading());                              \
        });                                                                                                  \
    }
// C = alpha * op(A) * B, or B * op(A); A is triangular
#define RF_XT_TRMM(FUNCTION, BYTES)                                                                                \
    (void* xt, int side, int fill, int op, int diagonal, std::size_t m, std::size_t n, void* alpha, const void* a, \
     std::size_t lda, const void* b, std::size_t ldb, void* c, std::size_t ldc) {                                  \
        const Size rows = size_of(m);                                                                              \
        const Size columns = size_of(n);                                                                           \
        const Size order = side == 0 ? rows : columns;                                                             \
        Operand on_a(a, order, order, size_of(lda), BYTES);                                                        \
        Operand on_b(b, rows, columns, size_of(ldb), BYTES);                                                       \
        Operand on_c(c, rows, columns, size_of(ldc), BYTES);                                                       \
        return compute(xt, &on_a, &on_b, on_c, false, [&](void* handle) {                                          \
            return FUNCTION(handle, side, fill, op, diagonal, rows, columns, alpha, on_a.data(), on_a.leading(),   \
                            on_b.data(), on_b.leading(), on_c.data(), on_c.leading());                             \
        });                                                                                                        \
    }
// op(A) * X = alpha * B, or X * op(A); X takes B's place
#define RF_XT_TRSM(FUNCTION, BYTES)                                                                                \
    (void* xt, int side, int fill, int op, int diagonal, std::size_t m, std::size_t n, void* alpha, const void* a, \
     std::size_t lda, void* b, std::size_t ldb) {                                                                  \
        const Size rows = size_of(m);                                                                              \
        const Size columns = size_of(n);                                                                           \
        const Size order = side == 0 ? rows : columns;                                                             \
        Operand on_a(a, order, order, size_of(lda), BYTES);                                                        \
        Operand on_b(b, rows, columns, size_of(ldb), BYTES);                                                       \
        return compute(xt, &on_a, nullptr, on_b, true, [&](void* handle) {                                         \
            return FUNCTION(handle, side, fill, op, diagonal, rows, columns, alpha, on_a.data(), on_a.leading(),   \
                            on_b.data(), on_b.leading());                                                          \
        });                                                                                                        \
    }

// clang-format off
RF_LIBRARY_FUNCTION(int, cublasXtSgemm) RF_XT_GEMM(cublasSgemm_v2_64, 4)
RF_LIBRARY_FUNCTION(int, cublasXtDgemm) RF_XT_GEMM(cublasDgemm_v2_64, 8)
RF_LIBRARY_FUNCTION(int, cublasXtCgemm) RF_XT_GEMM(cublasCgemm_v2_64, 8)
RF_LIBRARY_FUNCTION(int, cublasXtZgemm) RF_XT_GEMM(cublasZgemm_v2_64, 16)
RF_LIBRARY_FUNCTION(int, cublasXtSsymm) RF_XT_SYMM(cublasSsymm_v2_64, 4)
RF_LIBRARY_FUNCTION(int, cublasXtDsymm) RF_XT_SYMM(cublasDsymm_v2_64, 8)
RF_LIBRARY_FUNCTION(int, cublasXtCsymm) RF_XT_SYMM(cublasCsymm_v2_64, 8)
RF_LIBRARY_FUNCTION(int, cublasXtZsymm) RF_XT_SYMM(cublasZsymm_v2_64, 16)
RF_LIBRARY_FUNCTION(int, cublasXtChemm) RF_XT_SYMM(cublasChemm_v2_64, 8)
RF_LIBRARY_FUNCTION(int, cublasXtZhemm) RF_XT_SYMM(cublasZhemm_v2_64, 16)
RF_LIBRARY_FUNCTION(int, cublasXtSsyrk) RF_XT_SYRK(cublasSsyrk_v2_64, 4)
RF_LIBRARY_FUNCTION(int, cublasXtDsyrk) RF_XT_SYRK(cublasDsyrk_v2_64, 8)
RF_LIBRARY_FUNCTION(int, cublasXtCsyrk) RF_XT_SYRK(cublasCsyrk_v2_64, 8)
RF_LIBRARY_FUNCTION(int, cublasXtZsyrk) RF_XT_SYRK(cublasZsyrk_v2_64, 16)
RF_LIBRARY_FUNCTION(int, cublasXtCherk) RF_XT_SYRK(cublasCherk_v2_64, 8)
RF_LIBRARY_FUNCTION(int, cublasXtZherk) RF_XT_SYRK(cublasZherk_v2_64, 16)
RF_LIBRARY_FUNCTION(int, cublasXtSsyr2k) RF_XT_SYR2K(cublasSsyr2k_v2_64, 4)
RF_LIBRARY_FUNCTION(int, cublasXtDsyr2k) RF_XT_SYR2K(cublasDsyr2k_v2_64, 8)
RF_LIBRARY_FUNCTION(int, cublasXtCsyr2k) RF_XT_SYR2K(cublasCsyr2k_v2_64, 8)
RF_LIBRARY_FUNCTION(int, cublasXtZsyr2k) RF_XT_SYR2K(cublasZsyr2k_v2_64, 16)
RF_LIBRARY_FUNCTION(int, cublasXtCher2k) RF_XT_SYR2K(cublasCher2k_v2_64, 8)
RF_LIBRARY_FUNCTION(int, cublasXtZher2k) RF_XT_SYR2K(cublasZher2k_v2_64, 16)
RF_LIBRARY_FUNCTION(int, cublasXtStrmm) RF_XT_TRMM(cublasStrmm_v2_64, 4)
RF_LIBRARY_FUNCTION(int, cublasXtDtrmm) RF_XT_TRMM(cublasDtrmm_v2_64, 8)
RF_LIBRARY_FUNCTION(int, cublasXtCtrmm) RF_XT_TRMM(cublasCtrmm_v2_64, 8)
RF_LIBRARY_FUNCTION(int, cublasXtZtrmm) RF_XT_TRMM(cublasZtrmm_v2_64, 16)
RF_LIBRARY_FUNCTION(int, cublasXtStrsm) RF_XT_TRSM(cublasStrsm_v2_64, 4)
RF_LIBRARY_FUNCTION(int, cublasXtDtrsm) RF_XT_TRSM(cublasDtrsm_v2_64, 8)
RF_LIBRARY_FUNCTION(int, cublasXtCtrsm) RF_XT_TRSM(cublasCtrsm_v2_64, 8)
RF_LIBRARY_FUNCTION(int, cublasXtZtrsm) RF_XT_TRSM(cublasZtrsm_v2_64, 16)
    // clang-format on
