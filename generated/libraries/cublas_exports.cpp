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
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add_scalar(alpha, 4, false);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    return call.finish();
}
int cublasDaxpy_v2(void* h, int n_, void* alpha, void* x, int incx_, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDaxpy_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add_scalar(alpha, 8, false);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    return call.finish();
}
int cublasCaxpy_v2(void* h, int n_, void* alpha, void* x, int incx_, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCaxpy_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add_scalar(alpha, 8, false);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    return call.finish();
}
int cublasZaxpy_v2(void* h, int n_, void* alpha, void* x, int incx_, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZaxpy_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add_scalar(alpha, 16, false);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    return call.finish();
}
int cublasScopy_v2(void* h, int n_, void* x, int incx_, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasScopy_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    return call.finish();
}
int cublasDcopy_v2(void* h, int n_, void* x, int incx_, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDcopy_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    return call.finish();
}
int cublasCcopy_v2(void* h, int n_, void* x, int incx_, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCcopy_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    return call.finish();
}
int cublasZcopy_v2(void* h, int n_, void* x, int incx_, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZcopy_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    return call.finish();
}
int cublasSswap_v2(void* h, int n_, void* x, int incx_, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSswap_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    return call.finish();
}
int cublasDswap_v2(void* h, int n_, void* x, int incx_, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDswap_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    return call.finish();
}
int cublasCswap_v2(void* h, int n_, void* x, int incx_, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCswap_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    return call.finish();
}
int cublasZswap_v2(void* h, int n_, void* x, int incx_, void* y, int incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZswap_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    return call.finish();
}
int cublasSscal_v2(void* h, int n_, void* alpha, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSscal_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add_scalar(alpha, 4, false);
    call.add(x);
    call.add(incx_);
    return call.finish();
}
int cublasDscal_v2(void* h, int n_, void* alpha, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDscal_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add_scalar(alpha, 8, false);
    call.add(x);
    call.add(incx_);
    return call.finish();
}
int cublasCscal_v2(void* h, int n_, void* alpha, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCscal_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add_scalar(alpha, 8, false);
    call.add(x);
    call.add(incx_);
    return call.finish();
}
int cublasZscal_v2(void* h, int n_, void* alpha, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZscal_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add_scalar(alpha, 16, false);
    call.add(x);
    call.add(incx_);
    return call.finish();
}
int cublasSrot_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSrot_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(c, 4, false);
    call.add_scalar(s, 4, false);
    return call.finish();
}
int cublasDrot_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDrot_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(c, 8, false);
    call.add_scalar(s, 8, false);
    return call.finish();
}
int cublasCrot_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCrot_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(c, 4, false);
    call.add_scalar(s, 8, false);
    return call.finish();
}
int cublasZrot_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZrot_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(c, 8, false);
    call.add_scalar(s, 16, false);
    return call.finish();
}
int cublasSrotg_v2(void* h, void* a, void* b, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSrotg_v2), h);
    if (!call.is_open()) return 1;
    call.add_scalar(a, 4, true);
    call.add_scalar(b, 4, true);
    call.add_scalar(c, 4, true);
    call.add_scalar(s, 4, true);
    return call.finish();
}
int cublasDrotg_v2(void* h, void* a, void* b, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDrotg_v2), h);
    if (!call.is_open()) return 1;
    call.add_scalar(a, 8, true);
    call.add_scalar(b, 8, true);
    call.add_scalar(c, 8, true);
    call.add_scalar(s, 8, true);
    return call.finish();
}
int cublasCrotg_v2(void* h, void* a, void* b, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCrotg_v2), h);
    if (!call.is_open()) return 1;
    call.add_scalar(a, 8, true);
    call.add_scalar(b, 8, true);
    call.add_scalar(c, 4, true);
    call.add_scalar(s, 8, true);
    return call.finish();
}
int cublasZrotg_v2(void* h, void* a, void* b, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZrotg_v2), h);
    if (!call.is_open()) return 1;
    call.add_scalar(a, 16, true);
    call.add_scalar(b, 16, true);
    call.add_scalar(c, 8, true);
    call.add_scalar(s, 16, true);
    return call.finish();
}
int cublasSdot_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSdot_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(r, 4, true);
    return call.finish();
}
int cublasDdot_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDdot_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(r, 8, true);
    return call.finish();
}
int cublasSnrm2_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSnrm2_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 4, true);
    return call.finish();
}
int cublasDnrm2_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDnrm2_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 8, true);
    return call.finish();
}
int cublasSasum_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSasum_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 4, true);
    return call.finish();
}
int cublasDasum_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDasum_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 8, true);
    return call.finish();
}
int cublasSrotm_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* param) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSrotm_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(param, 5 * 4, false);
    return call.finish();
}
int cublasDrotm_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* param) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDrotm_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(param, 5 * 8, false);
    return call.finish();
}
int cublasSrotmg_v2(void* h, void* d1, void* d2, void* x1, void* y1, void* param) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSrotmg_v2), h);
    if (!call.is_open()) return 1;
    call.add_scalar(d1, 4, true);
    call.add_scalar(d2, 4, true);
    call.add_scalar(x1, 4, true);
    call.add_scalar(y1, 4, false);
    call.add_scalar(param, 5 * 4, true);
    return call.finish();
}
int cublasDrotmg_v2(void* h, void* d1, void* d2, void* x1, void* y1, void* param) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDrotmg_v2), h);
    if (!call.is_open()) return 1;
    call.add_scalar(d1, 8, true);
    call.add_scalar(d2, 8, true);
    call.add_scalar(x1, 8, true);
    call.add_scalar(y1, 8, false);
    call.add_scalar(param, 5 * 8, true);
    return call.finish();
}
int cublasCdotu_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCdotu_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(r, 8, true);
    return call.finish();
}
int cublasZdotu_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZdotu_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(r, 16, true);
    return call.finish();
}
int cublasCdotc_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCdotc_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(r, 8, true);
    return call.finish();
}
int cublasZdotc_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZdotc_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(r, 16, true);
    return call.finish();
}
int cublasScnrm2_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasScnrm2_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 4, true);
    return call.finish();
}
int cublasDznrm2_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDznrm2_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 8, true);
    return call.finish();
}
int cublasScasum_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasScasum_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 4, true);
    return call.finish();
}
int cublasDzasum_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDzasum_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 8, true);
    return call.finish();
}
int cublasCsscal_v2(void* h, int n_, void* alpha, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCsscal_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add_scalar(alpha, 4, false);
    call.add(x);
    call.add(incx_);
    return call.finish();
}
int cublasZdscal_v2(void* h, int n_, void* alpha, void* x, int incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZdscal_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add_scalar(alpha, 8, false);
    call.add(x);
    call.add(incx_);
    return call.finish();
}
int cublasCsrot_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCsrot_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(c, 4, false);
    call.add_scalar(s, 4, false);
    return call.finish();
}
int cublasZdrot_v2(void* h, int n_, void* x, int incx_, void* y, int incy_, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZdrot_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(c, 8, false);
    call.add_scalar(s, 8, false);
    return call.finish();
}
int cublasIsamax_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIsamax_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 4, true);
    return call.finish();
}
int cublasIdamax_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIdamax_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 4, true);
    return call.finish();
}
int cublasIcamax_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIcamax_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 4, true);
    return call.finish();
}
int cublasIzamax_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIzamax_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 4, true);
    return call.finish();
}
int cublasIsamin_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIsamin_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 4, true);
    return call.finish();
}
int cublasIdamin_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIdamin_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 4, true);
    return call.finish();
}
int cublasIcamin_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIcamin_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 4, true);
    return call.finish();
}
int cublasIzamin_v2(void* h, int n_, void* x, int incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIzamin_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 4, true);
    return call.finish();
}
int cublasAxpyEx(void* h, int n_, void* alpha, int alphaType_, void* x, int xType_, int incx_, void* y, int yType_, int incy_, int executionType_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasAxpyEx), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide alphaType = alphaType_;
    [[maybe_unused]] const reach::Wide xType = xType_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide yType = yType_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    [[maybe_unused]] const reach::Wide executionType = executionType_;
    call.add(n_);
    call.add_scalar(alpha, data_type_bytes(alphaType), false);
    call.add(alphaType_);
    call.add(x);
    call.add(xType_);
    call.add(incx_);
    call.add(y);
    call.add(yType_);
    call.add(incy_);
    call.add(executionType_);
    return call.finish();
}
int cublasDotEx(void* h, int n_, void* x, int xType_, int incx_, void* y, int yType_, int incy_, void* r, int resultType_, int executionType_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDotEx), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide xType = xType_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide yType = yType_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    [[maybe_unused]] const reach::Wide resultType = resultType_;
    [[maybe_unused]] const reach::Wide executionType = executionType_;
    call.add(n_);
    call.add(x);
    call.add(xType_);
    call.add(incx_);
    call.add(y);
    call.add(yType_);
    call.add(incy_);
    call.add_scalar(r, data_type_bytes(resultType), true);
    call.add(resultType_);
    call.add(executionType_);
    return call.finish();
}
int cublasDotcEx(void* h, int n_, void* x, int xType_, int incx_, void* y, int yType_, int incy_, void* r, int resultType_, int executionType_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDotcEx), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide xType = xType_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide yType = yType_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    [[maybe_unused]] const reach::Wide resultType = resultType_;
    [[maybe_unused]] const reach::Wide executionType = executionType_;
    call.add(n_);
    call.add(x);
    call.add(xType_);
    call.add(incx_);
    call.add(y);
    call.add(yType_);
    call.add(incy_);
    call.add_scalar(r, data_type_bytes(resultType), true);
    call.add(resultType_);
    call.add(executionType_);
    return call.finish();
}
int cublasNrm2Ex(void* h, int n_, void* x, int xType_, int incx_, void* r, int resultType_, int executionType_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasNrm2Ex), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide xType = xType_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide resultType = resultType_;
    [[maybe_unused]] const reach::Wide executionType = executionType_;
    call.add(n_);
    call.add(x);
    call.add(xType_);
    call.add(incx_);
    call.add_scalar(r, data_type_bytes(resultType), true);
    call.add(resultType_);
    call.add(executionType_);
    return call.finish();
}
int cublasScalEx(void* h, int n_, void* alpha, int alphaType_, void* x, int xType_, int incx_, int executionType_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasScalEx), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide alphaType = alphaType_;
    [[maybe_unused]] const reach::Wide xType = xType_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide executionType = executionType_;
    call.add(n_);
    call.add_scalar(alpha, data_type_bytes(alphaType), false);
    call.add(alphaType_);
    call.add(x);
    call.add(xType_);
    call.add(incx_);
    call.add(executionType_);
    return call.finish();
}
int cublasSgemmStridedBatched(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, std::int64_t strideA_, void* B, int ldb_, std::int64_t strideB_, void* beta, void* C, int ldc_, std::int64_t strideC_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgemmStridedBatched), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide strideA = strideA_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide strideB = strideB_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    [[maybe_unused]] const reach::Wide strideC = strideC_;
    [[maybe_unused]] const reach::Wide batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 4, false);
    call.add(A);
    call.add(lda_);
    call.add(strideA_);
    call.add(B);
    call.add(ldb_);
    call.add(strideB_);
    call.add_scalar(beta, 4, false);
    call.add(C);
    call.add(ldc_);
    call.add(strideC_);
    call.add(batch_);
    return call.finish();
}
int cublasDgemmStridedBatched(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, std::int64_t strideA_, void* B, int ldb_, std::int64_t strideB_, void* beta, void* C, int ldc_, std::int64_t strideC_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDgemmStridedBatched), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide strideA = strideA_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide strideB = strideB_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    [[maybe_unused]] const reach::Wide strideC = strideC_;
    [[maybe_unused]] const reach::Wide batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 8, false);
    call.add(A);
    call.add(lda_);
    call.add(strideA_);
    call.add(B);
    call.add(ldb_);
    call.add(strideB_);
    call.add_scalar(beta, 8, false);
    call.add(C);
    call.add(ldc_);
    call.add(strideC_);
    call.add(batch_);
    return call.finish();
}
int cublasCgemmStridedBatched(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, std::int64_t strideA_, void* B, int ldb_, std::int64_t strideB_, void* beta, void* C, int ldc_, std::int64_t strideC_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgemmStridedBatched), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide strideA = strideA_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide strideB = strideB_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    [[maybe_unused]] const reach::Wide strideC = strideC_;
    [[maybe_unused]] const reach::Wide batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 8, false);
    call.add(A);
    call.add(lda_);
    call.add(strideA_);
    call.add(B);
    call.add(ldb_);
    call.add(strideB_);
    call.add_scalar(beta, 8, false);
    call.add(C);
    call.add(ldc_);
    call.add(strideC_);
    call.add(batch_);
    return call.finish();
}
int cublasZgemmStridedBatched(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, std::int64_t strideA_, void* B, int ldb_, std::int64_t strideB_, void* beta, void* C, int ldc_, std::int64_t strideC_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgemmStridedBatched), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide strideA = strideA_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide strideB = strideB_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    [[maybe_unused]] const reach::Wide strideC = strideC_;
    [[maybe_unused]] const reach::Wide batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 16, false);
    call.add(A);
    call.add(lda_);
    call.add(strideA_);
    call.add(B);
    call.add(ldb_);
    call.add(strideB_);
    call.add_scalar(beta, 16, false);
    call.add(C);
    call.add(ldc_);
    call.add(strideC_);
    call.add(batch_);
    return call.finish();
}
int cublasHgemmStridedBatched(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, std::int64_t strideA_, void* B, int ldb_, std::int64_t strideB_, void* beta, void* C, int ldc_, std::int64_t strideC_, int batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasHgemmStridedBatched), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide strideA = strideA_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide strideB = strideB_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    [[maybe_unused]] const reach::Wide strideC = strideC_;
    [[maybe_unused]] const reach::Wide batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 2, false);
    call.add(A);
    call.add(lda_);
    call.add(strideA_);
    call.add(B);
    call.add(ldb_);
    call.add(strideB_);
    call.add_scalar(beta, 2, false);
    call.add(C);
    call.add(ldc_);
    call.add(strideC_);
    call.add(batch_);
    return call.finish();
}
int cublasSgemm_v2(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgemm_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 4, false);
    call.add(A);
    call.add(lda_);
    call.add(B);
    call.add(ldb_);
    call.add_scalar(beta, 4, false);
    call.add(C);
    call.add(ldc_);
    return call.finish();
}
int cublasDgemm_v2(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDgemm_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 8, false);
    call.add(A);
    call.add(lda_);
    call.add(B);
    call.add(ldb_);
    call.add_scalar(beta, 8, false);
    call.add(C);
    call.add(ldc_);
    return call.finish();
}
int cublasCgemm_v2(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgemm_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 8, false);
    call.add(A);
    call.add(lda_);
    call.add(B);
    call.add(ldb_);
    call.add_scalar(beta, 8, false);
    call.add(C);
    call.add(ldc_);
    return call.finish();
}
int cublasZgemm_v2(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgemm_v2), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 16, false);
    call.add(A);
    call.add(lda_);
    call.add(B);
    call.add(ldb_);
    call.add_scalar(beta, 16, false);
    call.add(C);
    call.add(ldc_);
    return call.finish();
}
int cublasHgemm(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasHgemm), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 2, false);
    call.add(A);
    call.add(lda_);
    call.add(B);
    call.add(ldb_);
    call.add_scalar(beta, 2, false);
    call.add(C);
    call.add(ldc_);
    return call.finish();
}
int cublasCgemm3m(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgemm3m), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 8, false);
    call.add(A);
    call.add(lda_);
    call.add(B);
    call.add(ldb_);
    call.add_scalar(beta, 8, false);
    call.add(C);
    call.add(ldc_);
    return call.finish();
}
int cublasZgemm3m(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int lda_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgemm3m), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 16, false);
    call.add(A);
    call.add(lda_);
    call.add(B);
    call.add(ldb_);
    call.add_scalar(beta, 16, false);
    call.add(C);
    call.add(ldc_);
    return call.finish();
}
int cublasSgemmEx(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int Atype_, int lda_, void* B, int Btype_, int ldb_, void* beta, void* C, int Ctype_, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgemmEx), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide Atype = Atype_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide Btype = Btype_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide Ctype = Ctype_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 4, false);
    call.add(A);
    call.add(Atype_);
    call.add(lda_);
    call.add(B);
    call.add(Btype_);
    call.add(ldb_);
    call.add_scalar(beta, 4, false);
    call.add(C);
    call.add(Ctype_);
    call.add(ldc_);
    return call.finish();
}
int cublasCgemmEx(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int Atype_, int lda_, void* B, int Btype_, int ldb_, void* beta, void* C, int Ctype_, int ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgemmEx), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide Atype = Atype_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide Btype = Btype_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide Ctype = Ctype_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 8, false);
    call.add(A);
    call.add(Atype_);
    call.add(lda_);
    call.add(B);
    call.add(Btype_);
    call.add(ldb_);
    call.add_scalar(beta, 8, false);
    call.add(C);
    call.add(Ctype_);
    call.add(ldc_);
    return call.finish();
}
int cublasGemmEx(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int Atype_, int lda_, void* B, int Btype_, int ldb_, void* beta, void* C, int Ctype_, int ldc_, int computeType_, int algo_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasGemmEx), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide Atype = Atype_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide Btype = Btype_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide Ctype = Ctype_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    [[maybe_unused]] const reach::Wide computeType = computeType_;
    [[maybe_unused]] const reach::Wide algo = algo_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, compute_scalar_bytes(computeType, Ctype), false);
    call.add(A);
    call.add(Atype_);
    call.add(lda_);
    call.add(B);
    call.add(Btype_);
    call.add(ldb_);
    call.add_scalar(beta, compute_scalar_bytes(computeType, Ctype), false);
    call.add(C);
    call.add(Ctype_);
    call.add(ldc_);
    call.add(computeType_);
    call.add(algo_);
    return call.finish();
}
int cublasGemmStridedBatchedEx(void* h, int transa_, int transb_, int m_, int n_, int k_, void* alpha, void* A, int Atype_, int lda_, std::int64_t strideA_, void* B, int Btype_, int ldb_, std::int64_t strideB_, void* beta, void* C, int Ctype_, int ldc_, std::int64_t strideC_, int batch_, int computeType_, int algo_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasGemmStridedBatchedEx), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide Atype = Atype_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide strideA = strideA_;
    [[maybe_unused]] const reach::Wide Btype = Btype_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide strideB = strideB_;
    [[maybe_unused]] const reach::Wide Ctype = Ctype_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    [[maybe_unused]] const reach::Wide strideC = strideC_;
    [[maybe_unused]] const reach::Wide batch = batch_;
    [[maybe_unused]] const reach::Wide computeType = computeType_;
    [[maybe_unused]] const reach::Wide algo = algo_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, compute_scalar_bytes(computeType, Ctype), false);
    call.add(A);
    call.add(Atype_);
    call.add(lda_);
    call.add(strideA_);
    call.add(B);
    call.add(Btype_);
    call.add(ldb_);
    call.add(strideB_);
    call.add_scalar(beta, compute_scalar_bytes(computeType, Ctype), false);
    call.add(C);
    call.add(Ctype_);
    call.add(ldc_);
    call.add(strideC_);
    call.add(batch_);
    call.add(computeType_);
    call.add(algo_);
    return call.finish();
}
int cublasSaxpy_v2_64(void* h, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSaxpy_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add_scalar(alpha, 4, false);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    return call.finish();
}
int cublasDaxpy_v2_64(void* h, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDaxpy_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add_scalar(alpha, 8, false);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    return call.finish();
}
int cublasCaxpy_v2_64(void* h, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCaxpy_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add_scalar(alpha, 8, false);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    return call.finish();
}
int cublasZaxpy_v2_64(void* h, std::int64_t n_, void* alpha, void* x, std::int64_t incx_, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZaxpy_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add_scalar(alpha, 16, false);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    return call.finish();
}
int cublasScopy_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasScopy_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    return call.finish();
}
int cublasDcopy_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDcopy_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    return call.finish();
}
int cublasCcopy_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCcopy_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    return call.finish();
}
int cublasZcopy_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZcopy_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    return call.finish();
}
int cublasSswap_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSswap_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    return call.finish();
}
int cublasDswap_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDswap_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    return call.finish();
}
int cublasCswap_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCswap_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    return call.finish();
}
int cublasZswap_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZswap_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    return call.finish();
}
int cublasSscal_v2_64(void* h, std::int64_t n_, void* alpha, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSscal_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add_scalar(alpha, 4, false);
    call.add(x);
    call.add(incx_);
    return call.finish();
}
int cublasDscal_v2_64(void* h, std::int64_t n_, void* alpha, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDscal_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add_scalar(alpha, 8, false);
    call.add(x);
    call.add(incx_);
    return call.finish();
}
int cublasCscal_v2_64(void* h, std::int64_t n_, void* alpha, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCscal_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add_scalar(alpha, 8, false);
    call.add(x);
    call.add(incx_);
    return call.finish();
}
int cublasZscal_v2_64(void* h, std::int64_t n_, void* alpha, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZscal_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add_scalar(alpha, 16, false);
    call.add(x);
    call.add(incx_);
    return call.finish();
}
int cublasSrot_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSrot_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(c, 4, false);
    call.add_scalar(s, 4, false);
    return call.finish();
}
int cublasDrot_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDrot_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(c, 8, false);
    call.add_scalar(s, 8, false);
    return call.finish();
}
int cublasCrot_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCrot_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(c, 4, false);
    call.add_scalar(s, 8, false);
    return call.finish();
}
int cublasZrot_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZrot_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(c, 8, false);
    call.add_scalar(s, 16, false);
    return call.finish();
}
int cublasSdot_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSdot_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(r, 4, true);
    return call.finish();
}
int cublasDdot_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDdot_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(r, 8, true);
    return call.finish();
}
int cublasSnrm2_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSnrm2_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 4, true);
    return call.finish();
}
int cublasDnrm2_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDnrm2_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 8, true);
    return call.finish();
}
int cublasSasum_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSasum_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 4, true);
    return call.finish();
}
int cublasDasum_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDasum_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 8, true);
    return call.finish();
}
int cublasSrotm_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* param) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSrotm_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(param, 5 * 4, false);
    return call.finish();
}
int cublasDrotm_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* param) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDrotm_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(param, 5 * 8, false);
    return call.finish();
}
int cublasCdotu_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCdotu_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(r, 8, true);
    return call.finish();
}
int cublasZdotu_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZdotu_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(r, 16, true);
    return call.finish();
}
int cublasCdotc_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCdotc_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(r, 8, true);
    return call.finish();
}
int cublasZdotc_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZdotc_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(r, 16, true);
    return call.finish();
}
int cublasScnrm2_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasScnrm2_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 4, true);
    return call.finish();
}
int cublasDznrm2_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDznrm2_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 8, true);
    return call.finish();
}
int cublasScasum_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasScasum_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 4, true);
    return call.finish();
}
int cublasDzasum_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDzasum_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 8, true);
    return call.finish();
}
int cublasCsscal_v2_64(void* h, std::int64_t n_, void* alpha, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCsscal_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add_scalar(alpha, 4, false);
    call.add(x);
    call.add(incx_);
    return call.finish();
}
int cublasZdscal_v2_64(void* h, std::int64_t n_, void* alpha, void* x, std::int64_t incx_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZdscal_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add_scalar(alpha, 8, false);
    call.add(x);
    call.add(incx_);
    return call.finish();
}
int cublasCsrot_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCsrot_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(c, 4, false);
    call.add_scalar(s, 4, false);
    return call.finish();
}
int cublasZdrot_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* y, std::int64_t incy_, void* c, void* s) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZdrot_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add(y);
    call.add(incy_);
    call.add_scalar(c, 8, false);
    call.add_scalar(s, 8, false);
    return call.finish();
}
int cublasIsamax_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIsamax_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 8, true);
    return call.finish();
}
int cublasIdamax_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIdamax_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 8, true);
    return call.finish();
}
int cublasIcamax_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIcamax_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 8, true);
    return call.finish();
}
int cublasIzamax_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIzamax_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 8, true);
    return call.finish();
}
int cublasIsamin_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIsamin_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 8, true);
    return call.finish();
}
int cublasIdamin_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIdamin_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 8, true);
    return call.finish();
}
int cublasIcamin_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIcamin_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 8, true);
    return call.finish();
}
int cublasIzamin_v2_64(void* h, std::int64_t n_, void* x, std::int64_t incx_, void* r) {
    LibraryCall call(Library::Cublas, declared(Number::cublasIzamin_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    call.add(n_);
    call.add(x);
    call.add(incx_);
    call.add_scalar(r, 8, true);
    return call.finish();
}
int cublasAxpyEx_64(void* h, std::int64_t n_, void* alpha, int alphaType_, void* x, int xType_, std::int64_t incx_, void* y, int yType_, std::int64_t incy_, int executionType_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasAxpyEx_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide alphaType = alphaType_;
    [[maybe_unused]] const reach::Wide xType = xType_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide yType = yType_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    [[maybe_unused]] const reach::Wide executionType = executionType_;
    call.add(n_);
    call.add_scalar(alpha, data_type_bytes(alphaType), false);
    call.add(alphaType_);
    call.add(x);
    call.add(xType_);
    call.add(incx_);
    call.add(y);
    call.add(yType_);
    call.add(incy_);
    call.add(executionType_);
    return call.finish();
}
int cublasDotEx_64(void* h, std::int64_t n_, void* x, int xType_, std::int64_t incx_, void* y, int yType_, std::int64_t incy_, void* r, int resultType_, int executionType_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDotEx_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide xType = xType_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide yType = yType_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    [[maybe_unused]] const reach::Wide resultType = resultType_;
    [[maybe_unused]] const reach::Wide executionType = executionType_;
    call.add(n_);
    call.add(x);
    call.add(xType_);
    call.add(incx_);
    call.add(y);
    call.add(yType_);
    call.add(incy_);
    call.add_scalar(r, data_type_bytes(resultType), true);
    call.add(resultType_);
    call.add(executionType_);
    return call.finish();
}
int cublasDotcEx_64(void* h, std::int64_t n_, void* x, int xType_, std::int64_t incx_, void* y, int yType_, std::int64_t incy_, void* r, int resultType_, int executionType_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDotcEx_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide xType = xType_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide yType = yType_;
    [[maybe_unused]] const reach::Wide incy = incy_;
    [[maybe_unused]] const reach::Wide resultType = resultType_;
    [[maybe_unused]] const reach::Wide executionType = executionType_;
    call.add(n_);
    call.add(x);
    call.add(xType_);
    call.add(incx_);
    call.add(y);
    call.add(yType_);
    call.add(incy_);
    call.add_scalar(r, data_type_bytes(resultType), true);
    call.add(resultType_);
    call.add(executionType_);
    return call.finish();
}
int cublasNrm2Ex_64(void* h, std::int64_t n_, void* x, int xType_, std::int64_t incx_, void* r, int resultType_, int executionType_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasNrm2Ex_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide xType = xType_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide resultType = resultType_;
    [[maybe_unused]] const reach::Wide executionType = executionType_;
    call.add(n_);
    call.add(x);
    call.add(xType_);
    call.add(incx_);
    call.add_scalar(r, data_type_bytes(resultType), true);
    call.add(resultType_);
    call.add(executionType_);
    return call.finish();
}
int cublasScalEx_64(void* h, std::int64_t n_, void* alpha, int alphaType_, void* x, int xType_, std::int64_t incx_, int executionType_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasScalEx_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide alphaType = alphaType_;
    [[maybe_unused]] const reach::Wide xType = xType_;
    [[maybe_unused]] const reach::Wide incx = incx_;
    [[maybe_unused]] const reach::Wide executionType = executionType_;
    call.add(n_);
    call.add_scalar(alpha, data_type_bytes(alphaType), false);
    call.add(alphaType_);
    call.add(x);
    call.add(xType_);
    call.add(incx_);
    call.add(executionType_);
    return call.finish();
}
int cublasSgemmStridedBatched_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, std::int64_t strideA_, void* B, std::int64_t ldb_, std::int64_t strideB_, void* beta, void* C, std::int64_t ldc_, std::int64_t strideC_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgemmStridedBatched_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide strideA = strideA_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide strideB = strideB_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    [[maybe_unused]] const reach::Wide strideC = strideC_;
    [[maybe_unused]] const reach::Wide batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 4, false);
    call.add(A);
    call.add(lda_);
    call.add(strideA_);
    call.add(B);
    call.add(ldb_);
    call.add(strideB_);
    call.add_scalar(beta, 4, false);
    call.add(C);
    call.add(ldc_);
    call.add(strideC_);
    call.add(batch_);
    return call.finish();
}
int cublasDgemmStridedBatched_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, std::int64_t strideA_, void* B, std::int64_t ldb_, std::int64_t strideB_, void* beta, void* C, std::int64_t ldc_, std::int64_t strideC_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDgemmStridedBatched_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide strideA = strideA_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide strideB = strideB_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    [[maybe_unused]] const reach::Wide strideC = strideC_;
    [[maybe_unused]] const reach::Wide batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 8, false);
    call.add(A);
    call.add(lda_);
    call.add(strideA_);
    call.add(B);
    call.add(ldb_);
    call.add(strideB_);
    call.add_scalar(beta, 8, false);
    call.add(C);
    call.add(ldc_);
    call.add(strideC_);
    call.add(batch_);
    return call.finish();
}
int cublasCgemmStridedBatched_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, std::int64_t strideA_, void* B, std::int64_t ldb_, std::int64_t strideB_, void* beta, void* C, std::int64_t ldc_, std::int64_t strideC_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgemmStridedBatched_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide strideA = strideA_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide strideB = strideB_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    [[maybe_unused]] const reach::Wide strideC = strideC_;
    [[maybe_unused]] const reach::Wide batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 8, false);
    call.add(A);
    call.add(lda_);
    call.add(strideA_);
    call.add(B);
    call.add(ldb_);
    call.add(strideB_);
    call.add_scalar(beta, 8, false);
    call.add(C);
    call.add(ldc_);
    call.add(strideC_);
    call.add(batch_);
    return call.finish();
}
int cublasZgemmStridedBatched_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, std::int64_t strideA_, void* B, std::int64_t ldb_, std::int64_t strideB_, void* beta, void* C, std::int64_t ldc_, std::int64_t strideC_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgemmStridedBatched_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide strideA = strideA_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide strideB = strideB_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    [[maybe_unused]] const reach::Wide strideC = strideC_;
    [[maybe_unused]] const reach::Wide batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 16, false);
    call.add(A);
    call.add(lda_);
    call.add(strideA_);
    call.add(B);
    call.add(ldb_);
    call.add(strideB_);
    call.add_scalar(beta, 16, false);
    call.add(C);
    call.add(ldc_);
    call.add(strideC_);
    call.add(batch_);
    return call.finish();
}
int cublasHgemmStridedBatched_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, std::int64_t strideA_, void* B, std::int64_t ldb_, std::int64_t strideB_, void* beta, void* C, std::int64_t ldc_, std::int64_t strideC_, std::int64_t batch_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasHgemmStridedBatched_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide strideA = strideA_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide strideB = strideB_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    [[maybe_unused]] const reach::Wide strideC = strideC_;
    [[maybe_unused]] const reach::Wide batch = batch_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 2, false);
    call.add(A);
    call.add(lda_);
    call.add(strideA_);
    call.add(B);
    call.add(ldb_);
    call.add(strideB_);
    call.add_scalar(beta, 2, false);
    call.add(C);
    call.add(ldc_);
    call.add(strideC_);
    call.add(batch_);
    return call.finish();
}
int cublasSgemm_v2_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgemm_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 4, false);
    call.add(A);
    call.add(lda_);
    call.add(B);
    call.add(ldb_);
    call.add_scalar(beta, 4, false);
    call.add(C);
    call.add(ldc_);
    return call.finish();
}
int cublasDgemm_v2_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasDgemm_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 8, false);
    call.add(A);
    call.add(lda_);
    call.add(B);
    call.add(ldb_);
    call.add_scalar(beta, 8, false);
    call.add(C);
    call.add(ldc_);
    return call.finish();
}
int cublasCgemm_v2_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgemm_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 8, false);
    call.add(A);
    call.add(lda_);
    call.add(B);
    call.add(ldb_);
    call.add_scalar(beta, 8, false);
    call.add(C);
    call.add(ldc_);
    return call.finish();
}
int cublasZgemm_v2_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgemm_v2_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 16, false);
    call.add(A);
    call.add(lda_);
    call.add(B);
    call.add(ldb_);
    call.add_scalar(beta, 16, false);
    call.add(C);
    call.add(ldc_);
    return call.finish();
}
int cublasHgemm_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasHgemm_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 2, false);
    call.add(A);
    call.add(lda_);
    call.add(B);
    call.add(ldb_);
    call.add_scalar(beta, 2, false);
    call.add(C);
    call.add(ldc_);
    return call.finish();
}
int cublasCgemm3m_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgemm3m_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 8, false);
    call.add(A);
    call.add(lda_);
    call.add(B);
    call.add(ldb_);
    call.add_scalar(beta, 8, false);
    call.add(C);
    call.add(ldc_);
    return call.finish();
}
int cublasZgemm3m_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, std::int64_t lda_, void* B, std::int64_t ldb_, void* beta, void* C, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasZgemm3m_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 16, false);
    call.add(A);
    call.add(lda_);
    call.add(B);
    call.add(ldb_);
    call.add_scalar(beta, 16, false);
    call.add(C);
    call.add(ldc_);
    return call.finish();
}
int cublasSgemmEx_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, int Atype_, std::int64_t lda_, void* B, int Btype_, std::int64_t ldb_, void* beta, void* C, int Ctype_, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasSgemmEx_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide Atype = Atype_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide Btype = Btype_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide Ctype = Ctype_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 4, false);
    call.add(A);
    call.add(Atype_);
    call.add(lda_);
    call.add(B);
    call.add(Btype_);
    call.add(ldb_);
    call.add_scalar(beta, 4, false);
    call.add(C);
    call.add(Ctype_);
    call.add(ldc_);
    return call.finish();
}
int cublasCgemmEx_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, int Atype_, std::int64_t lda_, void* B, int Btype_, std::int64_t ldb_, void* beta, void* C, int Ctype_, std::int64_t ldc_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasCgemmEx_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide Atype = Atype_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide Btype = Btype_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide Ctype = Ctype_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, 8, false);
    call.add(A);
    call.add(Atype_);
    call.add(lda_);
    call.add(B);
    call.add(Btype_);
    call.add(ldb_);
    call.add_scalar(beta, 8, false);
    call.add(C);
    call.add(Ctype_);
    call.add(ldc_);
    return call.finish();
}
int cublasGemmEx_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, int Atype_, std::int64_t lda_, void* B, int Btype_, std::int64_t ldb_, void* beta, void* C, int Ctype_, std::int64_t ldc_, int computeType_, int algo_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasGemmEx_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide Atype = Atype_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide Btype = Btype_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide Ctype = Ctype_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    [[maybe_unused]] const reach::Wide computeType = computeType_;
    [[maybe_unused]] const reach::Wide algo = algo_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, compute_scalar_bytes(computeType, Ctype), false);
    call.add(A);
    call.add(Atype_);
    call.add(lda_);
    call.add(B);
    call.add(Btype_);
    call.add(ldb_);
    call.add_scalar(beta, compute_scalar_bytes(computeType, Ctype), false);
    call.add(C);
    call.add(Ctype_);
    call.add(ldc_);
    call.add(computeType_);
    call.add(algo_);
    return call.finish();
}
int cublasGemmStridedBatchedEx_64(void* h, int transa_, int transb_, std::int64_t m_, std::int64_t n_, std::int64_t k_, void* alpha, void* A, int Atype_, std::int64_t lda_, std::int64_t strideA_, void* B, int Btype_, std::int64_t ldb_, std::int64_t strideB_, void* beta, void* C, int Ctype_, std::int64_t ldc_, std::int64_t strideC_, std::int64_t batch_, int computeType_, int algo_) {
    LibraryCall call(Library::Cublas, declared(Number::cublasGemmStridedBatchedEx_64), h);
    if (!call.is_open()) return 1;
    [[maybe_unused]] const reach::Wide transa = transa_;
    [[maybe_unused]] const reach::Wide transb = transb_;
    [[maybe_unused]] const reach::Wide m = m_;
    [[maybe_unused]] const reach::Wide n = n_;
    [[maybe_unused]] const reach::Wide k = k_;
    [[maybe_unused]] const reach::Wide Atype = Atype_;
    [[maybe_unused]] const reach::Wide lda = lda_;
    [[maybe_unused]] const reach::Wide strideA = strideA_;
    [[maybe_unused]] const reach::Wide Btype = Btype_;
    [[maybe_unused]] const reach::Wide ldb = ldb_;
    [[maybe_unused]] const reach::Wide strideB = strideB_;
    [[maybe_unused]] const reach::Wide Ctype = Ctype_;
    [[maybe_unused]] const reach::Wide ldc = ldc_;
    [[maybe_unused]] const reach::Wide strideC = strideC_;
    [[maybe_unused]] const reach::Wide batch = batch_;
    [[maybe_unused]] const reach::Wide computeType = computeType_;
    [[maybe_unused]] const reach::Wide algo = algo_;
    if (!(transa >= 0 && transa <= 2 && transb >= 0 && transb <= 2 && m >= 0 && n >= 0 && k >= 0 && batch >= 0 && lda >= max(1, transa == 0 ? m : k) && ldb >= max(1, transb == 0 ? k : n) && ldc >= max(1, m))) return 7;
    call.add(transa_);
    call.add(transb_);
    call.add(m_);
    call.add(n_);
    call.add(k_);
    call.add_scalar(alpha, compute_scalar_bytes(computeType, Ctype), false);
    call.add(A);
    call.add(Atype_);
    call.add(lda_);
    call.add(strideA_);
    call.add(B);
    call.add(Btype_);
    call.add(ldb_);
    call.add(strideB_);
    call.add_scalar(beta, compute_scalar_bytes(computeType, Ctype), false);
    call.add(C);
    call.add(Ctype_);
    call.add(ldc_);
    call.add(strideC_);
    call.add(batch_);
    call.add(computeType_);
    call.add(algo_);
    return call.finish();
}

// Those that are not covered.
int cublasAlloc() { return unsupported_function(Library::Cublas, "cublasAlloc"); }
int cublasAsumEx() { return unsupported_function(Library::Cublas, "cublasAsumEx"); }
int cublasAsumEx_64() { return unsupported_function(Library::Cublas, "cublasAsumEx_64"); }
int cublasCaxpy() { return unsupported_function(Library::Cublas, "cublasCaxpy"); }
int cublasCbdmm() { return unsupported_function(Library::Cublas, "cublasCbdmm"); }
int cublasCcopy() { return unsupported_function(Library::Cublas, "cublasCcopy"); }
int cublasCdgmm() { return unsupported_function(Library::Cublas, "cublasCdgmm"); }
int cublasCdgmm_64() { return unsupported_function(Library::Cublas, "cublasCdgmm_64"); }
int cublasCdotc() { return unsupported_function(Library::Cublas, "cublasCdotc"); }
int cublasCdotu() { return unsupported_function(Library::Cublas, "cublasCdotu"); }
int cublasCgbmv() { return unsupported_function(Library::Cublas, "cublasCgbmv"); }
int cublasCgbmv_v2() { return unsupported_function(Library::Cublas, "cublasCgbmv_v2"); }
int cublasCgbmv_v2_64() { return unsupported_function(Library::Cublas, "cublasCgbmv_v2_64"); }
int cublasCgeam() { return unsupported_function(Library::Cublas, "cublasCgeam"); }
int cublasCgeam_64() { return unsupported_function(Library::Cublas, "cublasCgeam_64"); }
int cublasCgelsBatched() { return unsupported_function(Library::Cublas, "cublasCgelsBatched"); }
int cublasCgemm() { return unsupported_function(Library::Cublas, "cublasCgemm"); }
int cublasCgemm3mBatched() { return unsupported_function(Library::Cublas, "cublasCgemm3mBatched"); }
int cublasCgemm3mBatched_64() { return unsupported_function(Library::Cublas, "cublasCgemm3mBatched_64"); }
int cublasCgemm3mEx() { return unsupported_function(Library::Cublas, "cublasCgemm3mEx"); }
int cublasCgemm3mEx_64() { return unsupported_function(Library::Cublas, "cublasCgemm3mEx_64"); }
int cublasCgemm3mStridedBatched() { return unsupported_function(Library::Cublas, "cublasCgemm3mStridedBatched"); }
int cublasCgemm3mStridedBatched_64() { return unsupported_function(Library::Cublas, "cublasCgemm3mStridedBatched_64"); }
int cublasCgemmBatched() { return unsupported_function(Library::Cublas, "cublasCgemmBatched"); }
int cublasCgemmBatched_64() { return unsupported_function(Library::Cublas, "cublasCgemmBatched_64"); }
int cublasCgemv() { return unsupported_function(Library::Cublas, "cublasCgemv"); }
int cublasCgemvBatched() { return unsupported_function(Library::Cublas, "cublasCgemvBatched"); }
int cublasCgemvBatched_64() { return unsupported_function(Library::Cublas, "cublasCgemvBatched_64"); }
int cublasCgemvStridedBatched() { return unsupported_function(Library::Cublas, "cublasCgemvStridedBatched"); }
int cublasCgemvStridedBatched_64() { return unsupported_function(Library::Cublas, "cublasCgemvStridedBatched_64"); }
int cublasCgemv_v2() { return unsupported_function(Library::Cublas, "cublasCgemv_v2"); }
int cublasCgemv_v2_64() { return unsupported_function(Library::Cublas, "cublasCgemv_v2_64"); }
int cublasCgeqrfBatched() { return unsupported_function(Library::Cublas, "cublasCgeqrfBatched"); }
int cublasCgerc() { return unsupported_function(Library::Cublas, "cublasCgerc"); }
int cublasCgerc_v2() { return unsupported_function(Library::Cublas, "cublasCgerc_v2"); }
int cublasCgerc_v2_64() { return unsupported_function(Library::Cublas, "cublasCgerc_v2_64"); }
int cublasCgeru() { return unsupported_function(Library::Cublas, "cublasCgeru"); }
int cublasCgeru_v2() { return unsupported_function(Library::Cublas, "cublasCgeru_v2"); }
int cublasCgeru_v2_64() { return unsupported_function(Library::Cublas, "cublasCgeru_v2_64"); }
int cublasCgetrfBatched() { return unsupported_function(Library::Cublas, "cublasCgetrfBatched"); }
int cublasCgetriBatched() { return unsupported_function(Library::Cublas, "cublasCgetriBatched"); }
int cublasCgetrsBatched() { return unsupported_function(Library::Cublas, "cublasCgetrsBatched"); }
int cublasChbmv() { return unsupported_function(Library::Cublas, "cublasChbmv"); }
int cublasChbmv_v2() { return unsupported_function(Library::Cublas, "cublasChbmv_v2"); }
int cublasChbmv_v2_64() { return unsupported_function(Library::Cublas, "cublasChbmv_v2_64"); }
int cublasChemm() { return unsupported_function(Library::Cublas, "cublasChemm"); }
int cublasChemm_v2() { return unsupported_function(Library::Cublas, "cublasChemm_v2"); }
int cublasChemm_v2_64() { return unsupported_function(Library::Cublas, "cublasChemm_v2_64"); }
int cublasChemv() { return unsupported_function(Library::Cublas, "cublasChemv"); }
int cublasChemv_v2() { return unsupported_function(Library::Cublas, "cublasChemv_v2"); }
int cublasChemv_v2_64() { return unsupported_function(Library::Cublas, "cublasChemv_v2_64"); }
int cublasCher() { return unsupported_function(Library::Cublas, "cublasCher"); }
int cublasCher2() { return unsupported_function(Library::Cublas, "cublasCher2"); }
int cublasCher2_v2() { return unsupported_function(Library::Cublas, "cublasCher2_v2"); }
int cublasCher2_v2_64() { return unsupported_function(Library::Cublas, "cublasCher2_v2_64"); }
int cublasCher2k() { return unsupported_function(Library::Cublas, "cublasCher2k"); }
int cublasCher2k_v2() { return unsupported_function(Library::Cublas, "cublasCher2k_v2"); }
int cublasCher2k_v2_64() { return unsupported_function(Library::Cublas, "cublasCher2k_v2_64"); }
int cublasCher_v2() { return unsupported_function(Library::Cublas, "cublasCher_v2"); }
int cublasCher_v2_64() { return unsupported_function(Library::Cublas, "cublasCher_v2_64"); }
int cublasCherk() { return unsupported_function(Library::Cublas, "cublasCherk"); }
int cublasCherk3mEx() { return unsupported_function(Library::Cublas, "cublasCherk3mEx"); }
int cublasCherk3mEx_64() { return unsupported_function(Library::Cublas, "cublasCherk3mEx_64"); }
int cublasCherkEx() { return unsupported_function(Library::Cublas, "cublasCherkEx"); }
int cublasCherkEx_64() { return unsupported_function(Library::Cublas, "cublasCherkEx_64"); }
int cublasCherk_v2() { return unsupported_function(Library::Cublas, "cublasCherk_v2"); }
int cublasCherk_v2_64() { return unsupported_function(Library::Cublas, "cublasCherk_v2_64"); }
int cublasCherkx() { return unsupported_function(Library::Cublas, "cublasCherkx"); }
int cublasCherkx_64() { return unsupported_function(Library::Cublas, "cublasCherkx_64"); }
int cublasChpmv() { return unsupported_function(Library::Cublas, "cublasChpmv"); }
int cublasChpmv_v2() { return unsupported_function(Library::Cublas, "cublasChpmv_v2"); }
int cublasChpmv_v2_64() { return unsupported_function(Library::Cublas, "cublasChpmv_v2_64"); }
int cublasChpr() { return unsupported_function(Library::Cublas, "cublasChpr"); }
int cublasChpr2() { return unsupported_function(Library::Cublas, "cublasChpr2"); }
int cublasChpr2_v2() { return unsupported_function(Library::Cublas, "cublasChpr2_v2"); }
int cublasChpr2_v2_64() { return unsupported_function(Library::Cublas, "cublasChpr2_v2_64"); }
int cublasChpr_v2() { return unsupported_function(Library::Cublas, "cublasChpr_v2"); }
int cublasChpr_v2_64() { return unsupported_function(Library::Cublas, "cublasChpr_v2_64"); }
int cublasCmatinvBatched() { return unsupported_function(Library::Cublas, "cublasCmatinvBatched"); }
int cublasCopyEx() { return unsupported_function(Library::Cublas, "cublasCopyEx"); }
int cublasCopyEx_64() { return unsupported_function(Library::Cublas, "cublasCopyEx_64"); }
int cublasCrot() { return unsupported_function(Library::Cublas, "cublasCrot"); }
int cublasCrotg() { return unsupported_function(Library::Cublas, "cublasCrotg"); }
int cublasCscal() { return unsupported_function(Library::Cublas, "cublasCscal"); }
int cublasCsrot() { return unsupported_function(Library::Cublas, "cublasCsrot"); }
int cublasCsscal() { return unsupported_function(Library::Cublas, "cublasCsscal"); }
int cublasCswap() { return unsupported_function(Library::Cublas, "cublasCswap"); }
int cublasCsymm() { return unsupported_function(Library::Cublas, "cublasCsymm"); }
int cublasCsymm_v2() { return unsupported_function(Library::Cublas, "cublasCsymm_v2"); }
int cublasCsymm_v2_64() { return unsupported_function(Library::Cublas, "cublasCsymm_v2_64"); }
int cublasCsymv_v2() { return unsupported_function(Library::Cublas, "cublasCsymv_v2"); }
int cublasCsymv_v2_64() { return unsupported_function(Library::Cublas, "cublasCsymv_v2_64"); }
int cublasCsyr2_v2() { return unsupported_function(Library::Cublas, "cublasCsyr2_v2"); }
int cublasCsyr2_v2_64() { return unsupported_function(Library::Cublas, "cublasCsyr2_v2_64"); }
int cublasCsyr2k() { return unsupported_function(Library::Cublas, "cublasCsyr2k"); }
int cublasCsyr2k_v2() { return unsupported_function(Library::Cublas, "cublasCsyr2k_v2"); }
int cublasCsyr2k_v2_64() { return unsupported_function(Library::Cublas, "cublasCsyr2k_v2_64"); }
int cublasCsyr_v2() { return unsupported_function(Library::Cublas, "cublasCsyr_v2"); }
int cublasCsyr_v2_64() { return unsupported_function(Library::Cublas, "cublasCsyr_v2_64"); }
int cublasCsyrk() { return unsupported_function(Library::Cublas, "cublasCsyrk"); }
int cublasCsyrk3mEx() { return unsupported_function(Library::Cublas, "cublasCsyrk3mEx"); }
int cublasCsyrk3mEx_64() { return unsupported_function(Library::Cublas, "cublasCsyrk3mEx_64"); }
int cublasCsyrkEx() { return unsupported_function(Library::Cublas, "cublasCsyrkEx"); }
int cublasCsyrkEx_64() { return unsupported_function(Library::Cublas, "cublasCsyrkEx_64"); }
int cublasCsyrk_v2() { return unsupported_function(Library::Cublas, "cublasCsyrk_v2"); }
int cublasCsyrk_v2_64() { return unsupported_function(Library::Cublas, "cublasCsyrk_v2_64"); }
int cublasCsyrkx() { return unsupported_function(Library::Cublas, "cublasCsyrkx"); }
int cublasCsyrkx_64() { return unsupported_function(Library::Cublas, "cublasCsyrkx_64"); }
int cublasCtbmv() { return unsupported_function(Library::Cublas, "cublasCtbmv"); }
int cublasCtbmv_v2() { return unsupported_function(Library::Cublas, "cublasCtbmv_v2"); }
int cublasCtbmv_v2_64() { return unsupported_function(Library::Cublas, "cublasCtbmv_v2_64"); }
int cublasCtbsv() { return unsupported_function(Library::Cublas, "cublasCtbsv"); }
int cublasCtbsv_v2() { return unsupported_function(Library::Cublas, "cublasCtbsv_v2"); }
int cublasCtbsv_v2_64() { return unsupported_function(Library::Cublas, "cublasCtbsv_v2_64"); }
int cublasCtpmv() { return unsupported_function(Library::Cublas, "cublasCtpmv"); }
int cublasCtpmv_v2() { return unsupported_function(Library::Cublas, "cublasCtpmv_v2"); }
int cublasCtpmv_v2_64() { return unsupported_function(Library::Cublas, "cublasCtpmv_v2_64"); }
int cublasCtpsv() { return unsupported_function(Library::Cublas, "cublasCtpsv"); }
int cublasCtpsv_v2() { return unsupported_function(Library::Cublas, "cublasCtpsv_v2"); }
int cublasCtpsv_v2_64() { return unsupported_function(Library::Cublas, "cublasCtpsv_v2_64"); }
int cublasCtpttr() { return unsupported_function(Library::Cublas, "cublasCtpttr"); }
int cublasCtrmm() { return unsupported_function(Library::Cublas, "cublasCtrmm"); }
int cublasCtrmm_v2() { return unsupported_function(Library::Cublas, "cublasCtrmm_v2"); }
int cublasCtrmm_v2_64() { return unsupported_function(Library::Cublas, "cublasCtrmm_v2_64"); }
int cublasCtrmv() { return unsupported_function(Library::Cublas, "cublasCtrmv"); }
int cublasCtrmv_v2() { return unsupported_function(Library::Cublas, "cublasCtrmv_v2"); }
int cublasCtrmv_v2_64() { return unsupported_function(Library::Cublas, "cublasCtrmv_v2_64"); }
int cublasCtrsm() { return unsupported_function(Library::Cublas, "cublasCtrsm"); }
int cublasCtrsmBatched() { return unsupported_function(Library::Cublas, "cublasCtrsmBatched"); }
int cublasCtrsmBatched_64() { return unsupported_function(Library::Cublas, "cublasCtrsmBatched_64"); }
int cublasCtrsm_v2() { return unsupported_function(Library::Cublas, "cublasCtrsm_v2"); }
int cublasCtrsm_v2_64() { return unsupported_function(Library::Cublas, "cublasCtrsm_v2_64"); }
int cublasCtrsv() { return unsupported_function(Library::Cublas, "cublasCtrsv"); }
int cublasCtrsv_v2() { return unsupported_function(Library::Cublas, "cublasCtrsv_v2"); }
int cublasCtrsv_v2_64() { return unsupported_function(Library::Cublas, "cublasCtrsv_v2_64"); }
int cublasCtrttp() { return unsupported_function(Library::Cublas, "cublasCtrttp"); }
int cublasDasum() { return unsupported_function(Library::Cublas, "cublasDasum"); }
int cublasDaxpy() { return unsupported_function(Library::Cublas, "cublasDaxpy"); }
int cublasDbdmm() { return unsupported_function(Library::Cublas, "cublasDbdmm"); }
int cublasDcopy() { return unsupported_function(Library::Cublas, "cublasDcopy"); }
int cublasDdgmm() { return unsupported_function(Library::Cublas, "cublasDdgmm"); }
int cublasDdgmm_64() { return unsupported_function(Library::Cublas, "cublasDdgmm_64"); }
int cublasDdot() { return unsupported_function(Library::Cublas, "cublasDdot"); }
int cublasDgbmv() { return unsupported_function(Library::Cublas, "cublasDgbmv"); }
int cublasDgbmv_v2() { return unsupported_function(Library::Cublas, "cublasDgbmv_v2"); }
int cublasDgbmv_v2_64() { return unsupported_function(Library::Cublas, "cublasDgbmv_v2_64"); }
int cublasDgeam() { return unsupported_function(Library::Cublas, "cublasDgeam"); }
int cublasDgeam_64() { return unsupported_function(Library::Cublas, "cublasDgeam_64"); }
int cublasDgelsBatched() { return unsupported_function(Library::Cublas, "cublasDgelsBatched"); }
int cublasDgemm() { return unsupported_function(Library::Cublas, "cublasDgemm"); }
int cublasDgemmBatched() { return unsupported_function(Library::Cublas, "cublasDgemmBatched"); }
int cublasDgemmBatched_64() { return unsupported_function(Library::Cublas, "cublasDgemmBatched_64"); }
int cublasDgemmGroupedBatched() { return unsupported_function(Library::Cublas, "cublasDgemmGroupedBatched"); }
int cublasDgemmGroupedBatched_64() { return unsupported_function(Library::Cublas, "cublasDgemmGroupedBatched_64"); }
int cublasDgemv() { return unsupported_function(Library::Cublas, "cublasDgemv"); }
int cublasDgemvBatched() { return unsupported_function(Library::Cublas, "cublasDgemvBatched"); }
int cublasDgemvBatched_64() { return unsupported_function(Library::Cublas, "cublasDgemvBatched_64"); }
int cublasDgemvStridedBatched() { return unsupported_function(Library::Cublas, "cublasDgemvStridedBatched"); }
int cublasDgemvStridedBatched_64() { return unsupported_function(Library::Cublas, "cublasDgemvStridedBatched_64"); }
int cublasDgemv_v2() { return unsupported_function(Library::Cublas, "cublasDgemv_v2"); }
int cublasDgemv_v2_64() { return unsupported_function(Library::Cublas, "cublasDgemv_v2_64"); }
int cublasDgeqrfBatched() { return unsupported_function(Library::Cublas, "cublasDgeqrfBatched"); }
int cublasDger() { return unsupported_function(Library::Cublas, "cublasDger"); }
int cublasDger_v2() { return unsupported_function(Library::Cublas, "cublasDger_v2"); }
int cublasDger_v2_64() { return unsupported_function(Library::Cublas, "cublasDger_v2_64"); }
int cublasDgetrfBatched() { return unsupported_function(Library::Cublas, "cublasDgetrfBatched"); }
int cublasDgetriBatched() { return unsupported_function(Library::Cublas, "cublasDgetriBatched"); }
int cublasDgetrsBatched() { return unsupported_function(Library::Cublas, "cublasDgetrsBatched"); }
int cublasDmatinvBatched() { return unsupported_function(Library::Cublas, "cublasDmatinvBatched"); }
int cublasDnrm2() { return unsupported_function(Library::Cublas, "cublasDnrm2"); }
int cublasDrot() { return unsupported_function(Library::Cublas, "cublasDrot"); }
int cublasDrotg() { return unsupported_function(Library::Cublas, "cublasDrotg"); }
int cublasDrotm() { return unsupported_function(Library::Cublas, "cublasDrotm"); }
int cublasDrotmg() { return unsupported_function(Library::Cublas, "cublasDrotmg"); }
int cublasDsbmv() { return unsupported_function(Library::Cublas, "cublasDsbmv"); }
int cublasDsbmv_v2() { return unsupported_function(Library::Cublas, "cublasDsbmv_v2"); }
int cublasDsbmv_v2_64() { return unsupported_function(Library::Cublas, "cublasDsbmv_v2_64"); }
int cublasDscal() { return unsupported_function(Library::Cublas, "cublasDscal"); }
int cublasDspmv() { return unsupported_function(Library::Cublas, "cublasDspmv"); }
int cublasDspmv_v2() { return unsupported_function(Library::Cublas, "cublasDspmv_v2"); }
int cublasDspmv_v2_64() { return unsupported_function(Library::Cublas, "cublasDspmv_v2_64"); }
int cublasDspr() { return unsupported_function(Library::Cublas, "cublasDspr"); }
int cublasDspr2() { return unsupported_function(Library::Cublas, "cublasDspr2"); }
int cublasDspr2_v2() { return unsupported_function(Library::Cublas, "cublasDspr2_v2"); }
int cublasDspr2_v2_64() { return unsupported_function(Library::Cublas, "cublasDspr2_v2_64"); }
int cublasDspr_v2() { return unsupported_function(Library::Cublas, "cublasDspr_v2"); }
int cublasDspr_v2_64() { return unsupported_function(Library::Cublas, "cublasDspr_v2_64"); }
int cublasDswap() { return unsupported_function(Library::Cublas, "cublasDswap"); }
int cublasDsymm() { return unsupported_function(Library::Cublas, "cublasDsymm"); }
int cublasDsymm_v2() { return unsupported_function(Library::Cublas, "cublasDsymm_v2"); }
int cublasDsymm_v2_64() { return unsupported_function(Library::Cublas, "cublasDsymm_v2_64"); }
int cublasDsymv() { return unsupported_function(Library::Cublas, "cublasDsymv"); }
int cublasDsymv_v2() { return unsupported_function(Library::Cublas, "cublasDsymv_v2"); }
int cublasDsymv_v2_64() { return unsupported_function(Library::Cublas, "cublasDsymv_v2_64"); }
int cublasDsyr() { return unsupported_function(Library::Cublas, "cublasDsyr"); }
int cublasDsyr2() { return unsupported_function(Library::Cublas, "cublasDsyr2"); }
int cublasDsyr2_v2() { return unsupported_function(Library::Cublas, "cublasDsyr2_v2"); }
int cublasDsyr2_v2_64() { return unsupported_function(Library::Cublas, "cublasDsyr2_v2_64"); }
int cublasDsyr2k() { return unsupported_function(Library::Cublas, "cublasDsyr2k"); }
int cublasDsyr2k_v2() { return unsupported_function(Library::Cublas, "cublasDsyr2k_v2"); }
int cublasDsyr2k_v2_64() { return unsupported_function(Library::Cublas, "cublasDsyr2k_v2_64"); }
int cublasDsyr_v2() { return unsupported_function(Library::Cublas, "cublasDsyr_v2"); }
int cublasDsyr_v2_64() { return unsupported_function(Library::Cublas, "cublasDsyr_v2_64"); }
int cublasDsyrk() { return unsupported_function(Library::Cublas, "cublasDsyrk"); }
int cublasDsyrk_v2() { return unsupported_function(Library::Cublas, "cublasDsyrk_v2"); }
int cublasDsyrk_v2_64() { return unsupported_function(Library::Cublas, "cublasDsyrk_v2_64"); }
int cublasDsyrkx() { return unsupported_function(Library::Cublas, "cublasDsyrkx"); }
int cublasDsyrkx_64() { return unsupported_function(Library::Cublas, "cublasDsyrkx_64"); }
int cublasDtbmv() { return unsupported_function(Library::Cublas, "cublasDtbmv"); }
int cublasDtbmv_v2() { return unsupported_function(Library::Cublas, "cublasDtbmv_v2"); }
int cublasDtbmv_v2_64() { return unsupported_function(Library::Cublas, "cublasDtbmv_v2_64"); }
int cublasDtbsv() { return unsupported_function(Library::Cublas, "cublasDtbsv"); }
int cublasDtbsv_v2() { return unsupported_function(Library::Cublas, "cublasDtbsv_v2"); }
int cublasDtbsv_v2_64() { return unsupported_function(Library::Cublas, "cublasDtbsv_v2_64"); }
int cublasDtpmv() { return unsupported_function(Library::Cublas, "cublasDtpmv"); }
int cublasDtpmv_v2() { return unsupported_function(Library::Cublas, "cublasDtpmv_v2"); }
int cublasDtpmv_v2_64() { return unsupported_function(Library::Cublas, "cublasDtpmv_v2_64"); }
int cublasDtpsv() { return unsupported_function(Library::Cublas, "cublasDtpsv"); }
int cublasDtpsv_v2() { return unsupported_function(Library::Cublas, "cublasDtpsv_v2"); }
int cublasDtpsv_v2_64() { return unsupported_function(Library::Cublas, "cublasDtpsv_v2_64"); }
int cublasDtpttr() { return unsupported_function(Library::Cublas, "cublasDtpttr"); }
int cublasDtrmm() { return unsupported_function(Library::Cublas, "cublasDtrmm"); }
int cublasDtrmm_v2() { return unsupported_function(Library::Cublas, "cublasDtrmm_v2"); }
int cublasDtrmm_v2_64() { return unsupported_function(Library::Cublas, "cublasDtrmm_v2_64"); }
int cublasDtrmv() { return unsupported_function(Library::Cublas, "cublasDtrmv"); }
int cublasDtrmv_v2() { return unsupported_function(Library::Cublas, "cublasDtrmv_v2"); }
int cublasDtrmv_v2_64() { return unsupported_function(Library::Cublas, "cublasDtrmv_v2_64"); }
int cublasDtrsm() { return unsupported_function(Library::Cublas, "cublasDtrsm"); }
int cublasDtrsmBatched() { return unsupported_function(Library::Cublas, "cublasDtrsmBatched"); }
int cublasDtrsmBatched_64() { return unsupported_function(Library::Cublas, "cublasDtrsmBatched_64"); }
int cublasDtrsm_v2() { return unsupported_function(Library::Cublas, "cublasDtrsm_v2"); }
int cublasDtrsm_v2_64() { return unsupported_function(Library::Cublas, "cublasDtrsm_v2_64"); }
int cublasDtrsv() { return unsupported_function(Library::Cublas, "cublasDtrsv"); }
int cublasDtrsv_v2() { return unsupported_function(Library::Cublas, "cublasDtrsv_v2"); }
int cublasDtrsv_v2_64() { return unsupported_function(Library::Cublas, "cublasDtrsv_v2_64"); }
int cublasDtrttp() { return unsupported_function(Library::Cublas, "cublasDtrttp"); }
int cublasDzasum() { return unsupported_function(Library::Cublas, "cublasDzasum"); }
int cublasDznrm2() { return unsupported_function(Library::Cublas, "cublasDznrm2"); }
int cublasFree() { return unsupported_function(Library::Cublas, "cublasFree"); }
int cublasGemmBatchedEx() { return unsupported_function(Library::Cublas, "cublasGemmBatchedEx"); }
int cublasGemmBatchedEx_64() { return unsupported_function(Library::Cublas, "cublasGemmBatchedEx_64"); }
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
int cublasGetMatrixAsync_64() { return unsupported_function(Library::Cublas, "cublasGetMatrixAsync_64"); }
int cublasGetMatrix_64() { return unsupported_function(Library::Cublas, "cublasGetMatrix_64"); }
int cublasGetVectorAsync_64() { return unsupported_function(Library::Cublas, "cublasGetVectorAsync_64"); }
int cublasGetVector_64() { return unsupported_function(Library::Cublas, "cublasGetVector_64"); }
int cublasGetVersion() { return unsupported_function(Library::Cublas, "cublasGetVersion"); }
int cublasHSHgemvBatched() { return unsupported_function(Library::Cublas, "cublasHSHgemvBatched"); }
int cublasHSHgemvBatched_64() { return unsupported_function(Library::Cublas, "cublasHSHgemvBatched_64"); }
int cublasHSHgemvStridedBatched() { return unsupported_function(Library::Cublas, "cublasHSHgemvStridedBatched"); }
int cublasHSHgemvStridedBatched_64() { return unsupported_function(Library::Cublas, "cublasHSHgemvStridedBatched_64"); }
int cublasHSSgemvBatched() { return unsupported_function(Library::Cublas, "cublasHSSgemvBatched"); }
int cublasHSSgemvBatched_64() { return unsupported_function(Library::Cublas, "cublasHSSgemvBatched_64"); }
int cublasHSSgemvStridedBatched() { return unsupported_function(Library::Cublas, "cublasHSSgemvStridedBatched"); }
int cublasHSSgemvStridedBatched_64() { return unsupported_function(Library::Cublas, "cublasHSSgemvStridedBatched_64"); }
int cublasHgemmBatched() { return unsupported_function(Library::Cublas, "cublasHgemmBatched"); }
int cublasHgemmBatched_64() { return unsupported_function(Library::Cublas, "cublasHgemmBatched_64"); }
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
int cublasSdgmm() { return unsupported_function(Library::Cublas, "cublasSdgmm"); }
int cublasSdgmm_64() { return unsupported_function(Library::Cublas, "cublasSdgmm_64"); }
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
int cublasSetMatrixAsync_64() { return unsupported_function(Library::Cublas, "cublasSetMatrixAsync_64"); }
int cublasSetMatrix_64() { return unsupported_function(Library::Cublas, "cublasSetMatrix_64"); }
int cublasSetVectorAsync_64() { return unsupported_function(Library::Cublas, "cublasSetVectorAsync_64"); }
int cublasSetVector_64() { return unsupported_function(Library::Cublas, "cublasSetVector_64"); }
int cublasSgbmv() { return unsupported_function(Library::Cublas, "cublasSgbmv"); }
int cublasSgbmv_v2() { return unsupported_function(Library::Cublas, "cublasSgbmv_v2"); }
int cublasSgbmv_v2_64() { return unsupported_function(Library::Cublas, "cublasSgbmv_v2_64"); }
int cublasSgeam() { return unsupported_function(Library::Cublas, "cublasSgeam"); }
int cublasSgeam_64() { return unsupported_function(Library::Cublas, "cublasSgeam_64"); }
int cublasSgelsBatched() { return unsupported_function(Library::Cublas, "cublasSgelsBatched"); }
int cublasSgemm() { return unsupported_function(Library::Cublas, "cublasSgemm"); }
int cublasSgemmBatched() { return unsupported_function(Library::Cublas, "cublasSgemmBatched"); }
int cublasSgemmBatched_64() { return unsupported_function(Library::Cublas, "cublasSgemmBatched_64"); }
int cublasSgemmGroupedBatched() { return unsupported_function(Library::Cublas, "cublasSgemmGroupedBatched"); }
int cublasSgemmGroupedBatched_64() { return unsupported_function(Library::Cublas, "cublasSgemmGroupedBatched_64"); }
int cublasSgemv() { return unsupported_function(Library::Cublas, "cublasSgemv"); }
int cublasSgemvBatched() { return unsupported_function(Library::Cublas, "cublasSgemvBatched"); }
int cublasSgemvBatched_64() { return unsupported_function(Library::Cublas, "cublasSgemvBatched_64"); }
int cublasSgemvStridedBatched() { return unsupported_function(Library::Cublas, "cublasSgemvStridedBatched"); }
int cublasSgemvStridedBatched_64() { return unsupported_function(Library::Cublas, "cublasSgemvStridedBatched_64"); }
int cublasSgemv_v2() { return unsupported_function(Library::Cublas, "cublasSgemv_v2"); }
int cublasSgemv_v2_64() { return unsupported_function(Library::Cublas, "cublasSgemv_v2_64"); }
int cublasSgeqrfBatched() { return unsupported_function(Library::Cublas, "cublasSgeqrfBatched"); }
int cublasSger() { return unsupported_function(Library::Cublas, "cublasSger"); }
int cublasSger_v2() { return unsupported_function(Library::Cublas, "cublasSger_v2"); }
int cublasSger_v2_64() { return unsupported_function(Library::Cublas, "cublasSger_v2_64"); }
int cublasSgetrfBatched() { return unsupported_function(Library::Cublas, "cublasSgetrfBatched"); }
int cublasSgetriBatched() { return unsupported_function(Library::Cublas, "cublasSgetriBatched"); }
int cublasSgetrsBatched() { return unsupported_function(Library::Cublas, "cublasSgetrsBatched"); }
int cublasShutdown() { return unsupported_function(Library::Cublas, "cublasShutdown"); }
int cublasSmatinvBatched() { return unsupported_function(Library::Cublas, "cublasSmatinvBatched"); }
int cublasSnrm2() { return unsupported_function(Library::Cublas, "cublasSnrm2"); }
int cublasSrot() { return unsupported_function(Library::Cublas, "cublasSrot"); }
int cublasSrotg() { return unsupported_function(Library::Cublas, "cublasSrotg"); }
int cublasSrotm() { return unsupported_function(Library::Cublas, "cublasSrotm"); }
int cublasSrotmg() { return unsupported_function(Library::Cublas, "cublasSrotmg"); }
int cublasSsbmv() { return unsupported_function(Library::Cublas, "cublasSsbmv"); }
int cublasSsbmv_v2() { return unsupported_function(Library::Cublas, "cublasSsbmv_v2"); }
int cublasSsbmv_v2_64() { return unsupported_function(Library::Cublas, "cublasSsbmv_v2_64"); }
int cublasSscal() { return unsupported_function(Library::Cublas, "cublasSscal"); }
int cublasSspmv() { return unsupported_function(Library::Cublas, "cublasSspmv"); }
int cublasSspmv_v2() { return unsupported_function(Library::Cublas, "cublasSspmv_v2"); }
int cublasSspmv_v2_64() { return unsupported_function(Library::Cublas, "cublasSspmv_v2_64"); }
int cublasSspr() { return unsupported_function(Library::Cublas, "cublasSspr"); }
int cublasSspr2() { return unsupported_function(Library::Cublas, "cublasSspr2"); }
int cublasSspr2_v2() { return unsupported_function(Library::Cublas, "cublasSspr2_v2"); }
int cublasSspr2_v2_64() { return unsupported_function(Library::Cublas, "cublasSspr2_v2_64"); }
int cublasSspr_v2() { return unsupported_function(Library::Cublas, "cublasSspr_v2"); }
int cublasSspr_v2_64() { return unsupported_function(Library::Cublas, "cublasSspr_v2_64"); }
int cublasSswap() { return unsupported_function(Library::Cublas, "cublasSswap"); }
int cublasSsymm() { return unsupported_function(Library::Cublas, "cublasSsymm"); }
int cublasSsymm_v2() { return unsupported_function(Library::Cublas, "cublasSsymm_v2"); }
int cublasSsymm_v2_64() { return unsupported_function(Library::Cublas, "cublasSsymm_v2_64"); }
int cublasSsymv() { return unsupported_function(Library::Cublas, "cublasSsymv"); }
int cublasSsymv_v2() { return unsupported_function(Library::Cublas, "cublasSsymv_v2"); }
int cublasSsymv_v2_64() { return unsupported_function(Library::Cublas, "cublasSsymv_v2_64"); }
int cublasSsyr() { return unsupported_function(Library::Cublas, "cublasSsyr"); }
int cublasSsyr2() { return unsupported_function(Library::Cublas, "cublasSsyr2"); }
int cublasSsyr2_v2() { return unsupported_function(Library::Cublas, "cublasSsyr2_v2"); }
int cublasSsyr2_v2_64() { return unsupported_function(Library::Cublas, "cublasSsyr2_v2_64"); }
int cublasSsyr2k() { return unsupported_function(Library::Cublas, "cublasSsyr2k"); }
int cublasSsyr2k_v2() { return unsupported_function(Library::Cublas, "cublasSsyr2k_v2"); }
int cublasSsyr2k_v2_64() { return unsupported_function(Library::Cublas, "cublasSsyr2k_v2_64"); }
int cublasSsyr_v2() { return unsupported_function(Library::Cublas, "cublasSsyr_v2"); }
int cublasSsyr_v2_64() { return unsupported_function(Library::Cublas, "cublasSsyr_v2_64"); }
int cublasSsyrk() { return unsupported_function(Library::Cublas, "cublasSsyrk"); }
int cublasSsyrk_v2() { return unsupported_function(Library::Cublas, "cublasSsyrk_v2"); }
int cublasSsyrk_v2_64() { return unsupported_function(Library::Cublas, "cublasSsyrk_v2_64"); }
int cublasSsyrkx() { return unsupported_function(Library::Cublas, "cublasSsyrkx"); }
int cublasSsyrkx_64() { return unsupported_function(Library::Cublas, "cublasSsyrkx_64"); }
int cublasStbmv() { return unsupported_function(Library::Cublas, "cublasStbmv"); }
int cublasStbmv_v2() { return unsupported_function(Library::Cublas, "cublasStbmv_v2"); }
int cublasStbmv_v2_64() { return unsupported_function(Library::Cublas, "cublasStbmv_v2_64"); }
int cublasStbsv() { return unsupported_function(Library::Cublas, "cublasStbsv"); }
int cublasStbsv_v2() { return unsupported_function(Library::Cublas, "cublasStbsv_v2"); }
int cublasStbsv_v2_64() { return unsupported_function(Library::Cublas, "cublasStbsv_v2_64"); }
int cublasStpmv() { return unsupported_function(Library::Cublas, "cublasStpmv"); }
int cublasStpmv_v2() { return unsupported_function(Library::Cublas, "cublasStpmv_v2"); }
int cublasStpmv_v2_64() { return unsupported_function(Library::Cublas, "cublasStpmv_v2_64"); }
int cublasStpsv() { return unsupported_function(Library::Cublas, "cublasStpsv"); }
int cublasStpsv_v2() { return unsupported_function(Library::Cublas, "cublasStpsv_v2"); }
int cublasStpsv_v2_64() { return unsupported_function(Library::Cublas, "cublasStpsv_v2_64"); }
int cublasStpttr() { return unsupported_function(Library::Cublas, "cublasStpttr"); }
int cublasStrmm() { return unsupported_function(Library::Cublas, "cublasStrmm"); }
int cublasStrmm_v2() { return unsupported_function(Library::Cublas, "cublasStrmm_v2"); }
int cublasStrmm_v2_64() { return unsupported_function(Library::Cublas, "cublasStrmm_v2_64"); }
int cublasStrmv() { return unsupported_function(Library::Cublas, "cublasStrmv"); }
int cublasStrmv_v2() { return unsupported_function(Library::Cublas, "cublasStrmv_v2"); }
int cublasStrmv_v2_64() { return unsupported_function(Library::Cublas, "cublasStrmv_v2_64"); }
int cublasStrsm() { return unsupported_function(Library::Cublas, "cublasStrsm"); }
int cublasStrsmBatched() { return unsupported_function(Library::Cublas, "cublasStrsmBatched"); }
int cublasStrsmBatched_64() { return unsupported_function(Library::Cublas, "cublasStrsmBatched_64"); }
int cublasStrsm_v2() { return unsupported_function(Library::Cublas, "cublasStrsm_v2"); }
int cublasStrsm_v2_64() { return unsupported_function(Library::Cublas, "cublasStrsm_v2_64"); }
int cublasStrsv() { return unsupported_function(Library::Cublas, "cublasStrsv"); }
int cublasStrsv_v2() { return unsupported_function(Library::Cublas, "cublasStrsv_v2"); }
int cublasStrsv_v2_64() { return unsupported_function(Library::Cublas, "cublasStrsv_v2_64"); }
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
int cublasXtCgemm() { return unsupported_function(Library::Cublas, "cublasXtCgemm"); }
int cublasXtChemm() { return unsupported_function(Library::Cublas, "cublasXtChemm"); }
int cublasXtCher2k() { return unsupported_function(Library::Cublas, "cublasXtCher2k"); }
int cublasXtCherk() { return unsupported_function(Library::Cublas, "cublasXtCherk"); }
int cublasXtCherkx() { return unsupported_function(Library::Cublas, "cublasXtCherkx"); }
int cublasXtCreate() { return unsupported_function(Library::Cublas, "cublasXtCreate"); }
int cublasXtCspmm() { return unsupported_function(Library::Cublas, "cublasXtCspmm"); }
int cublasXtCsymm() { return unsupported_function(Library::Cublas, "cublasXtCsymm"); }
int cublasXtCsyr2k() { return unsupported_function(Library::Cublas, "cublasXtCsyr2k"); }
int cublasXtCsyrk() { return unsupported_function(Library::Cublas, "cublasXtCsyrk"); }
int cublasXtCsyrkx() { return unsupported_function(Library::Cublas, "cublasXtCsyrkx"); }
int cublasXtCtrmm() { return unsupported_function(Library::Cublas, "cublasXtCtrmm"); }
int cublasXtCtrsm() { return unsupported_function(Library::Cublas, "cublasXtCtrsm"); }
int cublasXtDestroy() { return unsupported_function(Library::Cublas, "cublasXtDestroy"); }
int cublasXtDeviceSelect() { return unsupported_function(Library::Cublas, "cublasXtDeviceSelect"); }
int cublasXtDgemm() { return unsupported_function(Library::Cublas, "cublasXtDgemm"); }
int cublasXtDspmm() { return unsupported_function(Library::Cublas, "cublasXtDspmm"); }
int cublasXtDsymm() { return unsupported_function(Library::Cublas, "cublasXtDsymm"); }
int cublasXtDsyr2k() { return unsupported_function(Library::Cublas, "cublasXtDsyr2k"); }
int cublasXtDsyrk() { return unsupported_function(Library::Cublas, "cublasXtDsyrk"); }
int cublasXtDsyrkx() { return unsupported_function(Library::Cublas, "cublasXtDsyrkx"); }
int cublasXtDtrmm() { return unsupported_function(Library::Cublas, "cublasXtDtrmm"); }
int cublasXtDtrsm() { return unsupported_function(Library::Cublas, "cublasXtDtrsm"); }
int cublasXtGetBlockDim() { return unsupported_function(Library::Cublas, "cublasXtGetBlockDim"); }
int cublasXtGetNumBoards() { return unsupported_function(Library::Cublas, "cublasXtGetNumBoards"); }
int cublasXtGetPinningMemMode() { return unsupported_function(Library::Cublas, "cublasXtGetPinningMemMode"); }
int cublasXtMaxBoards() { return unsupported_function(Library::Cublas, "cublasXtMaxBoards"); }
int cublasXtSetBlockDim() { return unsupported_function(Library::Cublas, "cublasXtSetBlockDim"); }
int cublasXtSetCpuRatio() { return unsupported_function(Library::Cublas, "cublasXtSetCpuRatio"); }
int cublasXtSetCpuRoutine() { return unsupported_function(Library::Cublas, "cublasXtSetCpuRoutine"); }
int cublasXtSetPinningMemMode() { return unsupported_function(Library::Cublas, "cublasXtSetPinningMemMode"); }
int cublasXtSgemm() { return unsupported_function(Library::Cublas, "cublasXtSgemm"); }
int cublasXtSspmm() { return unsupported_function(Library::Cublas, "cublasXtSspmm"); }
int cublasXtSsymm() { return unsupported_function(Library::Cublas, "cublasXtSsymm"); }
int cublasXtSsyr2k() { return unsupported_function(Library::Cublas, "cublasXtSsyr2k"); }
int cublasXtSsyrk() { return unsupported_function(Library::Cublas, "cublasXtSsyrk"); }
int cublasXtSsyrkx() { return unsupported_function(Library::Cublas, "cublasXtSsyrkx"); }
int cublasXtStrmm() { return unsupported_function(Library::Cublas, "cublasXtStrmm"); }
int cublasXtStrsm() { return unsupported_function(Library::Cublas, "cublasXtStrsm"); }
int cublasXtZgemm() { return unsupported_function(Library::Cublas, "cublasXtZgemm"); }
int cublasXtZhemm() { return unsupported_function(Library::Cublas, "cublasXtZhemm"); }
int cublasXtZher2k() { return unsupported_function(Library::Cublas, "cublasXtZher2k"); }
int cublasXtZherk() { return unsupported_function(Library::Cublas, "cublasXtZherk"); }
int cublasXtZherkx() { return unsupported_function(Library::Cublas, "cublasXtZherkx"); }
int cublasXtZspmm() { return unsupported_function(Library::Cublas, "cublasXtZspmm"); }
int cublasXtZsymm() { return unsupported_function(Library::Cublas, "cublasXtZsymm"); }
int cublasXtZsyr2k() { return unsupported_function(Library::Cublas, "cublasXtZsyr2k"); }
int cublasXtZsyrk() { return unsupported_function(Library::Cublas, "cublasXtZsyrk"); }
int cublasXtZsyrkx() { return unsupported_function(Library::Cublas, "cublasXtZsyrkx"); }
int cublasXtZtrmm() { return unsupported_function(Library::Cublas, "cublasXtZtrmm"); }
int cublasXtZtrsm() { return unsupported_function(Library::Cublas, "cublasXtZtrsm"); }
int cublasZaxpy() { return unsupported_function(Library::Cublas, "cublasZaxpy"); }
int cublasZbdmm() { return unsupported_function(Library::Cublas, "cublasZbdmm"); }
int cublasZcopy() { return unsupported_function(Library::Cublas, "cublasZcopy"); }
int cublasZdgmm() { return unsupported_function(Library::Cublas, "cublasZdgmm"); }
int cublasZdgmm_64() { return unsupported_function(Library::Cublas, "cublasZdgmm_64"); }
int cublasZdotc() { return unsupported_function(Library::Cublas, "cublasZdotc"); }
int cublasZdotu() { return unsupported_function(Library::Cublas, "cublasZdotu"); }
int cublasZdrot() { return unsupported_function(Library::Cublas, "cublasZdrot"); }
int cublasZdscal() { return unsupported_function(Library::Cublas, "cublasZdscal"); }
int cublasZgbmv() { return unsupported_function(Library::Cublas, "cublasZgbmv"); }
int cublasZgbmv_v2() { return unsupported_function(Library::Cublas, "cublasZgbmv_v2"); }
int cublasZgbmv_v2_64() { return unsupported_function(Library::Cublas, "cublasZgbmv_v2_64"); }
int cublasZgeam() { return unsupported_function(Library::Cublas, "cublasZgeam"); }
int cublasZgeam_64() { return unsupported_function(Library::Cublas, "cublasZgeam_64"); }
int cublasZgelsBatched() { return unsupported_function(Library::Cublas, "cublasZgelsBatched"); }
int cublasZgemm() { return unsupported_function(Library::Cublas, "cublasZgemm"); }
int cublasZgemmBatched() { return unsupported_function(Library::Cublas, "cublasZgemmBatched"); }
int cublasZgemmBatched_64() { return unsupported_function(Library::Cublas, "cublasZgemmBatched_64"); }
int cublasZgemv() { return unsupported_function(Library::Cublas, "cublasZgemv"); }
int cublasZgemvBatched() { return unsupported_function(Library::Cublas, "cublasZgemvBatched"); }
int cublasZgemvBatched_64() { return unsupported_function(Library::Cublas, "cublasZgemvBatched_64"); }
int cublasZgemvStridedBatched() { return unsupported_function(Library::Cublas, "cublasZgemvStridedBatched"); }
int cublasZgemvStridedBatched_64() { return unsupported_function(Library::Cublas, "cublasZgemvStridedBatched_64"); }
int cublasZgemv_v2() { return unsupported_function(Library::Cublas, "cublasZgemv_v2"); }
int cublasZgemv_v2_64() { return unsupported_function(Library::Cublas, "cublasZgemv_v2_64"); }
int cublasZgeqrfBatched() { return unsupported_function(Library::Cublas, "cublasZgeqrfBatched"); }
int cublasZgerc() { return unsupported_function(Library::Cublas, "cublasZgerc"); }
int cublasZgerc_v2() { return unsupported_function(Library::Cublas, "cublasZgerc_v2"); }
int cublasZgerc_v2_64() { return unsupported_function(Library::Cublas, "cublasZgerc_v2_64"); }
int cublasZgeru() { return unsupported_function(Library::Cublas, "cublasZgeru"); }
int cublasZgeru_v2() { return unsupported_function(Library::Cublas, "cublasZgeru_v2"); }
int cublasZgeru_v2_64() { return unsupported_function(Library::Cublas, "cublasZgeru_v2_64"); }
int cublasZgetrfBatched() { return unsupported_function(Library::Cublas, "cublasZgetrfBatched"); }
int cublasZgetriBatched() { return unsupported_function(Library::Cublas, "cublasZgetriBatched"); }
int cublasZgetrsBatched() { return unsupported_function(Library::Cublas, "cublasZgetrsBatched"); }
int cublasZhbmv() { return unsupported_function(Library::Cublas, "cublasZhbmv"); }
int cublasZhbmv_v2() { return unsupported_function(Library::Cublas, "cublasZhbmv_v2"); }
int cublasZhbmv_v2_64() { return unsupported_function(Library::Cublas, "cublasZhbmv_v2_64"); }
int cublasZhemm() { return unsupported_function(Library::Cublas, "cublasZhemm"); }
int cublasZhemm_v2() { return unsupported_function(Library::Cublas, "cublasZhemm_v2"); }
int cublasZhemm_v2_64() { return unsupported_function(Library::Cublas, "cublasZhemm_v2_64"); }
int cublasZhemv() { return unsupported_function(Library::Cublas, "cublasZhemv"); }
int cublasZhemv_v2() { return unsupported_function(Library::Cublas, "cublasZhemv_v2"); }
int cublasZhemv_v2_64() { return unsupported_function(Library::Cublas, "cublasZhemv_v2_64"); }
int cublasZher() { return unsupported_function(Library::Cublas, "cublasZher"); }
int cublasZher2() { return unsupported_function(Library::Cublas, "cublasZher2"); }
int cublasZher2_v2() { return unsupported_function(Library::Cublas, "cublasZher2_v2"); }
int cublasZher2_v2_64() { return unsupported_function(Library::Cublas, "cublasZher2_v2_64"); }
int cublasZher2k() { return unsupported_function(Library::Cublas, "cublasZher2k"); }
int cublasZher2k_v2() { return unsupported_function(Library::Cublas, "cublasZher2k_v2"); }
int cublasZher2k_v2_64() { return unsupported_function(Library::Cublas, "cublasZher2k_v2_64"); }
int cublasZher_v2() { return unsupported_function(Library::Cublas, "cublasZher_v2"); }
int cublasZher_v2_64() { return unsupported_function(Library::Cublas, "cublasZher_v2_64"); }
int cublasZherk() { return unsupported_function(Library::Cublas, "cublasZherk"); }
int cublasZherk_v2() { return unsupported_function(Library::Cublas, "cublasZherk_v2"); }
int cublasZherk_v2_64() { return unsupported_function(Library::Cublas, "cublasZherk_v2_64"); }
int cublasZherkx() { return unsupported_function(Library::Cublas, "cublasZherkx"); }
int cublasZherkx_64() { return unsupported_function(Library::Cublas, "cublasZherkx_64"); }
int cublasZhpmv() { return unsupported_function(Library::Cublas, "cublasZhpmv"); }
int cublasZhpmv_v2() { return unsupported_function(Library::Cublas, "cublasZhpmv_v2"); }
int cublasZhpmv_v2_64() { return unsupported_function(Library::Cublas, "cublasZhpmv_v2_64"); }
int cublasZhpr() { return unsupported_function(Library::Cublas, "cublasZhpr"); }
int cublasZhpr2() { return unsupported_function(Library::Cublas, "cublasZhpr2"); }
int cublasZhpr2_v2() { return unsupported_function(Library::Cublas, "cublasZhpr2_v2"); }
int cublasZhpr2_v2_64() { return unsupported_function(Library::Cublas, "cublasZhpr2_v2_64"); }
int cublasZhpr_v2() { return unsupported_function(Library::Cublas, "cublasZhpr_v2"); }
int cublasZhpr_v2_64() { return unsupported_function(Library::Cublas, "cublasZhpr_v2_64"); }
int cublasZmatinvBatched() { return unsupported_function(Library::Cublas, "cublasZmatinvBatched"); }
int cublasZrot() { return unsupported_function(Library::Cublas, "cublasZrot"); }
int cublasZrotg() { return unsupported_function(Library::Cublas, "cublasZrotg"); }
int cublasZscal() { return unsupported_function(Library::Cublas, "cublasZscal"); }
int cublasZswap() { return unsupported_function(Library::Cublas, "cublasZswap"); }
int cublasZsymm() { return unsupported_function(Library::Cublas, "cublasZsymm"); }
int cublasZsymm_v2() { return unsupported_function(Library::Cublas, "cublasZsymm_v2"); }
int cublasZsymm_v2_64() { return unsupported_function(Library::Cublas, "cublasZsymm_v2_64"); }
int cublasZsymv_v2() { return unsupported_function(Library::Cublas, "cublasZsymv_v2"); }
int cublasZsymv_v2_64() { return unsupported_function(Library::Cublas, "cublasZsymv_v2_64"); }
int cublasZsyr2_v2() { return unsupported_function(Library::Cublas, "cublasZsyr2_v2"); }
int cublasZsyr2_v2_64() { return unsupported_function(Library::Cublas, "cublasZsyr2_v2_64"); }
int cublasZsyr2k() { return unsupported_function(Library::Cublas, "cublasZsyr2k"); }
int cublasZsyr2k_v2() { return unsupported_function(Library::Cublas, "cublasZsyr2k_v2"); }
int cublasZsyr2k_v2_64() { return unsupported_function(Library::Cublas, "cublasZsyr2k_v2_64"); }
int cublasZsyr_v2() { return unsupported_function(Library::Cublas, "cublasZsyr_v2"); }
int cublasZsyr_v2_64() { return unsupported_function(Library::Cublas, "cublasZsyr_v2_64"); }
int cublasZsyrk() { return unsupported_function(Library::Cublas, "cublasZsyrk"); }
int cublasZsyrk_v2() { return unsupported_function(Library::Cublas, "cublasZsyrk_v2"); }
int cublasZsyrk_v2_64() { return unsupported_function(Library::Cublas, "cublasZsyrk_v2_64"); }
int cublasZsyrkx() { return unsupported_function(Library::Cublas, "cublasZsyrkx"); }
int cublasZsyrkx_64() { return unsupported_function(Library::Cublas, "cublasZsyrkx_64"); }
int cublasZtbmv() { return unsupported_function(Library::Cublas, "cublasZtbmv"); }
int cublasZtbmv_v2() { return unsupported_function(Library::Cublas, "cublasZtbmv_v2"); }
int cublasZtbmv_v2_64() { return unsupported_function(Library::Cublas, "cublasZtbmv_v2_64"); }
int cublasZtbsv() { return unsupported_function(Library::Cublas, "cublasZtbsv"); }
int cublasZtbsv_v2() { return unsupported_function(Library::Cublas, "cublasZtbsv_v2"); }
int cublasZtbsv_v2_64() { return unsupported_function(Library::Cublas, "cublasZtbsv_v2_64"); }
int cublasZtpmv() { return unsupported_function(Library::Cublas, "cublasZtpmv"); }
int cublasZtpmv_v2() { return unsupported_function(Library::Cublas, "cublasZtpmv_v2"); }
int cublasZtpmv_v2_64() { return unsupported_function(Library::Cublas, "cublasZtpmv_v2_64"); }
int cublasZtpsv() { return unsupported_function(Library::Cublas, "cublasZtpsv"); }
int cublasZtpsv_v2() { return unsupported_function(Library::Cublas, "cublasZtpsv_v2"); }
int cublasZtpsv_v2_64() { return unsupported_function(Library::Cublas, "cublasZtpsv_v2_64"); }
int cublasZtpttr() { return unsupported_function(Library::Cublas, "cublasZtpttr"); }
int cublasZtrmm() { return unsupported_function(Library::Cublas, "cublasZtrmm"); }
int cublasZtrmm_v2() { return unsupported_function(Library::Cublas, "cublasZtrmm_v2"); }
int cublasZtrmm_v2_64() { return unsupported_function(Library::Cublas, "cublasZtrmm_v2_64"); }
int cublasZtrmv() { return unsupported_function(Library::Cublas, "cublasZtrmv"); }
int cublasZtrmv_v2() { return unsupported_function(Library::Cublas, "cublasZtrmv_v2"); }
int cublasZtrmv_v2_64() { return unsupported_function(Library::Cublas, "cublasZtrmv_v2_64"); }
int cublasZtrsm() { return unsupported_function(Library::Cublas, "cublasZtrsm"); }
int cublasZtrsmBatched() { return unsupported_function(Library::Cublas, "cublasZtrsmBatched"); }
int cublasZtrsmBatched_64() { return unsupported_function(Library::Cublas, "cublasZtrsmBatched_64"); }
int cublasZtrsm_v2() { return unsupported_function(Library::Cublas, "cublasZtrsm_v2"); }
int cublasZtrsm_v2_64() { return unsupported_function(Library::Cublas, "cublasZtrsm_v2_64"); }
int cublasZtrsv() { return unsupported_function(Library::Cublas, "cublasZtrsv"); }
int cublasZtrsv_v2() { return unsupported_function(Library::Cublas, "cublasZtrsv_v2"); }
int cublasZtrsv_v2_64() { return unsupported_function(Library::Cublas, "cublasZtrsv_v2_64"); }
int cublasZtrttp() { return unsupported_function(Library::Cublas, "cublasZtrttp"); }
#pragma GCC visibility pop

}
