// Made by tools/generate_libraries.py from api/libraries. Do not edit.
// clang-format off

#include <cstdint>

#include "base/reach.h"
#include "client/libraries/library_call.h"
#include "channel/library_functions.h"
#include "channel/library_types.h"
#include "libraries/cusolver_numbers.h"

using namespace ringfence;
using namespace ringfence::client;
using ringfence::cusolver::Number;
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
int cusolverDnSetDeterministicMode(void* h, int mode_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSetDeterministicMode), h);
    if (!call.is_open()) return 1;
    return call.add(mode_).finish();
}
int cusolverDnGetDeterministicMode(void* h, void* mode) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnGetDeterministicMode), h);
    if (!call.is_open()) return 1;
    return call.add_host_result(mode, 4, false).finish();
}
int cusolverDnSetMathMode(void* h, int mode_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSetMathMode), h);
    if (!call.is_open()) return 1;
    return call.add(mode_).finish();
}
int cusolverDnGetMathMode(void* h, void* mode) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnGetMathMode), h);
    if (!call.is_open()) return 1;
    return call.add_host_result(mode, 4, false).finish();
}
int cusolverDnSetEmulationStrategy(void* h, int strategy_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSetEmulationStrategy), h);
    if (!call.is_open()) return 1;
    return call.add(strategy_).finish();
}
int cusolverDnGetEmulationStrategy(void* h, void* strategy) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnGetEmulationStrategy), h);
    if (!call.is_open()) return 1;
    return call.add_host_result(strategy, 4, false).finish();
}
int cusolverDnSetAdvOptions(void* params, int function_, int algo_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSetAdvOptions), params);
    if (!call.is_open()) return 1;
    return call.add(function_).add(algo_).finish();
}
int cusolverDnXsyevjSetTolerance(void* info, double tolerance_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXsyevjSetTolerance), info);
    if (!call.is_open()) return 1;
    return call.add(tolerance_).finish();
}
int cusolverDnXsyevjSetMaxSweeps(void* info, int sweeps_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXsyevjSetMaxSweeps), info);
    if (!call.is_open()) return 1;
    return call.add(sweeps_).finish();
}
int cusolverDnXsyevjSetSortEig(void* info, int sort_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXsyevjSetSortEig), info);
    if (!call.is_open()) return 1;
    return call.add(sort_).finish();
}
int cusolverDnXsyevjGetResidual(void* h, void* info, void* residual) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXsyevjGetResidual), h);
    if (!call.is_open()) return 1;
    return call.add_object(info, 1).add_host_result(residual, 8, false).finish();
}
int cusolverDnXsyevjGetSweeps(void* h, void* info, void* sweeps) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXsyevjGetSweeps), h);
    if (!call.is_open()) return 1;
    return call.add_object(info, 1).add_host_result(sweeps, 4, false).finish();
}
int cusolverDnXgesvdjSetTolerance(void* info, double tolerance_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXgesvdjSetTolerance), info);
    if (!call.is_open()) return 1;
    return call.add(tolerance_).finish();
}
int cusolverDnXgesvdjSetMaxSweeps(void* info, int sweeps_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXgesvdjSetMaxSweeps), info);
    if (!call.is_open()) return 1;
    return call.add(sweeps_).finish();
}
int cusolverDnXgesvdjSetSortEig(void* info, int sort_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXgesvdjSetSortEig), info);
    if (!call.is_open()) return 1;
    return call.add(sort_).finish();
}
int cusolverDnXgesvdjGetResidual(void* h, void* info, void* residual) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXgesvdjGetResidual), h);
    if (!call.is_open()) return 1;
    return call.add_object(info, 2).add_host_result(residual, 8, false).finish();
}
int cusolverDnXgesvdjGetSweeps(void* h, void* info, void* sweeps) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXgesvdjGetSweeps), h);
    if (!call.is_open()) return 1;
    return call.add_object(info, 2).add_host_result(sweeps, 4, false).finish();
}
int cusolverDnSpotrf_bufferSize(void* h, int uplo_, int n_, void* A, int lda_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSpotrf_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(uplo_).add(n_).add(A).add(lda_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnDpotrf_bufferSize(void* h, int uplo_, int n_, void* A, int lda_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDpotrf_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(uplo_).add(n_).add(A).add(lda_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnCpotrf_bufferSize(void* h, int uplo_, int n_, void* A, int lda_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCpotrf_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(uplo_).add(n_).add(A).add(lda_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnZpotrf_bufferSize(void* h, int uplo_, int n_, void* A, int lda_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZpotrf_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(uplo_).add(n_).add(A).add(lda_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnSpotrf(void* h, int uplo_, int n_, void* A, int lda_, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSpotrf), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(uplo_).add(n_).add(A).add(lda_).add(w).add(lwork_).add(info).finish();
}
int cusolverDnDpotrf(void* h, int uplo_, int n_, void* A, int lda_, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDpotrf), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(uplo_).add(n_).add(A).add(lda_).add(w).add(lwork_).add(info).finish();
}
int cusolverDnCpotrf(void* h, int uplo_, int n_, void* A, int lda_, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCpotrf), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(uplo_).add(n_).add(A).add(lda_).add(w).add(lwork_).add(info).finish();
}
int cusolverDnZpotrf(void* h, int uplo_, int n_, void* A, int lda_, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZpotrf), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(uplo_).add(n_).add(A).add(lda_).add(w).add(lwork_).add(info).finish();
}
int cusolverDnSpotri_bufferSize(void* h, int uplo_, int n_, void* A, int lda_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSpotri_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(uplo_).add(n_).add(A).add(lda_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnDpotri_bufferSize(void* h, int uplo_, int n_, void* A, int lda_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDpotri_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(uplo_).add(n_).add(A).add(lda_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnCpotri_bufferSize(void* h, int uplo_, int n_, void* A, int lda_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCpotri_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(uplo_).add(n_).add(A).add(lda_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnZpotri_bufferSize(void* h, int uplo_, int n_, void* A, int lda_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZpotri_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(uplo_).add(n_).add(A).add(lda_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnSpotri(void* h, int uplo_, int n_, void* A, int lda_, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSpotri), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(uplo_).add(n_).add(A).add(lda_).add(w).add(lwork_).add(info).finish();
}
int cusolverDnDpotri(void* h, int uplo_, int n_, void* A, int lda_, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDpotri), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(uplo_).add(n_).add(A).add(lda_).add(w).add(lwork_).add(info).finish();
}
int cusolverDnCpotri(void* h, int uplo_, int n_, void* A, int lda_, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCpotri), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(uplo_).add(n_).add(A).add(lda_).add(w).add(lwork_).add(info).finish();
}
int cusolverDnZpotri(void* h, int uplo_, int n_, void* A, int lda_, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZpotri), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(uplo_).add(n_).add(A).add(lda_).add(w).add(lwork_).add(info).finish();
}
int cusolverDnSpotrs(void* h, int uplo_, int n_, int nrhs_, void* A, int lda_, void* B, int ldb_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSpotrs), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, nrhs = nrhs_, lda = lda_, ldb = ldb_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && nrhs >= 0 && ldb >= max(1, n))) return 3;
    return call.add(uplo_).add(n_).add(nrhs_).add(A).add(lda_).add(B).add(ldb_).add(info).finish();
}
int cusolverDnDpotrs(void* h, int uplo_, int n_, int nrhs_, void* A, int lda_, void* B, int ldb_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDpotrs), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, nrhs = nrhs_, lda = lda_, ldb = ldb_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && nrhs >= 0 && ldb >= max(1, n))) return 3;
    return call.add(uplo_).add(n_).add(nrhs_).add(A).add(lda_).add(B).add(ldb_).add(info).finish();
}
int cusolverDnCpotrs(void* h, int uplo_, int n_, int nrhs_, void* A, int lda_, void* B, int ldb_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCpotrs), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, nrhs = nrhs_, lda = lda_, ldb = ldb_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && nrhs >= 0 && ldb >= max(1, n))) return 3;
    return call.add(uplo_).add(n_).add(nrhs_).add(A).add(lda_).add(B).add(ldb_).add(info).finish();
}
int cusolverDnZpotrs(void* h, int uplo_, int n_, int nrhs_, void* A, int lda_, void* B, int ldb_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZpotrs), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, nrhs = nrhs_, lda = lda_, ldb = ldb_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && nrhs >= 0 && ldb >= max(1, n))) return 3;
    return call.add(uplo_).add(n_).add(nrhs_).add(A).add(lda_).add(B).add(ldb_).add(info).finish();
}
int cusolverDnSpotrfBatched(void* h, int uplo_, int n_, void* A, int lda_, void* info, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSpotrfBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_, batch = batch_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && batch >= 0)) return 3;
    return call.add(uplo_).add(n_).add_pointers(A, batch).add(lda_).add(info).add(batch_).finish();
}
int cusolverDnDpotrfBatched(void* h, int uplo_, int n_, void* A, int lda_, void* info, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDpotrfBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_, batch = batch_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && batch >= 0)) return 3;
    return call.add(uplo_).add(n_).add_pointers(A, batch).add(lda_).add(info).add(batch_).finish();
}
int cusolverDnCpotrfBatched(void* h, int uplo_, int n_, void* A, int lda_, void* info, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCpotrfBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_, batch = batch_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && batch >= 0)) return 3;
    return call.add(uplo_).add(n_).add_pointers(A, batch).add(lda_).add(info).add(batch_).finish();
}
int cusolverDnZpotrfBatched(void* h, int uplo_, int n_, void* A, int lda_, void* info, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZpotrfBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_, batch = batch_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && batch >= 0)) return 3;
    return call.add(uplo_).add(n_).add_pointers(A, batch).add(lda_).add(info).add(batch_).finish();
}
int cusolverDnSpotrsBatched(void* h, int uplo_, int n_, int nrhs_, void* A, int lda_, void* B, int ldb_, void* info, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSpotrsBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, nrhs = nrhs_, lda = lda_, ldb = ldb_, batch = batch_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && nrhs >= 0 && ldb >= max(1, n) && batch >= 0)) return 3;
    return call.add(uplo_).add(n_).add(nrhs_).add_pointers(A, batch).add(lda_).add_pointers(B, batch).add(ldb_).add(info).add(batch_).finish();
}
int cusolverDnDpotrsBatched(void* h, int uplo_, int n_, int nrhs_, void* A, int lda_, void* B, int ldb_, void* info, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDpotrsBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, nrhs = nrhs_, lda = lda_, ldb = ldb_, batch = batch_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && nrhs >= 0 && ldb >= max(1, n) && batch >= 0)) return 3;
    return call.add(uplo_).add(n_).add(nrhs_).add_pointers(A, batch).add(lda_).add_pointers(B, batch).add(ldb_).add(info).add(batch_).finish();
}
int cusolverDnCpotrsBatched(void* h, int uplo_, int n_, int nrhs_, void* A, int lda_, void* B, int ldb_, void* info, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCpotrsBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, nrhs = nrhs_, lda = lda_, ldb = ldb_, batch = batch_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && nrhs >= 0 && ldb >= max(1, n) && batch >= 0)) return 3;
    return call.add(uplo_).add(n_).add(nrhs_).add_pointers(A, batch).add(lda_).add_pointers(B, batch).add(ldb_).add(info).add(batch_).finish();
}
int cusolverDnZpotrsBatched(void* h, int uplo_, int n_, int nrhs_, void* A, int lda_, void* B, int ldb_, void* info, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZpotrsBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, nrhs = nrhs_, lda = lda_, ldb = ldb_, batch = batch_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && nrhs >= 0 && ldb >= max(1, n) && batch >= 0)) return 3;
    return call.add(uplo_).add(n_).add(nrhs_).add_pointers(A, batch).add(lda_).add_pointers(B, batch).add(ldb_).add(info).add(batch_).finish();
}
int cusolverDnSgetrf_bufferSize(void* h, int m_, int n_, void* A, int lda_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSgetrf_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m))) return 3;
    return call.add(m_).add(n_).add(A).add(lda_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnDgetrf_bufferSize(void* h, int m_, int n_, void* A, int lda_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDgetrf_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m))) return 3;
    return call.add(m_).add(n_).add(A).add(lda_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnCgetrf_bufferSize(void* h, int m_, int n_, void* A, int lda_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCgetrf_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m))) return 3;
    return call.add(m_).add(n_).add(A).add(lda_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnZgetrf_bufferSize(void* h, int m_, int n_, void* A, int lda_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZgetrf_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m))) return 3;
    return call.add(m_).add(n_).add(A).add(lda_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnSgetrf(void* h, int m_, int n_, void* A, int lda_, void* w, void* ipiv, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSgetrf), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m))) return 3;
    return call.add(m_).add(n_).add(A).add(lda_).add(w).add(ipiv).add(info).finish();
}
int cusolverDnDgetrf(void* h, int m_, int n_, void* A, int lda_, void* w, void* ipiv, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDgetrf), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m))) return 3;
    return call.add(m_).add(n_).add(A).add(lda_).add(w).add(ipiv).add(info).finish();
}
int cusolverDnCgetrf(void* h, int m_, int n_, void* A, int lda_, void* w, void* ipiv, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCgetrf), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m))) return 3;
    return call.add(m_).add(n_).add(A).add(lda_).add(w).add(ipiv).add(info).finish();
}
int cusolverDnZgetrf(void* h, int m_, int n_, void* A, int lda_, void* w, void* ipiv, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZgetrf), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m))) return 3;
    return call.add(m_).add(n_).add(A).add(lda_).add(w).add(ipiv).add(info).finish();
}
int cusolverDnSgetrs(void* h, int trans_, int n_, int nrhs_, void* A, int lda_, void* ipiv, void* B, int ldb_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSgetrs), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, n = n_, nrhs = nrhs_, lda = lda_, ldb = ldb_;
    if (!(trans >= 0 && trans <= 2 && n >= 0 && nrhs >= 0 && lda >= max(1, n) && ldb >= max(1, n))) return 3;
    return call.add(trans_).add(n_).add(nrhs_).add(A).add(lda_).add(ipiv).add(B).add(ldb_).add(info).finish();
}
int cusolverDnDgetrs(void* h, int trans_, int n_, int nrhs_, void* A, int lda_, void* ipiv, void* B, int ldb_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDgetrs), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, n = n_, nrhs = nrhs_, lda = lda_, ldb = ldb_;
    if (!(trans >= 0 && trans <= 2 && n >= 0 && nrhs >= 0 && lda >= max(1, n) && ldb >= max(1, n))) return 3;
    return call.add(trans_).add(n_).add(nrhs_).add(A).add(lda_).add(ipiv).add(B).add(ldb_).add(info).finish();
}
int cusolverDnCgetrs(void* h, int trans_, int n_, int nrhs_, void* A, int lda_, void* ipiv, void* B, int ldb_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCgetrs), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, n = n_, nrhs = nrhs_, lda = lda_, ldb = ldb_;
    if (!(trans >= 0 && trans <= 2 && n >= 0 && nrhs >= 0 && lda >= max(1, n) && ldb >= max(1, n))) return 3;
    return call.add(trans_).add(n_).add(nrhs_).add(A).add(lda_).add(ipiv).add(B).add(ldb_).add(info).finish();
}
int cusolverDnZgetrs(void* h, int trans_, int n_, int nrhs_, void* A, int lda_, void* ipiv, void* B, int ldb_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZgetrs), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, n = n_, nrhs = nrhs_, lda = lda_, ldb = ldb_;
    if (!(trans >= 0 && trans <= 2 && n >= 0 && nrhs >= 0 && lda >= max(1, n) && ldb >= max(1, n))) return 3;
    return call.add(trans_).add(n_).add(nrhs_).add(A).add(lda_).add(ipiv).add(B).add(ldb_).add(info).finish();
}
int cusolverDnSsytrf_bufferSize(void* h, int n_, void* A, int lda_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSsytrf_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide n = n_, lda = lda_;
    if (!(n >= 0 && lda >= max(1, n))) return 3;
    return call.add(n_).add(A).add(lda_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnDsytrf_bufferSize(void* h, int n_, void* A, int lda_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDsytrf_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide n = n_, lda = lda_;
    if (!(n >= 0 && lda >= max(1, n))) return 3;
    return call.add(n_).add(A).add(lda_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnCsytrf_bufferSize(void* h, int n_, void* A, int lda_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCsytrf_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide n = n_, lda = lda_;
    if (!(n >= 0 && lda >= max(1, n))) return 3;
    return call.add(n_).add(A).add(lda_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnZsytrf_bufferSize(void* h, int n_, void* A, int lda_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZsytrf_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide n = n_, lda = lda_;
    if (!(n >= 0 && lda >= max(1, n))) return 3;
    return call.add(n_).add(A).add(lda_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnSsytrf(void* h, int uplo_, int n_, void* A, int lda_, void* ipiv, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSsytrf), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(uplo_).add(n_).add(A).add(lda_).add(ipiv).add(w).add(lwork_).add(info).finish();
}
int cusolverDnDsytrf(void* h, int uplo_, int n_, void* A, int lda_, void* ipiv, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDsytrf), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(uplo_).add(n_).add(A).add(lda_).add(ipiv).add(w).add(lwork_).add(info).finish();
}
int cusolverDnCsytrf(void* h, int uplo_, int n_, void* A, int lda_, void* ipiv, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCsytrf), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(uplo_).add(n_).add(A).add(lda_).add(ipiv).add(w).add(lwork_).add(info).finish();
}
int cusolverDnZsytrf(void* h, int uplo_, int n_, void* A, int lda_, void* ipiv, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZsytrf), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(uplo_).add(n_).add(A).add(lda_).add(ipiv).add(w).add(lwork_).add(info).finish();
}
int cusolverDnSgeqrf_bufferSize(void* h, int m_, int n_, void* A, int lda_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSgeqrf_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m))) return 3;
    return call.add(m_).add(n_).add(A).add(lda_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnDgeqrf_bufferSize(void* h, int m_, int n_, void* A, int lda_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDgeqrf_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m))) return 3;
    return call.add(m_).add(n_).add(A).add(lda_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnCgeqrf_bufferSize(void* h, int m_, int n_, void* A, int lda_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCgeqrf_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m))) return 3;
    return call.add(m_).add(n_).add(A).add(lda_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnZgeqrf_bufferSize(void* h, int m_, int n_, void* A, int lda_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZgeqrf_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m))) return 3;
    return call.add(m_).add(n_).add(A).add(lda_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnSgeqrf(void* h, int m_, int n_, void* A, int lda_, void* tau, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSgeqrf), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m))) return 3;
    return call.add(m_).add(n_).add(A).add(lda_).add(tau).add(w).add(lwork_).add(info).finish();
}
int cusolverDnDgeqrf(void* h, int m_, int n_, void* A, int lda_, void* tau, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDgeqrf), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m))) return 3;
    return call.add(m_).add(n_).add(A).add(lda_).add(tau).add(w).add(lwork_).add(info).finish();
}
int cusolverDnCgeqrf(void* h, int m_, int n_, void* A, int lda_, void* tau, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCgeqrf), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m))) return 3;
    return call.add(m_).add(n_).add(A).add(lda_).add(tau).add(w).add(lwork_).add(info).finish();
}
int cusolverDnZgeqrf(void* h, int m_, int n_, void* A, int lda_, void* tau, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZgeqrf), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, lda = lda_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m))) return 3;
    return call.add(m_).add(n_).add(A).add(lda_).add(tau).add(w).add(lwork_).add(info).finish();
}
int cusolverDnSorgqr_bufferSize(void* h, int m_, int n_, int k_, void* A, int lda_, void* tau, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSorgqr_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, k = k_, lda = lda_;
    if (!(m >= 0 && n >= 0 && n <= m && k >= 0 && k <= n && lda >= max(1, m))) return 3;
    return call.add(m_).add(n_).add(k_).add(A).add(lda_).add(tau).add_host_result(lwork, 4, false).finish();
}
int cusolverDnDorgqr_bufferSize(void* h, int m_, int n_, int k_, void* A, int lda_, void* tau, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDorgqr_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, k = k_, lda = lda_;
    if (!(m >= 0 && n >= 0 && n <= m && k >= 0 && k <= n && lda >= max(1, m))) return 3;
    return call.add(m_).add(n_).add(k_).add(A).add(lda_).add(tau).add_host_result(lwork, 4, false).finish();
}
int cusolverDnSorgqr(void* h, int m_, int n_, int k_, void* A, int lda_, void* tau, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSorgqr), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, k = k_, lda = lda_;
    if (!(m >= 0 && n >= 0 && n <= m && k >= 0 && k <= n && lda >= max(1, m))) return 3;
    return call.add(m_).add(n_).add(k_).add(A).add(lda_).add(tau).add(w).add(lwork_).add(info).finish();
}
int cusolverDnDorgqr(void* h, int m_, int n_, int k_, void* A, int lda_, void* tau, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDorgqr), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, k = k_, lda = lda_;
    if (!(m >= 0 && n >= 0 && n <= m && k >= 0 && k <= n && lda >= max(1, m))) return 3;
    return call.add(m_).add(n_).add(k_).add(A).add(lda_).add(tau).add(w).add(lwork_).add(info).finish();
}
int cusolverDnSormqr_bufferSize(void* h, int side_, int trans_, int m_, int n_, int k_, void* A, int lda_, void* tau, void* C, int ldc_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSormqr_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, trans = trans_, m = m_, n = n_, k = k_, lda = lda_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && k >= 0 && k <= (side == 0 ? m : n) && lda >= max(1, side == 0 ? m : n) && ldc >= max(1, m))) return 3;
    return call.add(side_).add(trans_).add(m_).add(n_).add(k_).add(A).add(lda_).add(tau).add(C).add(ldc_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnDormqr_bufferSize(void* h, int side_, int trans_, int m_, int n_, int k_, void* A, int lda_, void* tau, void* C, int ldc_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDormqr_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, trans = trans_, m = m_, n = n_, k = k_, lda = lda_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && k >= 0 && k <= (side == 0 ? m : n) && lda >= max(1, side == 0 ? m : n) && ldc >= max(1, m))) return 3;
    return call.add(side_).add(trans_).add(m_).add(n_).add(k_).add(A).add(lda_).add(tau).add(C).add(ldc_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnSormqr(void* h, int side_, int trans_, int m_, int n_, int k_, void* A, int lda_, void* tau, void* C, int ldc_, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSormqr), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, trans = trans_, m = m_, n = n_, k = k_, lda = lda_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && k >= 0 && k <= (side == 0 ? m : n) && lda >= max(1, side == 0 ? m : n) && ldc >= max(1, m))) return 3;
    return call.add(side_).add(trans_).add(m_).add(n_).add(k_).add(A).add(lda_).add(tau).add(C).add(ldc_).add(w).add(lwork_).add(info).finish();
}
int cusolverDnDormqr(void* h, int side_, int trans_, int m_, int n_, int k_, void* A, int lda_, void* tau, void* C, int ldc_, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDormqr), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, trans = trans_, m = m_, n = n_, k = k_, lda = lda_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && k >= 0 && k <= (side == 0 ? m : n) && lda >= max(1, side == 0 ? m : n) && ldc >= max(1, m))) return 3;
    return call.add(side_).add(trans_).add(m_).add(n_).add(k_).add(A).add(lda_).add(tau).add(C).add(ldc_).add(w).add(lwork_).add(info).finish();
}
int cusolverDnCungqr_bufferSize(void* h, int m_, int n_, int k_, void* A, int lda_, void* tau, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCungqr_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, k = k_, lda = lda_;
    if (!(m >= 0 && n >= 0 && n <= m && k >= 0 && k <= n && lda >= max(1, m))) return 3;
    return call.add(m_).add(n_).add(k_).add(A).add(lda_).add(tau).add_host_result(lwork, 4, false).finish();
}
int cusolverDnZungqr_bufferSize(void* h, int m_, int n_, int k_, void* A, int lda_, void* tau, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZungqr_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, k = k_, lda = lda_;
    if (!(m >= 0 && n >= 0 && n <= m && k >= 0 && k <= n && lda >= max(1, m))) return 3;
    return call.add(m_).add(n_).add(k_).add(A).add(lda_).add(tau).add_host_result(lwork, 4, false).finish();
}
int cusolverDnCungqr(void* h, int m_, int n_, int k_, void* A, int lda_, void* tau, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCungqr), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, k = k_, lda = lda_;
    if (!(m >= 0 && n >= 0 && n <= m && k >= 0 && k <= n && lda >= max(1, m))) return 3;
    return call.add(m_).add(n_).add(k_).add(A).add(lda_).add(tau).add(w).add(lwork_).add(info).finish();
}
int cusolverDnZungqr(void* h, int m_, int n_, int k_, void* A, int lda_, void* tau, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZungqr), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, k = k_, lda = lda_;
    if (!(m >= 0 && n >= 0 && n <= m && k >= 0 && k <= n && lda >= max(1, m))) return 3;
    return call.add(m_).add(n_).add(k_).add(A).add(lda_).add(tau).add(w).add(lwork_).add(info).finish();
}
int cusolverDnCunmqr_bufferSize(void* h, int side_, int trans_, int m_, int n_, int k_, void* A, int lda_, void* tau, void* C, int ldc_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCunmqr_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, trans = trans_, m = m_, n = n_, k = k_, lda = lda_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && k >= 0 && k <= (side == 0 ? m : n) && lda >= max(1, side == 0 ? m : n) && ldc >= max(1, m))) return 3;
    return call.add(side_).add(trans_).add(m_).add(n_).add(k_).add(A).add(lda_).add(tau).add(C).add(ldc_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnZunmqr_bufferSize(void* h, int side_, int trans_, int m_, int n_, int k_, void* A, int lda_, void* tau, void* C, int ldc_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZunmqr_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, trans = trans_, m = m_, n = n_, k = k_, lda = lda_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && k >= 0 && k <= (side == 0 ? m : n) && lda >= max(1, side == 0 ? m : n) && ldc >= max(1, m))) return 3;
    return call.add(side_).add(trans_).add(m_).add(n_).add(k_).add(A).add(lda_).add(tau).add(C).add(ldc_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnCunmqr(void* h, int side_, int trans_, int m_, int n_, int k_, void* A, int lda_, void* tau, void* C, int ldc_, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCunmqr), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, trans = trans_, m = m_, n = n_, k = k_, lda = lda_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && k >= 0 && k <= (side == 0 ? m : n) && lda >= max(1, side == 0 ? m : n) && ldc >= max(1, m))) return 3;
    return call.add(side_).add(trans_).add(m_).add(n_).add(k_).add(A).add(lda_).add(tau).add(C).add(ldc_).add(w).add(lwork_).add(info).finish();
}
int cusolverDnZunmqr(void* h, int side_, int trans_, int m_, int n_, int k_, void* A, int lda_, void* tau, void* C, int ldc_, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZunmqr), h);
    if (!call.is_open()) return 1;
    const reach::Wide side = side_, trans = trans_, m = m_, n = n_, k = k_, lda = lda_, ldc = ldc_;
    if (!(side >= 0 && side <= 1 && trans >= 0 && trans <= 2 && m >= 0 && n >= 0 && k >= 0 && k <= (side == 0 ? m : n) && lda >= max(1, side == 0 ? m : n) && ldc >= max(1, m))) return 3;
    return call.add(side_).add(trans_).add(m_).add(n_).add(k_).add(A).add(lda_).add(tau).add(C).add(ldc_).add(w).add(lwork_).add(info).finish();
}
int cusolverDnSgesvd_bufferSize(void* h, int m_, int n_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSgesvd_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_;
    if (!(m >= 0 && n >= 0 && m >= n)) return 3;
    return call.add(m_).add(n_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnDgesvd_bufferSize(void* h, int m_, int n_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDgesvd_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_;
    if (!(m >= 0 && n >= 0 && m >= n)) return 3;
    return call.add(m_).add(n_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnCgesvd_bufferSize(void* h, int m_, int n_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCgesvd_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_;
    if (!(m >= 0 && n >= 0 && m >= n)) return 3;
    return call.add(m_).add(n_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnZgesvd_bufferSize(void* h, int m_, int n_, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZgesvd_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_;
    if (!(m >= 0 && n >= 0 && m >= n)) return 3;
    return call.add(m_).add(n_).add_host_result(lwork, 4, false).finish();
}
int cusolverDnSgesvd(void* h, signed char jobu_, signed char jobvt_, int m_, int n_, void* A, int lda_, void* S, void* U, int ldu_, void* VT, int ldvt_, void* w, int lwork_, void* rwork, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSgesvd), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobu = jobu_, jobvt = jobvt_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldvt = ldvt_;
    if (!(m >= 0 && n >= 0 && m >= n && lda >= max(1, m) && (jobu == 65 || jobu == 83 || jobu == 79 || jobu == 78) && (jobvt == 65 || jobvt == 83 || jobvt == 79 || jobvt == 78) && !(jobu == 79 && jobvt == 79) && ldu >= 1 && ldvt >= 1 && (jobu == 79 || jobu == 78 || ldu >= m) && (jobvt != 65 || ldvt >= n) && (jobvt != 83 || ldvt >= min(m, n)))) return 3;
    return call.add(jobu_).add(jobvt_).add(m_).add(n_).add(A).add(lda_).add(S).add(U).add(ldu_).add(VT).add(ldvt_).add(w).add(lwork_).add(rwork).add(info).finish();
}
int cusolverDnDgesvd(void* h, signed char jobu_, signed char jobvt_, int m_, int n_, void* A, int lda_, void* S, void* U, int ldu_, void* VT, int ldvt_, void* w, int lwork_, void* rwork, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDgesvd), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobu = jobu_, jobvt = jobvt_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldvt = ldvt_;
    if (!(m >= 0 && n >= 0 && m >= n && lda >= max(1, m) && (jobu == 65 || jobu == 83 || jobu == 79 || jobu == 78) && (jobvt == 65 || jobvt == 83 || jobvt == 79 || jobvt == 78) && !(jobu == 79 && jobvt == 79) && ldu >= 1 && ldvt >= 1 && (jobu == 79 || jobu == 78 || ldu >= m) && (jobvt != 65 || ldvt >= n) && (jobvt != 83 || ldvt >= min(m, n)))) return 3;
    return call.add(jobu_).add(jobvt_).add(m_).add(n_).add(A).add(lda_).add(S).add(U).add(ldu_).add(VT).add(ldvt_).add(w).add(lwork_).add(rwork).add(info).finish();
}
int cusolverDnCgesvd(void* h, signed char jobu_, signed char jobvt_, int m_, int n_, void* A, int lda_, void* S, void* U, int ldu_, void* VT, int ldvt_, void* w, int lwork_, void* rwork, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCgesvd), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobu = jobu_, jobvt = jobvt_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldvt = ldvt_;
    if (!(m >= 0 && n >= 0 && m >= n && lda >= max(1, m) && (jobu == 65 || jobu == 83 || jobu == 79 || jobu == 78) && (jobvt == 65 || jobvt == 83 || jobvt == 79 || jobvt == 78) && !(jobu == 79 && jobvt == 79) && ldu >= 1 && ldvt >= 1 && (jobu == 79 || jobu == 78 || ldu >= m) && (jobvt != 65 || ldvt >= n) && (jobvt != 83 || ldvt >= min(m, n)))) return 3;
    return call.add(jobu_).add(jobvt_).add(m_).add(n_).add(A).add(lda_).add(S).add(U).add(ldu_).add(VT).add(ldvt_).add(w).add(lwork_).add(rwork).add(info).finish();
}
int cusolverDnZgesvd(void* h, signed char jobu_, signed char jobvt_, int m_, int n_, void* A, int lda_, void* S, void* U, int ldu_, void* VT, int ldvt_, void* w, int lwork_, void* rwork, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZgesvd), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobu = jobu_, jobvt = jobvt_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldvt = ldvt_;
    if (!(m >= 0 && n >= 0 && m >= n && lda >= max(1, m) && (jobu == 65 || jobu == 83 || jobu == 79 || jobu == 78) && (jobvt == 65 || jobvt == 83 || jobvt == 79 || jobvt == 78) && !(jobu == 79 && jobvt == 79) && ldu >= 1 && ldvt >= 1 && (jobu == 79 || jobu == 78 || ldu >= m) && (jobvt != 65 || ldvt >= n) && (jobvt != 83 || ldvt >= min(m, n)))) return 3;
    return call.add(jobu_).add(jobvt_).add(m_).add(n_).add(A).add(lda_).add(S).add(U).add(ldu_).add(VT).add(ldvt_).add(w).add(lwork_).add(rwork).add(info).finish();
}
int cusolverDnSgesvdj_bufferSize(void* h, int jobz_, int econ_, int m_, int n_, void* A, int lda_, void* S, void* U, int ldu_, void* V, int ldv_, void* lwork, void* params) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSgesvdj_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldv = ldv_;
    if (!(jobz >= 0 && jobz <= 1 && m >= 0 && n >= 0 && lda >= max(1, m) && ldu >= max(1, m) && ldv >= max(1, n))) return 3;
    return call.add(jobz_).add(econ_).add(m_).add(n_).add(A).add(lda_).add(S).add(U).add(ldu_).add(V).add(ldv_).add_host_result(lwork, 4, false).add_object(params, 2).finish();
}
int cusolverDnDgesvdj_bufferSize(void* h, int jobz_, int econ_, int m_, int n_, void* A, int lda_, void* S, void* U, int ldu_, void* V, int ldv_, void* lwork, void* params) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDgesvdj_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldv = ldv_;
    if (!(jobz >= 0 && jobz <= 1 && m >= 0 && n >= 0 && lda >= max(1, m) && ldu >= max(1, m) && ldv >= max(1, n))) return 3;
    return call.add(jobz_).add(econ_).add(m_).add(n_).add(A).add(lda_).add(S).add(U).add(ldu_).add(V).add(ldv_).add_host_result(lwork, 4, false).add_object(params, 2).finish();
}
int cusolverDnCgesvdj_bufferSize(void* h, int jobz_, int econ_, int m_, int n_, void* A, int lda_, void* S, void* U, int ldu_, void* V, int ldv_, void* lwork, void* params) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCgesvdj_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldv = ldv_;
    if (!(jobz >= 0 && jobz <= 1 && m >= 0 && n >= 0 && lda >= max(1, m) && ldu >= max(1, m) && ldv >= max(1, n))) return 3;
    return call.add(jobz_).add(econ_).add(m_).add(n_).add(A).add(lda_).add(S).add(U).add(ldu_).add(V).add(ldv_).add_host_result(lwork, 4, false).add_object(params, 2).finish();
}
int cusolverDnZgesvdj_bufferSize(void* h, int jobz_, int econ_, int m_, int n_, void* A, int lda_, void* S, void* U, int ldu_, void* V, int ldv_, void* lwork, void* params) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZgesvdj_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldv = ldv_;
    if (!(jobz >= 0 && jobz <= 1 && m >= 0 && n >= 0 && lda >= max(1, m) && ldu >= max(1, m) && ldv >= max(1, n))) return 3;
    return call.add(jobz_).add(econ_).add(m_).add(n_).add(A).add(lda_).add(S).add(U).add(ldu_).add(V).add(ldv_).add_host_result(lwork, 4, false).add_object(params, 2).finish();
}
int cusolverDnSgesvdj(void* h, int jobz_, int econ_, int m_, int n_, void* A, int lda_, void* S, void* U, int ldu_, void* V, int ldv_, void* w, int lwork_, void* info, void* params) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSgesvdj), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldv = ldv_;
    if (!(jobz >= 0 && jobz <= 1 && m >= 0 && n >= 0 && lda >= max(1, m) && ldu >= max(1, m) && ldv >= max(1, n))) return 3;
    return call.add(jobz_).add(econ_).add(m_).add(n_).add(A).add(lda_).add(S).add(U).add(ldu_).add(V).add(ldv_).add(w).add(lwork_).add(info).add_object(params, 2).finish();
}
int cusolverDnDgesvdj(void* h, int jobz_, int econ_, int m_, int n_, void* A, int lda_, void* S, void* U, int ldu_, void* V, int ldv_, void* w, int lwork_, void* info, void* params) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDgesvdj), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldv = ldv_;
    if (!(jobz >= 0 && jobz <= 1 && m >= 0 && n >= 0 && lda >= max(1, m) && ldu >= max(1, m) && ldv >= max(1, n))) return 3;
    return call.add(jobz_).add(econ_).add(m_).add(n_).add(A).add(lda_).add(S).add(U).add(ldu_).add(V).add(ldv_).add(w).add(lwork_).add(info).add_object(params, 2).finish();
}
int cusolverDnCgesvdj(void* h, int jobz_, int econ_, int m_, int n_, void* A, int lda_, void* S, void* U, int ldu_, void* V, int ldv_, void* w, int lwork_, void* info, void* params) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCgesvdj), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldv = ldv_;
    if (!(jobz >= 0 && jobz <= 1 && m >= 0 && n >= 0 && lda >= max(1, m) && ldu >= max(1, m) && ldv >= max(1, n))) return 3;
    return call.add(jobz_).add(econ_).add(m_).add(n_).add(A).add(lda_).add(S).add(U).add(ldu_).add(V).add(ldv_).add(w).add(lwork_).add(info).add_object(params, 2).finish();
}
int cusolverDnZgesvdj(void* h, int jobz_, int econ_, int m_, int n_, void* A, int lda_, void* S, void* U, int ldu_, void* V, int ldv_, void* w, int lwork_, void* info, void* params) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZgesvdj), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldv = ldv_;
    if (!(jobz >= 0 && jobz <= 1 && m >= 0 && n >= 0 && lda >= max(1, m) && ldu >= max(1, m) && ldv >= max(1, n))) return 3;
    return call.add(jobz_).add(econ_).add(m_).add(n_).add(A).add(lda_).add(S).add(U).add(ldu_).add(V).add(ldv_).add(w).add(lwork_).add(info).add_object(params, 2).finish();
}
int cusolverDnSgesvdjBatched_bufferSize(void* h, int jobz_, int m_, int n_, void* A, int lda_, void* S, void* U, int ldu_, void* V, int ldv_, void* lwork, void* params, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSgesvdjBatched_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldv = ldv_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && m >= 0 && n >= 0 && lda >= max(1, m) && ldu >= max(1, m) && ldv >= max(1, n) && m <= 32 && n <= 32 && batch >= 0)) return 3;
    return call.add(jobz_).add(m_).add(n_).add(A).add(lda_).add(S).add(U).add(ldu_).add(V).add(ldv_).add_host_result(lwork, 4, false).add_object(params, 2).add(batch_).finish();
}
int cusolverDnDgesvdjBatched_bufferSize(void* h, int jobz_, int m_, int n_, void* A, int lda_, void* S, void* U, int ldu_, void* V, int ldv_, void* lwork, void* params, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDgesvdjBatched_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldv = ldv_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && m >= 0 && n >= 0 && lda >= max(1, m) && ldu >= max(1, m) && ldv >= max(1, n) && m <= 32 && n <= 32 && batch >= 0)) return 3;
    return call.add(jobz_).add(m_).add(n_).add(A).add(lda_).add(S).add(U).add(ldu_).add(V).add(ldv_).add_host_result(lwork, 4, false).add_object(params, 2).add(batch_).finish();
}
int cusolverDnCgesvdjBatched_bufferSize(void* h, int jobz_, int m_, int n_, void* A, int lda_, void* S, void* U, int ldu_, void* V, int ldv_, void* lwork, void* params, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCgesvdjBatched_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldv = ldv_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && m >= 0 && n >= 0 && lda >= max(1, m) && ldu >= max(1, m) && ldv >= max(1, n) && m <= 32 && n <= 32 && batch >= 0)) return 3;
    return call.add(jobz_).add(m_).add(n_).add(A).add(lda_).add(S).add(U).add(ldu_).add(V).add(ldv_).add_host_result(lwork, 4, false).add_object(params, 2).add(batch_).finish();
}
int cusolverDnZgesvdjBatched_bufferSize(void* h, int jobz_, int m_, int n_, void* A, int lda_, void* S, void* U, int ldu_, void* V, int ldv_, void* lwork, void* params, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZgesvdjBatched_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldv = ldv_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && m >= 0 && n >= 0 && lda >= max(1, m) && ldu >= max(1, m) && ldv >= max(1, n) && m <= 32 && n <= 32 && batch >= 0)) return 3;
    return call.add(jobz_).add(m_).add(n_).add(A).add(lda_).add(S).add(U).add(ldu_).add(V).add(ldv_).add_host_result(lwork, 4, false).add_object(params, 2).add(batch_).finish();
}
int cusolverDnSgesvdjBatched(void* h, int jobz_, int m_, int n_, void* A, int lda_, void* S, void* U, int ldu_, void* V, int ldv_, void* w, int lwork_, void* info, void* params, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSgesvdjBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldv = ldv_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && m >= 0 && n >= 0 && lda >= max(1, m) && ldu >= max(1, m) && ldv >= max(1, n) && m <= 32 && n <= 32 && batch >= 0)) return 3;
    return call.add(jobz_).add(m_).add(n_).add(A).add(lda_).add(S).add(U).add(ldu_).add(V).add(ldv_).add(w).add(lwork_).add(info).add_object(params, 2).add(batch_).finish();
}
int cusolverDnDgesvdjBatched(void* h, int jobz_, int m_, int n_, void* A, int lda_, void* S, void* U, int ldu_, void* V, int ldv_, void* w, int lwork_, void* info, void* params, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDgesvdjBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldv = ldv_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && m >= 0 && n >= 0 && lda >= max(1, m) && ldu >= max(1, m) && ldv >= max(1, n) && m <= 32 && n <= 32 && batch >= 0)) return 3;
    return call.add(jobz_).add(m_).add(n_).add(A).add(lda_).add(S).add(U).add(ldu_).add(V).add(ldv_).add(w).add(lwork_).add(info).add_object(params, 2).add(batch_).finish();
}
int cusolverDnCgesvdjBatched(void* h, int jobz_, int m_, int n_, void* A, int lda_, void* S, void* U, int ldu_, void* V, int ldv_, void* w, int lwork_, void* info, void* params, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCgesvdjBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldv = ldv_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && m >= 0 && n >= 0 && lda >= max(1, m) && ldu >= max(1, m) && ldv >= max(1, n) && m <= 32 && n <= 32 && batch >= 0)) return 3;
    return call.add(jobz_).add(m_).add(n_).add(A).add(lda_).add(S).add(U).add(ldu_).add(V).add(ldv_).add(w).add(lwork_).add(info).add_object(params, 2).add(batch_).finish();
}
int cusolverDnZgesvdjBatched(void* h, int jobz_, int m_, int n_, void* A, int lda_, void* S, void* U, int ldu_, void* V, int ldv_, void* w, int lwork_, void* info, void* params, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZgesvdjBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldv = ldv_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && m >= 0 && n >= 0 && lda >= max(1, m) && ldu >= max(1, m) && ldv >= max(1, n) && m <= 32 && n <= 32 && batch >= 0)) return 3;
    return call.add(jobz_).add(m_).add(n_).add(A).add(lda_).add(S).add(U).add(ldu_).add(V).add(ldv_).add(w).add(lwork_).add(info).add_object(params, 2).add(batch_).finish();
}
int cusolverDnSgesvdaStridedBatched_bufferSize(void* h, int jobz_, int rank_, int m_, int n_, void* A, int lda_, std::int64_t strideA_, void* S, std::int64_t strideS_, void* U, int ldu_, std::int64_t strideU_, void* V, int ldv_, std::int64_t strideV_, void* lwork, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSgesvdaStridedBatched_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, rank = rank_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldv = ldv_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && m >= n && n >= 0 && rank >= 0 && rank <= n && lda >= max(1, m) && ldu >= max(1, m) && ldv >= max(1, n) && batch >= 0)) return 3;
    return call.add(jobz_).add(rank_).add(m_).add(n_).add(A).add(lda_).add(strideA_).add(S).add(strideS_).add(U).add(ldu_).add(strideU_).add(V).add(ldv_).add(strideV_).add_host_result(lwork, 4, false).add(batch_).finish();
}
int cusolverDnDgesvdaStridedBatched_bufferSize(void* h, int jobz_, int rank_, int m_, int n_, void* A, int lda_, std::int64_t strideA_, void* S, std::int64_t strideS_, void* U, int ldu_, std::int64_t strideU_, void* V, int ldv_, std::int64_t strideV_, void* lwork, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDgesvdaStridedBatched_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, rank = rank_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldv = ldv_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && m >= n && n >= 0 && rank >= 0 && rank <= n && lda >= max(1, m) && ldu >= max(1, m) && ldv >= max(1, n) && batch >= 0)) return 3;
    return call.add(jobz_).add(rank_).add(m_).add(n_).add(A).add(lda_).add(strideA_).add(S).add(strideS_).add(U).add(ldu_).add(strideU_).add(V).add(ldv_).add(strideV_).add_host_result(lwork, 4, false).add(batch_).finish();
}
int cusolverDnCgesvdaStridedBatched_bufferSize(void* h, int jobz_, int rank_, int m_, int n_, void* A, int lda_, std::int64_t strideA_, void* S, std::int64_t strideS_, void* U, int ldu_, std::int64_t strideU_, void* V, int ldv_, std::int64_t strideV_, void* lwork, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCgesvdaStridedBatched_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, rank = rank_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldv = ldv_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && m >= n && n >= 0 && rank >= 0 && rank <= n && lda >= max(1, m) && ldu >= max(1, m) && ldv >= max(1, n) && batch >= 0)) return 3;
    return call.add(jobz_).add(rank_).add(m_).add(n_).add(A).add(lda_).add(strideA_).add(S).add(strideS_).add(U).add(ldu_).add(strideU_).add(V).add(ldv_).add(strideV_).add_host_result(lwork, 4, false).add(batch_).finish();
}
int cusolverDnZgesvdaStridedBatched_bufferSize(void* h, int jobz_, int rank_, int m_, int n_, void* A, int lda_, std::int64_t strideA_, void* S, std::int64_t strideS_, void* U, int ldu_, std::int64_t strideU_, void* V, int ldv_, std::int64_t strideV_, void* lwork, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZgesvdaStridedBatched_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, rank = rank_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldv = ldv_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && m >= n && n >= 0 && rank >= 0 && rank <= n && lda >= max(1, m) && ldu >= max(1, m) && ldv >= max(1, n) && batch >= 0)) return 3;
    return call.add(jobz_).add(rank_).add(m_).add(n_).add(A).add(lda_).add(strideA_).add(S).add(strideS_).add(U).add(ldu_).add(strideU_).add(V).add(ldv_).add(strideV_).add_host_result(lwork, 4, false).add(batch_).finish();
}
int cusolverDnSgesvdaStridedBatched(void* h, int jobz_, int rank_, int m_, int n_, void* A, int lda_, std::int64_t strideA_, void* S, std::int64_t strideS_, void* U, int ldu_, std::int64_t strideU_, void* V, int ldv_, std::int64_t strideV_, void* w, int lwork_, void* info, void* residuals, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSgesvdaStridedBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, rank = rank_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldv = ldv_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && m >= n && n >= 0 && rank >= 0 && rank <= n && lda >= max(1, m) && ldu >= max(1, m) && ldv >= max(1, n) && batch >= 0)) return 3;
    return call.add(jobz_).add(rank_).add(m_).add(n_).add(A).add(lda_).add(strideA_).add(S).add(strideS_).add(U).add(ldu_).add(strideU_).add(V).add(ldv_).add(strideV_).add(w).add(lwork_).add(info).add_host_result(residuals, batch * 8, true).add(batch_).finish();
}
int cusolverDnDgesvdaStridedBatched(void* h, int jobz_, int rank_, int m_, int n_, void* A, int lda_, std::int64_t strideA_, void* S, std::int64_t strideS_, void* U, int ldu_, std::int64_t strideU_, void* V, int ldv_, std::int64_t strideV_, void* w, int lwork_, void* info, void* residuals, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDgesvdaStridedBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, rank = rank_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldv = ldv_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && m >= n && n >= 0 && rank >= 0 && rank <= n && lda >= max(1, m) && ldu >= max(1, m) && ldv >= max(1, n) && batch >= 0)) return 3;
    return call.add(jobz_).add(rank_).add(m_).add(n_).add(A).add(lda_).add(strideA_).add(S).add(strideS_).add(U).add(ldu_).add(strideU_).add(V).add(ldv_).add(strideV_).add(w).add(lwork_).add(info).add_host_result(residuals, batch * 8, true).add(batch_).finish();
}
int cusolverDnCgesvdaStridedBatched(void* h, int jobz_, int rank_, int m_, int n_, void* A, int lda_, std::int64_t strideA_, void* S, std::int64_t strideS_, void* U, int ldu_, std::int64_t strideU_, void* V, int ldv_, std::int64_t strideV_, void* w, int lwork_, void* info, void* residuals, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCgesvdaStridedBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, rank = rank_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldv = ldv_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && m >= n && n >= 0 && rank >= 0 && rank <= n && lda >= max(1, m) && ldu >= max(1, m) && ldv >= max(1, n) && batch >= 0)) return 3;
    return call.add(jobz_).add(rank_).add(m_).add(n_).add(A).add(lda_).add(strideA_).add(S).add(strideS_).add(U).add(ldu_).add(strideU_).add(V).add(ldv_).add(strideV_).add(w).add(lwork_).add(info).add_host_result(residuals, batch * 8, true).add(batch_).finish();
}
int cusolverDnZgesvdaStridedBatched(void* h, int jobz_, int rank_, int m_, int n_, void* A, int lda_, std::int64_t strideA_, void* S, std::int64_t strideS_, void* U, int ldu_, std::int64_t strideU_, void* V, int ldv_, std::int64_t strideV_, void* w, int lwork_, void* info, void* residuals, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZgesvdaStridedBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, rank = rank_, m = m_, n = n_, lda = lda_, ldu = ldu_, ldv = ldv_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && m >= n && n >= 0 && rank >= 0 && rank <= n && lda >= max(1, m) && ldu >= max(1, m) && ldv >= max(1, n) && batch >= 0)) return 3;
    return call.add(jobz_).add(rank_).add(m_).add(n_).add(A).add(lda_).add(strideA_).add(S).add(strideS_).add(U).add(ldu_).add(strideU_).add(V).add(ldv_).add(strideV_).add(w).add(lwork_).add(info).add_host_result(residuals, batch * 8, true).add(batch_).finish();
}
int cusolverDnSsyevd_bufferSize(void* h, int jobz_, int uplo_, int n_, void* A, int lda_, void* W, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSsyevd_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, lda = lda_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(W).add_host_result(lwork, 4, false).finish();
}
int cusolverDnDsyevd_bufferSize(void* h, int jobz_, int uplo_, int n_, void* A, int lda_, void* W, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDsyevd_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, lda = lda_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(W).add_host_result(lwork, 4, false).finish();
}
int cusolverDnSsyevd(void* h, int jobz_, int uplo_, int n_, void* A, int lda_, void* W, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSsyevd), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, lda = lda_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(W).add(w).add(lwork_).add(info).finish();
}
int cusolverDnDsyevd(void* h, int jobz_, int uplo_, int n_, void* A, int lda_, void* W, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDsyevd), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, lda = lda_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(W).add(w).add(lwork_).add(info).finish();
}
int cusolverDnSsyevj_bufferSize(void* h, int jobz_, int uplo_, int n_, void* A, int lda_, void* W, void* lwork, void* params) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSsyevj_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, lda = lda_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(W).add_host_result(lwork, 4, false).add_object(params, 1).finish();
}
int cusolverDnDsyevj_bufferSize(void* h, int jobz_, int uplo_, int n_, void* A, int lda_, void* W, void* lwork, void* params) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDsyevj_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, lda = lda_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(W).add_host_result(lwork, 4, false).add_object(params, 1).finish();
}
int cusolverDnSsyevj(void* h, int jobz_, int uplo_, int n_, void* A, int lda_, void* W, void* w, int lwork_, void* info, void* params) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSsyevj), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, lda = lda_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(W).add(w).add(lwork_).add(info).add_object(params, 1).finish();
}
int cusolverDnDsyevj(void* h, int jobz_, int uplo_, int n_, void* A, int lda_, void* W, void* w, int lwork_, void* info, void* params) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDsyevj), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, lda = lda_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(W).add(w).add(lwork_).add(info).add_object(params, 1).finish();
}
int cusolverDnSsyevjBatched_bufferSize(void* h, int jobz_, int uplo_, int n_, void* A, int lda_, void* W, void* lwork, void* params, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSsyevjBatched_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, lda = lda_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && batch >= 0)) return 3;
    return call.add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(W).add_host_result(lwork, 4, false).add_object(params, 1).add(batch_).finish();
}
int cusolverDnDsyevjBatched_bufferSize(void* h, int jobz_, int uplo_, int n_, void* A, int lda_, void* W, void* lwork, void* params, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDsyevjBatched_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, lda = lda_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && batch >= 0)) return 3;
    return call.add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(W).add_host_result(lwork, 4, false).add_object(params, 1).add(batch_).finish();
}
int cusolverDnSsyevjBatched(void* h, int jobz_, int uplo_, int n_, void* A, int lda_, void* W, void* w, int lwork_, void* info, void* params, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSsyevjBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, lda = lda_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && batch >= 0)) return 3;
    return call.add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(W).add(w).add(lwork_).add(info).add_object(params, 1).add(batch_).finish();
}
int cusolverDnDsyevjBatched(void* h, int jobz_, int uplo_, int n_, void* A, int lda_, void* W, void* w, int lwork_, void* info, void* params, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDsyevjBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, lda = lda_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && batch >= 0)) return 3;
    return call.add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(W).add(w).add(lwork_).add(info).add_object(params, 1).add(batch_).finish();
}
int cusolverDnCheevd_bufferSize(void* h, int jobz_, int uplo_, int n_, void* A, int lda_, void* W, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCheevd_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, lda = lda_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(W).add_host_result(lwork, 4, false).finish();
}
int cusolverDnZheevd_bufferSize(void* h, int jobz_, int uplo_, int n_, void* A, int lda_, void* W, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZheevd_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, lda = lda_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(W).add_host_result(lwork, 4, false).finish();
}
int cusolverDnCheevd(void* h, int jobz_, int uplo_, int n_, void* A, int lda_, void* W, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCheevd), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, lda = lda_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(W).add(w).add(lwork_).add(info).finish();
}
int cusolverDnZheevd(void* h, int jobz_, int uplo_, int n_, void* A, int lda_, void* W, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZheevd), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, lda = lda_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(W).add(w).add(lwork_).add(info).finish();
}
int cusolverDnCheevj_bufferSize(void* h, int jobz_, int uplo_, int n_, void* A, int lda_, void* W, void* lwork, void* params) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCheevj_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, lda = lda_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(W).add_host_result(lwork, 4, false).add_object(params, 1).finish();
}
int cusolverDnZheevj_bufferSize(void* h, int jobz_, int uplo_, int n_, void* A, int lda_, void* W, void* lwork, void* params) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZheevj_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, lda = lda_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(W).add_host_result(lwork, 4, false).add_object(params, 1).finish();
}
int cusolverDnCheevj(void* h, int jobz_, int uplo_, int n_, void* A, int lda_, void* W, void* w, int lwork_, void* info, void* params) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCheevj), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, lda = lda_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(W).add(w).add(lwork_).add(info).add_object(params, 1).finish();
}
int cusolverDnZheevj(void* h, int jobz_, int uplo_, int n_, void* A, int lda_, void* W, void* w, int lwork_, void* info, void* params) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZheevj), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, lda = lda_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n))) return 3;
    return call.add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(W).add(w).add(lwork_).add(info).add_object(params, 1).finish();
}
int cusolverDnCheevjBatched_bufferSize(void* h, int jobz_, int uplo_, int n_, void* A, int lda_, void* W, void* lwork, void* params, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCheevjBatched_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, lda = lda_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && batch >= 0)) return 3;
    return call.add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(W).add_host_result(lwork, 4, false).add_object(params, 1).add(batch_).finish();
}
int cusolverDnZheevjBatched_bufferSize(void* h, int jobz_, int uplo_, int n_, void* A, int lda_, void* W, void* lwork, void* params, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZheevjBatched_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, lda = lda_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && batch >= 0)) return 3;
    return call.add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(W).add_host_result(lwork, 4, false).add_object(params, 1).add(batch_).finish();
}
int cusolverDnCheevjBatched(void* h, int jobz_, int uplo_, int n_, void* A, int lda_, void* W, void* w, int lwork_, void* info, void* params, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnCheevjBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, lda = lda_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && batch >= 0)) return 3;
    return call.add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(W).add(w).add(lwork_).add(info).add_object(params, 1).add(batch_).finish();
}
int cusolverDnZheevjBatched(void* h, int jobz_, int uplo_, int n_, void* A, int lda_, void* W, void* w, int lwork_, void* info, void* params, int batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZheevjBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, lda = lda_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && batch >= 0)) return 3;
    return call.add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(W).add(w).add(lwork_).add(info).add_object(params, 1).add(batch_).finish();
}
int cusolverDnSsygvd_bufferSize(void* h, int itype_, int jobz_, int uplo_, int n_, void* A, int lda_, void* B, int ldb_, void* W, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSsygvd_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide itype = itype_, jobz = jobz_, uplo = uplo_, n = n_, lda = lda_, ldb = ldb_;
    if (!(itype >= 1 && itype <= 3 && jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && ldb >= max(1, n))) return 3;
    return call.add(itype_).add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(B).add(ldb_).add(W).add_host_result(lwork, 4, false).finish();
}
int cusolverDnDsygvd_bufferSize(void* h, int itype_, int jobz_, int uplo_, int n_, void* A, int lda_, void* B, int ldb_, void* W, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDsygvd_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide itype = itype_, jobz = jobz_, uplo = uplo_, n = n_, lda = lda_, ldb = ldb_;
    if (!(itype >= 1 && itype <= 3 && jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && ldb >= max(1, n))) return 3;
    return call.add(itype_).add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(B).add(ldb_).add(W).add_host_result(lwork, 4, false).finish();
}
int cusolverDnSsygvd(void* h, int itype_, int jobz_, int uplo_, int n_, void* A, int lda_, void* B, int ldb_, void* W, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSsygvd), h);
    if (!call.is_open()) return 1;
    const reach::Wide itype = itype_, jobz = jobz_, uplo = uplo_, n = n_, lda = lda_, ldb = ldb_;
    if (!(itype >= 1 && itype <= 3 && jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && ldb >= max(1, n))) return 3;
    return call.add(itype_).add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(B).add(ldb_).add(W).add(w).add(lwork_).add(info).finish();
}
int cusolverDnDsygvd(void* h, int itype_, int jobz_, int uplo_, int n_, void* A, int lda_, void* B, int ldb_, void* W, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDsygvd), h);
    if (!call.is_open()) return 1;
    const reach::Wide itype = itype_, jobz = jobz_, uplo = uplo_, n = n_, lda = lda_, ldb = ldb_;
    if (!(itype >= 1 && itype <= 3 && jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && ldb >= max(1, n))) return 3;
    return call.add(itype_).add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(B).add(ldb_).add(W).add(w).add(lwork_).add(info).finish();
}
int cusolverDnSsygvj_bufferSize(void* h, int itype_, int jobz_, int uplo_, int n_, void* A, int lda_, void* B, int ldb_, void* W, void* lwork, void* params) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSsygvj_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide itype = itype_, jobz = jobz_, uplo = uplo_, n = n_, lda = lda_, ldb = ldb_;
    if (!(itype >= 1 && itype <= 3 && jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && ldb >= max(1, n))) return 3;
    return call.add(itype_).add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(B).add(ldb_).add(W).add_host_result(lwork, 4, false).add_object(params, 1).finish();
}
int cusolverDnDsygvj_bufferSize(void* h, int itype_, int jobz_, int uplo_, int n_, void* A, int lda_, void* B, int ldb_, void* W, void* lwork, void* params) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDsygvj_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide itype = itype_, jobz = jobz_, uplo = uplo_, n = n_, lda = lda_, ldb = ldb_;
    if (!(itype >= 1 && itype <= 3 && jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && ldb >= max(1, n))) return 3;
    return call.add(itype_).add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(B).add(ldb_).add(W).add_host_result(lwork, 4, false).add_object(params, 1).finish();
}
int cusolverDnSsygvj(void* h, int itype_, int jobz_, int uplo_, int n_, void* A, int lda_, void* B, int ldb_, void* W, void* w, int lwork_, void* info, void* params) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnSsygvj), h);
    if (!call.is_open()) return 1;
    const reach::Wide itype = itype_, jobz = jobz_, uplo = uplo_, n = n_, lda = lda_, ldb = ldb_;
    if (!(itype >= 1 && itype <= 3 && jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && ldb >= max(1, n))) return 3;
    return call.add(itype_).add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(B).add(ldb_).add(W).add(w).add(lwork_).add(info).add_object(params, 1).finish();
}
int cusolverDnDsygvj(void* h, int itype_, int jobz_, int uplo_, int n_, void* A, int lda_, void* B, int ldb_, void* W, void* w, int lwork_, void* info, void* params) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnDsygvj), h);
    if (!call.is_open()) return 1;
    const reach::Wide itype = itype_, jobz = jobz_, uplo = uplo_, n = n_, lda = lda_, ldb = ldb_;
    if (!(itype >= 1 && itype <= 3 && jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && ldb >= max(1, n))) return 3;
    return call.add(itype_).add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(B).add(ldb_).add(W).add(w).add(lwork_).add(info).add_object(params, 1).finish();
}
int cusolverDnChegvd_bufferSize(void* h, int itype_, int jobz_, int uplo_, int n_, void* A, int lda_, void* B, int ldb_, void* W, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnChegvd_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide itype = itype_, jobz = jobz_, uplo = uplo_, n = n_, lda = lda_, ldb = ldb_;
    if (!(itype >= 1 && itype <= 3 && jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && ldb >= max(1, n))) return 3;
    return call.add(itype_).add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(B).add(ldb_).add(W).add_host_result(lwork, 4, false).finish();
}
int cusolverDnZhegvd_bufferSize(void* h, int itype_, int jobz_, int uplo_, int n_, void* A, int lda_, void* B, int ldb_, void* W, void* lwork) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZhegvd_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide itype = itype_, jobz = jobz_, uplo = uplo_, n = n_, lda = lda_, ldb = ldb_;
    if (!(itype >= 1 && itype <= 3 && jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && ldb >= max(1, n))) return 3;
    return call.add(itype_).add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(B).add(ldb_).add(W).add_host_result(lwork, 4, false).finish();
}
int cusolverDnChegvd(void* h, int itype_, int jobz_, int uplo_, int n_, void* A, int lda_, void* B, int ldb_, void* W, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnChegvd), h);
    if (!call.is_open()) return 1;
    const reach::Wide itype = itype_, jobz = jobz_, uplo = uplo_, n = n_, lda = lda_, ldb = ldb_;
    if (!(itype >= 1 && itype <= 3 && jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && ldb >= max(1, n))) return 3;
    return call.add(itype_).add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(B).add(ldb_).add(W).add(w).add(lwork_).add(info).finish();
}
int cusolverDnZhegvd(void* h, int itype_, int jobz_, int uplo_, int n_, void* A, int lda_, void* B, int ldb_, void* W, void* w, int lwork_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZhegvd), h);
    if (!call.is_open()) return 1;
    const reach::Wide itype = itype_, jobz = jobz_, uplo = uplo_, n = n_, lda = lda_, ldb = ldb_;
    if (!(itype >= 1 && itype <= 3 && jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && ldb >= max(1, n))) return 3;
    return call.add(itype_).add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(B).add(ldb_).add(W).add(w).add(lwork_).add(info).finish();
}
int cusolverDnChegvj_bufferSize(void* h, int itype_, int jobz_, int uplo_, int n_, void* A, int lda_, void* B, int ldb_, void* W, void* lwork, void* params) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnChegvj_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide itype = itype_, jobz = jobz_, uplo = uplo_, n = n_, lda = lda_, ldb = ldb_;
    if (!(itype >= 1 && itype <= 3 && jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && ldb >= max(1, n))) return 3;
    return call.add(itype_).add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(B).add(ldb_).add(W).add_host_result(lwork, 4, false).add_object(params, 1).finish();
}
int cusolverDnZhegvj_bufferSize(void* h, int itype_, int jobz_, int uplo_, int n_, void* A, int lda_, void* B, int ldb_, void* W, void* lwork, void* params) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZhegvj_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide itype = itype_, jobz = jobz_, uplo = uplo_, n = n_, lda = lda_, ldb = ldb_;
    if (!(itype >= 1 && itype <= 3 && jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && ldb >= max(1, n))) return 3;
    return call.add(itype_).add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(B).add(ldb_).add(W).add_host_result(lwork, 4, false).add_object(params, 1).finish();
}
int cusolverDnChegvj(void* h, int itype_, int jobz_, int uplo_, int n_, void* A, int lda_, void* B, int ldb_, void* W, void* w, int lwork_, void* info, void* params) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnChegvj), h);
    if (!call.is_open()) return 1;
    const reach::Wide itype = itype_, jobz = jobz_, uplo = uplo_, n = n_, lda = lda_, ldb = ldb_;
    if (!(itype >= 1 && itype <= 3 && jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && ldb >= max(1, n))) return 3;
    return call.add(itype_).add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(B).add(ldb_).add(W).add(w).add(lwork_).add(info).add_object(params, 1).finish();
}
int cusolverDnZhegvj(void* h, int itype_, int jobz_, int uplo_, int n_, void* A, int lda_, void* B, int ldb_, void* W, void* w, int lwork_, void* info, void* params) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnZhegvj), h);
    if (!call.is_open()) return 1;
    const reach::Wide itype = itype_, jobz = jobz_, uplo = uplo_, n = n_, lda = lda_, ldb = ldb_;
    if (!(itype >= 1 && itype <= 3 && jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && ldb >= max(1, n))) return 3;
    return call.add(itype_).add(jobz_).add(uplo_).add(n_).add(A).add(lda_).add(B).add(ldb_).add(W).add(w).add(lwork_).add(info).add_object(params, 1).finish();
}
int cusolverDnXpotrf_bufferSize(void* h, void* params, int uplo_, std::int64_t n_, int Atype_, void* A, std::int64_t lda_, int workType_, void* deviceBytes, void* hostBytes) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXpotrf_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, Atype = Atype_, lda = lda_, workType = workType_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && workType == Atype)) return 3;
    return call.add_optional_object(params, 3).add(uplo_).add(n_).add(Atype_).add(A).add(lda_).add(workType_).add_host_result(deviceBytes, 8, false).add_host_result(hostBytes, 8, false).finish();
}
int cusolverDnXpotrf(void* h, void* params, int uplo_, std::int64_t n_, int Atype_, void* A, std::int64_t lda_, int workType_, void* w, std::int64_t deviceBytes_, void* hostw, std::int64_t hostBytes_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXpotrf), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, Atype = Atype_, lda = lda_, workType = workType_, deviceBytes = deviceBytes_, hostBytes = hostBytes_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && deviceBytes >= 0 && hostBytes >= 0 && workType == Atype)) return 3;
    return call.add_optional_object(params, 3).add(uplo_).add(n_).add(Atype_).add(A).add(lda_).add(workType_).add(w).add(deviceBytes_).add(hostw).add(hostBytes_).add(info).finish();
}
int cusolverDnXpotrs(void* h, void* params, int uplo_, std::int64_t n_, std::int64_t nrhs_, int Atype_, void* A, std::int64_t lda_, int Btype_, void* B, std::int64_t ldb_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXpotrs), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, nrhs = nrhs_, Atype = Atype_, lda = lda_, Btype = Btype_, ldb = ldb_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && nrhs >= 0 && ldb >= max(1, n) && Btype == Atype)) return 3;
    return call.add_optional_object(params, 3).add(uplo_).add(n_).add(nrhs_).add(Atype_).add(A).add(lda_).add(Btype_).add(B).add(ldb_).add(info).finish();
}
int cusolverDnXgetrf_bufferSize(void* h, void* params, std::int64_t m_, std::int64_t n_, int Atype_, void* A, std::int64_t lda_, int workType_, void* deviceBytes, void* hostBytes) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXgetrf_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, Atype = Atype_, lda = lda_, workType = workType_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m) && workType == Atype)) return 3;
    return call.add_optional_object(params, 3).add(m_).add(n_).add(Atype_).add(A).add(lda_).add(workType_).add_host_result(deviceBytes, 8, false).add_host_result(hostBytes, 8, false).finish();
}
int cusolverDnXgetrf(void* h, void* params, std::int64_t m_, std::int64_t n_, int Atype_, void* A, std::int64_t lda_, void* ipiv, int workType_, void* w, std::int64_t deviceBytes_, void* hostw, std::int64_t hostBytes_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXgetrf), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, Atype = Atype_, lda = lda_, workType = workType_, deviceBytes = deviceBytes_, hostBytes = hostBytes_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m) && deviceBytes >= 0 && hostBytes >= 0 && workType == Atype)) return 3;
    return call.add_optional_object(params, 3).add(m_).add(n_).add(Atype_).add(A).add(lda_).add(ipiv).add(workType_).add(w).add(deviceBytes_).add(hostw).add(hostBytes_).add(info).finish();
}
int cusolverDnXgetrs(void* h, void* params, int trans_, std::int64_t n_, std::int64_t nrhs_, int Atype_, void* A, std::int64_t lda_, void* ipiv, int Btype_, void* B, std::int64_t ldb_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXgetrs), h);
    if (!call.is_open()) return 1;
    const reach::Wide trans = trans_, n = n_, nrhs = nrhs_, Atype = Atype_, lda = lda_, Btype = Btype_, ldb = ldb_;
    if (!(trans >= 0 && trans <= 2 && n >= 0 && nrhs >= 0 && lda >= max(1, n) && ldb >= max(1, n) && Btype == Atype)) return 3;
    return call.add_optional_object(params, 3).add(trans_).add(n_).add(nrhs_).add(Atype_).add(A).add(lda_).add(ipiv).add(Btype_).add(B).add(ldb_).add(info).finish();
}
int cusolverDnXgeqrf_bufferSize(void* h, void* params, std::int64_t m_, std::int64_t n_, int Atype_, void* A, std::int64_t lda_, int tauType_, void* tau, int workType_, void* deviceBytes, void* hostBytes) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXgeqrf_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, Atype = Atype_, lda = lda_, tauType = tauType_, workType = workType_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m) && tauType == Atype && workType == Atype)) return 3;
    return call.add_optional_object(params, 3).add(m_).add(n_).add(Atype_).add(A).add(lda_).add(tauType_).add(tau).add(workType_).add_host_result(deviceBytes, 8, false).add_host_result(hostBytes, 8, false).finish();
}
int cusolverDnXgeqrf(void* h, void* params, std::int64_t m_, std::int64_t n_, int Atype_, void* A, std::int64_t lda_, int tauType_, void* tau, int workType_, void* w, std::int64_t deviceBytes_, void* hostw, std::int64_t hostBytes_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXgeqrf), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, Atype = Atype_, lda = lda_, tauType = tauType_, workType = workType_, deviceBytes = deviceBytes_, hostBytes = hostBytes_;
    if (!(m >= 0 && n >= 0 && lda >= max(1, m) && deviceBytes >= 0 && hostBytes >= 0 && tauType == Atype && workType == Atype)) return 3;
    return call.add_optional_object(params, 3).add(m_).add(n_).add(Atype_).add(A).add(lda_).add(tauType_).add(tau).add(workType_).add(w).add(deviceBytes_).add(hostw).add(hostBytes_).add(info).finish();
}
int cusolverDnXsytrs_bufferSize(void* h, int uplo_, std::int64_t n_, std::int64_t nrhs_, int Atype_, void* A, std::int64_t lda_, void* ipiv, int Btype_, void* B, std::int64_t ldb_, void* deviceBytes, void* hostBytes) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXsytrs_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, nrhs = nrhs_, Atype = Atype_, lda = lda_, Btype = Btype_, ldb = ldb_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && nrhs >= 0 && ldb >= max(1, n) && Btype == Atype)) return 3;
    return call.add(uplo_).add(n_).add(nrhs_).add(Atype_).add(A).add(lda_).add(ipiv).add(Btype_).add(B).add(ldb_).add_host_result(deviceBytes, 8, false).add_host_result(hostBytes, 8, false).finish();
}
int cusolverDnXsytrs(void* h, int uplo_, std::int64_t n_, std::int64_t nrhs_, int Atype_, void* A, std::int64_t lda_, void* ipiv, int Btype_, void* B, std::int64_t ldb_, void* w, std::int64_t deviceBytes_, void* hostw, std::int64_t hostBytes_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXsytrs), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, n = n_, nrhs = nrhs_, Atype = Atype_, lda = lda_, Btype = Btype_, ldb = ldb_, deviceBytes = deviceBytes_, hostBytes = hostBytes_;
    if (!(uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && nrhs >= 0 && ldb >= max(1, n) && deviceBytes >= 0 && hostBytes >= 0 && Btype == Atype)) return 3;
    return call.add(uplo_).add(n_).add(nrhs_).add(Atype_).add(A).add(lda_).add(ipiv).add(Btype_).add(B).add(ldb_).add(w).add(deviceBytes_).add(hostw).add(hostBytes_).add(info).finish();
}
int cusolverDnXsyevd_bufferSize(void* h, void* params, int jobz_, int uplo_, std::int64_t n_, int Atype_, void* A, std::int64_t lda_, int Wtype_, void* W, int workType_, void* deviceBytes, void* hostBytes) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXsyevd_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, Atype = Atype_, lda = lda_, Wtype = Wtype_, workType = workType_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && Wtype == (Atype >= 4 ? Atype - 4 : Atype) && workType == Atype)) return 3;
    return call.add_optional_object(params, 3).add(jobz_).add(uplo_).add(n_).add(Atype_).add(A).add(lda_).add(Wtype_).add(W).add(workType_).add_host_result(deviceBytes, 8, false).add_host_result(hostBytes, 8, false).finish();
}
int cusolverDnXsyevd(void* h, void* params, int jobz_, int uplo_, std::int64_t n_, int Atype_, void* A, std::int64_t lda_, int Wtype_, void* W, int workType_, void* w, std::int64_t deviceBytes_, void* hostw, std::int64_t hostBytes_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXsyevd), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, Atype = Atype_, lda = lda_, Wtype = Wtype_, workType = workType_, deviceBytes = deviceBytes_, hostBytes = hostBytes_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && deviceBytes >= 0 && hostBytes >= 0 && Wtype == (Atype >= 4 ? Atype - 4 : Atype) && workType == Atype)) return 3;
    return call.add_optional_object(params, 3).add(jobz_).add(uplo_).add(n_).add(Atype_).add(A).add(lda_).add(Wtype_).add(W).add(workType_).add(w).add(deviceBytes_).add(hostw).add(hostBytes_).add(info).finish();
}
int cusolverDnXsyevBatched_bufferSize(void* h, void* params, int jobz_, int uplo_, std::int64_t n_, int Atype_, void* A, std::int64_t lda_, int Wtype_, void* W, int workType_, void* deviceBytes, void* hostBytes, std::int64_t batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXsyevBatched_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, Atype = Atype_, lda = lda_, Wtype = Wtype_, workType = workType_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && batch >= 0 && Wtype == (Atype >= 4 ? Atype - 4 : Atype) && workType == Atype)) return 3;
    return call.add_optional_object(params, 3).add(jobz_).add(uplo_).add(n_).add(Atype_).add(A).add(lda_).add(Wtype_).add(W).add(workType_).add_host_result(deviceBytes, 8, false).add_host_result(hostBytes, 8, false).add(batch_).finish();
}
int cusolverDnXsyevBatched(void* h, void* params, int jobz_, int uplo_, std::int64_t n_, int Atype_, void* A, std::int64_t lda_, int Wtype_, void* W, int workType_, void* w, std::int64_t deviceBytes_, void* hostw, std::int64_t hostBytes_, void* info, std::int64_t batch_) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXsyevBatched), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobz = jobz_, uplo = uplo_, n = n_, Atype = Atype_, lda = lda_, Wtype = Wtype_, workType = workType_, deviceBytes = deviceBytes_, hostBytes = hostBytes_, batch = batch_;
    if (!(jobz >= 0 && jobz <= 1 && uplo >= 0 && uplo <= 1 && n >= 0 && lda >= max(1, n) && batch >= 0 && deviceBytes >= 0 && hostBytes >= 0 && Wtype == (Atype >= 4 ? Atype - 4 : Atype) && workType == Atype)) return 3;
    return call.add_optional_object(params, 3).add(jobz_).add(uplo_).add(n_).add(Atype_).add(A).add(lda_).add(Wtype_).add(W).add(workType_).add(w).add(deviceBytes_).add(hostw).add(hostBytes_).add(info).add(batch_).finish();
}
int cusolverDnXgeev_bufferSize(void* h, void* params, int jobvl_, int jobvr_, std::int64_t n_, int Atype_, void* A, std::int64_t lda_, int Wtype_, void* W, int VLtype_, void* VL, std::int64_t ldvl_, int VRtype_, void* VR, std::int64_t ldvr_, int workType_, void* deviceBytes, void* hostBytes) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXgeev_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobvl = jobvl_, jobvr = jobvr_, n = n_, Atype = Atype_, lda = lda_, Wtype = Wtype_, VLtype = VLtype_, ldvl = ldvl_, VRtype = VRtype_, ldvr = ldvr_, workType = workType_;
    if (!(jobvl >= 0 && jobvl <= 1 && jobvr >= 0 && jobvr <= 1 && n >= 0 && lda >= max(1, n) && ldvl >= 1 && ldvr >= 1 && (jobvl == 0 || ldvl >= n) && (jobvr == 0 || ldvr >= n) && (Wtype == 0 || Wtype == 1 || Wtype == 4 || Wtype == 5) && (Wtype == Atype || (Atype < 4 && Wtype == Atype + 4)) && VLtype == Atype && VRtype == Atype && workType == Atype)) return 3;
    return call.add_optional_object(params, 3).add(jobvl_).add(jobvr_).add(n_).add(Atype_).add(A).add(lda_).add(Wtype_).add(W).add(VLtype_).add(VL).add(ldvl_).add(VRtype_).add(VR).add(ldvr_).add(workType_).add_host_result(deviceBytes, 8, false).add_host_result(hostBytes, 8, false).finish();
}
int cusolverDnXgeev(void* h, void* params, int jobvl_, int jobvr_, std::int64_t n_, int Atype_, void* A, std::int64_t lda_, int Wtype_, void* W, int VLtype_, void* VL, std::int64_t ldvl_, int VRtype_, void* VR, std::int64_t ldvr_, int workType_, void* w, std::int64_t deviceBytes_, void* hostw, std::int64_t hostBytes_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXgeev), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobvl = jobvl_, jobvr = jobvr_, n = n_, Atype = Atype_, lda = lda_, Wtype = Wtype_, VLtype = VLtype_, ldvl = ldvl_, VRtype = VRtype_, ldvr = ldvr_, workType = workType_, deviceBytes = deviceBytes_, hostBytes = hostBytes_;
    if (!(jobvl >= 0 && jobvl <= 1 && jobvr >= 0 && jobvr <= 1 && n >= 0 && lda >= max(1, n) && ldvl >= 1 && ldvr >= 1 && (jobvl == 0 || ldvl >= n) && (jobvr == 0 || ldvr >= n) && (Wtype == 0 || Wtype == 1 || Wtype == 4 || Wtype == 5) && deviceBytes >= 0 && hostBytes >= 0 && (Wtype == Atype || (Atype < 4 && Wtype == Atype + 4)) && VLtype == Atype && VRtype == Atype && workType == Atype)) return 3;
    return call.add_optional_object(params, 3).add(jobvl_).add(jobvr_).add(n_).add(Atype_).add(A).add(lda_).add(Wtype_).add(W).add(VLtype_).add(VL).add(ldvl_).add(VRtype_).add(VR).add(ldvr_).add(workType_).add(w).add(deviceBytes_).add(hostw).add(hostBytes_).add(info).finish();
}
int cusolverDnXgesvd_bufferSize(void* h, void* params, signed char jobu_, signed char jobvt_, std::int64_t m_, std::int64_t n_, int Atype_, void* A, std::int64_t lda_, int Stype_, void* S, int Utype_, void* U, std::int64_t ldu_, int VTtype_, void* VT, std::int64_t ldvt_, int workType_, void* deviceBytes, void* hostBytes) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXgesvd_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobu = jobu_, jobvt = jobvt_, m = m_, n = n_, Atype = Atype_, lda = lda_, Stype = Stype_, Utype = Utype_, ldu = ldu_, VTtype = VTtype_, ldvt = ldvt_, workType = workType_;
    if (!(m >= 0 && n >= 0 && m >= n && lda >= max(1, m) && (jobu == 65 || jobu == 83 || jobu == 79 || jobu == 78) && (jobvt == 65 || jobvt == 83 || jobvt == 79 || jobvt == 78) && !(jobu == 79 && jobvt == 79) && ldu >= 1 && ldvt >= 1 && (jobu == 79 || jobu == 78 || ldu >= m) && (jobvt != 65 || ldvt >= n) && (jobvt != 83 || ldvt >= min(m, n)) && Stype == (Atype >= 4 ? Atype - 4 : Atype) && Utype == Atype && VTtype == Atype && workType == Atype && (Atype == 0 || Atype == 1 || Atype == 4 || Atype == 5))) return 3;
    return call.add_optional_object(params, 3).add(jobu_).add(jobvt_).add(m_).add(n_).add(Atype_).add(A).add(lda_).add(Stype_).add(S).add(Utype_).add(U).add(ldu_).add(VTtype_).add(VT).add(ldvt_).add(workType_).add_host_result(deviceBytes, 8, false).add_host_result(hostBytes, 8, false).finish();
}
int cusolverDnXgesvd(void* h, void* params, signed char jobu_, signed char jobvt_, std::int64_t m_, std::int64_t n_, int Atype_, void* A, std::int64_t lda_, int Stype_, void* S, int Utype_, void* U, std::int64_t ldu_, int VTtype_, void* VT, std::int64_t ldvt_, int workType_, void* w, std::int64_t deviceBytes_, void* hostw, std::int64_t hostBytes_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXgesvd), h);
    if (!call.is_open()) return 1;
    const reach::Wide jobu = jobu_, jobvt = jobvt_, m = m_, n = n_, Atype = Atype_, lda = lda_, Stype = Stype_, Utype = Utype_, ldu = ldu_, VTtype = VTtype_, ldvt = ldvt_, workType = workType_, deviceBytes = deviceBytes_, hostBytes = hostBytes_;
    if (!(m >= 0 && n >= 0 && m >= n && lda >= max(1, m) && (jobu == 65 || jobu == 83 || jobu == 79 || jobu == 78) && (jobvt == 65 || jobvt == 83 || jobvt == 79 || jobvt == 78) && !(jobu == 79 && jobvt == 79) && ldu >= 1 && ldvt >= 1 && (jobu == 79 || jobu == 78 || ldu >= m) && (jobvt != 65 || ldvt >= n) && (jobvt != 83 || ldvt >= min(m, n)) && Stype == (Atype >= 4 ? Atype - 4 : Atype) && Utype == Atype && VTtype == Atype && workType == Atype && deviceBytes >= 0 && hostBytes >= 0 && (Atype == 0 || Atype == 1 || Atype == 4 || Atype == 5))) return 3;
    return call.add_optional_object(params, 3).add(jobu_).add(jobvt_).add(m_).add(n_).add(Atype_).add(A).add(lda_).add(Stype_).add(S).add(Utype_).add(U).add(ldu_).add(VTtype_).add(VT).add(ldvt_).add(workType_).add(w).add(deviceBytes_).add(hostw).add(hostBytes_).add(info).finish();
}
int cusolverDnXtrtri_bufferSize(void* h, int uplo_, int diag_, std::int64_t n_, int Atype_, void* A, std::int64_t lda_, void* deviceBytes, void* hostBytes) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXtrtri_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, diag = diag_, n = n_, Atype = Atype_, lda = lda_;
    if (!(uplo >= 0 && uplo <= 1 && diag >= 0 && diag <= 1 && n >= 0 && lda >= max(1, n) && (Atype == 0 || Atype == 1 || Atype == 4 || Atype == 5))) return 3;
    return call.add(uplo_).add(diag_).add(n_).add(Atype_).add(A).add(lda_).add_host_result(deviceBytes, 8, false).add_host_result(hostBytes, 8, false).finish();
}
int cusolverDnXtrtri(void* h, int uplo_, int diag_, std::int64_t n_, int Atype_, void* A, std::int64_t lda_, void* w, std::int64_t deviceBytes_, void* hostw, std::int64_t hostBytes_, void* info) {
    LibraryCall call(Library::Cusolver, declared(Number::cusolverDnXtrtri), h);
    if (!call.is_open()) return 1;
    const reach::Wide uplo = uplo_, diag = diag_, n = n_, Atype = Atype_, lda = lda_, deviceBytes = deviceBytes_, hostBytes = hostBytes_;
    if (!(uplo >= 0 && uplo <= 1 && diag >= 0 && diag <= 1 && n >= 0 && lda >= max(1, n) && deviceBytes >= 0 && hostBytes >= 0 && (Atype == 0 || Atype == 1 || Atype == 4 || Atype == 5))) return 3;
    return call.add(uplo_).add(diag_).add(n_).add(Atype_).add(A).add(lda_).add(w).add(deviceBytes_).add(hostw).add(hostBytes_).add(info).finish();
}

// Those that are not covered.
int cublasCbatchAccGemm() { return unsupported_function(Library::Cusolver, "cublasCbatchAccGemm"); }
int cublasCbatchAccGemm_BufferSize() { return unsupported_function(Library::Cusolver, "cublasCbatchAccGemm_BufferSize"); }
int cublasCbatchGemm() { return unsupported_function(Library::Cusolver, "cublasCbatchGemm"); }
int cublasCbatchTrsm() { return unsupported_function(Library::Cusolver, "cublasCbatchTrsm"); }
int cublasDbatchAccGemm() { return unsupported_function(Library::Cusolver, "cublasDbatchAccGemm"); }
int cublasDbatchAccGemm_BufferSize() { return unsupported_function(Library::Cusolver, "cublasDbatchAccGemm_BufferSize"); }
int cublasDbatchGemm() { return unsupported_function(Library::Cusolver, "cublasDbatchGemm"); }
int cublasDbatchTrsm() { return unsupported_function(Library::Cusolver, "cublasDbatchTrsm"); }
int cublasSbatchAccGemm() { return unsupported_function(Library::Cusolver, "cublasSbatchAccGemm"); }
int cublasSbatchAccGemm_BufferSize() { return unsupported_function(Library::Cusolver, "cublasSbatchAccGemm_BufferSize"); }
int cublasSbatchGemm() { return unsupported_function(Library::Cusolver, "cublasSbatchGemm"); }
int cublasSbatchTrsm() { return unsupported_function(Library::Cusolver, "cublasSbatchTrsm"); }
int cublasZbatchAccGemm() { return unsupported_function(Library::Cusolver, "cublasZbatchAccGemm"); }
int cublasZbatchAccGemm_BufferSize() { return unsupported_function(Library::Cusolver, "cublasZbatchAccGemm_BufferSize"); }
int cublasZbatchGemm() { return unsupported_function(Library::Cusolver, "cublasZbatchGemm"); }
int cublasZbatchTrsm() { return unsupported_function(Library::Cusolver, "cublasZbatchTrsm"); }
int cusolverDnCCgels() { return unsupported_function(Library::Cusolver, "cusolverDnCCgels"); }
int cusolverDnCCgels_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnCCgels_bufferSize"); }
int cusolverDnCCgesv() { return unsupported_function(Library::Cusolver, "cusolverDnCCgesv"); }
int cusolverDnCCgesv_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnCCgesv_bufferSize"); }
int cusolverDnCEgels() { return unsupported_function(Library::Cusolver, "cusolverDnCEgels"); }
int cusolverDnCEgels_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnCEgels_bufferSize"); }
int cusolverDnCEgesv() { return unsupported_function(Library::Cusolver, "cusolverDnCEgesv"); }
int cusolverDnCEgesv_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnCEgesv_bufferSize"); }
int cusolverDnCKgels() { return unsupported_function(Library::Cusolver, "cusolverDnCKgels"); }
int cusolverDnCKgels_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnCKgels_bufferSize"); }
int cusolverDnCKgesv() { return unsupported_function(Library::Cusolver, "cusolverDnCKgesv"); }
int cusolverDnCKgesv_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnCKgesv_bufferSize"); }
int cusolverDnCYgels() { return unsupported_function(Library::Cusolver, "cusolverDnCYgels"); }
int cusolverDnCYgels_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnCYgels_bufferSize"); }
int cusolverDnCYgesv() { return unsupported_function(Library::Cusolver, "cusolverDnCYgesv"); }
int cusolverDnCYgesv_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnCYgesv_bufferSize"); }
int cusolverDnCaxpyHost() { return unsupported_function(Library::Cusolver, "cusolverDnCaxpyHost"); }
int cusolverDnCeyeBatch() { return unsupported_function(Library::Cusolver, "cusolverDnCeyeBatch"); }
int cusolverDnCgebrd() { return unsupported_function(Library::Cusolver, "cusolverDnCgebrd"); }
int cusolverDnCgebrd_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnCgebrd_bufferSize"); }
int cusolverDnCgelqfHost() { return unsupported_function(Library::Cusolver, "cusolverDnCgelqfHost"); }
int cusolverDnCgemmHost() { return unsupported_function(Library::Cusolver, "cusolverDnCgemmHost"); }
int cusolverDnCgeqlfHost() { return unsupported_function(Library::Cusolver, "cusolverDnCgeqlfHost"); }
int cusolverDnCgeqrfHost() { return unsupported_function(Library::Cusolver, "cusolverDnCgeqrfHost"); }
int cusolverDnCheevdx() { return unsupported_function(Library::Cusolver, "cusolverDnCheevdx"); }
int cusolverDnCheevdx_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnCheevdx_bufferSize"); }
int cusolverDnChegst() { return unsupported_function(Library::Cusolver, "cusolverDnChegst"); }
int cusolverDnChegst_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnChegst_bufferSize"); }
int cusolverDnChegvdx() { return unsupported_function(Library::Cusolver, "cusolverDnChegvdx"); }
int cusolverDnChegvdx_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnChegvdx_bufferSize"); }
int cusolverDnChetrd() { return unsupported_function(Library::Cusolver, "cusolverDnChetrd"); }
int cusolverDnChetrd_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnChetrd_bufferSize"); }
int cusolverDnClacpyHost() { return unsupported_function(Library::Cusolver, "cusolverDnClacpyHost"); }
int cusolverDnClange() { return unsupported_function(Library::Cusolver, "cusolverDnClange"); }
int cusolverDnClangeHost() { return unsupported_function(Library::Cusolver, "cusolverDnClangeHost"); }
int cusolverDnClange_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnClange_bufferSize"); }
int cusolverDnClanheHost() { return unsupported_function(Library::Cusolver, "cusolverDnClanheHost"); }
int cusolverDnClantrHost() { return unsupported_function(Library::Cusolver, "cusolverDnClantrHost"); }
int cusolverDnClarfgHost() { return unsupported_function(Library::Cusolver, "cusolverDnClarfgHost"); }
int cusolverDnClarnvHost() { return unsupported_function(Library::Cusolver, "cusolverDnClarnvHost"); }
int cusolverDnClasetHost() { return unsupported_function(Library::Cusolver, "cusolverDnClasetHost"); }
int cusolverDnClaswp() { return unsupported_function(Library::Cusolver, "cusolverDnClaswp"); }
int cusolverDnClauum() { return unsupported_function(Library::Cusolver, "cusolverDnClauum"); }
int cusolverDnClauumHost() { return unsupported_function(Library::Cusolver, "cusolverDnClauumHost"); }
int cusolverDnClauum_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnClauum_bufferSize"); }
int cusolverDnCnrm2Host() { return unsupported_function(Library::Cusolver, "cusolverDnCnrm2Host"); }
int cusolverDnCpotrfHost() { return unsupported_function(Library::Cusolver, "cusolverDnCpotrfHost"); }
int cusolverDnCpotriHost() { return unsupported_function(Library::Cusolver, "cusolverDnCpotriHost"); }
int cusolverDnCpotrsHost() { return unsupported_function(Library::Cusolver, "cusolverDnCpotrsHost"); }
int cusolverDnCsscalHost() { return unsupported_function(Library::Cusolver, "cusolverDnCsscalHost"); }
int cusolverDnCsytri() { return unsupported_function(Library::Cusolver, "cusolverDnCsytri"); }
int cusolverDnCsytriHost() { return unsupported_function(Library::Cusolver, "cusolverDnCsytriHost"); }
int cusolverDnCsytri_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnCsytri_bufferSize"); }
int cusolverDnCsytrsHost() { return unsupported_function(Library::Cusolver, "cusolverDnCsytrsHost"); }
int cusolverDnCtrtriHost() { return unsupported_function(Library::Cusolver, "cusolverDnCtrtriHost"); }
int cusolverDnCungbr() { return unsupported_function(Library::Cusolver, "cusolverDnCungbr"); }
int cusolverDnCungbrHost() { return unsupported_function(Library::Cusolver, "cusolverDnCungbrHost"); }
int cusolverDnCungbr_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnCungbr_bufferSize"); }
int cusolverDnCunghrHost() { return unsupported_function(Library::Cusolver, "cusolverDnCunghrHost"); }
int cusolverDnCunglqHost() { return unsupported_function(Library::Cusolver, "cusolverDnCunglqHost"); }
int cusolverDnCungtr() { return unsupported_function(Library::Cusolver, "cusolverDnCungtr"); }
int cusolverDnCungtrHost() { return unsupported_function(Library::Cusolver, "cusolverDnCungtrHost"); }
int cusolverDnCungtr_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnCungtr_bufferSize"); }
int cusolverDnCunmqrHost() { return unsupported_function(Library::Cusolver, "cusolverDnCunmqrHost"); }
int cusolverDnCunmtr() { return unsupported_function(Library::Cusolver, "cusolverDnCunmtr"); }
int cusolverDnCunmtrHost() { return unsupported_function(Library::Cusolver, "cusolverDnCunmtrHost"); }
int cusolverDnCunmtr_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnCunmtr_bufferSize"); }
int cusolverDnDBgels() { return unsupported_function(Library::Cusolver, "cusolverDnDBgels"); }
int cusolverDnDBgels_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnDBgels_bufferSize"); }
int cusolverDnDBgesv() { return unsupported_function(Library::Cusolver, "cusolverDnDBgesv"); }
int cusolverDnDBgesv_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnDBgesv_bufferSize"); }
int cusolverDnDDgels() { return unsupported_function(Library::Cusolver, "cusolverDnDDgels"); }
int cusolverDnDDgels_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnDDgels_bufferSize"); }
int cusolverDnDDgesv() { return unsupported_function(Library::Cusolver, "cusolverDnDDgesv"); }
int cusolverDnDDgesv_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnDDgesv_bufferSize"); }
int cusolverDnDHgels() { return unsupported_function(Library::Cusolver, "cusolverDnDHgels"); }
int cusolverDnDHgels_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnDHgels_bufferSize"); }
int cusolverDnDHgesv() { return unsupported_function(Library::Cusolver, "cusolverDnDHgesv"); }
int cusolverDnDHgesv_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnDHgesv_bufferSize"); }
int cusolverDnDSgels() { return unsupported_function(Library::Cusolver, "cusolverDnDSgels"); }
int cusolverDnDSgels_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnDSgels_bufferSize"); }
int cusolverDnDSgesv() { return unsupported_function(Library::Cusolver, "cusolverDnDSgesv"); }
int cusolverDnDSgesv_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnDSgesv_bufferSize"); }
int cusolverDnDXgels() { return unsupported_function(Library::Cusolver, "cusolverDnDXgels"); }
int cusolverDnDXgels_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnDXgels_bufferSize"); }
int cusolverDnDXgesv() { return unsupported_function(Library::Cusolver, "cusolverDnDXgesv"); }
int cusolverDnDXgesv_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnDXgesv_bufferSize"); }
int cusolverDnDaxpyHost() { return unsupported_function(Library::Cusolver, "cusolverDnDaxpyHost"); }
int cusolverDnDeyeBatch() { return unsupported_function(Library::Cusolver, "cusolverDnDeyeBatch"); }
int cusolverDnDgebrd() { return unsupported_function(Library::Cusolver, "cusolverDnDgebrd"); }
int cusolverDnDgebrd_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnDgebrd_bufferSize"); }
int cusolverDnDgelqfHost() { return unsupported_function(Library::Cusolver, "cusolverDnDgelqfHost"); }
int cusolverDnDgemmHost() { return unsupported_function(Library::Cusolver, "cusolverDnDgemmHost"); }
int cusolverDnDgeqlfHost() { return unsupported_function(Library::Cusolver, "cusolverDnDgeqlfHost"); }
int cusolverDnDgeqrfHost() { return unsupported_function(Library::Cusolver, "cusolverDnDgeqrfHost"); }
int cusolverDnDlacpyHost() { return unsupported_function(Library::Cusolver, "cusolverDnDlacpyHost"); }
int cusolverDnDlamchHost() { return unsupported_function(Library::Cusolver, "cusolverDnDlamchHost"); }
int cusolverDnDlange() { return unsupported_function(Library::Cusolver, "cusolverDnDlange"); }
int cusolverDnDlangeHost() { return unsupported_function(Library::Cusolver, "cusolverDnDlangeHost"); }
int cusolverDnDlange_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnDlange_bufferSize"); }
int cusolverDnDlansyHost() { return unsupported_function(Library::Cusolver, "cusolverDnDlansyHost"); }
int cusolverDnDlantrHost() { return unsupported_function(Library::Cusolver, "cusolverDnDlantrHost"); }
int cusolverDnDlarfgHost() { return unsupported_function(Library::Cusolver, "cusolverDnDlarfgHost"); }
int cusolverDnDlarnvHost() { return unsupported_function(Library::Cusolver, "cusolverDnDlarnvHost"); }
int cusolverDnDlasetHost() { return unsupported_function(Library::Cusolver, "cusolverDnDlasetHost"); }
int cusolverDnDlaswp() { return unsupported_function(Library::Cusolver, "cusolverDnDlaswp"); }
int cusolverDnDlauum() { return unsupported_function(Library::Cusolver, "cusolverDnDlauum"); }
int cusolverDnDlauumHost() { return unsupported_function(Library::Cusolver, "cusolverDnDlauumHost"); }
int cusolverDnDlauum_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnDlauum_bufferSize"); }
int cusolverDnDnrm2Host() { return unsupported_function(Library::Cusolver, "cusolverDnDnrm2Host"); }
int cusolverDnDorgbr() { return unsupported_function(Library::Cusolver, "cusolverDnDorgbr"); }
int cusolverDnDorgbrHost() { return unsupported_function(Library::Cusolver, "cusolverDnDorgbrHost"); }
int cusolverDnDorgbr_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnDorgbr_bufferSize"); }
int cusolverDnDorghrHost() { return unsupported_function(Library::Cusolver, "cusolverDnDorghrHost"); }
int cusolverDnDorglqHost() { return unsupported_function(Library::Cusolver, "cusolverDnDorglqHost"); }
int cusolverDnDorgtr() { return unsupported_function(Library::Cusolver, "cusolverDnDorgtr"); }
int cusolverDnDorgtrHost() { return unsupported_function(Library::Cusolver, "cusolverDnDorgtrHost"); }
int cusolverDnDorgtr_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnDorgtr_bufferSize"); }
int cusolverDnDormqrHost() { return unsupported_function(Library::Cusolver, "cusolverDnDormqrHost"); }
int cusolverDnDormtr() { return unsupported_function(Library::Cusolver, "cusolverDnDormtr"); }
int cusolverDnDormtrHost() { return unsupported_function(Library::Cusolver, "cusolverDnDormtrHost"); }
int cusolverDnDormtr_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnDormtr_bufferSize"); }
int cusolverDnDpotrfHost() { return unsupported_function(Library::Cusolver, "cusolverDnDpotrfHost"); }
int cusolverDnDpotriHost() { return unsupported_function(Library::Cusolver, "cusolverDnDpotriHost"); }
int cusolverDnDpotrsHost() { return unsupported_function(Library::Cusolver, "cusolverDnDpotrsHost"); }
int cusolverDnDscalHost() { return unsupported_function(Library::Cusolver, "cusolverDnDscalHost"); }
int cusolverDnDsteqrHost() { return unsupported_function(Library::Cusolver, "cusolverDnDsteqrHost"); }
int cusolverDnDsterfHost() { return unsupported_function(Library::Cusolver, "cusolverDnDsterfHost"); }
int cusolverDnDsyevdx() { return unsupported_function(Library::Cusolver, "cusolverDnDsyevdx"); }
int cusolverDnDsyevdx_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnDsyevdx_bufferSize"); }
int cusolverDnDsygst() { return unsupported_function(Library::Cusolver, "cusolverDnDsygst"); }
int cusolverDnDsygst_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnDsygst_bufferSize"); }
int cusolverDnDsygvdx() { return unsupported_function(Library::Cusolver, "cusolverDnDsygvdx"); }
int cusolverDnDsygvdx_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnDsygvdx_bufferSize"); }
int cusolverDnDsytrd() { return unsupported_function(Library::Cusolver, "cusolverDnDsytrd"); }
int cusolverDnDsytrd_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnDsytrd_bufferSize"); }
int cusolverDnDsytri() { return unsupported_function(Library::Cusolver, "cusolverDnDsytri"); }
int cusolverDnDsytriHost() { return unsupported_function(Library::Cusolver, "cusolverDnDsytriHost"); }
int cusolverDnDsytri_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnDsytri_bufferSize"); }
int cusolverDnDsytrsHost() { return unsupported_function(Library::Cusolver, "cusolverDnDsytrsHost"); }
int cusolverDnDtrtriHost() { return unsupported_function(Library::Cusolver, "cusolverDnDtrtriHost"); }
int cusolverDnIRSInfosCreate() { return unsupported_function(Library::Cusolver, "cusolverDnIRSInfosCreate"); }
int cusolverDnIRSInfosDestroy() { return unsupported_function(Library::Cusolver, "cusolverDnIRSInfosDestroy"); }
int cusolverDnIRSInfosGetMaxIters() { return unsupported_function(Library::Cusolver, "cusolverDnIRSInfosGetMaxIters"); }
int cusolverDnIRSInfosGetNiters() { return unsupported_function(Library::Cusolver, "cusolverDnIRSInfosGetNiters"); }
int cusolverDnIRSInfosGetOuterNiters() { return unsupported_function(Library::Cusolver, "cusolverDnIRSInfosGetOuterNiters"); }
int cusolverDnIRSInfosGetResidualHistory() { return unsupported_function(Library::Cusolver, "cusolverDnIRSInfosGetResidualHistory"); }
int cusolverDnIRSInfosRequestResidual() { return unsupported_function(Library::Cusolver, "cusolverDnIRSInfosRequestResidual"); }
int cusolverDnIRSParamsCreate() { return unsupported_function(Library::Cusolver, "cusolverDnIRSParamsCreate"); }
int cusolverDnIRSParamsDestroy() { return unsupported_function(Library::Cusolver, "cusolverDnIRSParamsDestroy"); }
int cusolverDnIRSParamsDisableFallback() { return unsupported_function(Library::Cusolver, "cusolverDnIRSParamsDisableFallback"); }
int cusolverDnIRSParamsEnableFallback() { return unsupported_function(Library::Cusolver, "cusolverDnIRSParamsEnableFallback"); }
int cusolverDnIRSParamsGetMaxIters() { return unsupported_function(Library::Cusolver, "cusolverDnIRSParamsGetMaxIters"); }
int cusolverDnIRSParamsSetMaxIters() { return unsupported_function(Library::Cusolver, "cusolverDnIRSParamsSetMaxIters"); }
int cusolverDnIRSParamsSetMaxItersInner() { return unsupported_function(Library::Cusolver, "cusolverDnIRSParamsSetMaxItersInner"); }
int cusolverDnIRSParamsSetRefinementSolver() { return unsupported_function(Library::Cusolver, "cusolverDnIRSParamsSetRefinementSolver"); }
int cusolverDnIRSParamsSetSolverLowestPrecision() { return unsupported_function(Library::Cusolver, "cusolverDnIRSParamsSetSolverLowestPrecision"); }
int cusolverDnIRSParamsSetSolverMainPrecision() { return unsupported_function(Library::Cusolver, "cusolverDnIRSParamsSetSolverMainPrecision"); }
int cusolverDnIRSParamsSetSolverPrecisions() { return unsupported_function(Library::Cusolver, "cusolverDnIRSParamsSetSolverPrecisions"); }
int cusolverDnIRSParamsSetTol() { return unsupported_function(Library::Cusolver, "cusolverDnIRSParamsSetTol"); }
int cusolverDnIRSParamsSetTolInner() { return unsupported_function(Library::Cusolver, "cusolverDnIRSParamsSetTolInner"); }
int cusolverDnIRSXgels() { return unsupported_function(Library::Cusolver, "cusolverDnIRSXgels"); }
int cusolverDnIRSXgels_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnIRSXgels_bufferSize"); }
int cusolverDnIRSXgesv() { return unsupported_function(Library::Cusolver, "cusolverDnIRSXgesv"); }
int cusolverDnIRSXgesv_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnIRSXgesv_bufferSize"); }
int cusolverDnSBgels() { return unsupported_function(Library::Cusolver, "cusolverDnSBgels"); }
int cusolverDnSBgels_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnSBgels_bufferSize"); }
int cusolverDnSBgesv() { return unsupported_function(Library::Cusolver, "cusolverDnSBgesv"); }
int cusolverDnSBgesv_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnSBgesv_bufferSize"); }
int cusolverDnSHgels() { return unsupported_function(Library::Cusolver, "cusolverDnSHgels"); }
int cusolverDnSHgels_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnSHgels_bufferSize"); }
int cusolverDnSHgesv() { return unsupported_function(Library::Cusolver, "cusolverDnSHgesv"); }
int cusolverDnSHgesv_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnSHgesv_bufferSize"); }
int cusolverDnSSgels() { return unsupported_function(Library::Cusolver, "cusolverDnSSgels"); }
int cusolverDnSSgels_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnSSgels_bufferSize"); }
int cusolverDnSSgesv() { return unsupported_function(Library::Cusolver, "cusolverDnSSgesv"); }
int cusolverDnSSgesv_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnSSgesv_bufferSize"); }
int cusolverDnSXgels() { return unsupported_function(Library::Cusolver, "cusolverDnSXgels"); }
int cusolverDnSXgels_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnSXgels_bufferSize"); }
int cusolverDnSXgesv() { return unsupported_function(Library::Cusolver, "cusolverDnSXgesv"); }
int cusolverDnSXgesv_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnSXgesv_bufferSize"); }
int cusolverDnSaxpyHost() { return unsupported_function(Library::Cusolver, "cusolverDnSaxpyHost"); }
int cusolverDnSeyeBatch() { return unsupported_function(Library::Cusolver, "cusolverDnSeyeBatch"); }
int cusolverDnSgebrd() { return unsupported_function(Library::Cusolver, "cusolverDnSgebrd"); }
int cusolverDnSgebrd_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnSgebrd_bufferSize"); }
int cusolverDnSgelqfHost() { return unsupported_function(Library::Cusolver, "cusolverDnSgelqfHost"); }
int cusolverDnSgemmHost() { return unsupported_function(Library::Cusolver, "cusolverDnSgemmHost"); }
int cusolverDnSgeqlfHost() { return unsupported_function(Library::Cusolver, "cusolverDnSgeqlfHost"); }
int cusolverDnSgeqrfHost() { return unsupported_function(Library::Cusolver, "cusolverDnSgeqrfHost"); }
int cusolverDnSlacpyHost() { return unsupported_function(Library::Cusolver, "cusolverDnSlacpyHost"); }
int cusolverDnSlamchHost() { return unsupported_function(Library::Cusolver, "cusolverDnSlamchHost"); }
int cusolverDnSlange() { return unsupported_function(Library::Cusolver, "cusolverDnSlange"); }
int cusolverDnSlangeHost() { return unsupported_function(Library::Cusolver, "cusolverDnSlangeHost"); }
int cusolverDnSlange_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnSlange_bufferSize"); }
int cusolverDnSlansyHost() { return unsupported_function(Library::Cusolver, "cusolverDnSlansyHost"); }
int cusolverDnSlantrHost() { return unsupported_function(Library::Cusolver, "cusolverDnSlantrHost"); }
int cusolverDnSlarfgHost() { return unsupported_function(Library::Cusolver, "cusolverDnSlarfgHost"); }
int cusolverDnSlarnvHost() { return unsupported_function(Library::Cusolver, "cusolverDnSlarnvHost"); }
int cusolverDnSlasetHost() { return unsupported_function(Library::Cusolver, "cusolverDnSlasetHost"); }
int cusolverDnSlaswp() { return unsupported_function(Library::Cusolver, "cusolverDnSlaswp"); }
int cusolverDnSlauum() { return unsupported_function(Library::Cusolver, "cusolverDnSlauum"); }
int cusolverDnSlauumHost() { return unsupported_function(Library::Cusolver, "cusolverDnSlauumHost"); }
int cusolverDnSlauum_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnSlauum_bufferSize"); }
int cusolverDnSnrm2Host() { return unsupported_function(Library::Cusolver, "cusolverDnSnrm2Host"); }
int cusolverDnSorgbr() { return unsupported_function(Library::Cusolver, "cusolverDnSorgbr"); }
int cusolverDnSorgbrHost() { return unsupported_function(Library::Cusolver, "cusolverDnSorgbrHost"); }
int cusolverDnSorgbr_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnSorgbr_bufferSize"); }
int cusolverDnSorghrHost() { return unsupported_function(Library::Cusolver, "cusolverDnSorghrHost"); }
int cusolverDnSorglqHost() { return unsupported_function(Library::Cusolver, "cusolverDnSorglqHost"); }
int cusolverDnSorgtr() { return unsupported_function(Library::Cusolver, "cusolverDnSorgtr"); }
int cusolverDnSorgtrHost() { return unsupported_function(Library::Cusolver, "cusolverDnSorgtrHost"); }
int cusolverDnSorgtr_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnSorgtr_bufferSize"); }
int cusolverDnSormqrHost() { return unsupported_function(Library::Cusolver, "cusolverDnSormqrHost"); }
int cusolverDnSormtr() { return unsupported_function(Library::Cusolver, "cusolverDnSormtr"); }
int cusolverDnSormtrHost() { return unsupported_function(Library::Cusolver, "cusolverDnSormtrHost"); }
int cusolverDnSormtr_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnSormtr_bufferSize"); }
int cusolverDnSpotrfHost() { return unsupported_function(Library::Cusolver, "cusolverDnSpotrfHost"); }
int cusolverDnSpotriHost() { return unsupported_function(Library::Cusolver, "cusolverDnSpotriHost"); }
int cusolverDnSpotrsHost() { return unsupported_function(Library::Cusolver, "cusolverDnSpotrsHost"); }
int cusolverDnSscalHost() { return unsupported_function(Library::Cusolver, "cusolverDnSscalHost"); }
int cusolverDnSsteqrHost() { return unsupported_function(Library::Cusolver, "cusolverDnSsteqrHost"); }
int cusolverDnSsterfHost() { return unsupported_function(Library::Cusolver, "cusolverDnSsterfHost"); }
int cusolverDnSsyevdx() { return unsupported_function(Library::Cusolver, "cusolverDnSsyevdx"); }
int cusolverDnSsyevdx_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnSsyevdx_bufferSize"); }
int cusolverDnSsygst() { return unsupported_function(Library::Cusolver, "cusolverDnSsygst"); }
int cusolverDnSsygst_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnSsygst_bufferSize"); }
int cusolverDnSsygvdx() { return unsupported_function(Library::Cusolver, "cusolverDnSsygvdx"); }
int cusolverDnSsygvdx_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnSsygvdx_bufferSize"); }
int cusolverDnSsytrd() { return unsupported_function(Library::Cusolver, "cusolverDnSsytrd"); }
int cusolverDnSsytrd_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnSsytrd_bufferSize"); }
int cusolverDnSsytri() { return unsupported_function(Library::Cusolver, "cusolverDnSsytri"); }
int cusolverDnSsytriHost() { return unsupported_function(Library::Cusolver, "cusolverDnSsytriHost"); }
int cusolverDnSsytri_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnSsytri_bufferSize"); }
int cusolverDnSsytrsHost() { return unsupported_function(Library::Cusolver, "cusolverDnSsytrsHost"); }
int cusolverDnStrtriHost() { return unsupported_function(Library::Cusolver, "cusolverDnStrtriHost"); }
int cusolverDnXfillRandNormalOnDevice() { return unsupported_function(Library::Cusolver, "cusolverDnXfillRandNormalOnDevice"); }
int cusolverDnXfillRandNormalOnHost() { return unsupported_function(Library::Cusolver, "cusolverDnXfillRandNormalOnHost"); }
int cusolverDnXgesvdp() { return unsupported_function(Library::Cusolver, "cusolverDnXgesvdp"); }
int cusolverDnXgesvdp_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnXgesvdp_bufferSize"); }
int cusolverDnXgesvdr() { return unsupported_function(Library::Cusolver, "cusolverDnXgesvdr"); }
int cusolverDnXgesvdr_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnXgesvdr_bufferSize"); }
int cusolverDnXlansy() { return unsupported_function(Library::Cusolver, "cusolverDnXlansy"); }
int cusolverDnXlansy_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnXlansy_bufferSize"); }
int cusolverDnXlarft() { return unsupported_function(Library::Cusolver, "cusolverDnXlarft"); }
int cusolverDnXlarft_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnXlarft_bufferSize"); }
int cusolverDnXsyevdx() { return unsupported_function(Library::Cusolver, "cusolverDnXsyevdx"); }
int cusolverDnXsyevdx_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnXsyevdx_bufferSize"); }
int cusolverDnZCgels() { return unsupported_function(Library::Cusolver, "cusolverDnZCgels"); }
int cusolverDnZCgels_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnZCgels_bufferSize"); }
int cusolverDnZCgesv() { return unsupported_function(Library::Cusolver, "cusolverDnZCgesv"); }
int cusolverDnZCgesv_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnZCgesv_bufferSize"); }
int cusolverDnZEgels() { return unsupported_function(Library::Cusolver, "cusolverDnZEgels"); }
int cusolverDnZEgels_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnZEgels_bufferSize"); }
int cusolverDnZEgesv() { return unsupported_function(Library::Cusolver, "cusolverDnZEgesv"); }
int cusolverDnZEgesv_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnZEgesv_bufferSize"); }
int cusolverDnZKgels() { return unsupported_function(Library::Cusolver, "cusolverDnZKgels"); }
int cusolverDnZKgels_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnZKgels_bufferSize"); }
int cusolverDnZKgesv() { return unsupported_function(Library::Cusolver, "cusolverDnZKgesv"); }
int cusolverDnZKgesv_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnZKgesv_bufferSize"); }
int cusolverDnZYgels() { return unsupported_function(Library::Cusolver, "cusolverDnZYgels"); }
int cusolverDnZYgels_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnZYgels_bufferSize"); }
int cusolverDnZYgesv() { return unsupported_function(Library::Cusolver, "cusolverDnZYgesv"); }
int cusolverDnZYgesv_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnZYgesv_bufferSize"); }
int cusolverDnZZgels() { return unsupported_function(Library::Cusolver, "cusolverDnZZgels"); }
int cusolverDnZZgels_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnZZgels_bufferSize"); }
int cusolverDnZZgesv() { return unsupported_function(Library::Cusolver, "cusolverDnZZgesv"); }
int cusolverDnZZgesv_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnZZgesv_bufferSize"); }
int cusolverDnZaxpyHost() { return unsupported_function(Library::Cusolver, "cusolverDnZaxpyHost"); }
int cusolverDnZdscalHost() { return unsupported_function(Library::Cusolver, "cusolverDnZdscalHost"); }
int cusolverDnZeyeBatch() { return unsupported_function(Library::Cusolver, "cusolverDnZeyeBatch"); }
int cusolverDnZgebrd() { return unsupported_function(Library::Cusolver, "cusolverDnZgebrd"); }
int cusolverDnZgebrd_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnZgebrd_bufferSize"); }
int cusolverDnZgelqfHost() { return unsupported_function(Library::Cusolver, "cusolverDnZgelqfHost"); }
int cusolverDnZgemmHost() { return unsupported_function(Library::Cusolver, "cusolverDnZgemmHost"); }
int cusolverDnZgeqlfHost() { return unsupported_function(Library::Cusolver, "cusolverDnZgeqlfHost"); }
int cusolverDnZgeqrfHost() { return unsupported_function(Library::Cusolver, "cusolverDnZgeqrfHost"); }
int cusolverDnZheevdx() { return unsupported_function(Library::Cusolver, "cusolverDnZheevdx"); }
int cusolverDnZheevdx_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnZheevdx_bufferSize"); }
int cusolverDnZhegst() { return unsupported_function(Library::Cusolver, "cusolverDnZhegst"); }
int cusolverDnZhegst_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnZhegst_bufferSize"); }
int cusolverDnZhegvdx() { return unsupported_function(Library::Cusolver, "cusolverDnZhegvdx"); }
int cusolverDnZhegvdx_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnZhegvdx_bufferSize"); }
int cusolverDnZhetrd() { return unsupported_function(Library::Cusolver, "cusolverDnZhetrd"); }
int cusolverDnZhetrd_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnZhetrd_bufferSize"); }
int cusolverDnZlacpyHost() { return unsupported_function(Library::Cusolver, "cusolverDnZlacpyHost"); }
int cusolverDnZlange() { return unsupported_function(Library::Cusolver, "cusolverDnZlange"); }
int cusolverDnZlangeHost() { return unsupported_function(Library::Cusolver, "cusolverDnZlangeHost"); }
int cusolverDnZlange_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnZlange_bufferSize"); }
int cusolverDnZlanheHost() { return unsupported_function(Library::Cusolver, "cusolverDnZlanheHost"); }
int cusolverDnZlantrHost() { return unsupported_function(Library::Cusolver, "cusolverDnZlantrHost"); }
int cusolverDnZlarfgHost() { return unsupported_function(Library::Cusolver, "cusolverDnZlarfgHost"); }
int cusolverDnZlarnvHost() { return unsupported_function(Library::Cusolver, "cusolverDnZlarnvHost"); }
int cusolverDnZlasetHost() { return unsupported_function(Library::Cusolver, "cusolverDnZlasetHost"); }
int cusolverDnZlaswp() { return unsupported_function(Library::Cusolver, "cusolverDnZlaswp"); }
int cusolverDnZlauum() { return unsupported_function(Library::Cusolver, "cusolverDnZlauum"); }
int cusolverDnZlauumHost() { return unsupported_function(Library::Cusolver, "cusolverDnZlauumHost"); }
int cusolverDnZlauum_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnZlauum_bufferSize"); }
int cusolverDnZnrm2Host() { return unsupported_function(Library::Cusolver, "cusolverDnZnrm2Host"); }
int cusolverDnZpotrfHost() { return unsupported_function(Library::Cusolver, "cusolverDnZpotrfHost"); }
int cusolverDnZpotriHost() { return unsupported_function(Library::Cusolver, "cusolverDnZpotriHost"); }
int cusolverDnZpotrsHost() { return unsupported_function(Library::Cusolver, "cusolverDnZpotrsHost"); }
int cusolverDnZsytri() { return unsupported_function(Library::Cusolver, "cusolverDnZsytri"); }
int cusolverDnZsytriHost() { return unsupported_function(Library::Cusolver, "cusolverDnZsytriHost"); }
int cusolverDnZsytri_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnZsytri_bufferSize"); }
int cusolverDnZsytrsHost() { return unsupported_function(Library::Cusolver, "cusolverDnZsytrsHost"); }
int cusolverDnZtrtriHost() { return unsupported_function(Library::Cusolver, "cusolverDnZtrtriHost"); }
int cusolverDnZungbr() { return unsupported_function(Library::Cusolver, "cusolverDnZungbr"); }
int cusolverDnZungbrHost() { return unsupported_function(Library::Cusolver, "cusolverDnZungbrHost"); }
int cusolverDnZungbr_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnZungbr_bufferSize"); }
int cusolverDnZunghrHost() { return unsupported_function(Library::Cusolver, "cusolverDnZunghrHost"); }
int cusolverDnZunglqHost() { return unsupported_function(Library::Cusolver, "cusolverDnZunglqHost"); }
int cusolverDnZungtr() { return unsupported_function(Library::Cusolver, "cusolverDnZungtr"); }
int cusolverDnZungtrHost() { return unsupported_function(Library::Cusolver, "cusolverDnZungtrHost"); }
int cusolverDnZungtr_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnZungtr_bufferSize"); }
int cusolverDnZunmqrHost() { return unsupported_function(Library::Cusolver, "cusolverDnZunmqrHost"); }
int cusolverDnZunmtr() { return unsupported_function(Library::Cusolver, "cusolverDnZunmtr"); }
int cusolverDnZunmtrHost() { return unsupported_function(Library::Cusolver, "cusolverDnZunmtrHost"); }
int cusolverDnZunmtr_bufferSize() { return unsupported_function(Library::Cusolver, "cusolverDnZunmtr_bufferSize"); }
int cusolverIidentityHost() { return unsupported_function(Library::Cusolver, "cusolverIidentityHost"); }
int cusolverRfAccessBundledFactorsDevice() { return unsupported_function(Library::Cusolver, "cusolverRfAccessBundledFactorsDevice"); }
int cusolverRfAnalyze() { return unsupported_function(Library::Cusolver, "cusolverRfAnalyze"); }
int cusolverRfBatchAnalyze() { return unsupported_function(Library::Cusolver, "cusolverRfBatchAnalyze"); }
int cusolverRfBatchRefactor() { return unsupported_function(Library::Cusolver, "cusolverRfBatchRefactor"); }
int cusolverRfBatchResetValues() { return unsupported_function(Library::Cusolver, "cusolverRfBatchResetValues"); }
int cusolverRfBatchSetupHost() { return unsupported_function(Library::Cusolver, "cusolverRfBatchSetupHost"); }
int cusolverRfBatchSolve() { return unsupported_function(Library::Cusolver, "cusolverRfBatchSolve"); }
int cusolverRfBatchZeroPivot() { return unsupported_function(Library::Cusolver, "cusolverRfBatchZeroPivot"); }
int cusolverRfCreate() { return unsupported_function(Library::Cusolver, "cusolverRfCreate"); }
int cusolverRfDestroy() { return unsupported_function(Library::Cusolver, "cusolverRfDestroy"); }
int cusolverRfExtractBundledFactorsHost() { return unsupported_function(Library::Cusolver, "cusolverRfExtractBundledFactorsHost"); }
int cusolverRfExtractSplitFactorsHost() { return unsupported_function(Library::Cusolver, "cusolverRfExtractSplitFactorsHost"); }
int cusolverRfGetAlgs() { return unsupported_function(Library::Cusolver, "cusolverRfGetAlgs"); }
int cusolverRfGetMatrixFormat() { return unsupported_function(Library::Cusolver, "cusolverRfGetMatrixFormat"); }
int cusolverRfGetNumericBoostReport() { return unsupported_function(Library::Cusolver, "cusolverRfGetNumericBoostReport"); }
int cusolverRfGetNumericProperties() { return unsupported_function(Library::Cusolver, "cusolverRfGetNumericProperties"); }
int cusolverRfGetResetValuesFastMode() { return unsupported_function(Library::Cusolver, "cusolverRfGetResetValuesFastMode"); }
int cusolverRfRefactor() { return unsupported_function(Library::Cusolver, "cusolverRfRefactor"); }
int cusolverRfResetValues() { return unsupported_function(Library::Cusolver, "cusolverRfResetValues"); }
int cusolverRfSetAlgs() { return unsupported_function(Library::Cusolver, "cusolverRfSetAlgs"); }
int cusolverRfSetMatrixFormat() { return unsupported_function(Library::Cusolver, "cusolverRfSetMatrixFormat"); }
int cusolverRfSetNumericProperties() { return unsupported_function(Library::Cusolver, "cusolverRfSetNumericProperties"); }
int cusolverRfSetResetValuesFastMode() { return unsupported_function(Library::Cusolver, "cusolverRfSetResetValuesFastMode"); }
int cusolverRfSetupDevice() { return unsupported_function(Library::Cusolver, "cusolverRfSetupDevice"); }
int cusolverRfSetupHost() { return unsupported_function(Library::Cusolver, "cusolverRfSetupHost"); }
int cusolverRfSetupM() { return unsupported_function(Library::Cusolver, "cusolverRfSetupM"); }
int cusolverRfSolve() { return unsupported_function(Library::Cusolver, "cusolverRfSolve"); }
int cusolverSpCcsrbtfHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrbtfHost"); }
int cusolverSpCcsrcholBufferInfo() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrcholBufferInfo"); }
int cusolverSpCcsrcholBufferInfoHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrcholBufferInfoHost"); }
int cusolverSpCcsrcholDiag() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrcholDiag"); }
int cusolverSpCcsrcholFactor() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrcholFactor"); }
int cusolverSpCcsrcholFactorHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrcholFactorHost"); }
int cusolverSpCcsrcholSolve() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrcholSolve"); }
int cusolverSpCcsrcholSolveHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrcholSolveHost"); }
int cusolverSpCcsrcholZeroPivot() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrcholZeroPivot"); }
int cusolverSpCcsrcholZeroPivotHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrcholZeroPivotHost"); }
int cusolverSpCcsreigsHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsreigsHost"); }
int cusolverSpCcsreigvsi() { return unsupported_function(Library::Cusolver, "cusolverSpCcsreigvsi"); }
int cusolverSpCcsreigvsiHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsreigvsiHost"); }
int cusolverSpCcsrlsqvqrHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrlsqvqrHost"); }
int cusolverSpCcsrlsvchol() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrlsvchol"); }
int cusolverSpCcsrlsvcholHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrlsvcholHost"); }
int cusolverSpCcsrlsvluHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrlsvluHost"); }
int cusolverSpCcsrlsvqr() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrlsvqr"); }
int cusolverSpCcsrlsvqrHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrlsvqrHost"); }
int cusolverSpCcsrluAnalysisHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrluAnalysisHost"); }
int cusolverSpCcsrluBufferInfoHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrluBufferInfoHost"); }
int cusolverSpCcsrluExtractBTFHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrluExtractBTFHost"); }
int cusolverSpCcsrluExtractHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrluExtractHost"); }
int cusolverSpCcsrluExtractMHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrluExtractMHost"); }
int cusolverSpCcsrluFactorHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrluFactorHost"); }
int cusolverSpCcsrluSolveHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrluSolveHost"); }
int cusolverSpCcsrluZeroPivotHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrluZeroPivotHost"); }
int cusolverSpCcsrlucondHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrlucondHost"); }
int cusolverSpCcsrqrBufferInfo() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrqrBufferInfo"); }
int cusolverSpCcsrqrBufferInfoBatched() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrqrBufferInfoBatched"); }
int cusolverSpCcsrqrBufferInfoHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrqrBufferInfoHost"); }
int cusolverSpCcsrqrFactor() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrqrFactor"); }
int cusolverSpCcsrqrFactorHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrqrFactorHost"); }
int cusolverSpCcsrqrSetup() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrqrSetup"); }
int cusolverSpCcsrqrSetupHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrqrSetupHost"); }
int cusolverSpCcsrqrSolve() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrqrSolve"); }
int cusolverSpCcsrqrSolveHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrqrSolveHost"); }
int cusolverSpCcsrqrZeroPivot() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrqrZeroPivot"); }
int cusolverSpCcsrqrZeroPivotHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrqrZeroPivotHost"); }
int cusolverSpCcsrqrrcond() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrqrrcond"); }
int cusolverSpCcsrqrsvBatched() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrqrsvBatched"); }
int cusolverSpCcsrsubm2denseHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrsubm2denseHost"); }
int cusolverSpCcsrzfdHost() { return unsupported_function(Library::Cusolver, "cusolverSpCcsrzfdHost"); }
int cusolverSpCreate() { return unsupported_function(Library::Cusolver, "cusolverSpCreate"); }
int cusolverSpCreateCsrcholInfo() { return unsupported_function(Library::Cusolver, "cusolverSpCreateCsrcholInfo"); }
int cusolverSpCreateCsrcholInfoHost() { return unsupported_function(Library::Cusolver, "cusolverSpCreateCsrcholInfoHost"); }
int cusolverSpCreateCsrluInfoHost() { return unsupported_function(Library::Cusolver, "cusolverSpCreateCsrluInfoHost"); }
int cusolverSpCreateCsrqrInfo() { return unsupported_function(Library::Cusolver, "cusolverSpCreateCsrqrInfo"); }
int cusolverSpCreateCsrqrInfoHost() { return unsupported_function(Library::Cusolver, "cusolverSpCreateCsrqrInfoHost"); }
int cusolverSpCreateGluInfo() { return unsupported_function(Library::Cusolver, "cusolverSpCreateGluInfo"); }
int cusolverSpCreateSnluInfo() { return unsupported_function(Library::Cusolver, "cusolverSpCreateSnluInfo"); }
int cusolverSpCsnluBuffersize() { return unsupported_function(Library::Cusolver, "cusolverSpCsnluBuffersize"); }
int cusolverSpCsnluFactor() { return unsupported_function(Library::Cusolver, "cusolverSpCsnluFactor"); }
int cusolverSpCsnluSolve() { return unsupported_function(Library::Cusolver, "cusolverSpCsnluSolve"); }
int cusolverSpCsymgthr() { return unsupported_function(Library::Cusolver, "cusolverSpCsymgthr"); }
int cusolverSpCsymgthrHost() { return unsupported_function(Library::Cusolver, "cusolverSpCsymgthrHost"); }
int cusolverSpDcsrbtfHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrbtfHost"); }
int cusolverSpDcsrcholBufferInfo() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrcholBufferInfo"); }
int cusolverSpDcsrcholBufferInfoHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrcholBufferInfoHost"); }
int cusolverSpDcsrcholDiag() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrcholDiag"); }
int cusolverSpDcsrcholFactor() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrcholFactor"); }
int cusolverSpDcsrcholFactorHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrcholFactorHost"); }
int cusolverSpDcsrcholSolve() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrcholSolve"); }
int cusolverSpDcsrcholSolveHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrcholSolveHost"); }
int cusolverSpDcsrcholZeroPivot() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrcholZeroPivot"); }
int cusolverSpDcsrcholZeroPivotHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrcholZeroPivotHost"); }
int cusolverSpDcsreigsHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsreigsHost"); }
int cusolverSpDcsreigvsi() { return unsupported_function(Library::Cusolver, "cusolverSpDcsreigvsi"); }
int cusolverSpDcsreigvsiHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsreigvsiHost"); }
int cusolverSpDcsrlsqvqrHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrlsqvqrHost"); }
int cusolverSpDcsrlsvchol() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrlsvchol"); }
int cusolverSpDcsrlsvcholHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrlsvcholHost"); }
int cusolverSpDcsrlsvluHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrlsvluHost"); }
int cusolverSpDcsrlsvqr() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrlsvqr"); }
int cusolverSpDcsrlsvqrHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrlsvqrHost"); }
int cusolverSpDcsrluAnalysisHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrluAnalysisHost"); }
int cusolverSpDcsrluBufferInfoHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrluBufferInfoHost"); }
int cusolverSpDcsrluExtractBTFHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrluExtractBTFHost"); }
int cusolverSpDcsrluExtractHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrluExtractHost"); }
int cusolverSpDcsrluExtractMHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrluExtractMHost"); }
int cusolverSpDcsrluFactorHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrluFactorHost"); }
int cusolverSpDcsrluSolveHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrluSolveHost"); }
int cusolverSpDcsrluZeroPivotHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrluZeroPivotHost"); }
int cusolverSpDcsrlucondHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrlucondHost"); }
int cusolverSpDcsrqrBufferInfo() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrqrBufferInfo"); }
int cusolverSpDcsrqrBufferInfoBatched() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrqrBufferInfoBatched"); }
int cusolverSpDcsrqrBufferInfoHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrqrBufferInfoHost"); }
int cusolverSpDcsrqrFactor() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrqrFactor"); }
int cusolverSpDcsrqrFactorHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrqrFactorHost"); }
int cusolverSpDcsrqrSetup() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrqrSetup"); }
int cusolverSpDcsrqrSetupHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrqrSetupHost"); }
int cusolverSpDcsrqrSolve() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrqrSolve"); }
int cusolverSpDcsrqrSolveHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrqrSolveHost"); }
int cusolverSpDcsrqrZeroPivot() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrqrZeroPivot"); }
int cusolverSpDcsrqrZeroPivotHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrqrZeroPivotHost"); }
int cusolverSpDcsrqrrcond() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrqrrcond"); }
int cusolverSpDcsrqrsvBatched() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrqrsvBatched"); }
int cusolverSpDcsrsubm2denseHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrsubm2denseHost"); }
int cusolverSpDcsrzfdHost() { return unsupported_function(Library::Cusolver, "cusolverSpDcsrzfdHost"); }
int cusolverSpDestroy() { return unsupported_function(Library::Cusolver, "cusolverSpDestroy"); }
int cusolverSpDestroyCsrcholInfo() { return unsupported_function(Library::Cusolver, "cusolverSpDestroyCsrcholInfo"); }
int cusolverSpDestroyCsrcholInfoHost() { return unsupported_function(Library::Cusolver, "cusolverSpDestroyCsrcholInfoHost"); }
int cusolverSpDestroyCsrluInfoHost() { return unsupported_function(Library::Cusolver, "cusolverSpDestroyCsrluInfoHost"); }
int cusolverSpDestroyCsrqrInfo() { return unsupported_function(Library::Cusolver, "cusolverSpDestroyCsrqrInfo"); }
int cusolverSpDestroyCsrqrInfoHost() { return unsupported_function(Library::Cusolver, "cusolverSpDestroyCsrqrInfoHost"); }
int cusolverSpDestroyGluInfo() { return unsupported_function(Library::Cusolver, "cusolverSpDestroyGluInfo"); }
int cusolverSpDestroySnluInfo() { return unsupported_function(Library::Cusolver, "cusolverSpDestroySnluInfo"); }
int cusolverSpDgluAnalysis() { return unsupported_function(Library::Cusolver, "cusolverSpDgluAnalysis"); }
int cusolverSpDgluBufferSize() { return unsupported_function(Library::Cusolver, "cusolverSpDgluBufferSize"); }
int cusolverSpDgluExtractMHost() { return unsupported_function(Library::Cusolver, "cusolverSpDgluExtractMHost"); }
int cusolverSpDgluFactor() { return unsupported_function(Library::Cusolver, "cusolverSpDgluFactor"); }
int cusolverSpDgluNumericBoost() { return unsupported_function(Library::Cusolver, "cusolverSpDgluNumericBoost"); }
int cusolverSpDgluReset() { return unsupported_function(Library::Cusolver, "cusolverSpDgluReset"); }
int cusolverSpDgluSetup() { return unsupported_function(Library::Cusolver, "cusolverSpDgluSetup"); }
int cusolverSpDgluSetupByTile() { return unsupported_function(Library::Cusolver, "cusolverSpDgluSetupByTile"); }
int cusolverSpDgluSolve() { return unsupported_function(Library::Cusolver, "cusolverSpDgluSolve"); }
int cusolverSpDnrminf() { return unsupported_function(Library::Cusolver, "cusolverSpDnrminf"); }
int cusolverSpDsnluBuffersize() { return unsupported_function(Library::Cusolver, "cusolverSpDsnluBuffersize"); }
int cusolverSpDsnluFactor() { return unsupported_function(Library::Cusolver, "cusolverSpDsnluFactor"); }
int cusolverSpDsnluSolve() { return unsupported_function(Library::Cusolver, "cusolverSpDsnluSolve"); }
int cusolverSpDsymgthr() { return unsupported_function(Library::Cusolver, "cusolverSpDsymgthr"); }
int cusolverSpDsymgthrHost() { return unsupported_function(Library::Cusolver, "cusolverSpDsymgthrHost"); }
int cusolverSpGetStream() { return unsupported_function(Library::Cusolver, "cusolverSpGetStream"); }
int cusolverSpLcsrqrBufferInfo() { return unsupported_function(Library::Cusolver, "cusolverSpLcsrqrBufferInfo"); }
int cusolverSpLcsrqrFactor() { return unsupported_function(Library::Cusolver, "cusolverSpLcsrqrFactor"); }
int cusolverSpLcsrqrSetup() { return unsupported_function(Library::Cusolver, "cusolverSpLcsrqrSetup"); }
int cusolverSpLcsrqrSolve() { return unsupported_function(Library::Cusolver, "cusolverSpLcsrqrSolve"); }
int cusolverSpLcsrqrSolveRefine() { return unsupported_function(Library::Cusolver, "cusolverSpLcsrqrSolveRefine"); }
int cusolverSpLcsrqrZeroPivot() { return unsupported_function(Library::Cusolver, "cusolverSpLcsrqrZeroPivot"); }
int cusolverSpLcsrqrrcond() { return unsupported_function(Library::Cusolver, "cusolverSpLcsrqrrcond"); }
int cusolverSpQcsrqrBufferInfo() { return unsupported_function(Library::Cusolver, "cusolverSpQcsrqrBufferInfo"); }
int cusolverSpQcsrqrFactor() { return unsupported_function(Library::Cusolver, "cusolverSpQcsrqrFactor"); }
int cusolverSpQcsrqrSetup() { return unsupported_function(Library::Cusolver, "cusolverSpQcsrqrSetup"); }
int cusolverSpQcsrqrSolve() { return unsupported_function(Library::Cusolver, "cusolverSpQcsrqrSolve"); }
int cusolverSpQcsrqrSolveRefine() { return unsupported_function(Library::Cusolver, "cusolverSpQcsrqrSolveRefine"); }
int cusolverSpQcsrqrZeroPivot() { return unsupported_function(Library::Cusolver, "cusolverSpQcsrqrZeroPivot"); }
int cusolverSpQcsrqrrcond() { return unsupported_function(Library::Cusolver, "cusolverSpQcsrqrrcond"); }
int cusolverSpScsrbtfHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsrbtfHost"); }
int cusolverSpScsrcholBufferInfo() { return unsupported_function(Library::Cusolver, "cusolverSpScsrcholBufferInfo"); }
int cusolverSpScsrcholBufferInfoHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsrcholBufferInfoHost"); }
int cusolverSpScsrcholDiag() { return unsupported_function(Library::Cusolver, "cusolverSpScsrcholDiag"); }
int cusolverSpScsrcholFactor() { return unsupported_function(Library::Cusolver, "cusolverSpScsrcholFactor"); }
int cusolverSpScsrcholFactorHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsrcholFactorHost"); }
int cusolverSpScsrcholSolve() { return unsupported_function(Library::Cusolver, "cusolverSpScsrcholSolve"); }
int cusolverSpScsrcholSolveHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsrcholSolveHost"); }
int cusolverSpScsrcholZeroPivot() { return unsupported_function(Library::Cusolver, "cusolverSpScsrcholZeroPivot"); }
int cusolverSpScsrcholZeroPivotHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsrcholZeroPivotHost"); }
int cusolverSpScsreigsHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsreigsHost"); }
int cusolverSpScsreigvsi() { return unsupported_function(Library::Cusolver, "cusolverSpScsreigvsi"); }
int cusolverSpScsreigvsiHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsreigvsiHost"); }
int cusolverSpScsrlsqvqrHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsrlsqvqrHost"); }
int cusolverSpScsrlsvchol() { return unsupported_function(Library::Cusolver, "cusolverSpScsrlsvchol"); }
int cusolverSpScsrlsvcholHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsrlsvcholHost"); }
int cusolverSpScsrlsvluHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsrlsvluHost"); }
int cusolverSpScsrlsvqr() { return unsupported_function(Library::Cusolver, "cusolverSpScsrlsvqr"); }
int cusolverSpScsrlsvqrHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsrlsvqrHost"); }
int cusolverSpScsrluAnalysisHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsrluAnalysisHost"); }
int cusolverSpScsrluBufferInfoHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsrluBufferInfoHost"); }
int cusolverSpScsrluExtractBTFHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsrluExtractBTFHost"); }
int cusolverSpScsrluExtractHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsrluExtractHost"); }
int cusolverSpScsrluExtractMHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsrluExtractMHost"); }
int cusolverSpScsrluFactorHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsrluFactorHost"); }
int cusolverSpScsrluSolveHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsrluSolveHost"); }
int cusolverSpScsrluZeroPivotHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsrluZeroPivotHost"); }
int cusolverSpScsrlucondHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsrlucondHost"); }
int cusolverSpScsrqrBufferInfo() { return unsupported_function(Library::Cusolver, "cusolverSpScsrqrBufferInfo"); }
int cusolverSpScsrqrBufferInfoBatched() { return unsupported_function(Library::Cusolver, "cusolverSpScsrqrBufferInfoBatched"); }
int cusolverSpScsrqrBufferInfoHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsrqrBufferInfoHost"); }
int cusolverSpScsrqrFactor() { return unsupported_function(Library::Cusolver, "cusolverSpScsrqrFactor"); }
int cusolverSpScsrqrFactorHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsrqrFactorHost"); }
int cusolverSpScsrqrSetup() { return unsupported_function(Library::Cusolver, "cusolverSpScsrqrSetup"); }
int cusolverSpScsrqrSetupHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsrqrSetupHost"); }
int cusolverSpScsrqrSolve() { return unsupported_function(Library::Cusolver, "cusolverSpScsrqrSolve"); }
int cusolverSpScsrqrSolveHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsrqrSolveHost"); }
int cusolverSpScsrqrZeroPivot() { return unsupported_function(Library::Cusolver, "cusolverSpScsrqrZeroPivot"); }
int cusolverSpScsrqrZeroPivotHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsrqrZeroPivotHost"); }
int cusolverSpScsrqrrcond() { return unsupported_function(Library::Cusolver, "cusolverSpScsrqrrcond"); }
int cusolverSpScsrqrsvBatched() { return unsupported_function(Library::Cusolver, "cusolverSpScsrqrsvBatched"); }
int cusolverSpScsrsubm2denseHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsrsubm2denseHost"); }
int cusolverSpScsrzfdHost() { return unsupported_function(Library::Cusolver, "cusolverSpScsrzfdHost"); }
int cusolverSpSetStream() { return unsupported_function(Library::Cusolver, "cusolverSpSetStream"); }
int cusolverSpSsnluBuffersize() { return unsupported_function(Library::Cusolver, "cusolverSpSsnluBuffersize"); }
int cusolverSpSsnluFactor() { return unsupported_function(Library::Cusolver, "cusolverSpSsnluFactor"); }
int cusolverSpSsnluSolve() { return unsupported_function(Library::Cusolver, "cusolverSpSsnluSolve"); }
int cusolverSpSsymgthr() { return unsupported_function(Library::Cusolver, "cusolverSpSsymgthr"); }
int cusolverSpSsymgthrHost() { return unsupported_function(Library::Cusolver, "cusolverSpSsymgthrHost"); }
int cusolverSpXcsr2cscHost() { return unsupported_function(Library::Cusolver, "cusolverSpXcsr2cscHost"); }
int cusolverSpXcsr2csc_bufferSizeHost() { return unsupported_function(Library::Cusolver, "cusolverSpXcsr2csc_bufferSizeHost"); }
int cusolverSpXcsrcholAnalysis() { return unsupported_function(Library::Cusolver, "cusolverSpXcsrcholAnalysis"); }
int cusolverSpXcsrcholAnalysisHost() { return unsupported_function(Library::Cusolver, "cusolverSpXcsrcholAnalysisHost"); }
int cusolverSpXcsrissymHost() { return unsupported_function(Library::Cusolver, "cusolverSpXcsrissymHost"); }
int cusolverSpXcsrluAnalysisHost() { return unsupported_function(Library::Cusolver, "cusolverSpXcsrluAnalysisHost"); }
int cusolverSpXcsrluConfigHost() { return unsupported_function(Library::Cusolver, "cusolverSpXcsrluConfigHost"); }
int cusolverSpXcsrluNnzHost() { return unsupported_function(Library::Cusolver, "cusolverSpXcsrluNnzHost"); }
int cusolverSpXcsrluNnzMHost() { return unsupported_function(Library::Cusolver, "cusolverSpXcsrluNnzMHost"); }
int cusolverSpXcsrmetisndHost() { return unsupported_function(Library::Cusolver, "cusolverSpXcsrmetisndHost"); }
int cusolverSpXcsrnsepHost() { return unsupported_function(Library::Cusolver, "cusolverSpXcsrnsepHost"); }
int cusolverSpXcsrpermHost() { return unsupported_function(Library::Cusolver, "cusolverSpXcsrpermHost"); }
int cusolverSpXcsrperm_bufferSizeHost() { return unsupported_function(Library::Cusolver, "cusolverSpXcsrperm_bufferSizeHost"); }
int cusolverSpXcsrqrAnalysis() { return unsupported_function(Library::Cusolver, "cusolverSpXcsrqrAnalysis"); }
int cusolverSpXcsrqrAnalysisBatched() { return unsupported_function(Library::Cusolver, "cusolverSpXcsrqrAnalysisBatched"); }
int cusolverSpXcsrqrAnalysisHost() { return unsupported_function(Library::Cusolver, "cusolverSpXcsrqrAnalysisHost"); }
int cusolverSpXcsrqrConfigInfo() { return unsupported_function(Library::Cusolver, "cusolverSpXcsrqrConfigInfo"); }
int cusolverSpXcsrsubmHost() { return unsupported_function(Library::Cusolver, "cusolverSpXcsrsubmHost"); }
int cusolverSpXcsrsubmNnzHost() { return unsupported_function(Library::Cusolver, "cusolverSpXcsrsubmNnzHost"); }
int cusolverSpXcsrsymamdHost() { return unsupported_function(Library::Cusolver, "cusolverSpXcsrsymamdHost"); }
int cusolverSpXcsrsymmdqHost() { return unsupported_function(Library::Cusolver, "cusolverSpXcsrsymmdqHost"); }
int cusolverSpXcsrsympermHost() { return unsupported_function(Library::Cusolver, "cusolverSpXcsrsympermHost"); }
int cusolverSpXcsrsymperm_bufferSizeHost() { return unsupported_function(Library::Cusolver, "cusolverSpXcsrsymperm_bufferSizeHost"); }
int cusolverSpXcsrsymrcmHost() { return unsupported_function(Library::Cusolver, "cusolverSpXcsrsymrcmHost"); }
int cusolverSpXgluZeroPivot() { return unsupported_function(Library::Cusolver, "cusolverSpXgluZeroPivot"); }
int cusolverSpXsnluAnalysis() { return unsupported_function(Library::Cusolver, "cusolverSpXsnluAnalysis"); }
int cusolverSpXsnluFlops() { return unsupported_function(Library::Cusolver, "cusolverSpXsnluFlops"); }
int cusolverSpXsnluReport() { return unsupported_function(Library::Cusolver, "cusolverSpXsnluReport"); }
int cusolverSpXsnluResizeSupernodeBy() { return unsupported_function(Library::Cusolver, "cusolverSpXsnluResizeSupernodeBy"); }
int cusolverSpXsnluSetReorder() { return unsupported_function(Library::Cusolver, "cusolverSpXsnluSetReorder"); }
int cusolverSpZcsrbtfHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrbtfHost"); }
int cusolverSpZcsrcholBufferInfo() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrcholBufferInfo"); }
int cusolverSpZcsrcholBufferInfoHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrcholBufferInfoHost"); }
int cusolverSpZcsrcholDiag() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrcholDiag"); }
int cusolverSpZcsrcholFactor() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrcholFactor"); }
int cusolverSpZcsrcholFactorHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrcholFactorHost"); }
int cusolverSpZcsrcholSolve() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrcholSolve"); }
int cusolverSpZcsrcholSolveHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrcholSolveHost"); }
int cusolverSpZcsrcholZeroPivot() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrcholZeroPivot"); }
int cusolverSpZcsrcholZeroPivotHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrcholZeroPivotHost"); }
int cusolverSpZcsreigsHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsreigsHost"); }
int cusolverSpZcsreigvsi() { return unsupported_function(Library::Cusolver, "cusolverSpZcsreigvsi"); }
int cusolverSpZcsreigvsiHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsreigvsiHost"); }
int cusolverSpZcsrlsqvqrHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrlsqvqrHost"); }
int cusolverSpZcsrlsvchol() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrlsvchol"); }
int cusolverSpZcsrlsvcholHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrlsvcholHost"); }
int cusolverSpZcsrlsvluHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrlsvluHost"); }
int cusolverSpZcsrlsvqr() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrlsvqr"); }
int cusolverSpZcsrlsvqrHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrlsvqrHost"); }
int cusolverSpZcsrluAnalysisHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrluAnalysisHost"); }
int cusolverSpZcsrluBufferInfoHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrluBufferInfoHost"); }
int cusolverSpZcsrluExtractBTFHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrluExtractBTFHost"); }
int cusolverSpZcsrluExtractHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrluExtractHost"); }
int cusolverSpZcsrluExtractMHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrluExtractMHost"); }
int cusolverSpZcsrluFactorHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrluFactorHost"); }
int cusolverSpZcsrluSolveHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrluSolveHost"); }
int cusolverSpZcsrluZeroPivotHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrluZeroPivotHost"); }
int cusolverSpZcsrlucondHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrlucondHost"); }
int cusolverSpZcsrqrBufferInfo() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrqrBufferInfo"); }
int cusolverSpZcsrqrBufferInfoBatched() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrqrBufferInfoBatched"); }
int cusolverSpZcsrqrBufferInfoHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrqrBufferInfoHost"); }
int cusolverSpZcsrqrFactor() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrqrFactor"); }
int cusolverSpZcsrqrFactorHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrqrFactorHost"); }
int cusolverSpZcsrqrSetup() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrqrSetup"); }
int cusolverSpZcsrqrSetupHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrqrSetupHost"); }
int cusolverSpZcsrqrSolve() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrqrSolve"); }
int cusolverSpZcsrqrSolveHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrqrSolveHost"); }
int cusolverSpZcsrqrZeroPivot() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrqrZeroPivot"); }
int cusolverSpZcsrqrZeroPivotHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrqrZeroPivotHost"); }
int cusolverSpZcsrqrrcond() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrqrrcond"); }
int cusolverSpZcsrqrsvBatched() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrqrsvBatched"); }
int cusolverSpZcsrsubm2denseHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrsubm2denseHost"); }
int cusolverSpZcsrzfdHost() { return unsupported_function(Library::Cusolver, "cusolverSpZcsrzfdHost"); }
int cusolverSpZsnluBuffersize() { return unsupported_function(Library::Cusolver, "cusolverSpZsnluBuffersize"); }
int cusolverSpZsnluFactor() { return unsupported_function(Library::Cusolver, "cusolverSpZsnluFactor"); }
int cusolverSpZsnluSolve() { return unsupported_function(Library::Cusolver, "cusolverSpZsnluSolve"); }
int cusolverSpZsymgthr() { return unsupported_function(Library::Cusolver, "cusolverSpZsymgthr"); }
int cusolverSpZsymgthrHost() { return unsupported_function(Library::Cusolver, "cusolverSpZsymgthrHost"); }
int cusolverXcsrqr_dump() { return unsupported_function(Library::Cusolver, "cusolverXcsrqr_dump"); }
int pegasusCcsr2dense() { return unsupported_function(Library::Cusolver, "pegasusCcsr2dense"); }
int pegasusCcsrmvHost() { return unsupported_function(Library::Cusolver, "pegasusCcsrmvHost"); }
int pegasusDcsr2dense() { return unsupported_function(Library::Cusolver, "pegasusDcsr2dense"); }
int pegasusDcsrmvHost() { return unsupported_function(Library::Cusolver, "pegasusDcsrmvHost"); }
int pegasusScsr2dense() { return unsupported_function(Library::Cusolver, "pegasusScsr2dense"); }
int pegasusScsrmvHost() { return unsupported_function(Library::Cusolver, "pegasusScsrmvHost"); }
int pegasusXcoo2csr() { return unsupported_function(Library::Cusolver, "pegasusXcoo2csr"); }
int pegasusXcooStableSortByRow() { return unsupported_function(Library::Cusolver, "pegasusXcooStableSortByRow"); }
int pegasusXcooStableSort_bufferSizeExt() { return unsupported_function(Library::Cusolver, "pegasusXcooStableSort_bufferSizeExt"); }
int pegasusXcsr2coo() { return unsupported_function(Library::Cusolver, "pegasusXcsr2coo"); }
int pegasusZcsr2dense() { return unsupported_function(Library::Cusolver, "pegasusZcsr2dense"); }
int pegasusZcsrmvHost() { return unsupported_function(Library::Cusolver, "pegasusZcsrmvHost"); }
#pragma GCC visibility pop

}
