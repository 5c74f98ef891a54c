// Made by tools/generate_libraries.py from api/libraries. Do not edit.
// clang-format off

#include <cstdint>

#include "base/reach.h"
#include "client/libraries/library_call.h"
#include "channel/library_functions.h"
#include "channel/library_types.h"
#include "libraries/cublas_numbers.h"

using namespace ringfence;
using namespace ringfence::client;
using ringfence::cublas::Number;
using channel::compute_scalar_bytes;
using channel::data_type_bytes;
using reach::band;
using reach::matrix;
using reach::max;
using reach::min;
using reach::packed;
using reach::strided;
using reach::vector;

namespace {

constexpr std::uint32_t declared(Number number) {
    return channel::first_declared_function + static_cast<std::uint32_t>(number);
}

}  // namespace

extern "C" {

#pragma GCC visibility push(default)
int cublasSaxpy_v2(void* h, int n_, void* alpha, void* x, int incx_, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSaxpy_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add_scalar(alpha, 4, false).add(x).add(incx_).add(y).add(incy_).finish();
}
int cublasDaxpy_v2(void* h, int n_, void* alpha, void* x, int incx_, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDaxpy_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(y).add(incy_).finish();
}
int cublasCaxpy_v2(void* h, int n_, void* alpha, void* x, int incx_, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCaxpy_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(y).add(incy_).finish();
}
int cublasZaxpy_v2(void* h, int n_, void* alpha, void* x, int incx_, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZaxpy_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add_scalar(alpha, 16, false).add(x).add(incx_).add(y).add(incy_).finish();
}
int cublasScopy_v2(void* h, int n_, void* x, int incx_, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasScopy_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).finish();
}
int cublasDcopy_v2(void* h, int n_, void* x, int incx_, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDcopy_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).finish();
}
int cublasCcopy_v2(void* h, int n_, void* x, int incx_, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCcopy_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).finish();
}
int cublasZcopy_v2(void* h, int n_, void* x, int incx_, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZcopy_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).finish();
}
int cublasSswap_v2(void* h, int n_, void* x, int incx_, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSswap_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).finish();
}
int cublasDswap_v2(void* h, int n_, void* x, int incx_, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDswap_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).finish();
}
int cublasCswap_v2(void* h, int n_, void* x, int incx_, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCswap_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).finish();
}
int cublasZswap_v2(void* h, int n_, void* x, int incx_, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZswap_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).finish();
}
int cublasSscal_v2(void* h, int n_, void* alpha, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSscal_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add_scalar(alpha, 4, false).add(x).add(incx_).finish();
}
int cublasDscal_v2(void* h, int n_, void* alpha, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDscal_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).finish();
}
int cublasCscal_v2(void* h, int n_, void* alpha, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCscal_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).finish();
}
int cublasZscal_v2(void* h, int n_, void* alpha, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZscal_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add_scalar(alpha, 16, false).add(x).add(incx_).finish();
}
int cublasSrot_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSrot_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(c, 4, false).add_scalar(s, 4, false).finish();
}
int cublasDrot_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDrot_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(c, 8, false).add_scalar(s, 8, false).finish();
}
int cublasCrot_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCrot_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(c, 4, false).add_scalar(s, 8, false).finish();
}
int cublasZrot_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZrot_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(c, 8, false).add_scalar(s, 16, false).finish();
}
int cublasSrotg_v2(void* h, void* a, void* b, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSrotg_v2), h);
    if (!call.is_open()) return 1;
    return call.add_scalar(a, 4, true).add_scalar(b, 4, true).add_scalar(c, 4, true).add_scalar(s, 4, true).finish();
}
int cublasDrotg_v2(void* h, void* a, void* b, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDrotg_v2), h);
    if (!call.is_open()) return 1;
    return call.add_scalar(a, 8, true).add_scalar(b, 8, true).add_scalar(c, 8, true).add_scalar(s, 8, true).finish();
}
int cublasCrotg_v2(void* h, void* a, void* b, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCrotg_v2), h);
    if (!call.is_open()) return 1;
    return call.add_scalar(a, 8, true).add_scalar(b, 8, true).add_scalar(c, 4, true).add_scalar(s, 8, true).finish();
}
int cublasZrotg_v2(void* h, void* a, void* b, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZrotg_v2), h);
    if (!call.is_open()) return 1;
    return call.add_scalar(a, 16, true).add_scalar(b, 16, true).add_scalar(c, 8, true).add_scalar(s, 16, true).finish();
}
int cublasSdot_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSdot_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(r, 4, true).finish();
}
int cublasDdot_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDdot_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(r, 8, true).finish();
}
int cublasSnrm2_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSnrm2_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 4, true).finish();
}
int cublasDnrm2_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDnrm2_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 8, true).finish();
}
int cublasSasum_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSasum_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 4, true).finish();
}
int cublasDasum_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDasum_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 8, true).finish();
}
int cublasSrotm_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* param) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSrotm_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(param, 5 * 4, false).finish();
}
int cublasDrotm_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* param) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDrotm_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(param, 5 * 8, false).finish();
}
int cublasSrotmg_v2(void* h, void* d1, void* d2, void* x1, void* y1, void* param) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSrotmg_v2), h);
    if (!call.is_open()) return 1;
    return call.add_scalar(d1, 4, true).add_scalar(d2, 4, true).add_scalar(x1, 4, true).add_scalar(y1, 4, false).add_scalar(param, 5 * 4, true).finish();
}
int cublasDrotmg_v2(void* h, void* d1, void* d2, void* x1, void* y1, void* param) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDrotmg_v2), h);
    if (!call.is_open()) return 1;
    return call.add_scalar(d1, 8, true).add_scalar(d2, 8, true).add_scalar(x1, 8, true).add_scalar(y1, 8, false).add_scalar(param, 5 * 8, true).finish();
}
int cublasCdotu_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCdotu_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(r, 8, true).finish();
}
int cublasZdotu_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZdotu_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(r, 16, true).finish();
}
int cublasCdotc_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCdotc_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(r, 8, true).finish();
}
int cublasZdotc_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZdotc_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(r, 16, true).finish();
}
int cublasScnrm2_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasScnrm2_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 4, true).finish();
}
int cublasDznrm2_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDznrm2_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 8, true).finish();
}
int cublasScasum_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasScasum_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 4, true).finish();
}
int cublasDzasum_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDzasum_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 8, true).finish();
}
int cublasCsscal_v2(void* h, int n_, void* alpha, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCsscal_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add_scalar(alpha, 4, false).add(x).add(incx_).finish();
}
int cublasZdscal_v2(void* h, int n_, void* alpha, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZdscal_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).finish();
}
int cublasCsrot_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCsrot_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(c, 4, false).add_scalar(s, 4, false).finish();
}
int cublasZdrot_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZdrot_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(c, 8, false).add_scalar(s, 8, false).finish();
}
int cublasIsamax_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIsamax_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 4, true).finish();
}
int cublasIdamax_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIdamax_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 4, true).finish();
}
int cublasIcamax_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIcamax_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 4, true).finish();
}
int cublasIzamax_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIzamax_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 4, true).finish();
}
int cublasIsamin_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIsamin_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 4, true).finish();
}
int cublasIdamin_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIdamin_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 4, true).finish();
}
int cublasIcamin_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIcamin_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 4, true).finish();
}
int cublasIzamin_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIzamin_v2), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 4, true).finish();
}
int cublasAxpyEx(void* h, int n_, void* alpha, int alphaType_, void* x, int xType_, int incx_, void* y, int yType_, int incy_, int executionType_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasAxpyEx), h);
    if (!call.is_open()) return 1;
    const reach::Wide alphaType = alphaType_;
    return call.add(n_).add_scalar(alpha, data_type_bytes(alphaType), false).add(alphaType_).add(x).add(xType_).add(incx_).add(y).add(yType_).add(incy_).add(executionType_).finish();
}
int cublasDotEx(void* h, int n_, void* x, int xType_, int incx_, void* y, int yType_, int incy_, void* r, int resultType_, int executionType_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDotEx), h);
    if (!call.is_open()) return 1;
    const reach::Wide resultType = resultType_;
    return call.add(n_).add(x).add(xType_).add(incx_).add(y).add(yType_).add(incy_).add_scalar(r, data_type_bytes(resultType), true).add(resultType_).add(executionType_).finish();
}
int cublasDotcEx(void* h, int n_, void* x, int xType_, int incx_, void* y, int yType_, int incy_, void* r, int resultType_, int executionType_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDotcEx), h);
    if (!call.is_open()) return 1;
    const reach::Wide resultType = resultType_;
    return call.add(n_).add(x).add(xType_).add(incx_).add(y).add(yType_).add(incy_).add_scalar(r, data_type_bytes(resultType), true).add(resultType_).add(executionType_).finish();
}
int cublasNrm2Ex(void* h, int n_, void* x, int xType_, int incx_, void* r, int resultType_, int executionType_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasNrm2Ex), h);
    if (!call.is_open()) return 1;
    const reach::Wide resultType = resultType_;
    return call.add(n_).add(x).add(xType_).add(incx_).add_scalar(r, data_type_bytes(resultType), true).add(resultType_).add(executionType_).finish();
}
int cublasScalEx(void* h, int n_, void* alpha, int alphaType_, void* x, int xType_, int incx_, int executionType_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasScalEx), h);
    if (!call.is_open()) return 1;
    const reach::Wide alphaType = alphaType_;
    return call.add(n_).add_scalar(alpha, data_type_bytes(alphaType), false).add(alphaType_).add(x).add(xType_).add(incx_).add(executionType_).finish();
}
int cublasSgemmBatched(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgemmBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_, batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 4, false).add_pointers(A, batch).add(lda_).add_pointers(B, batch).add(ldb_).add_scalar(beta, 4, false).add_pointers(C, batch).add(ldc_).add(batch_).finish();
}
int cublasDgemmBatched(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDgemmBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_, batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 8, false).add_pointers(A, batch).add(lda_).add_pointers(B, batch).add(ldb_).add_scalar(beta, 8, false).add_pointers(C, batch).add(ldc_).add(batch_).finish();
}
int cublasCgemmBatched(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgemmBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_, batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 8, false).add_pointers(A, batch).add(lda_).add_pointers(B, batch).add(ldb_).add_scalar(beta, 8, false).add_pointers(C, batch).add(ldc_).add(batch_).finish();
}
int cublasZgemmBatched(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgemmBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_, batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 16, false).add_pointers(A, batch).add(lda_).add_pointers(B, batch).add(ldb_).add_scalar(beta, 16, false).add_pointers(C, batch).add(ldc_).add(batch_).finish();
}
int cublasHgemmBatched(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasHgemmBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_, batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 2, false).add_pointers(A, batch).add(lda_).add_pointers(B, batch).add(ldb_).add_scalar(beta, 2, false).add_pointers(C, batch).add(ldc_).add(batch_).finish();
}
int cublasSgemmStridedBatched(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, std::int64_t strideA_, void* B, int ldb_, std::int64_t strideB_, void* beta, void* C, int ldc_, std::int64_t strideC_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgemmStridedBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_, batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 4, false).add(A).add(lda_).add(strideA_).add(B).add(ldb_).add(strideB_).add_scalar(beta, 4, false).add(C).add(ldc_).add(strideC_).add(batch_).finish();
}
int cublasDgemmStridedBatched(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, std::int64_t strideA_, void* B, int ldb_, std::int64_t strideB_, void* beta, void* C, int ldc_, std::int64_t strideC_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDgemmStridedBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_, batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(strideA_).add(B).add(ldb_).add(strideB_).add_scalar(beta, 8, false).add(C).add(ldc_).add(strideC_).add(batch_).finish();
}
int cublasCgemmStridedBatched(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, std::int64_t strideA_, void* B, int ldb_, std::int64_t strideB_, void* beta, void* C, int ldc_, std::int64_t strideC_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgemmStridedBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_, batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(strideA_).add(B).add(ldb_).add(strideB_).add_scalar(beta, 8, false).add(C).add(ldc_).add(strideC_).add(batch_).finish();
}
int cublasZgemmStridedBatched(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, std::int64_t strideA_, void* B, int ldb_, std::int64_t strideB_, void* beta, void* C, int ldc_, std::int64_t strideC_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgemmStridedBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_, batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 16, false).add(A).add(lda_).add(strideA_).add(B).add(ldb_).add(strideB_).add_scalar(beta, 16, false).add(C).add(ldc_).add(strideC_).add(batch_).finish();
}
int cublasHgemmStridedBatched(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, std::int64_t strideA_, void* B, int ldb_, std::int64_t strideB_, void* beta, void* C, int ldc_, std::int64_t strideC_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasHgemmStridedBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_, batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 2, false).add(A).add(lda_).add(strideA_).add(B).add(ldb_).add(strideB_).add_scalar(beta, 2, false).add(C).add(ldc_).add(strideC_).add(batch_).finish();
}
int cublasSgemm_v2(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgemm_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 4, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 4, false).add(C).add(ldc_).finish();
}
int cublasDgemm_v2(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDgemm_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasCgemm_v2(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgemm_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasZgemm_v2(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgemm_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 16, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 16, false).add(C).add(ldc_).finish();
}
int cublasHgemm(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasHgemm), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 2, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 2, false).add(C).add(ldc_).finish();
}
int cublasCgemm3m(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgemm3m), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasZgemm3m(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgemm3m), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 16, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 16, false).add(C).add(ldc_).finish();
}
int cublasSgemmEx(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int Atype_, int lda_, void* B, int Btype_, int ldb_, void* beta, void* C, int Ctype_, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgemmEx), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 4, false).add(A).add(Atype_).add(lda_).add(B).add(Btype_).add(ldb_).add_scalar(beta, 4, false).add(C).add(Ctype_).add(ldc_).finish();
}
int cublasCgemmEx(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int Atype_, int lda_, void* B, int Btype_, int ldb_, void* beta, void* C, int Ctype_, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgemmEx), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(Atype_).add(lda_).add(B).add(Btype_).add(ldb_).add_scalar(beta, 8, false).add(C).add(Ctype_).add(ldc_).finish();
}
int cublasGemmEx(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int Atype_, int lda_, void* B, int Btype_, int ldb_, void* beta, void* C, int Ctype_, int ldc_, int computeType_, int algo_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasGemmEx), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, Ctype = Ctype_, ldc = ldc_, computeType = computeType_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, compute_scalar_bytes(computeType, Ctype), false).add(A).add(Atype_).add(lda_).add(B).add(Btype_).add(ldb_).add_scalar(beta, compute_scalar_bytes(computeType, Ctype), false).add(C).add(Ctype_).add(ldc_).add(computeType_).add(algo_).finish();
}
int cublasGemmBatchedEx(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int Atype_, int lda_, void* B, int Btype_, int ldb_, void* beta, void* C, int Ctype_, int ldc_, int batch_, int computeType_, int algo_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasGemmBatchedEx), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, Ctype = Ctype_, ldc = ldc_, batch = batch_, computeType = computeType_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, compute_scalar_bytes(computeType, Ctype), false).add_pointers(A, batch).add(Atype_).add(lda_).add_pointers(B, batch).add(Btype_).add(ldb_).add_scalar(beta, compute_scalar_bytes(computeType, Ctype), false).add_pointers(C, batch).add(Ctype_).add(ldc_).add(batch_).add(computeType_).add(algo_).finish();
}
int cublasGemmStridedBatchedEx(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int Atype_, int lda_, std::int64_t strideA_, void* B, int Btype_, int ldb_, std::int64_t strideB_, void* beta, void* C, int Ctype_, int ldc_, std::int64_t strideC_, int batch_, int computeType_, int algo_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasGemmStridedBatchedEx), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, Ctype = Ctype_, ldc = ldc_, batch = batch_, computeType = computeType_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, compute_scalar_bytes(computeType, Ctype), false).add(A).add(Atype_).add(lda_).add(strideA_).add(B).add(Btype_).add(ldb_).add(strideB_).add_scalar(beta, compute_scalar_bytes(computeType, Ctype), false).add(C).add(Ctype_).add(ldc_).add(strideC_).add(batch_).add(computeType_).add(algo_).finish();
}
int cublasSgemv_v2(void* h, int trans_, int m_, int n_, void* alpha, void* A, int lda_, void* x, int incx_, void* beta, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgemv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, lda = lda_, incx = incx_, incy = incy_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add_scalar(alpha, 4, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 4, false).add(y).add(incy_).finish();
}
int cublasDgemv_v2(void* h, int trans_, int m_, int n_, void* alpha, void* A, int lda_, void* x, int incx_, void* beta, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDgemv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, lda = lda_, incx = incx_, incy = incy_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 8, false).add(y).add(incy_).finish();
}
int cublasCgemv_v2(void* h, int trans_, int m_, int n_, void* alpha, void* A, int lda_, void* x, int incx_, void* beta, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgemv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, lda = lda_, incx = incx_, incy = incy_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 8, false).add(y).add(incy_).finish();
}
int cublasZgemv_v2(void* h, int trans_, int m_, int n_, void* alpha, void* A, int lda_, void* x, int incx_, void* beta, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgemv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, lda = lda_, incx = incx_, incy = incy_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add_scalar(alpha, 16, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 16, false).add(y).add(incy_).finish();
}
int cublasSgemvBatched(void* h, int trans_, int m_, int n_, void* alpha, void* A, int lda_, void* x, int incx_, void* beta, void* y, int incy_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgemvBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, lda = lda_, incx = incx_, incy = incy_, batch = batch_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && batch >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add_scalar(alpha, 4, false).add_pointers(A, batch).add(lda_).add_pointers(x, batch).add(incx_).add_scalar(beta, 4, false).add_pointers(y, batch).add(incy_).add(batch_).finish();
}
int cublasDgemvBatched(void* h, int trans_, int m_, int n_, void* alpha, void* A, int lda_, void* x, int incx_, void* beta, void* y, int incy_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDgemvBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, lda = lda_, incx = incx_, incy = incy_, batch = batch_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && batch >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add_scalar(alpha, 8, false).add_pointers(A, batch).add(lda_).add_pointers(x, batch).add(incx_).add_scalar(beta, 8, false).add_pointers(y, batch).add(incy_).add(batch_).finish();
}
int cublasCgemvBatched(void* h, int trans_, int m_, int n_, void* alpha, void* A, int lda_, void* x, int incx_, void* beta, void* y, int incy_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgemvBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, lda = lda_, incx = incx_, incy = incy_, batch = batch_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && batch >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add_scalar(alpha, 8, false).add_pointers(A, batch).add(lda_).add_pointers(x, batch).add(incx_).add_scalar(beta, 8, false).add_pointers(y, batch).add(incy_).add(batch_).finish();
}
int cublasZgemvBatched(void* h, int trans_, int m_, int n_, void* alpha, void* A, int lda_, void* x, int incx_, void* beta, void* y, int incy_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgemvBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, lda = lda_, incx = incx_, incy = incy_, batch = batch_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && batch >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add_scalar(alpha, 16, false).add_pointers(A, batch).add(lda_).add_pointers(x, batch).add(incx_).add_scalar(beta, 16, false).add_pointers(y, batch).add(incy_).add(batch_).finish();
}
int cublasSgemvStridedBatched(void* h, int trans_, int m_, int n_, void* alpha, void* A, int lda_, std::int64_t strideA_, void* x, int incx_, std::int64_t stridex_, void* beta, void* y, int incy_, std::int64_t stridey_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgemvStridedBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, lda = lda_, incx = incx_, incy = incy_, batch = batch_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && batch >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add_scalar(alpha, 4, false).add(A).add(lda_).add(strideA_).add(x).add(incx_).add(stridex_).add_scalar(beta, 4, false).add(y).add(incy_).add(stridey_).add(batch_).finish();
}
int cublasDgemvStridedBatched(void* h, int trans_, int m_, int n_, void* alpha, void* A, int lda_, std::int64_t strideA_, void* x, int incx_, std::int64_t stridex_, void* beta, void* y, int incy_, std::int64_t stridey_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDgemvStridedBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, lda = lda_, incx = incx_, incy = incy_, batch = batch_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && batch >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(strideA_).add(x).add(incx_).add(stridex_).add_scalar(beta, 8, false).add(y).add(incy_).add(stridey_).add(batch_).finish();
}
int cublasCgemvStridedBatched(void* h, int trans_, int m_, int n_, void* alpha, void* A, int lda_, std::int64_t strideA_, void* x, int incx_, std::int64_t stridex_, void* beta, void* y, int incy_, std::int64_t stridey_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgemvStridedBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, lda = lda_, incx = incx_, incy = incy_, batch = batch_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && batch >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(strideA_).add(x).add(incx_).add(stridex_).add_scalar(beta, 8, false).add(y).add(incy_).add(stridey_).add(batch_).finish();
}
int cublasZgemvStridedBatched(void* h, int trans_, int m_, int n_, void* alpha, void* A, int lda_, std::int64_t strideA_, void* x, int incx_, std::int64_t stridex_, void* beta, void* y, int incy_, std::int64_t stridey_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgemvStridedBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, lda = lda_, incx = incx_, incy = incy_, batch = batch_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && batch >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add_scalar(alpha, 16, false).add(A).add(lda_).add(strideA_).add(x).add(incx_).add(stridex_).add_scalar(beta, 16, false).add(y).add(incy_).add(stridey_).add(batch_).finish();
}
int cublasSgbmv_v2(void* h, int trans_, int m_, int n_, int kl_, int ku_, void* alpha, void* A, int lda_, void* x, int incx_, void* beta, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgbmv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, kl = kl_, ku = ku_, lda = lda_, incx = incx_, incy = incy_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && kl >= 0 && ku >= 0 && lda >= kl + ku + 1 && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add(kl_).add(ku_).add_scalar(alpha, 4, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 4, false).add(y).add(incy_).finish();
}
int cublasDgbmv_v2(void* h, int trans_, int m_, int n_, int kl_, int ku_, void* alpha, void* A, int lda_, void* x, int incx_, void* beta, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDgbmv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, kl = kl_, ku = ku_, lda = lda_, incx = incx_, incy = incy_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && kl >= 0 && ku >= 0 && lda >= kl + ku + 1 && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add(kl_).add(ku_).add_scalar(alpha, 8, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 8, false).add(y).add(incy_).finish();
}
int cublasCgbmv_v2(void* h, int trans_, int m_, int n_, int kl_, int ku_, void* alpha, void* A, int lda_, void* x, int incx_, void* beta, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgbmv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, kl = kl_, ku = ku_, lda = lda_, incx = incx_, incy = incy_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && kl >= 0 && ku >= 0 && lda >= kl + ku + 1 && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add(kl_).add(ku_).add_scalar(alpha, 8, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 8, false).add(y).add(incy_).finish();
}
int cublasZgbmv_v2(void* h, int trans_, int m_, int n_, int kl_, int ku_, void* alpha, void* A, int lda_, void* x, int incx_, void* beta, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgbmv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, kl = kl_, ku = ku_, lda = lda_, incx = incx_, incy = incy_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && kl >= 0 && ku >= 0 && lda >= kl + ku + 1 && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add(kl_).add(ku_).add_scalar(alpha, 16, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 16, false).add(y).add(incy_).finish();
}
int cublasStrmv_v2(void* h, int uplo_, int trans_, int diag_, int n_, void* A, int lda_, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasStrmv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasDtrmv_v2(void* h, int uplo_, int trans_, int diag_, int n_, void* A, int lda_, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDtrmv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasCtrmv_v2(void* h, int uplo_, int trans_, int diag_, int n_, void* A, int lda_, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCtrmv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasZtrmv_v2(void* h, int uplo_, int trans_, int diag_, int n_, void* A, int lda_, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZtrmv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasStbmv_v2(void* h, int uplo_, int trans_, int diag_, int n_, int k_, void* A, int lda_, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasStbmv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, k = k_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && k >= 0 && lda >= k + 1 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(k_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasDtbmv_v2(void* h, int uplo_, int trans_, int diag_, int n_, int k_, void* A, int lda_, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDtbmv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, k = k_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && k >= 0 && lda >= k + 1 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(k_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasCtbmv_v2(void* h, int uplo_, int trans_, int diag_, int n_, int k_, void* A, int lda_, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCtbmv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, k = k_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && k >= 0 && lda >= k + 1 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(k_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasZtbmv_v2(void* h, int uplo_, int trans_, int diag_, int n_, int k_, void* A, int lda_, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZtbmv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, k = k_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && k >= 0 && lda >= k + 1 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(k_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasStpmv_v2(void* h, int uplo_, int trans_, int diag_, int n_, void* AP, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasStpmv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(AP).add(x).add(incx_).finish();
}
int cublasDtpmv_v2(void* h, int uplo_, int trans_, int diag_, int n_, void* AP, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDtpmv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(AP).add(x).add(incx_).finish();
}
int cublasCtpmv_v2(void* h, int uplo_, int trans_, int diag_, int n_, void* AP, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCtpmv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(AP).add(x).add(incx_).finish();
}
int cublasZtpmv_v2(void* h, int uplo_, int trans_, int diag_, int n_, void* AP, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZtpmv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(AP).add(x).add(incx_).finish();
}
int cublasStrsv_v2(void* h, int uplo_, int trans_, int diag_, int n_, void* A, int lda_, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasStrsv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasDtrsv_v2(void* h, int uplo_, int trans_, int diag_, int n_, void* A, int lda_, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDtrsv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasCtrsv_v2(void* h, int uplo_, int trans_, int diag_, int n_, void* A, int lda_, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCtrsv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasZtrsv_v2(void* h, int uplo_, int trans_, int diag_, int n_, void* A, int lda_, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZtrsv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasStbsv_v2(void* h, int uplo_, int trans_, int diag_, int n_, int k_, void* A, int lda_, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasStbsv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, k = k_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && k >= 0 && lda >= k + 1 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(k_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasDtbsv_v2(void* h, int uplo_, int trans_, int diag_, int n_, int k_, void* A, int lda_, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDtbsv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, k = k_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && k >= 0 && lda >= k + 1 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(k_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasCtbsv_v2(void* h, int uplo_, int trans_, int diag_, int n_, int k_, void* A, int lda_, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCtbsv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, k = k_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && k >= 0 && lda >= k + 1 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(k_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasZtbsv_v2(void* h, int uplo_, int trans_, int diag_, int n_, int k_, void* A, int lda_, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZtbsv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, k = k_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && k >= 0 && lda >= k + 1 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(k_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasStpsv_v2(void* h, int uplo_, int trans_, int diag_, int n_, void* AP, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasStpsv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(AP).add(x).add(incx_).finish();
}
int cublasDtpsv_v2(void* h, int uplo_, int trans_, int diag_, int n_, void* AP, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDtpsv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(AP).add(x).add(incx_).finish();
}
int cublasCtpsv_v2(void* h, int uplo_, int trans_, int diag_, int n_, void* AP, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCtpsv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(AP).add(x).add(incx_).finish();
}
int cublasZtpsv_v2(void* h, int uplo_, int trans_, int diag_, int n_, void* AP, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZtpsv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(AP).add(x).add(incx_).finish();
}
int cublasSsymv_v2(void* h, int uplo_, int n_, void* alpha, void* A, int lda_, void* x, int incx_, void* beta, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSsymv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 4, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 4, false).add(y).add(incy_).finish();
}
int cublasDsymv_v2(void* h, int uplo_, int n_, void* alpha, void* A, int lda_, void* x, int incx_, void* beta, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDsymv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 8, false).add(y).add(incy_).finish();
}
int cublasCsymv_v2(void* h, int uplo_, int n_, void* alpha, void* A, int lda_, void* x, int incx_, void* beta, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCsymv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 8, false).add(y).add(incy_).finish();
}
int cublasZsymv_v2(void* h, int uplo_, int n_, void* alpha, void* A, int lda_, void* x, int incx_, void* beta, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZsymv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 16, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 16, false).add(y).add(incy_).finish();
}
int cublasSsyr_v2(void* h, int uplo_, int n_, void* alpha, void* x, int incx_, void* A, int lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSsyr_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 4, false).add(x).add(incx_).add(A).add(lda_).finish();
}
int cublasDsyr_v2(void* h, int uplo_, int n_, void* alpha, void* x, int incx_, void* A, int lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDsyr_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(A).add(lda_).finish();
}
int cublasCsyr_v2(void* h, int uplo_, int n_, void* alpha, void* x, int incx_, void* A, int lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCsyr_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(A).add(lda_).finish();
}
int cublasZsyr_v2(void* h, int uplo_, int n_, void* alpha, void* x, int incx_, void* A, int lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZsyr_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 16, false).add(x).add(incx_).add(A).add(lda_).finish();
}
int cublasSsyr2_v2(void* h, int uplo_, int n_, void* alpha, void* x, int incx_, void* y, int incy_, void* A, int lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSsyr2_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 4, false).add(x).add(incx_).add(y).add(incy_).add(A).add(lda_).finish();
}
int cublasDsyr2_v2(void* h, int uplo_, int n_, void* alpha, void* x, int incx_, void* y, int incy_, void* A, int lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDsyr2_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(y).add(incy_).add(A).add(lda_).finish();
}
int cublasCsyr2_v2(void* h, int uplo_, int n_, void* alpha, void* x, int incx_, void* y, int incy_, void* A, int lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCsyr2_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(y).add(incy_).add(A).add(lda_).finish();
}
int cublasZsyr2_v2(void* h, int uplo_, int n_, void* alpha, void* x, int incx_, void* y, int incy_, void* A, int lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZsyr2_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 16, false).add(x).add(incx_).add(y).add(incy_).add(A).add(lda_).finish();
}
int cublasSsbmv_v2(void* h, int uplo_, int n_, int k_, void* alpha, void* A, int lda_, void* x, int incx_, void* beta, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSsbmv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, k = k_, lda = lda_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && k >= 0 && lda >= k + 1 && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add(k_).add_scalar(alpha, 4, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 4, false).add(y).add(incy_).finish();
}
int cublasDsbmv_v2(void* h, int uplo_, int n_, int k_, void* alpha, void* A, int lda_, void* x, int incx_, void* beta, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDsbmv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, k = k_, lda = lda_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && k >= 0 && lda >= k + 1 && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 8, false).add(y).add(incy_).finish();
}
int cublasSspmv_v2(void* h, int uplo_, int n_, void* alpha, void* AP, void* x, int incx_, void* beta, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSspmv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 4, false).add(AP).add(x).add(incx_).add_scalar(beta, 4, false).add(y).add(incy_).finish();
}
int cublasDspmv_v2(void* h, int uplo_, int n_, void* alpha, void* AP, void* x, int incx_, void* beta, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDspmv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(AP).add(x).add(incx_).add_scalar(beta, 8, false).add(y).add(incy_).finish();
}
int cublasSspr_v2(void* h, int uplo_, int n_, void* alpha, void* x, int incx_, void* AP) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSspr_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && incx != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 4, false).add(x).add(incx_).add(AP).finish();
}
int cublasDspr_v2(void* h, int uplo_, int n_, void* alpha, void* x, int incx_, void* AP) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDspr_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && incx != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(AP).finish();
}
int cublasSspr2_v2(void* h, int uplo_, int n_, void* alpha, void* x, int incx_, void* y, int incy_, void* AP) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSspr2_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 4, false).add(x).add(incx_).add(y).add(incy_).add(AP).finish();
}
int cublasDspr2_v2(void* h, int uplo_, int n_, void* alpha, void* x, int incx_, void* y, int incy_, void* AP) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDspr2_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(y).add(incy_).add(AP).finish();
}
int cublasSger_v2(void* h, int m_, int n_, void* alpha, void* x, int incx_, void* y, int incy_, void* A, int lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSger_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, incx = incx_, incy = incy_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(m_).add(n_).add_scalar(alpha, 4, false).add(x).add(incx_).add(y).add(incy_).add(A).add(lda_).finish();
}
int cublasDger_v2(void* h, int m_, int n_, void* alpha, void* x, int incx_, void* y, int incy_, void* A, int lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDger_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, incx = incx_, incy = incy_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(m_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(y).add(incy_).add(A).add(lda_).finish();
}
int cublasChbmv_v2(void* h, int uplo_, int n_, int k_, void* alpha, void* A, int lda_, void* x, int incx_, void* beta, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasChbmv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, k = k_, lda = lda_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && k >= 0 && lda >= k + 1 && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 8, false).add(y).add(incy_).finish();
}
int cublasZhbmv_v2(void* h, int uplo_, int n_, int k_, void* alpha, void* A, int lda_, void* x, int incx_, void* beta, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZhbmv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, k = k_, lda = lda_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && k >= 0 && lda >= k + 1 && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add(k_).add_scalar(alpha, 16, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 16, false).add(y).add(incy_).finish();
}
int cublasChpmv_v2(void* h, int uplo_, int n_, void* alpha, void* AP, void* x, int incx_, void* beta, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasChpmv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(AP).add(x).add(incx_).add_scalar(beta, 8, false).add(y).add(incy_).finish();
}
int cublasZhpmv_v2(void* h, int uplo_, int n_, void* alpha, void* AP, void* x, int incx_, void* beta, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZhpmv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 16, false).add(AP).add(x).add(incx_).add_scalar(beta, 16, false).add(y).add(incy_).finish();
}
int cublasChpr_v2(void* h, int uplo_, int n_, void* alpha, void* x, int incx_, void* AP) {
    LibraryCall call(Library::Cublas, declared(Number::cublasChpr_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && incx != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 4, false).add(x).add(incx_).add(AP).finish();
}
int cublasZhpr_v2(void* h, int uplo_, int n_, void* alpha, void* x, int incx_, void* AP) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZhpr_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && incx != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(AP).finish();
}
int cublasChpr2_v2(void* h, int uplo_, int n_, void* alpha, void* x, int incx_, void* y, int incy_, void* AP) {
    LibraryCall call(Library::Cublas, declared(Number::cublasChpr2_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(y).add(incy_).add(AP).finish();
}
int cublasZhpr2_v2(void* h, int uplo_, int n_, void* alpha, void* x, int incx_, void* y, int incy_, void* AP) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZhpr2_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 16, false).add(x).add(incx_).add(y).add(incy_).add(AP).finish();
}
int cublasCgeru_v2(void* h, int m_, int n_, void* alpha, void* x, int incx_, void* y, int incy_, void* A, int lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgeru_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, incx = incx_, incy = incy_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(m_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(y).add(incy_).add(A).add(lda_).finish();
}
int cublasZgeru_v2(void* h, int m_, int n_, void* alpha, void* x, int incx_, void* y, int incy_, void* A, int lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgeru_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, incx = incx_, incy = incy_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(m_).add(n_).add_scalar(alpha, 16, false).add(x).add(incx_).add(y).add(incy_).add(A).add(lda_).finish();
}
int cublasCgerc_v2(void* h, int m_, int n_, void* alpha, void* x, int incx_, void* y, int incy_, void* A, int lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgerc_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, incx = incx_, incy = incy_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(m_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(y).add(incy_).add(A).add(lda_).finish();
}
int cublasZgerc_v2(void* h, int m_, int n_, void* alpha, void* x, int incx_, void* y, int incy_, void* A, int lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgerc_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, incx = incx_, incy = incy_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(m_).add(n_).add_scalar(alpha, 16, false).add(x).add(incx_).add(y).add(incy_).add(A).add(lda_).finish();
}
int cublasChemv_v2(void* h, int uplo_, int n_, void* alpha, void* A, int lda_, void* x, int incx_, void* beta, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasChemv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 8, false).add(y).add(incy_).finish();
}
int cublasZhemv_v2(void* h, int uplo_, int n_, void* alpha, void* A, int lda_, void* x, int incx_, void* beta, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZhemv_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 16, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 16, false).add(y).add(incy_).finish();
}
int cublasCher_v2(void* h, int uplo_, int n_, void* alpha, void* x, int incx_, void* A, int lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCher_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 4, false).add(x).add(incx_).add(A).add(lda_).finish();
}
int cublasZher_v2(void* h, int uplo_, int n_, void* alpha, void* x, int incx_, void* A, int lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZher_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(A).add(lda_).finish();
}
int cublasCher2_v2(void* h, int uplo_, int n_, void* alpha, void* x, int incx_, void* y, int incy_, void* A, int lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCher2_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(y).add(incy_).add(A).add(lda_).finish();
}
int cublasZher2_v2(void* h, int uplo_, int n_, void* alpha, void* x, int incx_, void* y, int incy_, void* A, int lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZher2_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 16, false).add(x).add(incx_).add(y).add(incy_).add(A).add(lda_).finish();
}
int cublasSsymm_v2(void* h, int side_, int uplo_, int m_, int n_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSsymm_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && ldc >= max(1, m))) return 7;
    return call.add(side_).add(uplo_).add(m_).add(n_).add_scalar(alpha, 4, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 4, false).add(C).add(ldc_).finish();
}
int cublasDsymm_v2(void* h, int side_, int uplo_, int m_, int n_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDsymm_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && ldc >= max(1, m))) return 7;
    return call.add(side_).add(uplo_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasCsymm_v2(void* h, int side_, int uplo_, int m_, int n_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCsymm_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && ldc >= max(1, m))) return 7;
    return call.add(side_).add(uplo_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasZsymm_v2(void* h, int side_, int uplo_, int m_, int n_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZsymm_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && ldc >= max(1, m))) return 7;
    return call.add(side_).add(uplo_).add(m_).add(n_).add_scalar(alpha, 16, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 16, false).add(C).add(ldc_).finish();
}
int cublasStrmm_v2(void* h, int side_, int uplo_, int trans_, int diag_, int m_, int n_, void* alpha, void* A, int lda_, void* B, int ldb_, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasStrmm_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, trans = trans_, diag = diag_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && ldc >= max(1, m))) return 7;
    return call.add(side_).add(uplo_).add(trans_).add(diag_).add(m_).add(n_).add_scalar(alpha, 4, false).add(A).add(lda_).add(B).add(ldb_).add(C).add(ldc_).finish();
}
int cublasDtrmm_v2(void* h, int side_, int uplo_, int trans_, int diag_, int m_, int n_, void* alpha, void* A, int lda_, void* B, int ldb_, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDtrmm_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, trans = trans_, diag = diag_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && ldc >= max(1, m))) return 7;
    return call.add(side_).add(uplo_).add(trans_).add(diag_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add(C).add(ldc_).finish();
}
int cublasCtrmm_v2(void* h, int side_, int uplo_, int trans_, int diag_, int m_, int n_, void* alpha, void* A, int lda_, void* B, int ldb_, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCtrmm_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, trans = trans_, diag = diag_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && ldc >= max(1, m))) return 7;
    return call.add(side_).add(uplo_).add(trans_).add(diag_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add(C).add(ldc_).finish();
}
int cublasZtrmm_v2(void* h, int side_, int uplo_, int trans_, int diag_, int m_, int n_, void* alpha, void* A, int lda_, void* B, int ldb_, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZtrmm_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, trans = trans_, diag = diag_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && ldc >= max(1, m))) return 7;
    return call.add(side_).add(uplo_).add(trans_).add(diag_).add(m_).add(n_).add_scalar(alpha, 16, false).add(A).add(lda_).add(B).add(ldb_).add(C).add(ldc_).finish();
}
int cublasStrsm_v2(void* h, int side_, int uplo_, int trans_, int diag_, int m_, int n_, void* alpha, void* A, int lda_, void* B, int ldb_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasStrsm_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, trans = trans_, diag = diag_, m = m_, n = n_, lda = lda_, ldb = ldb_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1)) return 7;
    return call.add(side_).add(uplo_).add(trans_).add(diag_).add(m_).add(n_).add_scalar(alpha, 4, false).add(A).add(lda_).add(B).add(ldb_).finish();
}
int cublasDtrsm_v2(void* h, int side_, int uplo_, int trans_, int diag_, int m_, int n_, void* alpha, void* A, int lda_, void* B, int ldb_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDtrsm_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, trans = trans_, diag = diag_, m = m_, n = n_, lda = lda_, ldb = ldb_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1)) return 7;
    return call.add(side_).add(uplo_).add(trans_).add(diag_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).finish();
}
int cublasCtrsm_v2(void* h, int side_, int uplo_, int trans_, int diag_, int m_, int n_, void* alpha, void* A, int lda_, void* B, int ldb_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCtrsm_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, trans = trans_, diag = diag_, m = m_, n = n_, lda = lda_, ldb = ldb_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1)) return 7;
    return call.add(side_).add(uplo_).add(trans_).add(diag_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).finish();
}
int cublasZtrsm_v2(void* h, int side_, int uplo_, int trans_, int diag_, int m_, int n_, void* alpha, void* A, int lda_, void* B, int ldb_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZtrsm_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, trans = trans_, diag = diag_, m = m_, n = n_, lda = lda_, ldb = ldb_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1)) return 7;
    return call.add(side_).add(uplo_).add(trans_).add(diag_).add(m_).add(n_).add_scalar(alpha, 16, false).add(A).add(lda_).add(B).add(ldb_).finish();
}
int cublasStrsmBatched(void* h, int side_, int uplo_, int trans_, int diag_, int m_, int n_, void* alpha, void* A, int lda_, void* B, int ldb_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasStrsmBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, trans = trans_, diag = diag_, m = m_, n = n_, lda = lda_, ldb = ldb_, batch = batch_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && batch >= 0)) return 7;
    return call.add(side_).add(uplo_).add(trans_).add(diag_).add(m_).add(n_).add_scalar(alpha, 4, false).add_pointers(A, batch).add(lda_).add_pointers(B, batch).add(ldb_).add(batch_).finish();
}
int cublasDtrsmBatched(void* h, int side_, int uplo_, int trans_, int diag_, int m_, int n_, void* alpha, void* A, int lda_, void* B, int ldb_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDtrsmBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, trans = trans_, diag = diag_, m = m_, n = n_, lda = lda_, ldb = ldb_, batch = batch_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && batch >= 0)) return 7;
    return call.add(side_).add(uplo_).add(trans_).add(diag_).add(m_).add(n_).add_scalar(alpha, 8, false).add_pointers(A, batch).add(lda_).add_pointers(B, batch).add(ldb_).add(batch_).finish();
}
int cublasCtrsmBatched(void* h, int side_, int uplo_, int trans_, int diag_, int m_, int n_, void* alpha, void* A, int lda_, void* B, int ldb_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCtrsmBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, trans = trans_, diag = diag_, m = m_, n = n_, lda = lda_, ldb = ldb_, batch = batch_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && batch >= 0)) return 7;
    return call.add(side_).add(uplo_).add(trans_).add(diag_).add(m_).add(n_).add_scalar(alpha, 8, false).add_pointers(A, batch).add(lda_).add_pointers(B, batch).add(ldb_).add(batch_).finish();
}
int cublasZtrsmBatched(void* h, int side_, int uplo_, int trans_, int diag_, int m_, int n_, void* alpha, void* A, int lda_, void* B, int ldb_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZtrsmBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, trans = trans_, diag = diag_, m = m_, n = n_, lda = lda_, ldb = ldb_, batch = batch_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && batch >= 0)) return 7;
    return call.add(side_).add(uplo_).add(trans_).add(diag_).add(m_).add(n_).add_scalar(alpha, 16, false).add_pointers(A, batch).add(lda_).add_pointers(B, batch).add(ldb_).add(batch_).finish();
}
int cublasSgeam(void* h, int transa_, int transb_, int m_, int n_, void* alpha, void* A, int lda_, void* beta, void* B, int ldb_, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgeam), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && lda >= max(1, transa == 0 ? m : n) && ldb >= max(1, transb == 0 ? m : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add_scalar(alpha, 4, false).add(A).add(lda_).add_scalar(beta, 4, false).add(B).add(ldb_).add(C).add(ldc_).finish();
}
int cublasDgeam(void* h, int transa_, int transb_, int m_, int n_, void* alpha, void* A, int lda_, void* beta, void* B, int ldb_, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDgeam), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && lda >= max(1, transa == 0 ? m : n) && ldb >= max(1, transb == 0 ? m : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add_scalar(beta, 8, false).add(B).add(ldb_).add(C).add(ldc_).finish();
}
int cublasCgeam(void* h, int transa_, int transb_, int m_, int n_, void* alpha, void* A, int lda_, void* beta, void* B, int ldb_, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgeam), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && lda >= max(1, transa == 0 ? m : n) && ldb >= max(1, transb == 0 ? m : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add_scalar(beta, 8, false).add(B).add(ldb_).add(C).add(ldc_).finish();
}
int cublasZgeam(void* h, int transa_, int transb_, int m_, int n_, void* alpha, void* A, int lda_, void* beta, void* B, int ldb_, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgeam), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && lda >= max(1, transa == 0 ? m : n) && ldb >= max(1, transb == 0 ? m : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add_scalar(alpha, 16, false).add(A).add(lda_).add_scalar(beta, 16, false).add(B).add(ldb_).add(C).add(ldc_).finish();
}
int cublasSdgmm(void* h, int mode_, int m_, int n_, void* A, int lda_, void* x, int incx_, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSdgmm), h);
    if (!call.is_open()) return 1;
    const reach::Wide mode = mode_, m = m_, n = n_, lda = lda_, ldc = ldc_;
    if (!(mode >= 0 && mode <= 1 && m >= 0 && n >= 0 && lda >= max(1, m) && ldc >= max(1, m))) return 7;
    return call.add(mode_).add(m_).add(n_).add(A).add(lda_).add(x).add(incx_).add(C).add(ldc_).finish();
}
int cublasDdgmm(void* h, int mode_, int m_, int n_, void* A, int lda_, void* x, int incx_, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDdgmm), h);
    if (!call.is_open()) return 1;
    const reach::Wide mode = mode_, m = m_, n = n_, lda = lda_, ldc = ldc_;
    if (!(mode >= 0 && mode <= 1 && m >= 0 && n >= 0 && lda >= max(1, m) && ldc >= max(1, m))) return 7;
    return call.add(mode_).add(m_).add(n_).add(A).add(lda_).add(x).add(incx_).add(C).add(ldc_).finish();
}
int cublasCdgmm(void* h, int mode_, int m_, int n_, void* A, int lda_, void* x, int incx_, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCdgmm), h);
    if (!call.is_open()) return 1;
    const reach::Wide mode = mode_, m = m_, n = n_, lda = lda_, ldc = ldc_;
    if (!(mode >= 0 && mode <= 1 && m >= 0 && n >= 0 && lda >= max(1, m) && ldc >= max(1, m))) return 7;
    return call.add(mode_).add(m_).add(n_).add(A).add(lda_).add(x).add(incx_).add(C).add(ldc_).finish();
}
int cublasZdgmm(void* h, int mode_, int m_, int n_, void* A, int lda_, void* x, int incx_, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZdgmm), h);
    if (!call.is_open()) return 1;
    const reach::Wide mode = mode_, m = m_, n = n_, lda = lda_, ldc = ldc_;
    if (!(mode >= 0 && mode <= 1 && m >= 0 && n >= 0 && lda >= max(1, m) && ldc >= max(1, m))) return 7;
    return call.add(mode_).add(m_).add(n_).add(A).add(lda_).add(x).add(incx_).add(C).add(ldc_).finish();
}
int cublasSsyrk_v2(void* h, int uplo_, int trans_, int n_, int k_, void* alpha, void* A, int lda_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSsyrk_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 4, false).add(A).add(lda_).add_scalar(beta, 4, false).add(C).add(ldc_).finish();
}
int cublasDsyrk_v2(void* h, int uplo_, int trans_, int n_, int k_, void* alpha, void* A, int lda_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDsyrk_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasSsyr2k_v2(void* h, int uplo_, int trans_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSsyr2k_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldb >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 4, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 4, false).add(C).add(ldc_).finish();
}
int cublasDsyr2k_v2(void* h, int uplo_, int trans_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDsyr2k_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldb >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasSsyrkx(void* h, int uplo_, int trans_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSsyrkx), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldb >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 4, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 4, false).add(C).add(ldc_).finish();
}
int cublasDsyrkx(void* h, int uplo_, int trans_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDsyrkx), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldb >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasChemm_v2(void* h, int side_, int uplo_, int m_, int n_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasChemm_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && ldc >= max(1, m))) return 7;
    return call.add(side_).add(uplo_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasZhemm_v2(void* h, int side_, int uplo_, int m_, int n_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZhemm_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && ldc >= max(1, m))) return 7;
    return call.add(side_).add(uplo_).add(m_).add(n_).add_scalar(alpha, 16, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 16, false).add(C).add(ldc_).finish();
}
int cublasCsyrk_v2(void* h, int uplo_, int trans_, int n_, int k_, void* alpha, void* A, int lda_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCsyrk_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 1 && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasZsyrk_v2(void* h, int uplo_, int trans_, int n_, int k_, void* alpha, void* A, int lda_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZsyrk_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 1 && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 16, false).add(A).add(lda_).add_scalar(beta, 16, false).add(C).add(ldc_).finish();
}
int cublasCsyr2k_v2(void* h, int uplo_, int trans_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCsyr2k_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 1 && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldb >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasZsyr2k_v2(void* h, int uplo_, int trans_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZsyr2k_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 1 && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldb >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 16, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 16, false).add(C).add(ldc_).finish();
}
int cublasCsyrkx(void* h, int uplo_, int trans_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCsyrkx), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 1 && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldb >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasZsyrkx(void* h, int uplo_, int trans_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZsyrkx), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 1 && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldb >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 16, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 16, false).add(C).add(ldc_).finish();
}
int cublasCherk_v2(void* h, int uplo_, int trans_, int n_, int k_, void* alpha, void* A, int lda_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCherk_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && (trans == 0 || trans == 2) && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 4, false).add(A).add(lda_).add_scalar(beta, 4, false).add(C).add(ldc_).finish();
}
int cublasZherk_v2(void* h, int uplo_, int trans_, int n_, int k_, void* alpha, void* A, int lda_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZherk_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && (trans == 0 || trans == 2) && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasCher2k_v2(void* h, int uplo_, int trans_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCher2k_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && (trans == 0 || trans == 2) && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldb >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 4, false).add(C).add(ldc_).finish();
}
int cublasZher2k_v2(void* h, int uplo_, int trans_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZher2k_v2), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && (trans == 0 || trans == 2) && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldb >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 16, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasCherkx(void* h, int uplo_, int trans_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCherkx), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && (trans == 0 || trans == 2) && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldb >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 4, false).add(C).add(ldc_).finish();
}
int cublasZherkx(void* h, int uplo_, int trans_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZherkx), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && (trans == 0 || trans == 2) && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldb >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 16, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasSgetrfBatched(void* h, int n_, void* A, int lda_, void* P, void* info, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgetrfBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide n = n_, lda = lda_, batch = batch_;
    if (!(n >= 0 && lda >= max(1, n) && batch >= 0)) return 7;
    return call.add(n_).add_pointers(A, batch).add(lda_).add(P).add(info).add(batch_).finish();
}
int cublasDgetrfBatched(void* h, int n_, void* A, int lda_, void* P, void* info, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDgetrfBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide n = n_, lda = lda_, batch = batch_;
    if (!(n >= 0 && lda >= max(1, n) && batch >= 0)) return 7;
    return call.add(n_).add_pointers(A, batch).add(lda_).add(P).add(info).add(batch_).finish();
}
int cublasCgetrfBatched(void* h, int n_, void* A, int lda_, void* P, void* info, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgetrfBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide n = n_, lda = lda_, batch = batch_;
    if (!(n >= 0 && lda >= max(1, n) && batch >= 0)) return 7;
    return call.add(n_).add_pointers(A, batch).add(lda_).add(P).add(info).add(batch_).finish();
}
int cublasZgetrfBatched(void* h, int n_, void* A, int lda_, void* P, void* info, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgetrfBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide n = n_, lda = lda_, batch = batch_;
    if (!(n >= 0 && lda >= max(1, n) && batch >= 0)) return 7;
    return call.add(n_).add_pointers(A, batch).add(lda_).add(P).add(info).add(batch_).finish();
}
int cublasSgetriBatched(void* h, int n_, void* A, int lda_, void* P, void* C, int ldc_, void* info, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgetriBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide n = n_, lda = lda_, ldc = ldc_, batch = batch_;
    if (!(n >= 0 && lda >= max(1, n) && ldc >= max(1, n) && batch >= 0)) return 7;
    return call.add(n_).add_pointers(A, batch).add(lda_).add(P).add_pointers(C, batch).add(ldc_).add(info).add(batch_).finish();
}
int cublasDgetriBatched(void* h, int n_, void* A, int lda_, void* P, void* C, int ldc_, void* info, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDgetriBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide n = n_, lda = lda_, ldc = ldc_, batch = batch_;
    if (!(n >= 0 && lda >= max(1, n) && ldc >= max(1, n) && batch >= 0)) return 7;
    return call.add(n_).add_pointers(A, batch).add(lda_).add(P).add_pointers(C, batch).add(ldc_).add(info).add(batch_).finish();
}
int cublasCgetriBatched(void* h, int n_, void* A, int lda_, void* P, void* C, int ldc_, void* info, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgetriBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide n = n_, lda = lda_, ldc = ldc_, batch = batch_;
    if (!(n >= 0 && lda >= max(1, n) && ldc >= max(1, n) && batch >= 0)) return 7;
    return call.add(n_).add_pointers(A, batch).add(lda_).add(P).add_pointers(C, batch).add(ldc_).add(info).add(batch_).finish();
}
int cublasZgetriBatched(void* h, int n_, void* A, int lda_, void* P, void* C, int ldc_, void* info, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgetriBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide n = n_, lda = lda_, ldc = ldc_, batch = batch_;
    if (!(n >= 0 && lda >= max(1, n) && ldc >= max(1, n) && batch >= 0)) return 7;
    return call.add(n_).add_pointers(A, batch).add(lda_).add(P).add_pointers(C, batch).add(ldc_).add(info).add(batch_).finish();
}
int cublasSgetrsBatched(void* h, int trans_, int n_, int nrhs_, void* A, int lda_, void* P, void* B, int ldb_, void* info, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgetrsBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, n = n_, nrhs = nrhs_, lda = lda_, ldb = ldb_, batch = batch_;
    if (!(trans >= 0 && trans <= 2 && n >= 0 && nrhs >= 0 && lda >= max(1, n) && ldb >= max(1, n) && batch >= 0)) return 7;
    return call.add(trans_).add(n_).add(nrhs_).add_pointers(A, batch).add(lda_).add(P).add_pointers(B, batch).add(ldb_).add_host_result(info, 4, false).add(batch_).finish();
}
int cublasDgetrsBatched(void* h, int trans_, int n_, int nrhs_, void* A, int lda_, void* P, void* B, int ldb_, void* info, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDgetrsBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, n = n_, nrhs = nrhs_, lda = lda_, ldb = ldb_, batch = batch_;
    if (!(trans >= 0 && trans <= 2 && n >= 0 && nrhs >= 0 && lda >= max(1, n) && ldb >= max(1, n) && batch >= 0)) return 7;
    return call.add(trans_).add(n_).add(nrhs_).add_pointers(A, batch).add(lda_).add(P).add_pointers(B, batch).add(ldb_).add_host_result(info, 4, false).add(batch_).finish();
}
int cublasCgetrsBatched(void* h, int trans_, int n_, int nrhs_, void* A, int lda_, void* P, void* B, int ldb_, void* info, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgetrsBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, n = n_, nrhs = nrhs_, lda = lda_, ldb = ldb_, batch = batch_;
    if (!(trans >= 0 && trans <= 2 && n >= 0 && nrhs >= 0 && lda >= max(1, n) && ldb >= max(1, n) && batch >= 0)) return 7;
    return call.add(trans_).add(n_).add(nrhs_).add_pointers(A, batch).add(lda_).add(P).add_pointers(B, batch).add(ldb_).add_host_result(info, 4, false).add(batch_).finish();
}
int cublasZgetrsBatched(void* h, int trans_, int n_, int nrhs_, void* A, int lda_, void* P, void* B, int ldb_, void* info, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgetrsBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, n = n_, nrhs = nrhs_, lda = lda_, ldb = ldb_, batch = batch_;
    if (!(trans >= 0 && trans <= 2 && n >= 0 && nrhs >= 0 && lda >= max(1, n) && ldb >= max(1, n) && batch >= 0)) return 7;
    return call.add(trans_).add(n_).add(nrhs_).add_pointers(A, batch).add(lda_).add(P).add_pointers(B, batch).add(ldb_).add_host_result(info, 4, false).add(batch_).finish();
}
int cublasSgeqrfBatched(void* h, int m_, int n_, void* A, int lda_, void* tau, void* info, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgeqrfBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, lda = lda_, batch = batch_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m) && batch >= 0)) return 7;
    return call.add(m_).add(n_).add_pointers(A, batch).add(lda_).add_pointers(tau, batch).add_host_result(info, 4, false).add(batch_).finish();
}
int cublasDgeqrfBatched(void* h, int m_, int n_, void* A, int lda_, void* tau, void* info, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDgeqrfBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, lda = lda_, batch = batch_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m) && batch >= 0)) return 7;
    return call.add(m_).add(n_).add_pointers(A, batch).add(lda_).add_pointers(tau, batch).add_host_result(info, 4, false).add(batch_).finish();
}
int cublasCgeqrfBatched(void* h, int m_, int n_, void* A, int lda_, void* tau, void* info, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgeqrfBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, lda = lda_, batch = batch_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m) && batch >= 0)) return 7;
    return call.add(m_).add(n_).add_pointers(A, batch).add(lda_).add_pointers(tau, batch).add_host_result(info, 4, false).add(batch_).finish();
}
int cublasZgeqrfBatched(void* h, int m_, int n_, void* A, int lda_, void* tau, void* info, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgeqrfBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, lda = lda_, batch = batch_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m) && batch >= 0)) return 7;
    return call.add(m_).add(n_).add_pointers(A, batch).add(lda_).add_pointers(tau, batch).add_host_result(info, 4, false).add(batch_).finish();
}
int cublasSmatinvBatched(void* h, int n_, void* A, int lda_, void* Ainv, int lda_inv_, void* info, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSmatinvBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide n = n_, lda = lda_, lda_inv = lda_inv_, batch = batch_;
    if (!(n >= 0 && n <= 32 && lda >= max(1, n) && lda_inv >= max(1, n) && batch >= 0)) return 7;
    return call.add(n_).add_pointers(A, batch).add(lda_).add_pointers(Ainv, batch).add(lda_inv_).add(info).add(batch_).finish();
}
int cublasDmatinvBatched(void* h, int n_, void* A, int lda_, void* Ainv, int lda_inv_, void* info, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDmatinvBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide n = n_, lda = lda_, lda_inv = lda_inv_, batch = batch_;
    if (!(n >= 0 && n <= 32 && lda >= max(1, n) && lda_inv >= max(1, n) && batch >= 0)) return 7;
    return call.add(n_).add_pointers(A, batch).add(lda_).add_pointers(Ainv, batch).add(lda_inv_).add(info).add(batch_).finish();
}
int cublasCmatinvBatched(void* h, int n_, void* A, int lda_, void* Ainv, int lda_inv_, void* info, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCmatinvBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide n = n_, lda = lda_, lda_inv = lda_inv_, batch = batch_;
    if (!(n >= 0 && n <= 32 && lda >= max(1, n) && lda_inv >= max(1, n) && batch >= 0)) return 7;
    return call.add(n_).add_pointers(A, batch).add(lda_).add_pointers(Ainv, batch).add(lda_inv_).add(info).add(batch_).finish();
}
int cublasZmatinvBatched(void* h, int n_, void* A, int lda_, void* Ainv, int lda_inv_, void* info, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZmatinvBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide n = n_, lda = lda_, lda_inv = lda_inv_, batch = batch_;
    if (!(n >= 0 && n <= 32 && lda >= max(1, n) && lda_inv >= max(1, n) && batch >= 0)) return 7;
    return call.add(n_).add_pointers(A, batch).add(lda_).add_pointers(Ainv, batch).add(lda_inv_).add(info).add(batch_).finish();
}
int cublasSgelsBatched(void* h, int trans_, int m_, int n_, int nrhs_, void* A, int lda_, void* C, int ldc_, void* info, void* devInfo, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgelsBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, nrhs = nrhs_, lda = lda_, ldc = ldc_, batch = batch_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && nrhs >= 0 && lda >= max(1, m) && ldc >= max(1, m) && batch >= 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add(nrhs_).add_pointers(A, batch).add(lda_).add_pointers(C, batch).add(ldc_).add_host_result(info, 4, false).add(devInfo).add(batch_).finish();
}
int cublasDgelsBatched(void* h, int trans_, int m_, int n_, int nrhs_, void* A, int lda_, void* C, int ldc_, void* info, void* devInfo, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDgelsBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, nrhs = nrhs_, lda = lda_, ldc = ldc_, batch = batch_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && nrhs >= 0 && lda >= max(1, m) && ldc >= max(1, m) && batch >= 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add(nrhs_).add_pointers(A, batch).add(lda_).add_pointers(C, batch).add(ldc_).add_host_result(info, 4, false).add(devInfo).add(batch_).finish();
}
int cublasCgelsBatched(void* h, int trans_, int m_, int n_, int nrhs_, void* A, int lda_, void* C, int ldc_, void* info, void* devInfo, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgelsBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, nrhs = nrhs_, lda = lda_, ldc = ldc_, batch = batch_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && nrhs >= 0 && lda >= max(1, m) && ldc >= max(1, m) && batch >= 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add(nrhs_).add_pointers(A, batch).add(lda_).add_pointers(C, batch).add(ldc_).add_host_result(info, 4, false).add(devInfo).add(batch_).finish();
}
int cublasZgelsBatched(void* h, int trans_, int m_, int n_, int nrhs_, void* A, int lda_, void* C, int ldc_, void* info, void* devInfo, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgelsBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, nrhs = nrhs_, lda = lda_, ldc = ldc_, batch = batch_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && nrhs >= 0 && lda >= max(1, m) && ldc >= max(1, m) && batch >= 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add(nrhs_).add_pointers(A, batch).add(lda_).add_pointers(C, batch).add(ldc_).add_host_result(info, 4, false).add(devInfo).add(batch_).finish();
}
int cublasSaxpy_v2_64(void* h, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSaxpy_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add_scalar(alpha, 4, false).add(x).add(incx_).add(y).add(incy_).finish();
}
int cublasDaxpy_v2_64(void* h, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDaxpy_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(y).add(incy_).finish();
}
int cublasCaxpy_v2_64(void* h, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCaxpy_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(y).add(incy_).finish();
}
int cublasZaxpy_v2_64(void* h, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZaxpy_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add_scalar(alpha, 16, false).add(x).add(incx_).add(y).add(incy_).finish();
}
int cublasScopy_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasScopy_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).finish();
}
int cublasDcopy_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDcopy_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).finish();
}
int cublasCcopy_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCcopy_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).finish();
}
int cublasZcopy_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZcopy_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).finish();
}
int cublasSswap_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSswap_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).finish();
}
int cublasDswap_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDswap_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).finish();
}
int cublasCswap_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCswap_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).finish();
}
int cublasZswap_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZswap_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).finish();
}
int cublasSscal_v2_64(void* h, std::int64_t n_, void* alpha, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSscal_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add_scalar(alpha, 4, false).add(x).add(incx_).finish();
}
int cublasDscal_v2_64(void* h, std::int64_t n_, void* alpha, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDscal_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).finish();
}
int cublasCscal_v2_64(void* h, std::int64_t n_, void* alpha, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCscal_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).finish();
}
int cublasZscal_v2_64(void* h, std::int64_t n_, void* alpha, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZscal_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add_scalar(alpha, 16, false).add(x).add(incx_).finish();
}
int cublasSrot_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSrot_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(c, 4, false).add_scalar(s, 4, false).finish();
}
int cublasDrot_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDrot_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(c, 8, false).add_scalar(s, 8, false).finish();
}
int cublasCrot_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCrot_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(c, 4, false).add_scalar(s, 8, false).finish();
}
int cublasZrot_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZrot_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(c, 8, false).add_scalar(s, 16, false).finish();
}
int cublasSdot_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSdot_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(r, 4, true).finish();
}
int cublasDdot_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDdot_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(r, 8, true).finish();
}
int cublasSnrm2_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSnrm2_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 4, true).finish();
}
int cublasDnrm2_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDnrm2_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 8, true).finish();
}
int cublasSasum_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSasum_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 4, true).finish();
}
int cublasDasum_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDasum_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 8, true).finish();
}
int cublasSrotm_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* param) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSrotm_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(param, 5 * 4, false).finish();
}
int cublasDrotm_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* param) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDrotm_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(param, 5 * 8, false).finish();
}
int cublasCdotu_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCdotu_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(r, 8, true).finish();
}
int cublasZdotu_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZdotu_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(r, 16, true).finish();
}
int cublasCdotc_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCdotc_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(r, 8, true).finish();
}
int cublasZdotc_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZdotc_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(r, 16, true).finish();
}
int cublasScnrm2_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasScnrm2_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 4, true).finish();
}
int cublasDznrm2_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDznrm2_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 8, true).finish();
}
int cublasScasum_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasScasum_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 4, true).finish();
}
int cublasDzasum_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDzasum_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 8, true).finish();
}
int cublasCsscal_v2_64(void* h, std::int64_t n_, void* alpha, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCsscal_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add_scalar(alpha, 4, false).add(x).add(incx_).finish();
}
int cublasZdscal_v2_64(void* h, std::int64_t n_, void* alpha, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZdscal_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).finish();
}
int cublasCsrot_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCsrot_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(c, 4, false).add_scalar(s, 4, false).finish();
}
int cublasZdrot_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZdrot_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add(y).add(incy_).add_scalar(c, 8, false).add_scalar(s, 8, false).finish();
}
int cublasIsamax_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIsamax_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 8, true).finish();
}
int cublasIdamax_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIdamax_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 8, true).finish();
}
int cublasIcamax_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIcamax_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 8, true).finish();
}
int cublasIzamax_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIzamax_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 8, true).finish();
}
int cublasIsamin_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIsamin_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 8, true).finish();
}
int cublasIdamin_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIdamin_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 8, true).finish();
}
int cublasIcamin_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIcamin_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 8, true).finish();
}
int cublasIzamin_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIzamin_v2_64), h);
    if (!call.is_open()) return 1;
    return call.add(n_).add(x).add(incx_).add_scalar(r, 8, true).finish();
}
int cublasAxpyEx_64(void* h, std::int64_t n_, void* alpha, int alphaType_, void* x, int xType_, std::int64_t incx_, void* y, int yType_, std::int64_t incy_, int executionType_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasAxpyEx_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide alphaType = alphaType_;
    return call.add(n_).add_scalar(alpha, data_type_bytes(alphaType), false).add(alphaType_).add(x).add(xType_).add(incx_).add(y).add(yType_).add(incy_).add(executionType_).finish();
}
int cublasDotEx_64(void* h, std::int64_t n_, void* x, int xType_, std::int64_t incx_, void* y, int yType_, std::int64_t incy_, void* r, int resultType_, int executionType_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDotEx_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide resultType = resultType_;
    return call.add(n_).add(x).add(xType_).add(incx_).add(y).add(yType_).add(incy_).add_scalar(r, data_type_bytes(resultType), true).add(resultType_).add(executionType_).finish();
}
int cublasDotcEx_64(void* h, std::int64_t n_, void* x, int xType_, std::int64_t incx_, void* y, int yType_, std::int64_t incy_, void* r, int resultType_, int executionType_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDotcEx_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide resultType = resultType_;
    return call.add(n_).add(x).add(xType_).add(incx_).add(y).add(yType_).add(incy_).add_scalar(r, data_type_bytes(resultType), true).add(resultType_).add(executionType_).finish();
}
int cublasNrm2Ex_64(void* h, std::int64_t n_, void* x, int xType_, std::int64_t incx_, void* r, int resultType_, int executionType_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasNrm2Ex_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide resultType = resultType_;
    return call.add(n_).add(x).add(xType_).add(incx_).add_scalar(r, data_type_bytes(resultType), true).add(resultType_).add(executionType_).finish();
}
int cublasScalEx_64(void* h, std::int64_t n_, void* alpha, int alphaType_, void* x, int xType_, std::int64_t incx_, int executionType_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasScalEx_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide alphaType = alphaType_;
    return call.add(n_).add_scalar(alpha, data_type_bytes(alphaType), false).add(alphaType_).add(x).add(xType_).add(incx_).add(executionType_).finish();
}
int cublasSgemmBatched_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgemmBatched_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_, batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 4, false).add_pointers(A, batch).add(lda_).add_pointers(B, batch).add(ldb_).add_scalar(beta, 4, false).add_pointers(C, batch).add(ldc_).add(batch_).finish();
}
int cublasDgemmBatched_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDgemmBatched_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_, batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 8, false).add_pointers(A, batch).add(lda_).add_pointers(B, batch).add(ldb_).add_scalar(beta, 8, false).add_pointers(C, batch).add(ldc_).add(batch_).finish();
}
int cublasCgemmBatched_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgemmBatched_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_, batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 8, false).add_pointers(A, batch).add(lda_).add_pointers(B, batch).add(ldb_).add_scalar(beta, 8, false).add_pointers(C, batch).add(ldc_).add(batch_).finish();
}
int cublasZgemmBatched_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgemmBatched_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_, batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 16, false).add_pointers(A, batch).add(lda_).add_pointers(B, batch).add(ldb_).add_scalar(beta, 16, false).add_pointers(C, batch).add(ldc_).add(batch_).finish();
}
int cublasHgemmBatched_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasHgemmBatched_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_, batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 2, false).add_pointers(A, batch).add(lda_).add_pointers(B, batch).add(ldb_).add_scalar(beta, 2, false).add_pointers(C, batch).add(ldc_).add(batch_).finish();
}
int cublasSgemmStridedBatched_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, std::int64_t strideA_, void* B, std::int64_t ldb_, std::int64_t strideB_, void* beta, void* C, std::int64_t ldc_, std::int64_t strideC_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgemmStridedBatched_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_, batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 4, false).add(A).add(lda_).add(strideA_).add(B).add(ldb_).add(strideB_).add_scalar(beta, 4, false).add(C).add(ldc_).add(strideC_).add(batch_).finish();
}
int cublasDgemmStridedBatched_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, std::int64_t strideA_, void* B, std::int64_t ldb_, std::int64_t strideB_, void* beta, void* C, std::int64_t ldc_, std::int64_t strideC_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDgemmStridedBatched_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_, batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(strideA_).add(B).add(ldb_).add(strideB_).add_scalar(beta, 8, false).add(C).add(ldc_).add(strideC_).add(batch_).finish();
}
int cublasCgemmStridedBatched_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, std::int64_t strideA_, void* B, std::int64_t ldb_, std::int64_t strideB_, void* beta, void* C, std::int64_t ldc_, std::int64_t strideC_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgemmStridedBatched_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_, batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(strideA_).add(B).add(ldb_).add(strideB_).add_scalar(beta, 8, false).add(C).add(ldc_).add(strideC_).add(batch_).finish();
}
int cublasZgemmStridedBatched_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, std::int64_t strideA_, void* B, std::int64_t ldb_, std::int64_t strideB_, void* beta, void* C, std::int64_t ldc_, std::int64_t strideC_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgemmStridedBatched_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_, batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 16, false).add(A).add(lda_).add(strideA_).add(B).add(ldb_).add(strideB_).add_scalar(beta, 16, false).add(C).add(ldc_).add(strideC_).add(batch_).finish();
}
int cublasHgemmStridedBatched_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, std::int64_t strideA_, void* B, std::int64_t ldb_, std::int64_t strideB_, void* beta, void* C, std::int64_t ldc_, std::int64_t strideC_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasHgemmStridedBatched_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_, batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 2, false).add(A).add(lda_).add(strideA_).add(B).add(ldb_).add(strideB_).add_scalar(beta, 2, false).add(C).add(ldc_).add(strideC_).add(batch_).finish();
}
int cublasSgemm_v2_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgemm_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 4, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 4, false).add(C).add(ldc_).finish();
}
int cublasDgemm_v2_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDgemm_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasCgemm_v2_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgemm_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasZgemm_v2_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgemm_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 16, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 16, false).add(C).add(ldc_).finish();
}
int cublasHgemm_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasHgemm_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 2, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 2, false).add(C).add(ldc_).finish();
}
int cublasCgemm3m_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgemm3m_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasZgemm3m_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgemm3m_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 16, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 16, false).add(C).add(ldc_).finish();
}
int cublasSgemmEx_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, int Atype_, std::int64_t lda_, void* B, int Btype_, std::int64_t ldb_, void* beta, void* C, int Ctype_, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgemmEx_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 4, false).add(A).add(Atype_).add(lda_).add(B).add(Btype_).add(ldb_).add_scalar(beta, 4, false).add(C).add(Ctype_).add(ldc_).finish();
}
int cublasCgemmEx_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, int Atype_, std::int64_t lda_, void* B, int Btype_, std::int64_t ldb_, void* beta, void* C, int Ctype_, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgemmEx_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(Atype_).add(lda_).add(B).add(Btype_).add(ldb_).add_scalar(beta, 8, false).add(C).add(Ctype_).add(ldc_).finish();
}
int cublasGemmEx_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, int Atype_, std::int64_t lda_, void* B, int Btype_, std::int64_t ldb_, void* beta, void* C, int Ctype_, std::int64_t ldc_, int computeType_, int algo_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasGemmEx_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, Ctype = Ctype_, ldc = ldc_, computeType = computeType_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, compute_scalar_bytes(computeType, Ctype), false).add(A).add(Atype_).add(lda_).add(B).add(Btype_).add(ldb_).add_scalar(beta, compute_scalar_bytes(computeType, Ctype), false).add(C).add(Ctype_).add(ldc_).add(computeType_).add(algo_).finish();
}
int cublasGemmBatchedEx_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, int Atype_, std::int64_t lda_, void* B, int Btype_, std::int64_t ldb_, void* beta, void* C, int Ctype_, std::int64_t ldc_, std::int64_t batch_, int computeType_, int algo_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasGemmBatchedEx_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, Ctype = Ctype_, ldc = ldc_, batch = batch_, computeType = computeType_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, compute_scalar_bytes(computeType, Ctype), false).add_pointers(A, batch).add(Atype_).add(lda_).add_pointers(B, batch).add(Btype_).add(ldb_).add_scalar(beta, compute_scalar_bytes(computeType, Ctype), false).add_pointers(C, batch).add(Ctype_).add(ldc_).add(batch_).add(computeType_).add(algo_).finish();
}
int cublasGemmStridedBatchedEx_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, int Atype_, std::int64_t lda_, std::int64_t strideA_, void* B, int Btype_, std::int64_t ldb_, std::int64_t strideB_, void* beta, void* C, int Ctype_, std::int64_t ldc_, std::int64_t strideC_, std::int64_t batch_, int computeType_, int algo_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasGemmStridedBatchedEx_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, k = k_, lda = lda_, ldb = ldb_, Ctype = Ctype_, ldc = ldc_, batch = batch_, computeType = computeType_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add(k_).add_scalar(alpha, compute_scalar_bytes(computeType, Ctype), false).add(A).add(Atype_).add(lda_).add(strideA_).add(B).add(Btype_).add(ldb_).add(strideB_).add_scalar(beta, compute_scalar_bytes(computeType, Ctype), false).add(C).add(Ctype_).add(ldc_).add(strideC_).add(batch_).add(computeType_).add(algo_).finish();
}
int cublasSgemv_v2_64(void* h, int trans_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgemv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, lda = lda_, incx = incx_, incy = incy_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add_scalar(alpha, 4, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 4, false).add(y).add(incy_).finish();
}
int cublasDgemv_v2_64(void* h, int trans_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDgemv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, lda = lda_, incx = incx_, incy = incy_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 8, false).add(y).add(incy_).finish();
}
int cublasCgemv_v2_64(void* h, int trans_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgemv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, lda = lda_, incx = incx_, incy = incy_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 8, false).add(y).add(incy_).finish();
}
int cublasZgemv_v2_64(void* h, int trans_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgemv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, lda = lda_, incx = incx_, incy = incy_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add_scalar(alpha, 16, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 16, false).add(y).add(incy_).finish();
}
int cublasSgemvBatched_64(void* h, int trans_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgemvBatched_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, lda = lda_, incx = incx_, incy = incy_, batch = batch_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && batch >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add_scalar(alpha, 4, false).add_pointers(A, batch).add(lda_).add_pointers(x, batch).add(incx_).add_scalar(beta, 4, false).add_pointers(y, batch).add(incy_).add(batch_).finish();
}
int cublasDgemvBatched_64(void* h, int trans_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDgemvBatched_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, lda = lda_, incx = incx_, incy = incy_, batch = batch_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && batch >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add_scalar(alpha, 8, false).add_pointers(A, batch).add(lda_).add_pointers(x, batch).add(incx_).add_scalar(beta, 8, false).add_pointers(y, batch).add(incy_).add(batch_).finish();
}
int cublasCgemvBatched_64(void* h, int trans_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgemvBatched_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, lda = lda_, incx = incx_, incy = incy_, batch = batch_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && batch >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add_scalar(alpha, 8, false).add_pointers(A, batch).add(lda_).add_pointers(x, batch).add(incx_).add_scalar(beta, 8, false).add_pointers(y, batch).add(incy_).add(batch_).finish();
}
int cublasZgemvBatched_64(void* h, int trans_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgemvBatched_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, lda = lda_, incx = incx_, incy = incy_, batch = batch_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && batch >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add_scalar(alpha, 16, false).add_pointers(A, batch).add(lda_).add_pointers(x, batch).add(incx_).add_scalar(beta, 16, false).add_pointers(y, batch).add(incy_).add(batch_).finish();
}
int cublasSgemvStridedBatched_64(void* h, int trans_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, std::int64_t strideA_, void* x, std::int64_t incx_, std::int64_t stridex_, void* beta, void* y, std::int64_t incy_, std::int64_t stridey_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgemvStridedBatched_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, lda = lda_, incx = incx_, incy = incy_, batch = batch_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && batch >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add_scalar(alpha, 4, false).add(A).add(lda_).add(strideA_).add(x).add(incx_).add(stridex_).add_scalar(beta, 4, false).add(y).add(incy_).add(stridey_).add(batch_).finish();
}
int cublasDgemvStridedBatched_64(void* h, int trans_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, std::int64_t strideA_, void* x, std::int64_t incx_, std::int64_t stridex_, void* beta, void* y, std::int64_t incy_, std::int64_t stridey_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDgemvStridedBatched_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, lda = lda_, incx = incx_, incy = incy_, batch = batch_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && batch >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(strideA_).add(x).add(incx_).add(stridex_).add_scalar(beta, 8, false).add(y).add(incy_).add(stridey_).add(batch_).finish();
}
int cublasCgemvStridedBatched_64(void* h, int trans_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, std::int64_t strideA_, void* x, std::int64_t incx_, std::int64_t stridex_, void* beta, void* y, std::int64_t incy_, std::int64_t stridey_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgemvStridedBatched_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, lda = lda_, incx = incx_, incy = incy_, batch = batch_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && batch >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(strideA_).add(x).add(incx_).add(stridex_).add_scalar(beta, 8, false).add(y).add(incy_).add(stridey_).add(batch_).finish();
}
int cublasZgemvStridedBatched_64(void* h, int trans_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, std::int64_t strideA_, void* x, std::int64_t incx_, std::int64_t stridex_, void* beta, void* y, std::int64_t incy_, std::int64_t stridey_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgemvStridedBatched_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, lda = lda_, incx = incx_, incy = incy_, batch = batch_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && batch >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add_scalar(alpha, 16, false).add(A).add(lda_).add(strideA_).add(x).add(incx_).add(stridex_).add_scalar(beta, 16, false).add(y).add(incy_).add(stridey_).add(batch_).finish();
}
int cublasSgbmv_v2_64(void* h, int trans_, std::int64_t m_, std::int64_t n_, std::int64_t kl_, std::int64_t ku_, void* alpha, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgbmv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, kl = kl_, ku = ku_, lda = lda_, incx = incx_, incy = incy_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && kl >= 0 && ku >= 0 && lda >= kl + ku + 1 && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add(kl_).add(ku_).add_scalar(alpha, 4, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 4, false).add(y).add(incy_).finish();
}
int cublasDgbmv_v2_64(void* h, int trans_, std::int64_t m_, std::int64_t n_, std::int64_t kl_, std::int64_t ku_, void* alpha, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDgbmv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, kl = kl_, ku = ku_, lda = lda_, incx = incx_, incy = incy_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && kl >= 0 && ku >= 0 && lda >= kl + ku + 1 && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add(kl_).add(ku_).add_scalar(alpha, 8, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 8, false).add(y).add(incy_).finish();
}
int cublasCgbmv_v2_64(void* h, int trans_, std::int64_t m_, std::int64_t n_, std::int64_t kl_, std::int64_t ku_, void* alpha, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgbmv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, kl = kl_, ku = ku_, lda = lda_, incx = incx_, incy = incy_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && kl >= 0 && ku >= 0 && lda >= kl + ku + 1 && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add(kl_).add(ku_).add_scalar(alpha, 8, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 8, false).add(y).add(incy_).finish();
}
int cublasZgbmv_v2_64(void* h, int trans_, std::int64_t m_, std::int64_t n_, std::int64_t kl_, std::int64_t ku_, void* alpha, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgbmv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, m = m_, n = n_, kl = kl_, ku = ku_, lda = lda_, incx = incx_, incy = incy_;
    if (!(trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && kl >= 0 && ku >= 0 && lda >= kl + ku + 1 && incx != 0 && incy != 0)) return 7;
    return call.add(trans_).add(m_).add(n_).add(kl_).add(ku_).add_scalar(alpha, 16, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 16, false).add(y).add(incy_).finish();
}
int cublasStrmv_v2_64(void* h, int uplo_, int trans_, int diag_, std::int64_t n_, void* A, std::int64_t lda_, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasStrmv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasDtrmv_v2_64(void* h, int uplo_, int trans_, int diag_, std::int64_t n_, void* A, std::int64_t lda_, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDtrmv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasCtrmv_v2_64(void* h, int uplo_, int trans_, int diag_, std::int64_t n_, void* A, std::int64_t lda_, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCtrmv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasZtrmv_v2_64(void* h, int uplo_, int trans_, int diag_, std::int64_t n_, void* A, std::int64_t lda_, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZtrmv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasStbmv_v2_64(void* h, int uplo_, int trans_, int diag_, std::int64_t n_, std::int64_t k_, void* A, std::int64_t lda_, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasStbmv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, k = k_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && k >= 0 && lda >= k + 1 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(k_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasDtbmv_v2_64(void* h, int uplo_, int trans_, int diag_, std::int64_t n_, std::int64_t k_, void* A, std::int64_t lda_, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDtbmv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, k = k_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && k >= 0 && lda >= k + 1 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(k_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasCtbmv_v2_64(void* h, int uplo_, int trans_, int diag_, std::int64_t n_, std::int64_t k_, void* A, std::int64_t lda_, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCtbmv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, k = k_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && k >= 0 && lda >= k + 1 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(k_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasZtbmv_v2_64(void* h, int uplo_, int trans_, int diag_, std::int64_t n_, std::int64_t k_, void* A, std::int64_t lda_, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZtbmv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, k = k_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && k >= 0 && lda >= k + 1 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(k_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasStpmv_v2_64(void* h, int uplo_, int trans_, int diag_, std::int64_t n_, void* AP, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasStpmv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(AP).add(x).add(incx_).finish();
}
int cublasDtpmv_v2_64(void* h, int uplo_, int trans_, int diag_, std::int64_t n_, void* AP, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDtpmv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(AP).add(x).add(incx_).finish();
}
int cublasCtpmv_v2_64(void* h, int uplo_, int trans_, int diag_, std::int64_t n_, void* AP, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCtpmv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(AP).add(x).add(incx_).finish();
}
int cublasZtpmv_v2_64(void* h, int uplo_, int trans_, int diag_, std::int64_t n_, void* AP, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZtpmv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(AP).add(x).add(incx_).finish();
}
int cublasStrsv_v2_64(void* h, int uplo_, int trans_, int diag_, std::int64_t n_, void* A, std::int64_t lda_, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasStrsv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasDtrsv_v2_64(void* h, int uplo_, int trans_, int diag_, std::int64_t n_, void* A, std::int64_t lda_, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDtrsv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasCtrsv_v2_64(void* h, int uplo_, int trans_, int diag_, std::int64_t n_, void* A, std::int64_t lda_, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCtrsv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasZtrsv_v2_64(void* h, int uplo_, int trans_, int diag_, std::int64_t n_, void* A, std::int64_t lda_, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZtrsv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasStbsv_v2_64(void* h, int uplo_, int trans_, int diag_, std::int64_t n_, std::int64_t k_, void* A, std::int64_t lda_, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasStbsv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, k = k_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && k >= 0 && lda >= k + 1 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(k_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasDtbsv_v2_64(void* h, int uplo_, int trans_, int diag_, std::int64_t n_, std::int64_t k_, void* A, std::int64_t lda_, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDtbsv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, k = k_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && k >= 0 && lda >= k + 1 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(k_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasCtbsv_v2_64(void* h, int uplo_, int trans_, int diag_, std::int64_t n_, std::int64_t k_, void* A, std::int64_t lda_, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCtbsv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, k = k_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && k >= 0 && lda >= k + 1 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(k_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasZtbsv_v2_64(void* h, int uplo_, int trans_, int diag_, std::int64_t n_, std::int64_t k_, void* A, std::int64_t lda_, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZtbsv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, k = k_, lda = lda_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && k >= 0 && lda >= k + 1 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(k_).add(A).add(lda_).add(x).add(incx_).finish();
}
int cublasStpsv_v2_64(void* h, int uplo_, int trans_, int diag_, std::int64_t n_, void* AP, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasStpsv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(AP).add(x).add(incx_).finish();
}
int cublasDtpsv_v2_64(void* h, int uplo_, int trans_, int diag_, std::int64_t n_, void* AP, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDtpsv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(AP).add(x).add(incx_).finish();
}
int cublasCtpsv_v2_64(void* h, int uplo_, int trans_, int diag_, std::int64_t n_, void* AP, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCtpsv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(AP).add(x).add(incx_).finish();
}
int cublasZtpsv_v2_64(void* h, int uplo_, int trans_, int diag_, std::int64_t n_, void* AP, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZtpsv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, diag = diag_, n = n_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && n >= 0 && incx != 0)) return 7;
    return call.add(uplo_).add(trans_).add(diag_).add(n_).add(AP).add(x).add(incx_).finish();
}
int cublasSsymv_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSsymv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 4, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 4, false).add(y).add(incy_).finish();
}
int cublasDsymv_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDsymv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 8, false).add(y).add(incy_).finish();
}
int cublasCsymv_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCsymv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 8, false).add(y).add(incy_).finish();
}
int cublasZsymv_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZsymv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 16, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 16, false).add(y).add(incy_).finish();
}
int cublasSsyr_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* A, std::int64_t lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSsyr_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 4, false).add(x).add(incx_).add(A).add(lda_).finish();
}
int cublasDsyr_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* A, std::int64_t lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDsyr_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(A).add(lda_).finish();
}
int cublasCsyr_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* A, std::int64_t lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCsyr_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(A).add(lda_).finish();
}
int cublasZsyr_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* A, std::int64_t lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZsyr_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 16, false).add(x).add(incx_).add(A).add(lda_).finish();
}
int cublasSsyr2_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* A, std::int64_t lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSsyr2_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 4, false).add(x).add(incx_).add(y).add(incy_).add(A).add(lda_).finish();
}
int cublasDsyr2_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* A, std::int64_t lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDsyr2_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(y).add(incy_).add(A).add(lda_).finish();
}
int cublasCsyr2_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* A, std::int64_t lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCsyr2_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(y).add(incy_).add(A).add(lda_).finish();
}
int cublasZsyr2_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* A, std::int64_t lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZsyr2_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 16, false).add(x).add(incx_).add(y).add(incy_).add(A).add(lda_).finish();
}
int cublasSsbmv_v2_64(void* h, int uplo_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSsbmv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, k = k_, lda = lda_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && k >= 0 && lda >= k + 1 && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add(k_).add_scalar(alpha, 4, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 4, false).add(y).add(incy_).finish();
}
int cublasDsbmv_v2_64(void* h, int uplo_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDsbmv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, k = k_, lda = lda_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && k >= 0 && lda >= k + 1 && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 8, false).add(y).add(incy_).finish();
}
int cublasSspmv_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* AP, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSspmv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 4, false).add(AP).add(x).add(incx_).add_scalar(beta, 4, false).add(y).add(incy_).finish();
}
int cublasDspmv_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* AP, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDspmv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(AP).add(x).add(incx_).add_scalar(beta, 8, false).add(y).add(incy_).finish();
}
int cublasSspr_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* AP) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSspr_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && incx != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 4, false).add(x).add(incx_).add(AP).finish();
}
int cublasDspr_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* AP) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDspr_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && incx != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(AP).finish();
}
int cublasSspr2_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* AP) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSspr2_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 4, false).add(x).add(incx_).add(y).add(incy_).add(AP).finish();
}
int cublasDspr2_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* AP) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDspr2_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(y).add(incy_).add(AP).finish();
}
int cublasSger_v2_64(void* h, std::int64_t m_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* A, std::int64_t lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSger_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, incx = incx_, incy = incy_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(m_).add(n_).add_scalar(alpha, 4, false).add(x).add(incx_).add(y).add(incy_).add(A).add(lda_).finish();
}
int cublasDger_v2_64(void* h, std::int64_t m_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* A, std::int64_t lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDger_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, incx = incx_, incy = incy_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(m_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(y).add(incy_).add(A).add(lda_).finish();
}
int cublasChbmv_v2_64(void* h, int uplo_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasChbmv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, k = k_, lda = lda_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && k >= 0 && lda >= k + 1 && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 8, false).add(y).add(incy_).finish();
}
int cublasZhbmv_v2_64(void* h, int uplo_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZhbmv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, k = k_, lda = lda_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && k >= 0 && lda >= k + 1 && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add(k_).add_scalar(alpha, 16, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 16, false).add(y).add(incy_).finish();
}
int cublasChpmv_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* AP, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasChpmv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(AP).add(x).add(incx_).add_scalar(beta, 8, false).add(y).add(incy_).finish();
}
int cublasZhpmv_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* AP, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZhpmv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 16, false).add(AP).add(x).add(incx_).add_scalar(beta, 16, false).add(y).add(incy_).finish();
}
int cublasChpr_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* AP) {
    LibraryCall call(Library::Cublas, declared(Number::cublasChpr_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && incx != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 4, false).add(x).add(incx_).add(AP).finish();
}
int cublasZhpr_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* AP) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZhpr_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && incx != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(AP).finish();
}
int cublasChpr2_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* AP) {
    LibraryCall call(Library::Cublas, declared(Number::cublasChpr2_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(y).add(incy_).add(AP).finish();
}
int cublasZhpr2_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* AP) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZhpr2_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 16, false).add(x).add(incx_).add(y).add(incy_).add(AP).finish();
}
int cublasCgeru_v2_64(void* h, std::int64_t m_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* A, std::int64_t lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgeru_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, incx = incx_, incy = incy_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(m_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(y).add(incy_).add(A).add(lda_).finish();
}
int cublasZgeru_v2_64(void* h, std::int64_t m_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* A, std::int64_t lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgeru_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, incx = incx_, incy = incy_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(m_).add(n_).add_scalar(alpha, 16, false).add(x).add(incx_).add(y).add(incy_).add(A).add(lda_).finish();
}
int cublasCgerc_v2_64(void* h, std::int64_t m_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* A, std::int64_t lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgerc_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, incx = incx_, incy = incy_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(m_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(y).add(incy_).add(A).add(lda_).finish();
}
int cublasZgerc_v2_64(void* h, std::int64_t m_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* A, std::int64_t lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgerc_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, incx = incx_, incy = incy_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m) && incx != 0 && incy != 0)) return 7;
    return call.add(m_).add(n_).add_scalar(alpha, 16, false).add(x).add(incx_).add(y).add(incy_).add(A).add(lda_).finish();
}
int cublasChemv_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasChemv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 8, false).add(y).add(incy_).finish();
}
int cublasZhemv_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* beta, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZhemv_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_, incx = incx_, incy = incy_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 16, false).add(A).add(lda_).add(x).add(incx_).add_scalar(beta, 16, false).add(y).add(incy_).finish();
}
int cublasCher_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* A, std::int64_t lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCher_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 4, false).add(x).add(incx_).add(A).add(lda_).finish();
}
int cublasZher_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* A, std::int64_t lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZher_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(A).add(lda_).finish();
}
int cublasCher2_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* A, std::int64_t lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCher2_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 8, false).add(x).add(incx_).add(y).add(incy_).add(A).add(lda_).finish();
}
int cublasZher2_v2_64(void* h, int uplo_, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* A, std::int64_t lda_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZher2_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, incx = incx_, incy = incy_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && incx != 0 && incy != 0)) return 7;
    return call.add(uplo_).add(n_).add_scalar(alpha, 16, false).add(x).add(incx_).add(y).add(incy_).add(A).add(lda_).finish();
}
int cublasSsymm_v2_64(void* h, int side_, int uplo_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSsymm_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && ldc >= max(1, m))) return 7;
    return call.add(side_).add(uplo_).add(m_).add(n_).add_scalar(alpha, 4, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 4, false).add(C).add(ldc_).finish();
}
int cublasDsymm_v2_64(void* h, int side_, int uplo_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDsymm_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && ldc >= max(1, m))) return 7;
    return call.add(side_).add(uplo_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasCsymm_v2_64(void* h, int side_, int uplo_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCsymm_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && ldc >= max(1, m))) return 7;
    return call.add(side_).add(uplo_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasZsymm_v2_64(void* h, int side_, int uplo_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZsymm_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && ldc >= max(1, m))) return 7;
    return call.add(side_).add(uplo_).add(m_).add(n_).add_scalar(alpha, 16, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 16, false).add(C).add(ldc_).finish();
}
int cublasStrmm_v2_64(void* h, int side_, int uplo_, int trans_, int diag_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasStrmm_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, trans = trans_, diag = diag_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && ldc >= max(1, m))) return 7;
    return call.add(side_).add(uplo_).add(trans_).add(diag_).add(m_).add(n_).add_scalar(alpha, 4, false).add(A).add(lda_).add(B).add(ldb_).add(C).add(ldc_).finish();
}
int cublasDtrmm_v2_64(void* h, int side_, int uplo_, int trans_, int diag_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDtrmm_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, trans = trans_, diag = diag_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && ldc >= max(1, m))) return 7;
    return call.add(side_).add(uplo_).add(trans_).add(diag_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add(C).add(ldc_).finish();
}
int cublasCtrmm_v2_64(void* h, int side_, int uplo_, int trans_, int diag_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCtrmm_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, trans = trans_, diag = diag_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && ldc >= max(1, m))) return 7;
    return call.add(side_).add(uplo_).add(trans_).add(diag_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add(C).add(ldc_).finish();
}
int cublasZtrmm_v2_64(void* h, int side_, int uplo_, int trans_, int diag_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZtrmm_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, trans = trans_, diag = diag_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && ldc >= max(1, m))) return 7;
    return call.add(side_).add(uplo_).add(trans_).add(diag_).add(m_).add(n_).add_scalar(alpha, 16, false).add(A).add(lda_).add(B).add(ldb_).add(C).add(ldc_).finish();
}
int cublasStrsm_v2_64(void* h, int side_, int uplo_, int trans_, int diag_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasStrsm_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, trans = trans_, diag = diag_, m = m_, n = n_, lda = lda_, ldb = ldb_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1)) return 7;
    return call.add(side_).add(uplo_).add(trans_).add(diag_).add(m_).add(n_).add_scalar(alpha, 4, false).add(A).add(lda_).add(B).add(ldb_).finish();
}
int cublasDtrsm_v2_64(void* h, int side_, int uplo_, int trans_, int diag_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDtrsm_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, trans = trans_, diag = diag_, m = m_, n = n_, lda = lda_, ldb = ldb_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1)) return 7;
    return call.add(side_).add(uplo_).add(trans_).add(diag_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).finish();
}
int cublasCtrsm_v2_64(void* h, int side_, int uplo_, int trans_, int diag_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCtrsm_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, trans = trans_, diag = diag_, m = m_, n = n_, lda = lda_, ldb = ldb_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1)) return 7;
    return call.add(side_).add(uplo_).add(trans_).add(diag_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).finish();
}
int cublasZtrsm_v2_64(void* h, int side_, int uplo_, int trans_, int diag_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZtrsm_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, trans = trans_, diag = diag_, m = m_, n = n_, lda = lda_, ldb = ldb_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1)) return 7;
    return call.add(side_).add(uplo_).add(trans_).add(diag_).add(m_).add(n_).add_scalar(alpha, 16, false).add(A).add(lda_).add(B).add(ldb_).finish();
}
int cublasStrsmBatched_64(void* h, int side_, int uplo_, int trans_, int diag_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasStrsmBatched_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, trans = trans_, diag = diag_, m = m_, n = n_, lda = lda_, ldb = ldb_, batch = batch_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && batch >= 0)) return 7;
    return call.add(side_).add(uplo_).add(trans_).add(diag_).add(m_).add(n_).add_scalar(alpha, 4, false).add_pointers(A, batch).add(lda_).add_pointers(B, batch).add(ldb_).add(batch_).finish();
}
int cublasDtrsmBatched_64(void* h, int side_, int uplo_, int trans_, int diag_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDtrsmBatched_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, trans = trans_, diag = diag_, m = m_, n = n_, lda = lda_, ldb = ldb_, batch = batch_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && batch >= 0)) return 7;
    return call.add(side_).add(uplo_).add(trans_).add(diag_).add(m_).add(n_).add_scalar(alpha, 8, false).add_pointers(A, batch).add(lda_).add_pointers(B, batch).add(ldb_).add(batch_).finish();
}
int cublasCtrsmBatched_64(void* h, int side_, int uplo_, int trans_, int diag_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCtrsmBatched_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, trans = trans_, diag = diag_, m = m_, n = n_, lda = lda_, ldb = ldb_, batch = batch_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && batch >= 0)) return 7;
    return call.add(side_).add(uplo_).add(trans_).add(diag_).add(m_).add(n_).add_scalar(alpha, 8, false).add_pointers(A, batch).add(lda_).add_pointers(B, batch).add(ldb_).add(batch_).finish();
}
int cublasZtrsmBatched_64(void* h, int side_, int uplo_, int trans_, int diag_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZtrsmBatched_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, trans = trans_, diag = diag_, m = m_, n = n_, lda = lda_, ldb = ldb_, batch = batch_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && trans >= 0 && trans <= 2 && diag >= 0 && diag <= 1 && batch >= 0)) return 7;
    return call.add(side_).add(uplo_).add(trans_).add(diag_).add(m_).add(n_).add_scalar(alpha, 16, false).add_pointers(A, batch).add(lda_).add_pointers(B, batch).add(ldb_).add(batch_).finish();
}
int cublasSgeam_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* beta, void* B, std::int64_t ldb_, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgeam_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && lda >= max(1, transa == 0 ? m : n) && ldb >= max(1, transb == 0 ? m : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add_scalar(alpha, 4, false).add(A).add(lda_).add_scalar(beta, 4, false).add(B).add(ldb_).add(C).add(ldc_).finish();
}
int cublasDgeam_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* beta, void* B, std::int64_t ldb_, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDgeam_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && lda >= max(1, transa == 0 ? m : n) && ldb >= max(1, transb == 0 ? m : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add_scalar(beta, 8, false).add(B).add(ldb_).add(C).add(ldc_).finish();
}
int cublasCgeam_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* beta, void* B, std::int64_t ldb_, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgeam_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && lda >= max(1, transa == 0 ? m : n) && ldb >= max(1, transb == 0 ? m : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add_scalar(beta, 8, false).add(B).add(ldb_).add(C).add(ldc_).finish();
}
int cublasZgeam_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* beta, void* B, std::int64_t ldb_, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgeam_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide transa = transa_, transb = transb_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && lda >= max(1, transa == 0 ? m : n) && ldb >= max(1, transb == 0 ? m : n) && ldc >= max(1, m))) return 7;
    return call.add(transa_).add(transb_).add(m_).add(n_).add_scalar(alpha, 16, false).add(A).add(lda_).add_scalar(beta, 16, false).add(B).add(ldb_).add(C).add(ldc_).finish();
}
int cublasSdgmm_64(void* h, int mode_, std::int64_t m_, std::int64_t n_, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSdgmm_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide mode = mode_, m = m_, n = n_, lda = lda_, ldc = ldc_;
    if (!(mode >= 0 && mode <= 1 && m >= 0 && n >= 0 && lda >= max(1, m) && ldc >= max(1, m))) return 7;
    return call.add(mode_).add(m_).add(n_).add(A).add(lda_).add(x).add(incx_).add(C).add(ldc_).finish();
}
int cublasDdgmm_64(void* h, int mode_, std::int64_t m_, std::int64_t n_, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDdgmm_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide mode = mode_, m = m_, n = n_, lda = lda_, ldc = ldc_;
    if (!(mode >= 0 && mode <= 1 && m >= 0 && n >= 0 && lda >= max(1, m) && ldc >= max(1, m))) return 7;
    return call.add(mode_).add(m_).add(n_).add(A).add(lda_).add(x).add(incx_).add(C).add(ldc_).finish();
}
int cublasCdgmm_64(void* h, int mode_, std::int64_t m_, std::int64_t n_, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCdgmm_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide mode = mode_, m = m_, n = n_, lda = lda_, ldc = ldc_;
    if (!(mode >= 0 && mode <= 1 && m >= 0 && n >= 0 && lda >= max(1, m) && ldc >= max(1, m))) return 7;
    return call.add(mode_).add(m_).add(n_).add(A).add(lda_).add(x).add(incx_).add(C).add(ldc_).finish();
}
int cublasZdgmm_64(void* h, int mode_, std::int64_t m_, std::int64_t n_, void* A, std::int64_t lda_, void* x, std::int64_t incx_, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZdgmm_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide mode = mode_, m = m_, n = n_, lda = lda_, ldc = ldc_;
    if (!(mode >= 0 && mode <= 1 && m >= 0 && n >= 0 && lda >= max(1, m) && ldc >= max(1, m))) return 7;
    return call.add(mode_).add(m_).add(n_).add(A).add(lda_).add(x).add(incx_).add(C).add(ldc_).finish();
}
int cublasSsyrk_v2_64(void* h, int uplo_, int trans_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSsyrk_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 4, false).add(A).add(lda_).add_scalar(beta, 4, false).add(C).add(ldc_).finish();
}
int cublasDsyrk_v2_64(void* h, int uplo_, int trans_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDsyrk_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasSsyr2k_v2_64(void* h, int uplo_, int trans_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSsyr2k_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldb >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 4, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 4, false).add(C).add(ldc_).finish();
}
int cublasDsyr2k_v2_64(void* h, int uplo_, int trans_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDsyr2k_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldb >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasSsyrkx_64(void* h, int uplo_, int trans_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSsyrkx_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldb >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 4, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 4, false).add(C).add(ldc_).finish();
}
int cublasDsyrkx_64(void* h, int uplo_, int trans_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDsyrkx_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 2 && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldb >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasChemm_v2_64(void* h, int side_, int uplo_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasChemm_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && ldc >= max(1, m))) return 7;
    return call.add(side_).add(uplo_).add(m_).add(n_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasZhemm_v2_64(void* h, int side_, int uplo_, std::int64_t m_, std::int64_t n_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZhemm_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, uplo = uplo_, m = m_, n = n_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && uplo >= 0 && uplo <= 1 && m >= 0 && n >= 0 && lda >= max(1, side == 0 ? m : n) && ldb >= max(1, m) && ldc >= max(1, m))) return 7;
    return call.add(side_).add(uplo_).add(m_).add(n_).add_scalar(alpha, 16, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 16, false).add(C).add(ldc_).finish();
}
int cublasCsyrk_v2_64(void* h, int uplo_, int trans_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCsyrk_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 1 && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasZsyrk_v2_64(void* h, int uplo_, int trans_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZsyrk_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 1 && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 16, false).add(A).add(lda_).add_scalar(beta, 16, false).add(C).add(ldc_).finish();
}
int cublasCsyr2k_v2_64(void* h, int uplo_, int trans_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCsyr2k_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 1 && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldb >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasZsyr2k_v2_64(void* h, int uplo_, int trans_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZsyr2k_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 1 && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldb >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 16, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 16, false).add(C).add(ldc_).finish();
}
int cublasCsyrkx_64(void* h, int uplo_, int trans_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCsyrkx_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 1 && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldb >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasZsyrkx_64(void* h, int uplo_, int trans_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZsyrkx_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && trans >= 0 && trans <= 1 && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldb >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 16, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 16, false).add(C).add(ldc_).finish();
}
int cublasCherk_v2_64(void* h, int uplo_, int trans_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCherk_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && (trans == 0 || trans == 2) && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 4, false).add(A).add(lda_).add_scalar(beta, 4, false).add(C).add(ldc_).finish();
}
int cublasZherk_v2_64(void* h, int uplo_, int trans_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZherk_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && (trans == 0 || trans == 2) && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasCher2k_v2_64(void* h, int uplo_, int trans_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCher2k_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && (trans == 0 || trans == 2) && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldb >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 4, false).add(C).add(ldc_).finish();
}
int cublasZher2k_v2_64(void* h, int uplo_, int trans_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZher2k_v2_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && (trans == 0 || trans == 2) && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldb >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 16, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cublasCherkx_64(void* h, int uplo_, int trans_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCherkx_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && (trans == 0 || trans == 2) && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldb >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 8, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 4, false).add(C).add(ldc_).finish();
}
int cublasZherkx_64(void* h, int uplo_, int trans_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZherkx_64), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, trans = trans_, n = n_, k = k_, lda = lda_, ldb = ldb_, ldc = ldc_;
    if (!(uplo >= 0 && uplo <= 1 && (trans == 0 || trans == 2) && n >= 0 && k >= 0 && lda >= max(1, trans == 0 ? n : k) && ldb >= max(1, trans == 0 ? n : k) && ldc >= max(1, n))) return 7;
    return call.add(uplo_).add(trans_).add(n_).add(k_).add_scalar(alpha, 16, false).add(A).add(lda_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}

// Those that are not covered.
int cublasAlloc() { return unsupported_function(Library::Cublas, "cublasAlloc"); }
int cublasAsumEx() { return unsupported_function(Library::Cublas, "cublasAsumEx"); }
int cublasAsumEx_64() { return unsupported_function(Library::Cublas, "cublasAsumEx_64"); }
int cublasCaxpy() { return unsupported_function(Library::Cublas, "cublasCaxpy"); }
int cublasCbdmm() { return unsupported_function(Library::Cublas, "cublasCbdmm"); }
int cublasCcopy() { return unsupported_function(Library::Cublas, "cublasCcopy"); }
int cublasCdotc() { return unsupported_function(Library::Cublas, "cublasCdotc"); }
int cublasCdotu() { return unsupported_function(Library::Cublas, "cublasCdotu"); }
int cublasCgbmv() { return unsupported_function(Library::Cublas, "cublasCgbmv"); }
int cublasCgemm() { return unsupported_function(Library::Cublas, "cublasCgemm"); }
int cublasCgemm3mBatched() { return unsupported_function(Library::Cublas, "cublasCgemm3mBatched"); }
int cublasCgemm3mBatched_64() { return unsupported_function(Library::Cublas, "cublasCgemm3mBatched_64"); }
int cublasCgemm3mEx() { return unsupported_function(Library::Cublas, "cublasCgemm3mEx"); }
int cublasCgemm3mEx_64() { return unsupported_function(Library::Cublas, "cublasCgemm3mEx_64"); }
int cublasCgemm3mStridedBatched() { return unsupported_function(Library::Cublas, "cublasCgemm3mStridedBatched"); }
int cublasCgemm3mStridedBatched_64() { return unsupported_function(Library::Cublas, "cublasCgemm3mStridedBatched_64"); }
int cublasCgemv() { return unsupported_function(Library::Cublas, "cublasCgemv"); }
int cublasCgerc() { return unsupported_function(Library::Cublas, "cublasCgerc"); }
int cublasCgeru() { return unsupported_function(Library::Cublas, "cublasCgeru"); }
int cublasChbmv() { return unsupported_function(Library::Cublas, "cublasChbmv"); }
int cublasChemm() { return unsupported_function(Library::Cublas, "cublasChemm"); }
int cublasChemv() { return unsupported_function(Library::Cublas, "cublasChemv"); }
int cublasCher() { return unsupported_function(Library::Cublas, "cublasCher"); }
int cublasCher2() { return unsupported_function(Library::Cublas, "cublasCher2"); }
int cublasCher2k() { return unsupported_function(Library::Cublas, "cublasCher2k"); }
int cublasCherk() { return unsupported_function(Library::Cublas, "cublasCherk"); }
int cublasCherk3mEx() { return unsupported_function(Library::Cublas, "cublasCherk3mEx"); }
int cublasCherk3mEx_64() { return unsupported_function(Library::Cublas, "cublasCherk3mEx_64"); }
int cublasCherkEx() { return unsupported_function(Library::Cublas, "cublasCherkEx"); }
int cublasCherkEx_64() { return unsupported_function(Library::Cublas, "cublasCherkEx_64"); }
int cublasChpmv() { return unsupported_function(Library::Cublas, "cublasChpmv"); }
int cublasChpr() { return unsupported_function(Library::Cublas, "cublasChpr"); }
int cublasChpr2() { return unsupported_function(Library::Cublas, "cublasChpr2"); }
int cublasCopyEx() { return unsupported_function(Library::Cublas, "cublasCopyEx"); }
int cublasCopyEx_64() { return unsupported_function(Library::Cublas, "cublasCopyEx_64"); }
int cublasCrot() { return unsupported_function(Library::Cublas, "cublasCrot"); }
int cublasCrotg() { return unsupported_function(Library::Cublas, "cublasCrotg"); }
int cublasCscal() { return unsupported_function(Library::Cublas, "cublasCscal"); }
int cublasCsrot() { return unsupported_function(Library::Cublas, "cublasCsrot"); }
int cublasCsscal() { return unsupported_function(Library::Cublas, "cublasCsscal"); }
int cublasCswap() { return unsupported_function(Library::Cublas, "cublasCswap"); }
int cublasCsymm() { return unsupported_function(Library::Cublas, "cublasCsymm"); }
int cublasCsyr2k() { return unsupported_function(Library::Cublas, "cublasCsyr2k"); }
int cublasCsyrk() { return unsupported_function(Library::Cublas, "cublasCsyrk"); }
int cublasCsyrk3mEx() { return unsupported_function(Library::Cublas, "cublasCsyrk3mEx"); }
int cublasCsyrk3mEx_64() { return unsupported_function(Library::Cublas, "cublasCsyrk3mEx_64"); }
int cublasCsyrkEx() { return unsupported_function(Library::Cublas, "cublasCsyrkEx"); }
int cublasCsyrkEx_64() { return unsupported_function(Library::Cublas, "cublasCsyrkEx_64"); }
int cublasCtbmv() { return unsupported_function(Library::Cublas, "cublasCtbmv"); }
int cublasCtbsv() { return unsupported_function(Library::Cublas, "cublasCtbsv"); }
int cublasCtpmv() { return unsupported_function(Library::Cublas, "cublasCtpmv"); }
int cublasCtpsv() { return unsupported_function(Library::Cublas, "cublasCtpsv"); }
int cublasCtpttr() { return unsupported_function(Library::Cublas, "cublasCtpttr"); }
int cublasCtrmm() { return unsupported_function(Library::Cublas, "cublasCtrmm"); }
int cublasCtrmv() { return unsupported_function(Library::Cublas, "cublasCtrmv"); }
int cublasCtrsm() { return unsupported_function(Library::Cublas, "cublasCtrsm"); }
int cublasCtrsv() { return unsupported_function(Library::Cublas, "cublasCtrsv"); }
int cublasCtrttp() { return unsupported_function(Library::Cublas, "cublasCtrttp"); }
int cublasDasum() { return unsupported_function(Library::Cublas, "cublasDasum"); }
int cublasDaxpy() { return unsupported_function(Library::Cublas, "cublasDaxpy"); }
int cublasDbdmm() { return unsupported_function(Library::Cublas, "cublasDbdmm"); }
int cublasDcopy() { return unsupported_function(Library::Cublas, "cublasDcopy"); }
int cublasDdot() { return unsupported_function(Library::Cublas, "cublasDdot"); }
int cublasDgbmv() { return unsupported_function(Library::Cublas, "cublasDgbmv"); }
int cublasDgemm() { return unsupported_function(Library::Cublas, "cublasDgemm"); }
int cublasDgemmGroupedBatched() { return unsupported_function(Library::Cublas, "cublasDgemmGroupedBatched"); }
int cublasDgemmGroupedBatched_64() { return unsupported_function(Library::Cublas, "cublasDgemmGroupedBatched_64"); }
int cublasDgemv() { return unsupported_function(Library::Cublas, "cublasDgemv"); }
int cublasDger() { return unsupported_function(Library::Cublas, "cublasDger"); }
int cublasDnrm2() { return unsupported_function(Library::Cublas, "cublasDnrm2"); }
int cublasDrot() { return unsupported_function(Library::Cublas, "cublasDrot"); }
int cublasDrotg() { return unsupported_function(Library::Cublas, "cublasDrotg"); }
int cublasDrotm() { return unsupported_function(Library::Cublas, "cublasDrotm"); }
int cublasDrotmg() { return unsupported_function(Library::Cublas, "cublasDrotmg"); }
int cublasDsbmv() { return unsupported_function(Library::Cublas, "cublasDsbmv"); }
int cublasDscal() { return unsupported_function(Library::Cublas, "cublasDscal"); }
int cublasDspmv() { return unsupported_function(Library::Cublas, "cublasDspmv"); }
int cublasDspr() { return unsupported_function(Library::Cublas, "cublasDspr"); }
int cublasDspr2() { return unsupported_function(Library::Cublas, "cublasDspr2"); }
int cublasDswap() { return unsupported_function(Library::Cublas, "cublasDswap"); }
int cublasDsymm() { return unsupported_function(Library::Cublas, "cublasDsymm"); }
int cublasDsymv() { return unsupported_function(Library::Cublas, "cublasDsymv"); }
int cublasDsyr() { return unsupported_function(Library::Cublas, "cublasDsyr"); }
int cublasDsyr2() { return unsupported_function(Library::Cublas, "cublasDsyr2"); }
int cublasDsyr2k() { return unsupported_function(Library::Cublas, "cublasDsyr2k"); }
int cublasDsyrk() { return unsupported_function(Library::Cublas, "cublasDsyrk"); }
int cublasDtbmv() { return unsupported_function(Library::Cublas, "cublasDtbmv"); }
int cublasDtbsv() { return unsupported_function(Library::Cublas, "cublasDtbsv"); }
int cublasDtpmv() { return unsupported_function(Library::Cublas, "cublasDtpmv"); }
int cublasDtpsv() { return unsupported_function(Library::Cublas, "cublasDtpsv"); }
int cublasDtpttr() { return unsupported_function(Library::Cublas, "cublasDtpttr"); }
int cublasDtrmm() { return unsupported_function(Library::Cublas, "cublasDtrmm"); }
int cublasDtrmv() { return unsupported_function(Library::Cublas, "cublasDtrmv"); }
int cublasDtrsm() { return unsupported_function(Library::Cublas, "cublasDtrsm"); }
int cublasDtrsv() { return unsupported_function(Library::Cublas, "cublasDtrsv"); }
int cublasDtrttp() { return unsupported_function(Library::Cublas, "cublasDtrttp"); }
int cublasDzasum() { return unsupported_function(Library::Cublas, "cublasDzasum"); }
int cublasDznrm2() { return unsupported_function(Library::Cublas, "cublasDznrm2"); }
int cublasFree() { return unsupported_function(Library::Cublas, "cublasFree"); }
int cublasGemmGroupedBatchedEx() { return unsupported_function(Library::Cublas, "cublasGemmGroupedBatchedEx"); }
int cublasGemmGroupedBatchedEx_64() { return unsupported_function(Library::Cublas, "cublasGemmGroupedBatchedEx_64"); }
int cublasGetBackdoor() { return unsupported_function(Library::Cublas, "cublasGetBackdoor"); }
int cublasGetEmulationSpecialValuesSupport() { return unsupported_function(Library::Cublas, "cublasGetEmulationSpecialValuesSupport"); }
int cublasGetEmulationStrategy() { return unsupported_function(Library::Cublas, "cublasGetEmulationStrategy"); }
int cublasGetEnvironmentMode() { return unsupported_function(Library::Cublas, "cublasGetEnvironmentMode"); }
int cublasGetError() { return unsupported_function(Library::Cublas, "cublasGetError"); }
int cublasGetFixedPointEmulationMantissaBitCountPointer() { return unsupported_function(Library::Cublas, "cublasGetFixedPointEmulationMantissaBitCountPointer"); }
int cublasGetFixedPointEmulationMantissaBitOffset() { return unsupported_function(Library::Cublas, "cublasGetFixedPointEmulationMantissaBitOffset"); }
int cublasGetFixedPointEmulationMantissaControl() { return unsupported_function(Library::Cublas, "cublasGetFixedPointEmulationMantissaControl"); }
int cublasGetFixedPointEmulationMaxMantissaBitCount() { return unsupported_function(Library::Cublas, "cublasGetFixedPointEmulationMaxMantissaBitCount"); }
int cublasGetVersion() { return unsupported_function(Library::Cublas, "cublasGetVersion"); }
int cublasHSHgemvBatched() { return unsupported_function(Library::Cublas, "cublasHSHgemvBatched"); }
int cublasHSHgemvBatched_64() { return unsupported_function(Library::Cublas, "cublasHSHgemvBatched_64"); }
int cublasHSHgemvStridedBatched() { return unsupported_function(Library::Cublas, "cublasHSHgemvStridedBatched"); }
int cublasHSHgemvStridedBatched_64() { return unsupported_function(Library::Cublas, "cublasHSHgemvStridedBatched_64"); }
int cublasHSSgemvBatched() { return unsupported_function(Library::Cublas, "cublasHSSgemvBatched"); }
int cublasHSSgemvBatched_64() { return unsupported_function(Library::Cublas, "cublasHSSgemvBatched_64"); }
int cublasHSSgemvStridedBatched() { return unsupported_function(Library::Cublas, "cublasHSSgemvStridedBatched"); }
int cublasHSSgemvStridedBatched_64() { return unsupported_function(Library::Cublas, "cublasHSSgemvStridedBatched_64"); }
int cublasIamaxEx() { return unsupported_function(Library::Cublas, "cublasIamaxEx"); }
int cublasIamaxEx_64() { return unsupported_function(Library::Cublas, "cublasIamaxEx_64"); }
int cublasIaminEx() { return unsupported_function(Library::Cublas, "cublasIaminEx"); }
int cublasIaminEx_64() { return unsupported_function(Library::Cublas, "cublasIaminEx_64"); }
int cublasIcamax() { return unsupported_function(Library::Cublas, "cublasIcamax"); }
int cublasIcamin() { return unsupported_function(Library::Cublas, "cublasIcamin"); }
int cublasIdamax() { return unsupported_function(Library::Cublas, "cublasIdamax"); }
int cublasIdamin() { return unsupported_function(Library::Cublas, "cublasIdamin"); }
int cublasInit() { return unsupported_function(Library::Cublas, "cublasInit"); }
int cublasIsamax() { return unsupported_function(Library::Cublas, "cublasIsamax"); }
int cublasIsamin() { return unsupported_function(Library::Cublas, "cublasIsamin"); }
int cublasIzamax() { return unsupported_function(Library::Cublas, "cublasIzamax"); }
int cublasIzamin() { return unsupported_function(Library::Cublas, "cublasIzamin"); }
int cublasRotEx() { return unsupported_function(Library::Cublas, "cublasRotEx"); }
int cublasRotEx_64() { return unsupported_function(Library::Cublas, "cublasRotEx_64"); }
int cublasRotgEx() { return unsupported_function(Library::Cublas, "cublasRotgEx"); }
int cublasRotmEx() { return unsupported_function(Library::Cublas, "cublasRotmEx"); }
int cublasRotmEx_64() { return unsupported_function(Library::Cublas, "cublasRotmEx_64"); }
int cublasRotmgEx() { return unsupported_function(Library::Cublas, "cublasRotmgEx"); }
int cublasSasum() { return unsupported_function(Library::Cublas, "cublasSasum"); }
int cublasSaxpy() { return unsupported_function(Library::Cublas, "cublasSaxpy"); }
int cublasSbdmm() { return unsupported_function(Library::Cublas, "cublasSbdmm"); }
int cublasScasum() { return unsupported_function(Library::Cublas, "cublasScasum"); }
int cublasScnrm2() { return unsupported_function(Library::Cublas, "cublasScnrm2"); }
int cublasScopy() { return unsupported_function(Library::Cublas, "cublasScopy"); }
int cublasSdot() { return unsupported_function(Library::Cublas, "cublasSdot"); }
int cublasSetBackdoor() { return unsupported_function(Library::Cublas, "cublasSetBackdoor"); }
int cublasSetBackdoorEx() { return unsupported_function(Library::Cublas, "cublasSetBackdoorEx"); }
int cublasSetEmulationSpecialValuesSupport() { return unsupported_function(Library::Cublas, "cublasSetEmulationSpecialValuesSupport"); }
int cublasSetEmulationStrategy() { return unsupported_function(Library::Cublas, "cublasSetEmulationStrategy"); }
int cublasSetEnvironmentMode() { return unsupported_function(Library::Cublas, "cublasSetEnvironmentMode"); }
int cublasSetFixedPointEmulationMantissaBitCountPointer() { return unsupported_function(Library::Cublas, "cublasSetFixedPointEmulationMantissaBitCountPointer"); }
int cublasSetFixedPointEmulationMantissaBitOffset() { return unsupported_function(Library::Cublas, "cublasSetFixedPointEmulationMantissaBitOffset"); }
int cublasSetFixedPointEmulationMantissaControl() { return unsupported_function(Library::Cublas, "cublasSetFixedPointEmulationMantissaControl"); }
int cublasSetFixedPointEmulationMaxMantissaBitCount() { return unsupported_function(Library::Cublas, "cublasSetFixedPointEmulationMaxMantissaBitCount"); }
int cublasSetKernelStream() { return unsupported_function(Library::Cublas, "cublasSetKernelStream"); }
int cublasSgbmv() { return unsupported_function(Library::Cublas, "cublasSgbmv"); }
int cublasSgemm() { return unsupported_function(Library::Cublas, "cublasSgemm"); }
int cublasSgemmGroupedBatched() { return unsupported_function(Library::Cublas, "cublasSgemmGroupedBatched"); }
int cublasSgemmGroupedBatched_64() { return unsupported_function(Library::Cublas, "cublasSgemmGroupedBatched_64"); }
int cublasSgemv() { return unsupported_function(Library::Cublas, "cublasSgemv"); }
int cublasSger() { return unsupported_function(Library::Cublas, "cublasSger"); }
int cublasShutdown() { return unsupported_function(Library::Cublas, "cublasShutdown"); }
int cublasSnrm2() { return unsupported_function(Library::Cublas, "cublasSnrm2"); }
int cublasSrot() { return unsupported_function(Library::Cublas, "cublasSrot"); }
int cublasSrotg() { return unsupported_function(Library::Cublas, "cublasSrotg"); }
int cublasSrotm() { return unsupported_function(Library::Cublas, "cublasSrotm"); }
int cublasSrotmg() { return unsupported_function(Library::Cublas, "cublasSrotmg"); }
int cublasSsbmv() { return unsupported_function(Library::Cublas, "cublasSsbmv"); }
int cublasSscal() { return unsupported_function(Library::Cublas, "cublasSscal"); }
int cublasSspmv() { return unsupported_function(Library::Cublas, "cublasSspmv"); }
int cublasSspr() { return unsupported_function(Library::Cublas, "cublasSspr"); }
int cublasSspr2() { return unsupported_function(Library::Cublas, "cublasSspr2"); }
int cublasSswap() { return unsupported_function(Library::Cublas, "cublasSswap"); }
int cublasSsymm() { return unsupported_function(Library::Cublas, "cublasSsymm"); }
int cublasSsymv() { return unsupported_function(Library::Cublas, "cublasSsymv"); }
int cublasSsyr() { return unsupported_function(Library::Cublas, "cublasSsyr"); }
int cublasSsyr2() { return unsupported_function(Library::Cublas, "cublasSsyr2"); }
int cublasSsyr2k() { return unsupported_function(Library::Cublas, "cublasSsyr2k"); }
int cublasSsyrk() { return unsupported_function(Library::Cublas, "cublasSsyrk"); }
int cublasStbmv() { return unsupported_function(Library::Cublas, "cublasStbmv"); }
int cublasStbsv() { return unsupported_function(Library::Cublas, "cublasStbsv"); }
int cublasStpmv() { return unsupported_function(Library::Cublas, "cublasStpmv"); }
int cublasStpsv() { return unsupported_function(Library::Cublas, "cublasStpsv"); }
int cublasStpttr() { return unsupported_function(Library::Cublas, "cublasStpttr"); }
int cublasStrmm() { return unsupported_function(Library::Cublas, "cublasStrmm"); }
int cublasStrmv() { return unsupported_function(Library::Cublas, "cublasStrmv"); }
int cublasStrsm() { return unsupported_function(Library::Cublas, "cublasStrsm"); }
int cublasStrsv() { return unsupported_function(Library::Cublas, "cublasStrsv"); }
int cublasStrttp() { return unsupported_function(Library::Cublas, "cublasStrttp"); }
int cublasSwapEx() { return unsupported_function(Library::Cublas, "cublasSwapEx"); }
int cublasSwapEx_64() { return unsupported_function(Library::Cublas, "cublasSwapEx_64"); }
int cublasTSSgemvBatched() { return unsupported_function(Library::Cublas, "cublasTSSgemvBatched"); }
int cublasTSSgemvBatched_64() { return unsupported_function(Library::Cublas, "cublasTSSgemvBatched_64"); }
int cublasTSSgemvStridedBatched() { return unsupported_function(Library::Cublas, "cublasTSSgemvStridedBatched"); }
int cublasTSSgemvStridedBatched_64() { return unsupported_function(Library::Cublas, "cublasTSSgemvStridedBatched_64"); }
int cublasTSTgemvBatched() { return unsupported_function(Library::Cublas, "cublasTSTgemvBatched"); }
int cublasTSTgemvBatched_64() { return unsupported_function(Library::Cublas, "cublasTSTgemvBatched_64"); }
int cublasTSTgemvStridedBatched() { return unsupported_function(Library::Cublas, "cublasTSTgemvStridedBatched"); }
int cublasTSTgemvStridedBatched_64() { return unsupported_function(Library::Cublas, "cublasTSTgemvStridedBatched_64"); }
int cublasUint8gemmBias() { return unsupported_function(Library::Cublas, "cublasUint8gemmBias"); }
int cublasXerbla() { return unsupported_function(Library::Cublas, "cublasXerbla"); }
int cublasXtCherkx() { return unsupported_function(Library::Cublas, "cublasXtCherkx"); }
int cublasXtCspmm() { return unsupported_function(Library::Cublas, "cublasXtCspmm"); }
int cublasXtCsyrkx() { return unsupported_function(Library::Cublas, "cublasXtCsyrkx"); }
int cublasXtDspmm() { return unsupported_function(Library::Cublas, "cublasXtDspmm"); }
int cublasXtDsyrkx() { return unsupported_function(Library::Cublas, "cublasXtDsyrkx"); }
int cublasXtSspmm() { return unsupported_function(Library::Cublas, "cublasXtSspmm"); }
int cublasXtSsyrkx() { return unsupported_function(Library::Cublas, "cublasXtSsyrkx"); }
int cublasXtZherkx() { return unsupported_function(Library::Cublas, "cublasXtZherkx"); }
int cublasXtZspmm() { return unsupported_function(Library::Cublas, "cublasXtZspmm"); }
int cublasXtZsyrkx() { return unsupported_function(Library::Cublas, "cublasXtZsyrkx"); }
int cublasZaxpy() { return unsupported_function(Library::Cublas, "cublasZaxpy"); }
int cublasZbdmm() { return unsupported_function(Library::Cublas, "cublasZbdmm"); }
int cublasZcopy() { return unsupported_function(Library::Cublas, "cublasZcopy"); }
int cublasZdotc() { return unsupported_function(Library::Cublas, "cublasZdotc"); }
int cublasZdotu() { return unsupported_function(Library::Cublas, "cublasZdotu"); }
int cublasZdrot() { return unsupported_function(Library::Cublas, "cublasZdrot"); }
int cublasZdscal() { return unsupported_function(Library::Cublas, "cublasZdscal"); }
int cublasZgbmv() { return unsupported_function(Library::Cublas, "cublasZgbmv"); }
int cublasZgemm() { return unsupported_function(Library::Cublas, "cublasZgemm"); }
int cublasZgemv() { return unsupported_function(Library::Cublas, "cublasZgemv"); }
int cublasZgerc() { return unsupported_function(Library::Cublas, "cublasZgerc"); }
int cublasZgeru() { return unsupported_function(Library::Cublas, "cublasZgeru"); }
int cublasZhbmv() { return unsupported_function(Library::Cublas, "cublasZhbmv"); }
int cublasZhemm() { return unsupported_function(Library::Cublas, "cublasZhemm"); }
int cublasZhemv() { return unsupported_function(Library::Cublas, "cublasZhemv"); }
int cublasZher() { return unsupported_function(Library::Cublas, "cublasZher"); }
int cublasZher2() { return unsupported_function(Library::Cublas, "cublasZher2"); }
int cublasZher2k() { return unsupported_function(Library::Cublas, "cublasZher2k"); }
int cublasZherk() { return unsupported_function(Library::Cublas, "cublasZherk"); }
int cublasZhpmv() { return unsupported_function(Library::Cublas, "cublasZhpmv"); }
int cublasZhpr() { return unsupported_function(Library::Cublas, "cublasZhpr"); }
int cublasZhpr2() { return unsupported_function(Library::Cublas, "cublasZhpr2"); }
int cublasZrot() { return unsupported_function(Library::Cublas, "cublasZrot"); }
int cublasZrotg() { return unsupported_function(Library::Cublas, "cublasZrotg"); }
int cublasZscal() { return unsupported_function(Library::Cublas, "cublasZscal"); }
int cublasZswap() { return unsupported_function(Library::Cublas, "cublasZswap"); }
int cublasZsymm() { return unsupported_function(Library::Cublas, "cublasZsymm"); }
int cublasZsyr2k() { return unsupported_function(Library::Cublas, "cublasZsyr2k"); }
int cublasZsyrk() { return unsupported_function(Library::Cublas, "cublasZsyrk"); }
int cublasZtbmv() { return unsupported_function(Library::Cublas, "cublasZtbmv"); }
int cublasZtbsv() { return unsupported_function(Library::Cublas, "cublasZtbsv"); }
int cublasZtpmv() { return unsupported_function(Library::Cublas, "cublasZtpmv"); }
int cublasZtpsv() { return unsupported_function(Library::Cublas, "cublasZtpsv"); }
int cublasZtpttr() { return unsupported_function(Library::Cublas, "cublasZtpttr"); }
int cublasZtrmm() { return unsupported_function(Library::Cublas, "cublasZtrmm"); }
int cublasZtrmv() { return unsupported_function(Library::Cublas, "cublasZtrmv"); }
int cublasZtrsm() { return unsupported_function(Library::Cublas, "cublasZtrsm"); }
int cublasZtrsv() { return unsupported_function(Library::Cublas, "cublasZtrsv"); }
int cublasZtrttp() { return unsupported_function(Library::Cublas, "cublasZtrttp"); }
#pragma GCC visibility pop

}
