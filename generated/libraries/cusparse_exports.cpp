// Made by tools/generate_libraries.py from api/libraries. Do not edit.
// clang-format off

#include <cstdint>

#include "base/reach.h"
#include "client/libraries/library_call.h"
#include "client/libraries/cusparse_descriptors.h"
#include "channel/library_functions.h"
#include "channel/library_types.h"
#include "libraries/cusparse_numbers.h"

using namespace ringfence;
using namespace ringfence::client;
using ringfence::cusparse::Number;
using channel::compute_scalar_bytes;
using channel::data_type_bytes;
using reach::band;
using reach::matrix;
using reach::max;
using reach::min;
using reach::packed;
using reach::strided;
using reach::vector;
using namespace ringfence::client::sparse;

namespace {

constexpr std::uint32_t declared(Number number) {
    return channel::first_declared_function + static_cast<std::uint32_t>(number);
}

}  // namespace

extern "C" {

#pragma GCC visibility push(default)
int cusparseSpMV_bufferSize(void* h, int opA_, void* alpha, void* matA, void* vecX, void* beta, void* vecY, int computeType_, int alg_, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSpMV_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide opA = opA_, computeType = computeType_;
    if (!(opA >= 0 && opA <= 2)) return 3;
    return call.add(opA_).add_scalar(alpha, data_type_bytes(computeType), false).add_state(bytes_of(matA, sparse::Kind::Matrix)).add_state(bytes_of(vecX, sparse::Kind::DenseVector)).add_scalar(beta, data_type_bytes(computeType), false).add_state(bytes_of(vecY, sparse::Kind::DenseVector)).add(computeType_).add(alg_).add_host_result(bufferSize, 8, false).finish();
}
int cusparseSpMV(void* h, int opA_, void* alpha, void* matA, void* vecX, void* beta, void* vecY, int computeType_, int alg_, void* externalBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSpMV), h);
    if (!call.is_open()) return 1;
    const reach::Wide opA = opA_, computeType = computeType_;
    if (!(opA >= 0 && opA <= 2)) return 3;
    return call.add(opA_).add_scalar(alpha, data_type_bytes(computeType), false).add_state(bytes_of(matA, sparse::Kind::Matrix)).add_state(bytes_of(vecX, sparse::Kind::DenseVector)).add_scalar(beta, data_type_bytes(computeType), false).add_state(bytes_of(vecY, sparse::Kind::DenseVector)).add(computeType_).add(alg_).add(externalBuffer).finish();
}
int cusparseSpMV_preprocess(void* h, int opA_, void* alpha, void* matA, void* vecX, void* beta, void* vecY, int computeType_, int alg_, void* externalBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSpMV_preprocess), h);
    if (!call.is_open()) return 1;
    const reach::Wide opA = opA_, computeType = computeType_;
    if (!(opA >= 0 && opA <= 2)) return 3;
    return call.add(opA_).add_scalar(alpha, data_type_bytes(computeType), false).add_state(bytes_of(matA, sparse::Kind::Matrix)).add_state(bytes_of(vecX, sparse::Kind::DenseVector)).add_scalar(beta, data_type_bytes(computeType), false).add_state(bytes_of(vecY, sparse::Kind::DenseVector)).add(computeType_).add(alg_).add(externalBuffer).finish();
}
int cusparseSpMM_bufferSize(void* h, int opA_, int opB_, void* alpha, void* matA, void* matB, void* beta, void* matC, int computeType_, int alg_, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSpMM_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide opA = opA_, opB = opB_, computeType = computeType_;
    if (!(opA >= 0 && opA <= 2 && opB >= 0 && opB <= 2)) return 3;
    return call.add(opA_).add(opB_).add_scalar(alpha, data_type_bytes(computeType), false).add_state(bytes_of(matA, sparse::Kind::Matrix)).add_state(bytes_of(matB, sparse::Kind::DenseMatrix)).add_scalar(beta, data_type_bytes(computeType), false).add_state(bytes_of(matC, sparse::Kind::DenseMatrix)).add(computeType_).add(alg_).add_host_result(bufferSize, 8, false).finish();
}
int cusparseSpMM(void* h, int opA_, int opB_, void* alpha, void* matA, void* matB, void* beta, void* matC, int computeType_, int alg_, void* externalBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSpMM), h);
    if (!call.is_open()) return 1;
    const reach::Wide opA = opA_, opB = opB_, computeType = computeType_;
    if (!(opA >= 0 && opA <= 2 && opB >= 0 && opB <= 2)) return 3;
    return call.add(opA_).add(opB_).add_scalar(alpha, data_type_bytes(computeType), false).add_state(bytes_of(matA, sparse::Kind::Matrix)).add_state(bytes_of(matB, sparse::Kind::DenseMatrix)).add_scalar(beta, data_type_bytes(computeType), false).add_state(bytes_of(matC, sparse::Kind::DenseMatrix)).add(computeType_).add(alg_).add(externalBuffer).finish();
}
int cusparseSpMM_preprocess(void* h, int opA_, int opB_, void* alpha, void* matA, void* matB, void* beta, void* matC, int computeType_, int alg_, void* externalBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSpMM_preprocess), h);
    if (!call.is_open()) return 1;
    const reach::Wide opA = opA_, opB = opB_, computeType = computeType_;
    if (!(opA >= 0 && opA <= 2 && opB >= 0 && opB <= 2)) return 3;
    return call.add(opA_).add(opB_).add_scalar(alpha, data_type_bytes(computeType), false).add_state(bytes_of(matA, sparse::Kind::Matrix)).add_state(bytes_of(matB, sparse::Kind::DenseMatrix)).add_scalar(beta, data_type_bytes(computeType), false).add_state(bytes_of(matC, sparse::Kind::DenseMatrix)).add(computeType_).add(alg_).add(externalBuffer).finish();
}
int cusparseSDDMM_bufferSize(void* h, int opA_, int opB_, void* alpha, void* matA, void* matB, void* beta, void* matC, int computeType_, int alg_, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSDDMM_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide opA = opA_, opB = opB_, computeType = computeType_;
    if (!(opA >= 0 && opA <= 2 && opB >= 0 && opB <= 2)) return 3;
    return call.add(opA_).add(opB_).add_scalar(alpha, data_type_bytes(computeType), false).add_state(bytes_of(matA, sparse::Kind::DenseMatrix)).add_state(bytes_of(matB, sparse::Kind::DenseMatrix)).add_scalar(beta, data_type_bytes(computeType), false).add_state(bytes_of(matC, sparse::Kind::Matrix)).add(computeType_).add(alg_).add_host_result(bufferSize, 8, false).finish();
}
int cusparseSDDMM(void* h, int opA_, int opB_, void* alpha, void* matA, void* matB, void* beta, void* matC, int computeType_, int alg_, void* externalBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSDDMM), h);
    if (!call.is_open()) return 1;
    const reach::Wide opA = opA_, opB = opB_, computeType = computeType_;
    if (!(opA >= 0 && opA <= 2 && opB >= 0 && opB <= 2)) return 3;
    return call.add(opA_).add(opB_).add_scalar(alpha, data_type_bytes(computeType), false).add_state(bytes_of(matA, sparse::Kind::DenseMatrix)).add_state(bytes_of(matB, sparse::Kind::DenseMatrix)).add_scalar(beta, data_type_bytes(computeType), false).add_state(bytes_of(matC, sparse::Kind::Matrix)).add(computeType_).add(alg_).add(externalBuffer).finish();
}
int cusparseSDDMM_preprocess(void* h, int opA_, int opB_, void* alpha, void* matA, void* matB, void* beta, void* matC, int computeType_, int alg_, void* externalBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSDDMM_preprocess), h);
    if (!call.is_open()) return 1;
    const reach::Wide opA = opA_, opB = opB_, computeType = computeType_;
    if (!(opA >= 0 && opA <= 2 && opB >= 0 && opB <= 2)) return 3;
    return call.add(opA_).add(opB_).add_scalar(alpha, data_type_bytes(computeType), false).add_state(bytes_of(matA, sparse::Kind::DenseMatrix)).add_state(bytes_of(matB, sparse::Kind::DenseMatrix)).add_scalar(beta, data_type_bytes(computeType), false).add_state(bytes_of(matC, sparse::Kind::Matrix)).add(computeType_).add(alg_).add(externalBuffer).finish();
}
int cusparseSpGEMM_workEstimation(void* h, int opA_, int opB_, void* alpha, void* matA, void* matB, void* beta, void* matC, int computeType_, int alg_, void* spgemmDescr, void* bufferSize1, void* externalBuffer1) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSpGEMM_workEstimation), h);
    if (!call.is_open()) return 1;
    const reach::Wide opA = opA_, opB = opB_, computeType = computeType_;
    if (!(opA >= 0 && opA <= 2 && opB >= 0 && opB <= 2)) return 3;
    return call.add(opA_).add(opB_).add_scalar(alpha, data_type_bytes(computeType), false).add_state(bytes_of(matA, sparse::Kind::Matrix)).add_state(bytes_of(matB, sparse::Kind::Matrix)).add_scalar(beta, data_type_bytes(computeType), false).add_state(bytes_of(matC, sparse::Kind::Matrix)).add(computeType_).add(alg_).add_object(spgemmDescr, 3).add_host_update(bufferSize1, 8).add(externalBuffer1).finish();
}
int cusparseSpGEMM_compute(void* h, int opA_, int opB_, void* alpha, void* matA, void* matB, void* beta, void* matC, int computeType_, int alg_, void* spgemmDescr, void* bufferSize2, void* externalBuffer2) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSpGEMM_compute), h);
    if (!call.is_open()) return 1;
    const reach::Wide opA = opA_, opB = opB_, computeType = computeType_;
    if (!(opA >= 0 && opA <= 2 && opB >= 0 && opB <= 2)) return 3;
    std::int64_t matC_size[3] = {};
    const int status = call.add(opA_).add(opB_).add_scalar(alpha, data_type_bytes(computeType), false).add_state(bytes_of(matA, sparse::Kind::Matrix)).add_state(bytes_of(matB, sparse::Kind::Matrix)).add_scalar(beta, data_type_bytes(computeType), false).add_state(bytes_of(matC, sparse::Kind::Matrix)).add(computeType_).add(alg_).add_object(spgemmDescr, 3).add_host_update(bufferSize2, 8).add(externalBuffer2).add_host_update(matC_size, 24).finish();
    if (status == 0) set_nonzeros(matC, matC_size[2]);
    return status;
}
int cusparseSpGEMM_copy(void* h, int opA_, int opB_, void* alpha, void* matA, void* matB, void* beta, void* matC, int computeType_, int alg_, void* spgemmDescr) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSpGEMM_copy), h);
    if (!call.is_open()) return 1;
    const reach::Wide opA = opA_, opB = opB_, computeType = computeType_;
    if (!(opA >= 0 && opA <= 2 && opB >= 0 && opB <= 2)) return 3;
    return call.add(opA_).add(opB_).add_scalar(alpha, data_type_bytes(computeType), false).add_state(bytes_of(matA, sparse::Kind::Matrix)).add_state(bytes_of(matB, sparse::Kind::Matrix)).add_scalar(beta, data_type_bytes(computeType), false).add_state(bytes_of(matC, sparse::Kind::Matrix)).add(computeType_).add(alg_).add_object(spgemmDescr, 3).finish();
}
int cusparseAxpby(void* h, void* alpha, void* vecX, void* beta, void* vecY) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseAxpby), h);
    if (!call.is_open()) return 1;
    return call.add_scalar(alpha, scalar_bytes(vecX), false).add_state(bytes_of(vecX, sparse::Kind::Vector)).add_scalar(beta, scalar_bytes(vecX), false).add_state(bytes_of(vecY, sparse::Kind::DenseVector)).finish();
}
int cusparseRot(void* h, void* c_coeff, void* s_coeff, void* vecX, void* vecY) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseRot), h);
    if (!call.is_open()) return 1;
    return call.add_scalar(c_coeff, scalar_bytes(vecX), false).add_scalar(s_coeff, scalar_bytes(vecX), false).add_state(bytes_of(vecX, sparse::Kind::Vector)).add_state(bytes_of(vecY, sparse::Kind::DenseVector)).finish();
}
int cusparseSpVV_bufferSize(void* h, int opX_, void* vecX, void* vecY, void* result, int computeType_, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSpVV_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide opX = opX_, computeType = computeType_;
    if (!(opX >= 0 && opX <= 2)) return 3;
    return call.add(opX_).add_state(bytes_of(vecX, sparse::Kind::Vector)).add_state(bytes_of(vecY, sparse::Kind::DenseVector)).add_scalar(result, data_type_bytes(computeType), false).add(computeType_).add_host_result(bufferSize, 8, false).finish();
}
int cusparseSpVV(void* h, int opX_, void* vecX, void* vecY, void* result, int computeType_, void* externalBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSpVV), h);
    if (!call.is_open()) return 1;
    const reach::Wide opX = opX_, computeType = computeType_;
    if (!(opX >= 0 && opX <= 2)) return 3;
    return call.add(opX_).add_state(bytes_of(vecX, sparse::Kind::Vector)).add_state(bytes_of(vecY, sparse::Kind::DenseVector)).add_scalar(result, data_type_bytes(computeType), true).add(computeType_).add(externalBuffer).finish();
}
int cusparseSpSV_bufferSize(void* h, int opA_, void* alpha, void* matA, void* vecX, void* vecY, int computeType_, int alg_, void* spsvDescr, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSpSV_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide opA = opA_, computeType = computeType_;
    if (!(opA >= 0 && opA <= 2)) return 3;
    return call.add(opA_).add_scalar(alpha, data_type_bytes(computeType), false).add_state(bytes_of(matA, sparse::Kind::Matrix)).add_state(bytes_of(vecX, sparse::Kind::DenseVector)).add_state(bytes_of(vecY, sparse::Kind::DenseVector)).add(computeType_).add(alg_).add_object(spsvDescr, 1).add_host_result(bufferSize, 8, false).finish();
}
int cusparseSpSV_analysis(void* h, int opA_, void* alpha, void* matA, void* vecX, void* vecY, int computeType_, int alg_, void* spsvDescr, void* externalBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSpSV_analysis), h);
    if (!call.is_open()) return 1;
    const reach::Wide opA = opA_, computeType = computeType_;
    if (!(opA >= 0 && opA <= 2)) return 3;
    return call.add(opA_).add_scalar(alpha, data_type_bytes(computeType), false).add_state(bytes_of(matA, sparse::Kind::Matrix)).add_state(bytes_of(vecX, sparse::Kind::DenseVector)).add_state(bytes_of(vecY, sparse::Kind::DenseVector)).add(computeType_).add(alg_).add_object(spsvDescr, 1).add(externalBuffer).finish();
}
int cusparseSpSV_solve(void* h, int opA_, void* alpha, void* matA, void* vecX, void* vecY, int computeType_, int alg_, void* spsvDescr) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSpSV_solve), h);
    if (!call.is_open()) return 1;
    const reach::Wide opA = opA_, computeType = computeType_;
    if (!(opA >= 0 && opA <= 2)) return 3;
    return call.add(opA_).add_scalar(alpha, data_type_bytes(computeType), false).add_state(bytes_of(matA, sparse::Kind::Matrix)).add_state(bytes_of(vecX, sparse::Kind::DenseVector)).add_state(bytes_of(vecY, sparse::Kind::DenseVector)).add(computeType_).add(alg_).add_object(spsvDescr, 1).finish();
}
int cusparseSpSM_bufferSize(void* h, int opA_, int opB_, void* alpha, void* matA, void* matB, void* matC, int computeType_, int alg_, void* spsmDescr, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSpSM_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide opA = opA_, opB = opB_, computeType = computeType_;
    if (!(opA >= 0 && opA <= 2 && opB >= 0 && opB <= 2)) return 3;
    return call.add(opA_).add(opB_).add_scalar(alpha, data_type_bytes(computeType), false).add_state(bytes_of(matA, sparse::Kind::Matrix)).add_state(bytes_of(matB, sparse::Kind::DenseMatrix)).add_state(bytes_of(matC, sparse::Kind::DenseMatrix)).add(computeType_).add(alg_).add_object(spsmDescr, 2).add_host_result(bufferSize, 8, false).finish();
}
int cusparseSpSM_analysis(void* h, int opA_, int opB_, void* alpha, void* matA, void* matB, void* matC, int computeType_, int alg_, void* spsmDescr, void* externalBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSpSM_analysis), h);
    if (!call.is_open()) return 1;
    const reach::Wide opA = opA_, opB = opB_, computeType = computeType_;
    if (!(opA >= 0 && opA <= 2 && opB >= 0 && opB <= 2)) return 3;
    return call.add(opA_).add(opB_).add_scalar(alpha, data_type_bytes(computeType), false).add_state(bytes_of(matA, sparse::Kind::Matrix)).add_state(bytes_of(matB, sparse::Kind::DenseMatrix)).add_state(bytes_of(matC, sparse::Kind::DenseMatrix)).add(computeType_).add(alg_).add_object(spsmDescr, 2).add(externalBuffer).finish();
}
int cusparseSpSM_solve(void* h, int opA_, int opB_, void* alpha, void* matA, void* matB, void* matC, int computeType_, int alg_, void* spsmDescr) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSpSM_solve), h);
    if (!call.is_open()) return 1;
    const reach::Wide opA = opA_, opB = opB_, computeType = computeType_;
    if (!(opA >= 0 && opA <= 2 && opB >= 0 && opB <= 2)) return 3;
    return call.add(opA_).add(opB_).add_scalar(alpha, data_type_bytes(computeType), false).add_state(bytes_of(matA, sparse::Kind::Matrix)).add_state(bytes_of(matB, sparse::Kind::DenseMatrix)).add_state(bytes_of(matC, sparse::Kind::DenseMatrix)).add(computeType_).add(alg_).add_object(spsmDescr, 2).finish();
}
int cusparseSparseToDense_bufferSize(void* h, void* matA, void* matB, int alg_, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSparseToDense_bufferSize), h);
    if (!call.is_open()) return 1;
    return call.add_state(bytes_of(matA, sparse::Kind::Matrix)).add_state(bytes_of(matB, sparse::Kind::DenseMatrix)).add(alg_).add_host_result(bufferSize, 8, false).finish();
}
int cusparseSparseToDense(void* h, void* matA, void* matB, int alg_, void* externalBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSparseToDense), h);
    if (!call.is_open()) return 1;
    return call.add_state(bytes_of(matA, sparse::Kind::Matrix)).add_state(bytes_of(matB, sparse::Kind::DenseMatrix)).add(alg_).add(externalBuffer).finish();
}
int cusparseDenseToSparse_bufferSize(void* h, void* matA, void* matB, int alg_, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDenseToSparse_bufferSize), h);
    if (!call.is_open()) return 1;
    return call.add_state(bytes_of(matA, sparse::Kind::DenseMatrix)).add_state(bytes_of(matB, sparse::Kind::Matrix)).add(alg_).add_host_result(bufferSize, 8, false).finish();
}
int cusparseDenseToSparse_analysis(void* h, void* matA, void* matB, int alg_, void* externalBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDenseToSparse_analysis), h);
    if (!call.is_open()) return 1;
    std::int64_t matB_size[3] = {};
    const int status = call.add_state(bytes_of(matA, sparse::Kind::DenseMatrix)).add_state(bytes_of(matB, sparse::Kind::Matrix)).add(alg_).add(externalBuffer).add_host_update(matB_size, 24).finish();
    if (status == 0) set_nonzeros(matB, matB_size[2]);
    return status;
}
int cusparseDenseToSparse_convert(void* h, void* matA, void* matB, int alg_, void* externalBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDenseToSparse_convert), h);
    if (!call.is_open()) return 1;
    return call.add_state(bytes_of(matA, sparse::Kind::DenseMatrix)).add_state(bytes_of(matB, sparse::Kind::Matrix)).add(alg_).add(externalBuffer).finish();
}
int cusparseGather(void* h, void* vecY, void* vecX) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseGather), h);
    if (!call.is_open()) return 1;
    return call.add_state(bytes_of(vecY, sparse::Kind::DenseVector)).add_state(bytes_of(vecX, sparse::Kind::Vector)).finish();
}
int cusparseScatter(void* h, void* vecX, void* vecY) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseScatter), h);
    if (!call.is_open()) return 1;
    return call.add_state(bytes_of(vecX, sparse::Kind::Vector)).add_state(bytes_of(vecY, sparse::Kind::DenseVector)).finish();
}
int cusparseXcoo2csr(void* h, void* cooRowInd, int nnz_, int m_, void* csrRowPtr, int idxBase_) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseXcoo2csr), h);
    if (!call.is_open()) return 1;
    const reach::Wide nnz = nnz_, m = m_, idxBase = idxBase_;
    if (!(nnz >= 0 && m >= 0 && idxBase >= 0 && idxBase <= 1)) return 3;
    return call.add(cooRowInd).add(nnz_).add(m_).add(csrRowPtr).add(idxBase_).finish();
}
int cusparseXcsr2coo(void* h, void* csrRowPtr, int nnz_, int m_, void* cooRowInd, int idxBase_) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseXcsr2coo), h);
    if (!call.is_open()) return 1;
    const reach::Wide nnz = nnz_, m = m_, idxBase = idxBase_;
    if (!(nnz >= 0 && m >= 0 && idxBase >= 0 && idxBase <= 1)) return 3;
    return call.add(csrRowPtr).add(nnz_).add(m_).add(cooRowInd).add(idxBase_).finish();
}
int cusparseCsr2cscEx2_bufferSize(void* h, int m_, int n_, int nnz_, void* csrVal, void* csrRowPtr, void* csrColInd, void* cscVal, void* cscColPtr, void* cscRowInd, int valType_, int copyValues_, int idxBase_, int alg_, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCsr2cscEx2_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, nnz = nnz_, copyValues = copyValues_, idxBase = idxBase_;
    if (!(m >= 0 && n >= 0 && nnz >= 0 && copyValues >= 0 && copyValues <= 1 && idxBase >= 0 && idxBase <= 1)) return 3;
    return call.add(m_).add(n_).add(nnz_).add(csrVal).add(csrRowPtr).add(csrColInd).add(cscVal).add(cscColPtr).add(cscRowInd).add(valType_).add(copyValues_).add(idxBase_).add(alg_).add_host_result(bufferSize, 8, false).finish();
}
int cusparseCsr2cscEx2(void* h, int m_, int n_, int nnz_, void* csrVal, void* csrRowPtr, void* csrColInd, void* cscVal, void* cscColPtr, void* cscRowInd, int valType_, int copyValues_, int idxBase_, int alg_, void* buffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCsr2cscEx2), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, nnz = nnz_, copyValues = copyValues_, idxBase = idxBase_;
    if (!(m >= 0 && n >= 0 && nnz >= 0 && copyValues >= 0 && copyValues <= 1 && idxBase >= 0 && idxBase <= 1)) return 3;
    return call.add(m_).add(n_).add(nnz_).add(csrVal).add(csrRowPtr).add(csrColInd).add(cscVal).add(cscColPtr).add(cscRowInd).add(valType_).add(copyValues_).add(idxBase_).add(alg_).add(buffer).finish();
}
int cusparseSnnz(void* h, int dirA_, int m_, int n_, void* descrA, void* A, int lda_, void* nnzPerRowColumn, void* nnzTotal) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSnnz), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, m = m_, n = n_, lda = lda_;
    if (!(dirA >= 0 && dirA <= 1 && m >= 0 && n >= 0 && lda >= max(1, m))) return 3;
    return call.add(dirA_).add(m_).add(n_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(A).add(lda_).add(nnzPerRowColumn).add_scalar(nnzTotal, 4, true).finish();
}
int cusparseDnnz(void* h, int dirA_, int m_, int n_, void* descrA, void* A, int lda_, void* nnzPerRowColumn, void* nnzTotal) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDnnz), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, m = m_, n = n_, lda = lda_;
    if (!(dirA >= 0 && dirA <= 1 && m >= 0 && n >= 0 && lda >= max(1, m))) return 3;
    return call.add(dirA_).add(m_).add(n_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(A).add(lda_).add(nnzPerRowColumn).add_scalar(nnzTotal, 4, true).finish();
}
int cusparseCnnz(void* h, int dirA_, int m_, int n_, void* descrA, void* A, int lda_, void* nnzPerRowColumn, void* nnzTotal) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCnnz), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, m = m_, n = n_, lda = lda_;
    if (!(dirA >= 0 && dirA <= 1 && m >= 0 && n >= 0 && lda >= max(1, m))) return 3;
    return call.add(dirA_).add(m_).add(n_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(A).add(lda_).add(nnzPerRowColumn).add_scalar(nnzTotal, 4, true).finish();
}
int cusparseZnnz(void* h, int dirA_, int m_, int n_, void* descrA, void* A, int lda_, void* nnzPerRowColumn, void* nnzTotal) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseZnnz), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, m = m_, n = n_, lda = lda_;
    if (!(dirA >= 0 && dirA <= 1 && m >= 0 && n >= 0 && lda >= max(1, m))) return 3;
    return call.add(dirA_).add(m_).add(n_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(A).add(lda_).add(nnzPerRowColumn).add_scalar(nnzTotal, 4, true).finish();
}
int cusparseCreateIdentityPermutation(void* h, int n_, void* p) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCreateIdentityPermutation), h);
    if (!call.is_open()) return 1;
    const reach::Wide n = n_;
    if (!(n >= 0)) return 3;
    return call.add(n_).add(p).finish();
}
int cusparseXcoosort_bufferSizeExt(void* h, int m_, int n_, int nnz_, void* cooRows, void* cooCols, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseXcoosort_bufferSizeExt), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, nnz = nnz_;
    if (!(m >= 0 && n >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(n_).add(nnz_).add(cooRows).add(cooCols).add_host_result(bufferSize, 8, false).finish();
}
int cusparseXcoosortByRow(void* h, int m_, int n_, int nnz_, void* cooRows, void* cooCols, void* P, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseXcoosortByRow), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, nnz = nnz_;
    if (!(m >= 0 && n >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(n_).add(nnz_).add(cooRows).add(cooCols).add(P).add(pBuffer).finish();
}
int cusparseXcoosortByColumn(void* h, int m_, int n_, int nnz_, void* cooRows, void* cooCols, void* P, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseXcoosortByColumn), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, nnz = nnz_;
    if (!(m >= 0 && n >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(n_).add(nnz_).add(cooRows).add(cooCols).add(P).add(pBuffer).finish();
}
int cusparseXcsrsort_bufferSizeExt(void* h, int m_, int n_, int nnz_, void* csrRowPtr, void* csrColInd, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseXcsrsort_bufferSizeExt), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, nnz = nnz_;
    if (!(m >= 0 && n >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(n_).add(nnz_).add(csrRowPtr).add(csrColInd).add_host_result(bufferSize, 8, false).finish();
}
int cusparseXcsrsort(void* h, int m_, int n_, int nnz_, void* descrA, void* csrRowPtr, void* csrColInd, void* P, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseXcsrsort), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, nnz = nnz_;
    if (!(m >= 0 && n >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(n_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(csrRowPtr).add(csrColInd).add(P).add(pBuffer).finish();
}
int cusparseXcscsort_bufferSizeExt(void* h, int m_, int n_, int nnz_, void* cscColPtr, void* cscRowInd, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseXcscsort_bufferSizeExt), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, nnz = nnz_;
    if (!(m >= 0 && n >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(n_).add(nnz_).add(cscColPtr).add(cscRowInd).add_host_result(bufferSize, 8, false).finish();
}
int cusparseXcscsort(void* h, int m_, int n_, int nnz_, void* descrA, void* cscColPtr, void* cscRowInd, void* P, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseXcscsort), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, nnz = nnz_;
    if (!(m >= 0 && n >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(n_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(cscColPtr).add(cscRowInd).add(P).add(pBuffer).finish();
}
int cusparseSbsrmm(void* h, int dirA_, int transA_, int transB_, int mb_, int n_, int kb_, int nnzb_, void* alpha, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSbsrmm), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, transB = transB_, mb = mb_, n = n_, kb = kb_, nnzb = nnzb_, blockDim = blockDim_, ldb = ldb_, ldc = ldc_;
    if (!(dirA >= 0 && dirA <= 1 && transA == 0 && transB >= 0 && transB <= 2 && mb >= 0 && n >= 0 && kb >= 0 && nnzb >= 0 && blockDim >= 1 && ldb >= max(1, transB == 0 ? kb * blockDim : n) && ldc >= max(1, mb * blockDim))) return 3;
    return call.add(dirA_).add(transA_).add(transB_).add(mb_).add(n_).add(kb_).add(nnzb_).add_scalar(alpha, 4, false).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add(B).add(ldb_).add_scalar(beta, 4, false).add(C).add(ldc_).finish();
}
int cusparseDbsrmm(void* h, int dirA_, int transA_, int transB_, int mb_, int n_, int kb_, int nnzb_, void* alpha, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDbsrmm), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, transB = transB_, mb = mb_, n = n_, kb = kb_, nnzb = nnzb_, blockDim = blockDim_, ldb = ldb_, ldc = ldc_;
    if (!(dirA >= 0 && dirA <= 1 && transA == 0 && transB >= 0 && transB <= 2 && mb >= 0 && n >= 0 && kb >= 0 && nnzb >= 0 && blockDim >= 1 && ldb >= max(1, transB == 0 ? kb * blockDim : n) && ldc >= max(1, mb * blockDim))) return 3;
    return call.add(dirA_).add(transA_).add(transB_).add(mb_).add(n_).add(kb_).add(nnzb_).add_scalar(alpha, 8, false).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cusparseCbsrmm(void* h, int dirA_, int transA_, int transB_, int mb_, int n_, int kb_, int nnzb_, void* alpha, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCbsrmm), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, transB = transB_, mb = mb_, n = n_, kb = kb_, nnzb = nnzb_, blockDim = blockDim_, ldb = ldb_, ldc = ldc_;
    if (!(dirA >= 0 && dirA <= 1 && transA == 0 && transB >= 0 && transB <= 2 && mb >= 0 && n >= 0 && kb >= 0 && nnzb >= 0 && blockDim >= 1 && ldb >= max(1, transB == 0 ? kb * blockDim : n) && ldc >= max(1, mb * blockDim))) return 3;
    return call.add(dirA_).add(transA_).add(transB_).add(mb_).add(n_).add(kb_).add(nnzb_).add_scalar(alpha, 8, false).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add(B).add(ldb_).add_scalar(beta, 8, false).add(C).add(ldc_).finish();
}
int cusparseZbsrmm(void* h, int dirA_, int transA_, int transB_, int mb_, int n_, int kb_, int nnzb_, void* alpha, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* B, int ldb_, void* beta, void* C, int ldc_) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseZbsrmm), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, transB = transB_, mb = mb_, n = n_, kb = kb_, nnzb = nnzb_, blockDim = blockDim_, ldb = ldb_, ldc = ldc_;
    if (!(dirA >= 0 && dirA <= 1 && transA == 0 && transB >= 0 && transB <= 2 && mb >= 0 && n >= 0 && kb >= 0 && nnzb >= 0 && blockDim >= 1 && ldb >= max(1, transB == 0 ? kb * blockDim : n) && ldc >= max(1, mb * blockDim))) return 3;
    return call.add(dirA_).add(transA_).add(transB_).add(mb_).add(n_).add(kb_).add(nnzb_).add_scalar(alpha, 16, false).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add(B).add(ldb_).add_scalar(beta, 16, false).add(C).add(ldc_).finish();
}
int cusparseSbsrmv(void* h, int dirA_, int transA_, int mb_, int nb_, int nnzb_, void* alpha, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* x, void* beta, void* y) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSbsrmv), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, mb = mb_, nb = nb_, nnzb = nnzb_, blockDim = blockDim_;
    if (!(dirA >= 0 && dirA <= 1 && transA == 0 && mb >= 0 && nb >= 0 && nnzb >= 0 && blockDim >= 1)) return 3;
    return call.add(dirA_).add(transA_).add(mb_).add(nb_).add(nnzb_).add_scalar(alpha, 4, false).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add(x).add_scalar(beta, 4, false).add(y).finish();
}
int cusparseDbsrmv(void* h, int dirA_, int transA_, int mb_, int nb_, int nnzb_, void* alpha, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* x, void* beta, void* y) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDbsrmv), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, mb = mb_, nb = nb_, nnzb = nnzb_, blockDim = blockDim_;
    if (!(dirA >= 0 && dirA <= 1 && transA == 0 && mb >= 0 && nb >= 0 && nnzb >= 0 && blockDim >= 1)) return 3;
    return call.add(dirA_).add(transA_).add(mb_).add(nb_).add(nnzb_).add_scalar(alpha, 8, false).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add(x).add_scalar(beta, 8, false).add(y).finish();
}
int cusparseCbsrmv(void* h, int dirA_, int transA_, int mb_, int nb_, int nnzb_, void* alpha, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* x, void* beta, void* y) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCbsrmv), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, mb = mb_, nb = nb_, nnzb = nnzb_, blockDim = blockDim_;
    if (!(dirA >= 0 && dirA <= 1 && transA == 0 && mb >= 0 && nb >= 0 && nnzb >= 0 && blockDim >= 1)) return 3;
    return call.add(dirA_).add(transA_).add(mb_).add(nb_).add(nnzb_).add_scalar(alpha, 8, false).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add(x).add_scalar(beta, 8, false).add(y).finish();
}
int cusparseZbsrmv(void* h, int dirA_, int transA_, int mb_, int nb_, int nnzb_, void* alpha, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* x, void* beta, void* y) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseZbsrmv), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, mb = mb_, nb = nb_, nnzb = nnzb_, blockDim = blockDim_;
    if (!(dirA >= 0 && dirA <= 1 && transA == 0 && mb >= 0 && nb >= 0 && nnzb >= 0 && blockDim >= 1)) return 3;
    return call.add(dirA_).add(transA_).add(mb_).add(nb_).add(nnzb_).add_scalar(alpha, 16, false).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add(x).add_scalar(beta, 16, false).add(y).finish();
}
int cusparseSbsrsv2_bufferSize(void* h, int dirA_, int transA_, int mb_, int nnzb_, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* info, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSbsrsv2_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, mb = mb_, nnzb = nnzb_, blockDim = blockDim_;
    if (!(dirA >= 0 && dirA <= 1 && transA >= 0 && transA <= 2 && mb >= 0 && nnzb >= 0 && blockDim >= 1)) return 3;
    return call.add(dirA_).add(transA_).add(mb_).add(nnzb_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add_object(info, 4).add_host_result(bufferSize, 4, false).finish();
}
int cusparseDbsrsv2_bufferSize(void* h, int dirA_, int transA_, int mb_, int nnzb_, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* info, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDbsrsv2_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, mb = mb_, nnzb = nnzb_, blockDim = blockDim_;
    if (!(dirA >= 0 && dirA <= 1 && transA >= 0 && transA <= 2 && mb >= 0 && nnzb >= 0 && blockDim >= 1)) return 3;
    return call.add(dirA_).add(transA_).add(mb_).add(nnzb_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add_object(info, 4).add_host_result(bufferSize, 4, false).finish();
}
int cusparseCbsrsv2_bufferSize(void* h, int dirA_, int transA_, int mb_, int nnzb_, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* info, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCbsrsv2_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, mb = mb_, nnzb = nnzb_, blockDim = blockDim_;
    if (!(dirA >= 0 && dirA <= 1 && transA >= 0 && transA <= 2 && mb >= 0 && nnzb >= 0 && blockDim >= 1)) return 3;
    return call.add(dirA_).add(transA_).add(mb_).add(nnzb_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add_object(info, 4).add_host_result(bufferSize, 4, false).finish();
}
int cusparseZbsrsv2_bufferSize(void* h, int dirA_, int transA_, int mb_, int nnzb_, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* info, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseZbsrsv2_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, mb = mb_, nnzb = nnzb_, blockDim = blockDim_;
    if (!(dirA >= 0 && dirA <= 1 && transA >= 0 && transA <= 2 && mb >= 0 && nnzb >= 0 && blockDim >= 1)) return 3;
    return call.add(dirA_).add(transA_).add(mb_).add(nnzb_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add_object(info, 4).add_host_result(bufferSize, 4, false).finish();
}
int cusparseSbsrsv2_analysis(void* h, int dirA_, int transA_, int mb_, int nnzb_, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* info, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSbsrsv2_analysis), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, mb = mb_, nnzb = nnzb_, blockDim = blockDim_;
    if (!(dirA >= 0 && dirA <= 1 && transA >= 0 && transA <= 2 && mb >= 0 && nnzb >= 0 && blockDim >= 1)) return 3;
    return call.add(dirA_).add(transA_).add(mb_).add(nnzb_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add_object(info, 4).add(policy_).add(pBuffer).finish();
}
int cusparseDbsrsv2_analysis(void* h, int dirA_, int transA_, int mb_, int nnzb_, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* info, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDbsrsv2_analysis), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, mb = mb_, nnzb = nnzb_, blockDim = blockDim_;
    if (!(dirA >= 0 && dirA <= 1 && transA >= 0 && transA <= 2 && mb >= 0 && nnzb >= 0 && blockDim >= 1)) return 3;
    return call.add(dirA_).add(transA_).add(mb_).add(nnzb_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add_object(info, 4).add(policy_).add(pBuffer).finish();
}
int cusparseCbsrsv2_analysis(void* h, int dirA_, int transA_, int mb_, int nnzb_, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* info, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCbsrsv2_analysis), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, mb = mb_, nnzb = nnzb_, blockDim = blockDim_;
    if (!(dirA >= 0 && dirA <= 1 && transA >= 0 && transA <= 2 && mb >= 0 && nnzb >= 0 && blockDim >= 1)) return 3;
    return call.add(dirA_).add(transA_).add(mb_).add(nnzb_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add_object(info, 4).add(policy_).add(pBuffer).finish();
}
int cusparseZbsrsv2_analysis(void* h, int dirA_, int transA_, int mb_, int nnzb_, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* info, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseZbsrsv2_analysis), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, mb = mb_, nnzb = nnzb_, blockDim = blockDim_;
    if (!(dirA >= 0 && dirA <= 1 && transA >= 0 && transA <= 2 && mb >= 0 && nnzb >= 0 && blockDim >= 1)) return 3;
    return call.add(dirA_).add(transA_).add(mb_).add(nnzb_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add_object(info, 4).add(policy_).add(pBuffer).finish();
}
int cusparseSbsrsv2_solve(void* h, int dirA_, int transA_, int mb_, int nnzb_, void* alpha, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* info, void* f, void* x, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSbsrsv2_solve), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, mb = mb_, nnzb = nnzb_, blockDim = blockDim_;
    if (!(dirA >= 0 && dirA <= 1 && transA >= 0 && transA <= 2 && mb >= 0 && nnzb >= 0 && blockDim >= 1)) return 3;
    return call.add(dirA_).add(transA_).add(mb_).add(nnzb_).add_scalar(alpha, 4, false).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add_object(info, 4).add(f).add(x).add(policy_).add(pBuffer).finish();
}
int cusparseDbsrsv2_solve(void* h, int dirA_, int transA_, int mb_, int nnzb_, void* alpha, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* info, void* f, void* x, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDbsrsv2_solve), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, mb = mb_, nnzb = nnzb_, blockDim = blockDim_;
    if (!(dirA >= 0 && dirA <= 1 && transA >= 0 && transA <= 2 && mb >= 0 && nnzb >= 0 && blockDim >= 1)) return 3;
    return call.add(dirA_).add(transA_).add(mb_).add(nnzb_).add_scalar(alpha, 8, false).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add_object(info, 4).add(f).add(x).add(policy_).add(pBuffer).finish();
}
int cusparseCbsrsv2_solve(void* h, int dirA_, int transA_, int mb_, int nnzb_, void* alpha, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* info, void* f, void* x, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCbsrsv2_solve), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, mb = mb_, nnzb = nnzb_, blockDim = blockDim_;
    if (!(dirA >= 0 && dirA <= 1 && transA >= 0 && transA <= 2 && mb >= 0 && nnzb >= 0 && blockDim >= 1)) return 3;
    return call.add(dirA_).add(transA_).add(mb_).add(nnzb_).add_scalar(alpha, 8, false).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add_object(info, 4).add(f).add(x).add(policy_).add(pBuffer).finish();
}
int cusparseZbsrsv2_solve(void* h, int dirA_, int transA_, int mb_, int nnzb_, void* alpha, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* info, void* f, void* x, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseZbsrsv2_solve), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, mb = mb_, nnzb = nnzb_, blockDim = blockDim_;
    if (!(dirA >= 0 && dirA <= 1 && transA >= 0 && transA <= 2 && mb >= 0 && nnzb >= 0 && blockDim >= 1)) return 3;
    return call.add(dirA_).add(transA_).add(mb_).add(nnzb_).add_scalar(alpha, 16, false).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add_object(info, 4).add(f).add(x).add(policy_).add(pBuffer).finish();
}
int cusparseSbsrsm2_bufferSize(void* h, int dirA_, int transA_, int transXY_, int mb_, int n_, int nnzb_, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* info, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSbsrsm2_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, transXY = transXY_, mb = mb_, n = n_, nnzb = nnzb_, blockDim = blockDim_;
    if (!(dirA >= 0 && dirA <= 1 && transA >= 0 && transA <= 2 && transXY >= 0 && transXY <= 2 && mb >= 0 && n >= 0 && nnzb >= 0 && blockDim >= 1)) return 3;
    return call.add(dirA_).add(transA_).add(transXY_).add(mb_).add(n_).add(nnzb_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add_object(info, 5).add_host_result(bufferSize, 4, false).finish();
}
int cusparseDbsrsm2_bufferSize(void* h, int dirA_, int transA_, int transXY_, int mb_, int n_, int nnzb_, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* info, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDbsrsm2_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, transXY = transXY_, mb = mb_, n = n_, nnzb = nnzb_, blockDim = blockDim_;
    if (!(dirA >= 0 && dirA <= 1 && transA >= 0 && transA <= 2 && transXY >= 0 && transXY <= 2 && mb >= 0 && n >= 0 && nnzb >= 0 && blockDim >= 1)) return 3;
    return call.add(dirA_).add(transA_).add(transXY_).add(mb_).add(n_).add(nnzb_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add_object(info, 5).add_host_result(bufferSize, 4, false).finish();
}
int cusparseCbsrsm2_bufferSize(void* h, int dirA_, int transA_, int transXY_, int mb_, int n_, int nnzb_, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* info, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCbsrsm2_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, transXY = transXY_, mb = mb_, n = n_, nnzb = nnzb_, blockDim = blockDim_;
    if (!(dirA >= 0 && dirA <= 1 && transA >= 0 && transA <= 2 && transXY >= 0 && transXY <= 2 && mb >= 0 && n >= 0 && nnzb >= 0 && blockDim >= 1)) return 3;
    return call.add(dirA_).add(transA_).add(transXY_).add(mb_).add(n_).add(nnzb_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add_object(info, 5).add_host_result(bufferSize, 4, false).finish();
}
int cusparseZbsrsm2_bufferSize(void* h, int dirA_, int transA_, int transXY_, int mb_, int n_, int nnzb_, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* info, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseZbsrsm2_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, transXY = transXY_, mb = mb_, n = n_, nnzb = nnzb_, blockDim = blockDim_;
    if (!(dirA >= 0 && dirA <= 1 && transA >= 0 && transA <= 2 && transXY >= 0 && transXY <= 2 && mb >= 0 && n >= 0 && nnzb >= 0 && blockDim >= 1)) return 3;
    return call.add(dirA_).add(transA_).add(transXY_).add(mb_).add(n_).add(nnzb_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add_object(info, 5).add_host_result(bufferSize, 4, false).finish();
}
int cusparseSbsrsm2_analysis(void* h, int dirA_, int transA_, int transXY_, int mb_, int n_, int nnzb_, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* info, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSbsrsm2_analysis), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, transXY = transXY_, mb = mb_, n = n_, nnzb = nnzb_, blockDim = blockDim_;
    if (!(dirA >= 0 && dirA <= 1 && transA >= 0 && transA <= 2 && transXY >= 0 && transXY <= 2 && mb >= 0 && n >= 0 && nnzb >= 0 && blockDim >= 1)) return 3;
    return call.add(dirA_).add(transA_).add(transXY_).add(mb_).add(n_).add(nnzb_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add_object(info, 5).add(policy_).add(pBuffer).finish();
}
int cusparseDbsrsm2_analysis(void* h, int dirA_, int transA_, int transXY_, int mb_, int n_, int nnzb_, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* info, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDbsrsm2_analysis), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, transXY = transXY_, mb = mb_, n = n_, nnzb = nnzb_, blockDim = blockDim_;
    if (!(dirA >= 0 && dirA <= 1 && transA >= 0 && transA <= 2 && transXY >= 0 && transXY <= 2 && mb >= 0 && n >= 0 && nnzb >= 0 && blockDim >= 1)) return 3;
    return call.add(dirA_).add(transA_).add(transXY_).add(mb_).add(n_).add(nnzb_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add_object(info, 5).add(policy_).add(pBuffer).finish();
}
int cusparseCbsrsm2_analysis(void* h, int dirA_, int transA_, int transXY_, int mb_, int n_, int nnzb_, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* info, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCbsrsm2_analysis), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, transXY = transXY_, mb = mb_, n = n_, nnzb = nnzb_, blockDim = blockDim_;
    if (!(dirA >= 0 && dirA <= 1 && transA >= 0 && transA <= 2 && transXY >= 0 && transXY <= 2 && mb >= 0 && n >= 0 && nnzb >= 0 && blockDim >= 1)) return 3;
    return call.add(dirA_).add(transA_).add(transXY_).add(mb_).add(n_).add(nnzb_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add_object(info, 5).add(policy_).add(pBuffer).finish();
}
int cusparseZbsrsm2_analysis(void* h, int dirA_, int transA_, int transXY_, int mb_, int n_, int nnzb_, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* info, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseZbsrsm2_analysis), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, transXY = transXY_, mb = mb_, n = n_, nnzb = nnzb_, blockDim = blockDim_;
    if (!(dirA >= 0 && dirA <= 1 && transA >= 0 && transA <= 2 && transXY >= 0 && transXY <= 2 && mb >= 0 && n >= 0 && nnzb >= 0 && blockDim >= 1)) return 3;
    return call.add(dirA_).add(transA_).add(transXY_).add(mb_).add(n_).add(nnzb_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add_object(info, 5).add(policy_).add(pBuffer).finish();
}
int cusparseSbsrsm2_solve(void* h, int dirA_, int transA_, int transXY_, int mb_, int n_, int nnzb_, void* alpha, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* info, void* B, int ldb_, void* X, int ldx_, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSbsrsm2_solve), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, transXY = transXY_, mb = mb_, n = n_, nnzb = nnzb_, blockDim = blockDim_, ldb = ldb_, ldx = ldx_;
    if (!(dirA >= 0 && dirA <= 1 && transA >= 0 && transA <= 2 && transXY >= 0 && transXY <= 2 && mb >= 0 && n >= 0 && nnzb >= 0 && blockDim >= 1 && ldb >= max(1, transXY == 0 ? mb * blockDim : n) && ldx >= max(1, transXY == 0 ? mb * blockDim : n))) return 3;
    return call.add(dirA_).add(transA_).add(transXY_).add(mb_).add(n_).add(nnzb_).add_scalar(alpha, 4, false).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add_object(info, 5).add(B).add(ldb_).add(X).add(ldx_).add(policy_).add(pBuffer).finish();
}
int cusparseDbsrsm2_solve(void* h, int dirA_, int transA_, int transXY_, int mb_, int n_, int nnzb_, void* alpha, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* info, void* B, int ldb_, void* X, int ldx_, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDbsrsm2_solve), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, transXY = transXY_, mb = mb_, n = n_, nnzb = nnzb_, blockDim = blockDim_, ldb = ldb_, ldx = ldx_;
    if (!(dirA >= 0 && dirA <= 1 && transA >= 0 && transA <= 2 && transXY >= 0 && transXY <= 2 && mb >= 0 && n >= 0 && nnzb >= 0 && blockDim >= 1 && ldb >= max(1, transXY == 0 ? mb * blockDim : n) && ldx >= max(1, transXY == 0 ? mb * blockDim : n))) return 3;
    return call.add(dirA_).add(transA_).add(transXY_).add(mb_).add(n_).add(nnzb_).add_scalar(alpha, 8, false).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add_object(info, 5).add(B).add(ldb_).add(X).add(ldx_).add(policy_).add(pBuffer).finish();
}
int cusparseCbsrsm2_solve(void* h, int dirA_, int transA_, int transXY_, int mb_, int n_, int nnzb_, void* alpha, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* info, void* B, int ldb_, void* X, int ldx_, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCbsrsm2_solve), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, transXY = transXY_, mb = mb_, n = n_, nnzb = nnzb_, blockDim = blockDim_, ldb = ldb_, ldx = ldx_;
    if (!(dirA >= 0 && dirA <= 1 && transA >= 0 && transA <= 2 && transXY >= 0 && transXY <= 2 && mb >= 0 && n >= 0 && nnzb >= 0 && blockDim >= 1 && ldb >= max(1, transXY == 0 ? mb * blockDim : n) && ldx >= max(1, transXY == 0 ? mb * blockDim : n))) return 3;
    return call.add(dirA_).add(transA_).add(transXY_).add(mb_).add(n_).add(nnzb_).add_scalar(alpha, 8, false).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add_object(info, 5).add(B).add(ldb_).add(X).add(ldx_).add(policy_).add(pBuffer).finish();
}
int cusparseZbsrsm2_solve(void* h, int dirA_, int transA_, int transXY_, int mb_, int n_, int nnzb_, void* alpha, void* descrA, void* bsrVal, void* bsrRowPtr, void* bsrColInd, int blockDim_, void* info, void* B, int ldb_, void* X, int ldx_, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseZbsrsm2_solve), h);
    if (!call.is_open()) return 1;
    const reach::Wide dirA = dirA_, transA = transA_, transXY = transXY_, mb = mb_, n = n_, nnzb = nnzb_, blockDim = blockDim_, ldb = ldb_, ldx = ldx_;
    if (!(dirA >= 0 && dirA <= 1 && transA >= 0 && transA <= 2 && transXY >= 0 && transXY <= 2 && mb >= 0 && n >= 0 && nnzb >= 0 && blockDim >= 1 && ldb >= max(1, transXY == 0 ? mb * blockDim : n) && ldx >= max(1, transXY == 0 ? mb * blockDim : n))) return 3;
    return call.add(dirA_).add(transA_).add(transXY_).add(mb_).add(n_).add(nnzb_).add_scalar(alpha, 16, false).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(bsrVal).add(bsrRowPtr).add(bsrColInd).add(blockDim_).add_object(info, 5).add(B).add(ldb_).add(X).add(ldx_).add(policy_).add(pBuffer).finish();
}
int cusparseXbsrsv2_zeroPivot(void* h, void* info, void* position) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseXbsrsv2_zeroPivot), h);
    if (!call.is_open()) return 1;
    const int status = call.add_object(info, 4).add_scalar(position, 4, true).finish();
    if (status == 0 && !call.has_device_scalars() && *static_cast<const int*>(position) >= 0) return 9;
    return status;
}
int cusparseXbsrsm2_zeroPivot(void* h, void* info, void* position) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseXbsrsm2_zeroPivot), h);
    if (!call.is_open()) return 1;
    const int status = call.add_object(info, 5).add_scalar(position, 4, true).finish();
    if (status == 0 && !call.has_device_scalars() && *static_cast<const int*>(position) >= 0) return 9;
    return status;
}
int cusparseScsrilu02_bufferSize(void* h, int m_, int nnz_, void* descrA, void* csrVal, void* csrRowPtr, void* csrColInd, void* info, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseScsrilu02_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, nnz = nnz_;
    if (!(m >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(csrVal).add(csrRowPtr).add(csrColInd).add_object(info, 6).add_host_result(bufferSize, 4, false).finish();
}
int cusparseDcsrilu02_bufferSize(void* h, int m_, int nnz_, void* descrA, void* csrVal, void* csrRowPtr, void* csrColInd, void* info, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDcsrilu02_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, nnz = nnz_;
    if (!(m >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(csrVal).add(csrRowPtr).add(csrColInd).add_object(info, 6).add_host_result(bufferSize, 4, false).finish();
}
int cusparseCcsrilu02_bufferSize(void* h, int m_, int nnz_, void* descrA, void* csrVal, void* csrRowPtr, void* csrColInd, void* info, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCcsrilu02_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, nnz = nnz_;
    if (!(m >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(csrVal).add(csrRowPtr).add(csrColInd).add_object(info, 6).add_host_result(bufferSize, 4, false).finish();
}
int cusparseZcsrilu02_bufferSize(void* h, int m_, int nnz_, void* descrA, void* csrVal, void* csrRowPtr, void* csrColInd, void* info, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseZcsrilu02_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, nnz = nnz_;
    if (!(m >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(csrVal).add(csrRowPtr).add(csrColInd).add_object(info, 6).add_host_result(bufferSize, 4, false).finish();
}
int cusparseScsrilu02_analysis(void* h, int m_, int nnz_, void* descrA, void* csrVal, void* csrRowPtr, void* csrColInd, void* info, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseScsrilu02_analysis), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, nnz = nnz_;
    if (!(m >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(csrVal).add(csrRowPtr).add(csrColInd).add_object(info, 6).add(policy_).add(pBuffer).finish();
}
int cusparseDcsrilu02_analysis(void* h, int m_, int nnz_, void* descrA, void* csrVal, void* csrRowPtr, void* csrColInd, void* info, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDcsrilu02_analysis), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, nnz = nnz_;
    if (!(m >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(csrVal).add(csrRowPtr).add(csrColInd).add_object(info, 6).add(policy_).add(pBuffer).finish();
}
int cusparseCcsrilu02_analysis(void* h, int m_, int nnz_, void* descrA, void* csrVal, void* csrRowPtr, void* csrColInd, void* info, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCcsrilu02_analysis), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, nnz = nnz_;
    if (!(m >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(csrVal).add(csrRowPtr).add(csrColInd).add_object(info, 6).add(policy_).add(pBuffer).finish();
}
int cusparseZcsrilu02_analysis(void* h, int m_, int nnz_, void* descrA, void* csrVal, void* csrRowPtr, void* csrColInd, void* info, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseZcsrilu02_analysis), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, nnz = nnz_;
    if (!(m >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(csrVal).add(csrRowPtr).add(csrColInd).add_object(info, 6).add(policy_).add(pBuffer).finish();
}
int cusparseScsrilu02(void* h, int m_, int nnz_, void* descrA, void* csrVal, void* csrRowPtr, void* csrColInd, void* info, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseScsrilu02), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, nnz = nnz_;
    if (!(m >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(csrVal).add(csrRowPtr).add(csrColInd).add_object(info, 6).add(policy_).add(pBuffer).finish();
}
int cusparseDcsrilu02(void* h, int m_, int nnz_, void* descrA, void* csrVal, void* csrRowPtr, void* csrColInd, void* info, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDcsrilu02), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, nnz = nnz_;
    if (!(m >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(csrVal).add(csrRowPtr).add(csrColInd).add_object(info, 6).add(policy_).add(pBuffer).finish();
}
int cusparseCcsrilu02(void* h, int m_, int nnz_, void* descrA, void* csrVal, void* csrRowPtr, void* csrColInd, void* info, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCcsrilu02), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, nnz = nnz_;
    if (!(m >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(csrVal).add(csrRowPtr).add(csrColInd).add_object(info, 6).add(policy_).add(pBuffer).finish();
}
int cusparseZcsrilu02(void* h, int m_, int nnz_, void* descrA, void* csrVal, void* csrRowPtr, void* csrColInd, void* info, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseZcsrilu02), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, nnz = nnz_;
    if (!(m >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(csrVal).add(csrRowPtr).add(csrColInd).add_object(info, 6).add(policy_).add(pBuffer).finish();
}
int cusparseScsric02_bufferSize(void* h, int m_, int nnz_, void* descrA, void* csrVal, void* csrRowPtr, void* csrColInd, void* info, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseScsric02_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, nnz = nnz_;
    if (!(m >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(csrVal).add(csrRowPtr).add(csrColInd).add_object(info, 7).add_host_result(bufferSize, 4, false).finish();
}
int cusparseDcsric02_bufferSize(void* h, int m_, int nnz_, void* descrA, void* csrVal, void* csrRowPtr, void* csrColInd, void* info, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDcsric02_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, nnz = nnz_;
    if (!(m >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(csrVal).add(csrRowPtr).add(csrColInd).add_object(info, 7).add_host_result(bufferSize, 4, false).finish();
}
int cusparseCcsric02_bufferSize(void* h, int m_, int nnz_, void* descrA, void* csrVal, void* csrRowPtr, void* csrColInd, void* info, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCcsric02_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, nnz = nnz_;
    if (!(m >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(csrVal).add(csrRowPtr).add(csrColInd).add_object(info, 7).add_host_result(bufferSize, 4, false).finish();
}
int cusparseZcsric02_bufferSize(void* h, int m_, int nnz_, void* descrA, void* csrVal, void* csrRowPtr, void* csrColInd, void* info, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseZcsric02_bufferSize), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, nnz = nnz_;
    if (!(m >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(csrVal).add(csrRowPtr).add(csrColInd).add_object(info, 7).add_host_result(bufferSize, 4, false).finish();
}
int cusparseScsric02_analysis(void* h, int m_, int nnz_, void* descrA, void* csrVal, void* csrRowPtr, void* csrColInd, void* info, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseScsric02_analysis), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, nnz = nnz_;
    if (!(m >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(csrVal).add(csrRowPtr).add(csrColInd).add_object(info, 7).add(policy_).add(pBuffer).finish();
}
int cusparseDcsric02_analysis(void* h, int m_, int nnz_, void* descrA, void* csrVal, void* csrRowPtr, void* csrColInd, void* info, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDcsric02_analysis), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, nnz = nnz_;
    if (!(m >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(csrVal).add(csrRowPtr).add(csrColInd).add_object(info, 7).add(policy_).add(pBuffer).finish();
}
int cusparseCcsric02_analysis(void* h, int m_, int nnz_, void* descrA, void* csrVal, void* csrRowPtr, void* csrColInd, void* info, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCcsric02_analysis), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, nnz = nnz_;
    if (!(m >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(csrVal).add(csrRowPtr).add(csrColInd).add_object(info, 7).add(policy_).add(pBuffer).finish();
}
int cusparseZcsric02_analysis(void* h, int m_, int nnz_, void* descrA, void* csrVal, void* csrRowPtr, void* csrColInd, void* info, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseZcsric02_analysis), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, nnz = nnz_;
    if (!(m >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(csrVal).add(csrRowPtr).add(csrColInd).add_object(info, 7).add(policy_).add(pBuffer).finish();
}
int cusparseScsric02(void* h, int m_, int nnz_, void* descrA, void* csrVal, void* csrRowPtr, void* csrColInd, void* info, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseScsric02), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, nnz = nnz_;
    if (!(m >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(csrVal).add(csrRowPtr).add(csrColInd).add_object(info, 7).add(policy_).add(pBuffer).finish();
}
int cusparseDcsric02(void* h, int m_, int nnz_, void* descrA, void* csrVal, void* csrRowPtr, void* csrColInd, void* info, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDcsric02), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, nnz = nnz_;
    if (!(m >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(csrVal).add(csrRowPtr).add(csrColInd).add_object(info, 7).add(policy_).add(pBuffer).finish();
}
int cusparseCcsric02(void* h, int m_, int nnz_, void* descrA, void* csrVal, void* csrRowPtr, void* csrColInd, void* info, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCcsric02), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, nnz = nnz_;
    if (!(m >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(csrVal).add(csrRowPtr).add(csrColInd).add_object(info, 7).add(policy_).add(pBuffer).finish();
}
int cusparseZcsric02(void* h, int m_, int nnz_, void* descrA, void* csrVal, void* csrRowPtr, void* csrColInd, void* info, int policy_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseZcsric02), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, nnz = nnz_;
    if (!(m >= 0 && nnz >= 0)) return 3;
    return call.add(m_).add(nnz_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(csrVal).add(csrRowPtr).add(csrColInd).add_object(info, 7).add(policy_).add(pBuffer).finish();
}
int cusparseXcsrilu02_zeroPivot(void* h, void* info, void* position) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseXcsrilu02_zeroPivot), h);
    if (!call.is_open()) return 1;
    const int status = call.add_object(info, 6).add_scalar(position, 4, true).finish();
    if (status == 0 && !call.has_device_scalars() && *static_cast<const int*>(position) >= 0) return 9;
    return status;
}
int cusparseXcsric02_zeroPivot(void* h, void* info, void* position) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseXcsric02_zeroPivot), h);
    if (!call.is_open()) return 1;
    const int status = call.add_object(info, 7).add_scalar(position, 4, true).finish();
    if (status == 0 && !call.has_device_scalars() && *static_cast<const int*>(position) >= 0) return 9;
    return status;
}
int cusparseXcsrgeam2Nnz(void* h, int m_, int n_, void* descrA, int nnzA_, void* csrRowPtrA, void* csrColIndA, void* descrB, int nnzB_, void* csrRowPtrB, void* csrColIndB, void* descrC, void* csrRowPtrC, void* nnzTotal, void* workspace) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseXcsrgeam2Nnz), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, nnzA = nnzA_, nnzB = nnzB_;
    if (!(m >= 0 && n >= 0 && nnzA >= 0 && nnzB >= 0)) return 3;
    return call.add(m_).add(n_).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(nnzA_).add(csrRowPtrA).add(csrColIndA).add_state(bytes_of(descrB, sparse::Kind::MatrixType)).add(nnzB_).add(csrRowPtrB).add(csrColIndB).add_state(bytes_of(descrC, sparse::Kind::MatrixType)).add(csrRowPtrC).add_scalar(nnzTotal, 4, true).add(workspace).finish();
}
int cusparseScsrgeam2_bufferSizeExt(void* h, int m_, int n_, void* alpha, void* descrA, int nnzA_, void* csrValA, void* csrRowPtrA, void* csrColIndA, void* beta, void* descrB, int nnzB_, void* csrValB, void* csrRowPtrB, void* csrColIndB, void* descrC, void* csrValC, void* csrRowPtrC, void* csrColIndC, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseScsrgeam2_bufferSizeExt), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, nnzA = nnzA_, nnzB = nnzB_;
    if (!(m >= 0 && n >= 0 && nnzA >= 0 && nnzB >= 0)) return 3;
    return call.add(m_).add(n_).add_scalar(alpha, 4, false).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(nnzA_).add(csrValA).add(csrRowPtrA).add(csrColIndA).add_scalar(beta, 4, false).add_state(bytes_of(descrB, sparse::Kind::MatrixType)).add(nnzB_).add(csrValB).add(csrRowPtrB).add(csrColIndB).add_state(bytes_of(descrC, sparse::Kind::MatrixType)).add(csrValC).add(csrRowPtrC).add(csrColIndC).add_host_result(bufferSize, 8, false).finish();
}
int cusparseDcsrgeam2_bufferSizeExt(void* h, int m_, int n_, void* alpha, void* descrA, int nnzA_, void* csrValA, void* csrRowPtrA, void* csrColIndA, void* beta, void* descrB, int nnzB_, void* csrValB, void* csrRowPtrB, void* csrColIndB, void* descrC, void* csrValC, void* csrRowPtrC, void* csrColIndC, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDcsrgeam2_bufferSizeExt), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, nnzA = nnzA_, nnzB = nnzB_;
    if (!(m >= 0 && n >= 0 && nnzA >= 0 && nnzB >= 0)) return 3;
    return call.add(m_).add(n_).add_scalar(alpha, 8, false).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(nnzA_).add(csrValA).add(csrRowPtrA).add(csrColIndA).add_scalar(beta, 8, false).add_state(bytes_of(descrB, sparse::Kind::MatrixType)).add(nnzB_).add(csrValB).add(csrRowPtrB).add(csrColIndB).add_state(bytes_of(descrC, sparse::Kind::MatrixType)).add(csrValC).add(csrRowPtrC).add(csrColIndC).add_host_result(bufferSize, 8, false).finish();
}
int cusparseCcsrgeam2_bufferSizeExt(void* h, int m_, int n_, void* alpha, void* descrA, int nnzA_, void* csrValA, void* csrRowPtrA, void* csrColIndA, void* beta, void* descrB, int nnzB_, void* csrValB, void* csrRowPtrB, void* csrColIndB, void* descrC, void* csrValC, void* csrRowPtrC, void* csrColIndC, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCcsrgeam2_bufferSizeExt), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, nnzA = nnzA_, nnzB = nnzB_;
    if (!(m >= 0 && n >= 0 && nnzA >= 0 && nnzB >= 0)) return 3;
    return call.add(m_).add(n_).add_scalar(alpha, 8, false).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(nnzA_).add(csrValA).add(csrRowPtrA).add(csrColIndA).add_scalar(beta, 8, false).add_state(bytes_of(descrB, sparse::Kind::MatrixType)).add(nnzB_).add(csrValB).add(csrRowPtrB).add(csrColIndB).add_state(bytes_of(descrC, sparse::Kind::MatrixType)).add(csrValC).add(csrRowPtrC).add(csrColIndC).add_host_result(bufferSize, 8, false).finish();
}
int cusparseZcsrgeam2_bufferSizeExt(void* h, int m_, int n_, void* alpha, void* descrA, int nnzA_, void* csrValA, void* csrRowPtrA, void* csrColIndA, void* beta, void* descrB, int nnzB_, void* csrValB, void* csrRowPtrB, void* csrColIndB, void* descrC, void* csrValC, void* csrRowPtrC, void* csrColIndC, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseZcsrgeam2_bufferSizeExt), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, nnzA = nnzA_, nnzB = nnzB_;
    if (!(m >= 0 && n >= 0 && nnzA >= 0 && nnzB >= 0)) return 3;
    return call.add(m_).add(n_).add_scalar(alpha, 16, false).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(nnzA_).add(csrValA).add(csrRowPtrA).add(csrColIndA).add_scalar(beta, 16, false).add_state(bytes_of(descrB, sparse::Kind::MatrixType)).add(nnzB_).add(csrValB).add(csrRowPtrB).add(csrColIndB).add_state(bytes_of(descrC, sparse::Kind::MatrixType)).add(csrValC).add(csrRowPtrC).add(csrColIndC).add_host_result(bufferSize, 8, false).finish();
}
int cusparseScsrgeam2(void* h, int m_, int n_, void* alpha, void* descrA, int nnzA_, void* csrValA, void* csrRowPtrA, void* csrColIndA, void* beta, void* descrB, int nnzB_, void* csrValB, void* csrRowPtrB, void* csrColIndB, void* descrC, void* csrValC, void* csrRowPtrC, void* csrColIndC, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseScsrgeam2), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, nnzA = nnzA_, nnzB = nnzB_;
    if (!(m >= 0 && n >= 0 && nnzA >= 0 && nnzB >= 0)) return 3;
    return call.add(m_).add(n_).add_scalar(alpha, 4, false).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(nnzA_).add(csrValA).add(csrRowPtrA).add(csrColIndA).add_scalar(beta, 4, false).add_state(bytes_of(descrB, sparse::Kind::MatrixType)).add(nnzB_).add(csrValB).add(csrRowPtrB).add(csrColIndB).add_state(bytes_of(descrC, sparse::Kind::MatrixType)).add(csrValC).add(csrRowPtrC).add(csrColIndC).add(pBuffer).add_distance(csrRowPtrC, m).finish();
}
int cusparseDcsrgeam2(void* h, int m_, int n_, void* alpha, void* descrA, int nnzA_, void* csrValA, void* csrRowPtrA, void* csrColIndA, void* beta, void* descrB, int nnzB_, void* csrValB, void* csrRowPtrB, void* csrColIndB, void* descrC, void* csrValC, void* csrRowPtrC, void* csrColIndC, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDcsrgeam2), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, nnzA = nnzA_, nnzB = nnzB_;
    if (!(m >= 0 && n >= 0 && nnzA >= 0 && nnzB >= 0)) return 3;
    return call.add(m_).add(n_).add_scalar(alpha, 8, false).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(nnzA_).add(csrValA).add(csrRowPtrA).add(csrColIndA).add_scalar(beta, 8, false).add_state(bytes_of(descrB, sparse::Kind::MatrixType)).add(nnzB_).add(csrValB).add(csrRowPtrB).add(csrColIndB).add_state(bytes_of(descrC, sparse::Kind::MatrixType)).add(csrValC).add(csrRowPtrC).add(csrColIndC).add(pBuffer).add_distance(csrRowPtrC, m).finish();
}
int cusparseCcsrgeam2(void* h, int m_, int n_, void* alpha, void* descrA, int nnzA_, void* csrValA, void* csrRowPtrA, void* csrColIndA, void* beta, void* descrB, int nnzB_, void* csrValB, void* csrRowPtrB, void* csrColIndB, void* descrC, void* csrValC, void* csrRowPtrC, void* csrColIndC, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCcsrgeam2), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, nnzA = nnzA_, nnzB = nnzB_;
    if (!(m >= 0 && n >= 0 && nnzA >= 0 && nnzB >= 0)) return 3;
    return call.add(m_).add(n_).add_scalar(alpha, 8, false).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(nnzA_).add(csrValA).add(csrRowPtrA).add(csrColIndA).add_scalar(beta, 8, false).add_state(bytes_of(descrB, sparse::Kind::MatrixType)).add(nnzB_).add(csrValB).add(csrRowPtrB).add(csrColIndB).add_state(bytes_of(descrC, sparse::Kind::MatrixType)).add(csrValC).add(csrRowPtrC).add(csrColIndC).add(pBuffer).add_distance(csrRowPtrC, m).finish();
}
int cusparseZcsrgeam2(void* h, int m_, int n_, void* alpha, void* descrA, int nnzA_, void* csrValA, void* csrRowPtrA, void* csrColIndA, void* beta, void* descrB, int nnzB_, void* csrValB, void* csrRowPtrB, void* csrColIndB, void* descrC, void* csrValC, void* csrRowPtrC, void* csrColIndC, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseZcsrgeam2), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, nnzA = nnzA_, nnzB = nnzB_;
    if (!(m >= 0 && n >= 0 && nnzA >= 0 && nnzB >= 0)) return 3;
    return call.add(m_).add(n_).add_scalar(alpha, 16, false).add_state(bytes_of(descrA, sparse::Kind::MatrixType)).add(nnzA_).add(csrValA).add(csrRowPtrA).add(csrColIndA).add_scalar(beta, 16, false).add_state(bytes_of(descrB, sparse::Kind::MatrixType)).add(nnzB_).add(csrValB).add(csrRowPtrB).add(csrColIndB).add_state(bytes_of(descrC, sparse::Kind::MatrixType)).add(csrValC).add(csrRowPtrC).add(csrColIndC).add(pBuffer).add_distance(csrRowPtrC, m).finish();
}
int cusparseSgtsv2StridedBatch_bufferSizeExt(void* h, int m_, void* dl, void* d, void* du, void* x, int batchCount_, int batchStride_, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSgtsv2StridedBatch_bufferSizeExt), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, batchCount = batchCount_, batchStride = batchStride_;
    if (!(m >= 3 && batchCount >= 0 && batchStride >= m)) return 3;
    return call.add(m_).add(dl).add(d).add(du).add(x).add(batchCount_).add(batchStride_).add_host_result(bufferSize, 8, false).finish();
}
int cusparseDgtsv2StridedBatch_bufferSizeExt(void* h, int m_, void* dl, void* d, void* du, void* x, int batchCount_, int batchStride_, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDgtsv2StridedBatch_bufferSizeExt), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, batchCount = batchCount_, batchStride = batchStride_;
    if (!(m >= 3 && batchCount >= 0 && batchStride >= m)) return 3;
    return call.add(m_).add(dl).add(d).add(du).add(x).add(batchCount_).add(batchStride_).add_host_result(bufferSize, 8, false).finish();
}
int cusparseCgtsv2StridedBatch_bufferSizeExt(void* h, int m_, void* dl, void* d, void* du, void* x, int batchCount_, int batchStride_, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCgtsv2StridedBatch_bufferSizeExt), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, batchCount = batchCount_, batchStride = batchStride_;
    if (!(m >= 3 && batchCount >= 0 && batchStride >= m)) return 3;
    return call.add(m_).add(dl).add(d).add(du).add(x).add(batchCount_).add(batchStride_).add_host_result(bufferSize, 8, false).finish();
}
int cusparseZgtsv2StridedBatch_bufferSizeExt(void* h, int m_, void* dl, void* d, void* du, void* x, int batchCount_, int batchStride_, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseZgtsv2StridedBatch_bufferSizeExt), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, batchCount = batchCount_, batchStride = batchStride_;
    if (!(m >= 3 && batchCount >= 0 && batchStride >= m)) return 3;
    return call.add(m_).add(dl).add(d).add(du).add(x).add(batchCount_).add(batchStride_).add_host_result(bufferSize, 8, false).finish();
}
int cusparseSgtsv2StridedBatch(void* h, int m_, void* dl, void* d, void* du, void* x, int batchCount_, int batchStride_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSgtsv2StridedBatch), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, batchCount = batchCount_, batchStride = batchStride_;
    if (!(m >= 3 && batchCount >= 0 && batchStride >= m)) return 3;
    return call.add(m_).add(dl).add(d).add(du).add(x).add(batchCount_).add(batchStride_).add(pBuffer).finish();
}
int cusparseDgtsv2StridedBatch(void* h, int m_, void* dl, void* d, void* du, void* x, int batchCount_, int batchStride_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDgtsv2StridedBatch), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, batchCount = batchCount_, batchStride = batchStride_;
    if (!(m >= 3 && batchCount >= 0 && batchStride >= m)) return 3;
    return call.add(m_).add(dl).add(d).add(du).add(x).add(batchCount_).add(batchStride_).add(pBuffer).finish();
}
int cusparseCgtsv2StridedBatch(void* h, int m_, void* dl, void* d, void* du, void* x, int batchCount_, int batchStride_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCgtsv2StridedBatch), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, batchCount = batchCount_, batchStride = batchStride_;
    if (!(m >= 3 && batchCount >= 0 && batchStride >= m)) return 3;
    return call.add(m_).add(dl).add(d).add(du).add(x).add(batchCount_).add(batchStride_).add(pBuffer).finish();
}
int cusparseZgtsv2StridedBatch(void* h, int m_, void* dl, void* d, void* du, void* x, int batchCount_, int batchStride_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseZgtsv2StridedBatch), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, batchCount = batchCount_, batchStride = batchStride_;
    if (!(m >= 3 && batchCount >= 0 && batchStride >= m)) return 3;
    return call.add(m_).add(dl).add(d).add(du).add(x).add(batchCount_).add(batchStride_).add(pBuffer).finish();
}
int cusparseSgtsv2_bufferSizeExt(void* h, int m_, int n_, void* dl, void* d, void* du, void* B, int ldb_, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSgtsv2_bufferSizeExt), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, ldb = ldb_;
    if (!(m >= 3 && n >= 0 && ldb >= m)) return 3;
    return call.add(m_).add(n_).add(dl).add(d).add(du).add(B).add(ldb_).add_host_result(bufferSize, 8, false).finish();
}
int cusparseDgtsv2_bufferSizeExt(void* h, int m_, int n_, void* dl, void* d, void* du, void* B, int ldb_, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDgtsv2_bufferSizeExt), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, ldb = ldb_;
    if (!(m >= 3 && n >= 0 && ldb >= m)) return 3;
    return call.add(m_).add(n_).add(dl).add(d).add(du).add(B).add(ldb_).add_host_result(bufferSize, 8, false).finish();
}
int cusparseCgtsv2_bufferSizeExt(void* h, int m_, int n_, void* dl, void* d, void* du, void* B, int ldb_, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCgtsv2_bufferSizeExt), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, ldb = ldb_;
    if (!(m >= 3 && n >= 0 && ldb >= m)) return 3;
    return call.add(m_).add(n_).add(dl).add(d).add(du).add(B).add(ldb_).add_host_result(bufferSize, 8, false).finish();
}
int cusparseZgtsv2_bufferSizeExt(void* h, int m_, int n_, void* dl, void* d, void* du, void* B, int ldb_, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseZgtsv2_bufferSizeExt), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, ldb = ldb_;
    if (!(m >= 3 && n >= 0 && ldb >= m)) return 3;
    return call.add(m_).add(n_).add(dl).add(d).add(du).add(B).add(ldb_).add_host_result(bufferSize, 8, false).finish();
}
int cusparseSgtsv2(void* h, int m_, int n_, void* dl, void* d, void* du, void* B, int ldb_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSgtsv2), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, ldb = ldb_;
    if (!(m >= 3 && n >= 0 && ldb >= m)) return 3;
    return call.add(m_).add(n_).add(dl).add(d).add(du).add(B).add(ldb_).add(pBuffer).finish();
}
int cusparseDgtsv2(void* h, int m_, int n_, void* dl, void* d, void* du, void* B, int ldb_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDgtsv2), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, ldb = ldb_;
    if (!(m >= 3 && n >= 0 && ldb >= m)) return 3;
    return call.add(m_).add(n_).add(dl).add(d).add(du).add(B).add(ldb_).add(pBuffer).finish();
}
int cusparseCgtsv2(void* h, int m_, int n_, void* dl, void* d, void* du, void* B, int ldb_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCgtsv2), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, ldb = ldb_;
    if (!(m >= 3 && n >= 0 && ldb >= m)) return 3;
    return call.add(m_).add(n_).add(dl).add(d).add(du).add(B).add(ldb_).add(pBuffer).finish();
}
int cusparseZgtsv2(void* h, int m_, int n_, void* dl, void* d, void* du, void* B, int ldb_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseZgtsv2), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, ldb = ldb_;
    if (!(m >= 3 && n >= 0 && ldb >= m)) return 3;
    return call.add(m_).add(n_).add(dl).add(d).add(du).add(B).add(ldb_).add(pBuffer).finish();
}
int cusparseSgtsv2_nopivot_bufferSizeExt(void* h, int m_, int n_, void* dl, void* d, void* du, void* B, int ldb_, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSgtsv2_nopivot_bufferSizeExt), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, ldb = ldb_;
    if (!(m >= 3 && n >= 0 && ldb >= m)) return 3;
    return call.add(m_).add(n_).add(dl).add(d).add(du).add(B).add(ldb_).add_host_result(bufferSize, 8, false).finish();
}
int cusparseDgtsv2_nopivot_bufferSizeExt(void* h, int m_, int n_, void* dl, void* d, void* du, void* B, int ldb_, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDgtsv2_nopivot_bufferSizeExt), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, ldb = ldb_;
    if (!(m >= 3 && n >= 0 && ldb >= m)) return 3;
    return call.add(m_).add(n_).add(dl).add(d).add(du).add(B).add(ldb_).add_host_result(bufferSize, 8, false).finish();
}
int cusparseCgtsv2_nopivot_bufferSizeExt(void* h, int m_, int n_, void* dl, void* d, void* du, void* B, int ldb_, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCgtsv2_nopivot_bufferSizeExt), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, ldb = ldb_;
    if (!(m >= 3 && n >= 0 && ldb >= m)) return 3;
    return call.add(m_).add(n_).add(dl).add(d).add(du).add(B).add(ldb_).add_host_result(bufferSize, 8, false).finish();
}
int cusparseZgtsv2_nopivot_bufferSizeExt(void* h, int m_, int n_, void* dl, void* d, void* du, void* B, int ldb_, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseZgtsv2_nopivot_bufferSizeExt), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, ldb = ldb_;
    if (!(m >= 3 && n >= 0 && ldb >= m)) return 3;
    return call.add(m_).add(n_).add(dl).add(d).add(du).add(B).add(ldb_).add_host_result(bufferSize, 8, false).finish();
}
int cusparseSgtsv2_nopivot(void* h, int m_, int n_, void* dl, void* d, void* du, void* B, int ldb_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSgtsv2_nopivot), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, ldb = ldb_;
    if (!(m >= 3 && n >= 0 && ldb >= m)) return 3;
    return call.add(m_).add(n_).add(dl).add(d).add(du).add(B).add(ldb_).add(pBuffer).finish();
}
int cusparseDgtsv2_nopivot(void* h, int m_, int n_, void* dl, void* d, void* du, void* B, int ldb_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDgtsv2_nopivot), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, ldb = ldb_;
    if (!(m >= 3 && n >= 0 && ldb >= m)) return 3;
    return call.add(m_).add(n_).add(dl).add(d).add(du).add(B).add(ldb_).add(pBuffer).finish();
}
int cusparseCgtsv2_nopivot(void* h, int m_, int n_, void* dl, void* d, void* du, void* B, int ldb_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCgtsv2_nopivot), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, ldb = ldb_;
    if (!(m >= 3 && n >= 0 && ldb >= m)) return 3;
    return call.add(m_).add(n_).add(dl).add(d).add(du).add(B).add(ldb_).add(pBuffer).finish();
}
int cusparseZgtsv2_nopivot(void* h, int m_, int n_, void* dl, void* d, void* du, void* B, int ldb_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseZgtsv2_nopivot), h);
    if (!call.is_open()) return 1;
    const reach::Wide m = m_, n = n_, ldb = ldb_;
    if (!(m >= 3 && n >= 0 && ldb >= m)) return 3;
    return call.add(m_).add(n_).add(dl).add(d).add(du).add(B).add(ldb_).add(pBuffer).finish();
}
int cusparseSgtsvInterleavedBatch_bufferSizeExt(void* h, int algo_, int m_, void* dl, void* d, void* du, void* x, int batchCount_, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSgtsvInterleavedBatch_bufferSizeExt), h);
    if (!call.is_open()) return 1;
    const reach::Wide algo = algo_, m = m_, batchCount = batchCount_;
    if (!(m >= 3 && batchCount >= 0 && algo >= 0 && algo <= 2)) return 3;
    return call.add(algo_).add(m_).add(dl).add(d).add(du).add(x).add(batchCount_).add_host_result(bufferSize, 8, false).finish();
}
int cusparseDgtsvInterleavedBatch_bufferSizeExt(void* h, int algo_, int m_, void* dl, void* d, void* du, void* x, int batchCount_, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDgtsvInterleavedBatch_bufferSizeExt), h);
    if (!call.is_open()) return 1;
    const reach::Wide algo = algo_, m = m_, batchCount = batchCount_;
    if (!(m >= 3 && batchCount >= 0 && algo >= 0 && algo <= 2)) return 3;
    return call.add(algo_).add(m_).add(dl).add(d).add(du).add(x).add(batchCount_).add_host_result(bufferSize, 8, false).finish();
}
int cusparseCgtsvInterleavedBatch_bufferSizeExt(void* h, int algo_, int m_, void* dl, void* d, void* du, void* x, int batchCount_, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCgtsvInterleavedBatch_bufferSizeExt), h);
    if (!call.is_open()) return 1;
    const reach::Wide algo = algo_, m = m_, batchCount = batchCount_;
    if (!(m >= 3 && batchCount >= 0 && algo >= 0 && algo <= 2)) return 3;
    return call.add(algo_).add(m_).add(dl).add(d).add(du).add(x).add(batchCount_).add_host_result(bufferSize, 8, false).finish();
}
int cusparseZgtsvInterleavedBatch_bufferSizeExt(void* h, int algo_, int m_, void* dl, void* d, void* du, void* x, int batchCount_, void* bufferSize) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseZgtsvInterleavedBatch_bufferSizeExt), h);
    if (!call.is_open()) return 1;
    const reach::Wide algo = algo_, m = m_, batchCount = batchCount_;
    if (!(m >= 3 && batchCount >= 0 && algo >= 0 && algo <= 2)) return 3;
    return call.add(algo_).add(m_).add(dl).add(d).add(du).add(x).add(batchCount_).add_host_result(bufferSize, 8, false).finish();
}
int cusparseSgtsvInterleavedBatch(void* h, int algo_, int m_, void* dl, void* d, void* du, void* x, int batchCount_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseSgtsvInterleavedBatch), h);
    if (!call.is_open()) return 1;
    const reach::Wide algo = algo_, m = m_, batchCount = batchCount_;
    if (!(m >= 3 && batchCount >= 0 && algo >= 0 && algo <= 2)) return 3;
    return call.add(algo_).add(m_).add(dl).add(d).add(du).add(x).add(batchCount_).add(pBuffer).finish();
}
int cusparseDgtsvInterleavedBatch(void* h, int algo_, int m_, void* dl, void* d, void* du, void* x, int batchCount_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseDgtsvInterleavedBatch), h);
    if (!call.is_open()) return 1;
    const reach::Wide algo = algo_, m = m_, batchCount = batchCount_;
    if (!(m >= 3 && batchCount >= 0 && algo >= 0 && algo <= 2)) return 3;
    return call.add(algo_).add(m_).add(dl).add(d).add(du).add(x).add(batchCount_).add(pBuffer).finish();
}
int cusparseCgtsvInterleavedBatch(void* h, int algo_, int m_, void* dl, void* d, void* du, void* x, int batchCount_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseCgtsvInterleavedBatch), h);
    if (!call.is_open()) return 1;
    const reach::Wide algo = algo_, m = m_, batchCount = batchCount_;
    if (!(m >= 3 && batchCount >= 0 && algo >= 0 && algo <= 2)) return 3;
    return call.add(algo_).add(m_).add(dl).add(d).add(du).add(x).add(batchCount_).add(pBuffer).finish();
}
int cusparseZgtsvInterleavedBatch(void* h, int algo_, int m_, void* dl, void* d, void* du, void* x, int batchCount_, void* pBuffer) {
    LibraryCall call(Library::Cusparse, declared(Number::cusparseZgtsvInterleavedBatch), h);
    if (!call.is_open()) return 1;
    const reach::Wide algo = algo_, m = m_, batchCount = batchCount_;
    if (!(m >= 3 && batchCount >= 0 && algo >= 0 && algo <= 2)) return 3;
    return call.add(algo_).add(m_).add(dl).add(d).add(du).add(x).add(batchCount_).add(pBuffer).finish();
}

// Those that are not covered.
int cusparseBlockedEllGet() { return unsupported_function(Library::Cusparse, "cusparseBlockedEllGet"); }
int cusparseCbsr2csr() { return unsupported_function(Library::Cusparse, "cusparseCbsr2csr"); }
int cusparseCbsric02() { return unsupported_function(Library::Cusparse, "cusparseCbsric02"); }
int cusparseCbsric02_analysis() { return unsupported_function(Library::Cusparse, "cusparseCbsric02_analysis"); }
int cusparseCbsric02_bufferSize() { return unsupported_function(Library::Cusparse, "cusparseCbsric02_bufferSize"); }
int cusparseCbsrilu02() { return unsupported_function(Library::Cusparse, "cusparseCbsrilu02"); }
int cusparseCbsrilu02_analysis() { return unsupported_function(Library::Cusparse, "cusparseCbsrilu02_analysis"); }
int cusparseCbsrilu02_bufferSize() { return unsupported_function(Library::Cusparse, "cusparseCbsrilu02_bufferSize"); }
int cusparseCbsrilu02_numericBoost() { return unsupported_function(Library::Cusparse, "cusparseCbsrilu02_numericBoost"); }
int cusparseCbsrxmv() { return unsupported_function(Library::Cusparse, "cusparseCbsrxmv"); }
int cusparseCcsr2bsr() { return unsupported_function(Library::Cusparse, "cusparseCcsr2bsr"); }
int cusparseCcsr2csr_compress() { return unsupported_function(Library::Cusparse, "cusparseCcsr2csr_compress"); }
int cusparseCcsr2csru() { return unsupported_function(Library::Cusparse, "cusparseCcsr2csru"); }
int cusparseCcsr2gebsr() { return unsupported_function(Library::Cusparse, "cusparseCcsr2gebsr"); }
int cusparseCcsr2gebsr_bufferSize() { return unsupported_function(Library::Cusparse, "cusparseCcsr2gebsr_bufferSize"); }
int cusparseCcsrcolor() { return unsupported_function(Library::Cusparse, "cusparseCcsrcolor"); }
int cusparseCcsrilu02_numericBoost() { return unsupported_function(Library::Cusparse, "cusparseCcsrilu02_numericBoost"); }
int cusparseCcsru2csr() { return unsupported_function(Library::Cusparse, "cusparseCcsru2csr"); }
int cusparseCcsru2csr_bufferSizeExt() { return unsupported_function(Library::Cusparse, "cusparseCcsru2csr_bufferSizeExt"); }
int cusparseCgebsr2csr() { return unsupported_function(Library::Cusparse, "cusparseCgebsr2csr"); }
int cusparseCgebsr2gebsc() { return unsupported_function(Library::Cusparse, "cusparseCgebsr2gebsc"); }
int cusparseCgebsr2gebsc_bufferSize() { return unsupported_function(Library::Cusparse, "cusparseCgebsr2gebsc_bufferSize"); }
int cusparseCgebsr2gebsr() { return unsupported_function(Library::Cusparse, "cusparseCgebsr2gebsr"); }
int cusparseCgebsr2gebsr_bufferSize() { return unsupported_function(Library::Cusparse, "cusparseCgebsr2gebsr_bufferSize"); }
int cusparseCgemvi() { return unsupported_function(Library::Cusparse, "cusparseCgemvi"); }
int cusparseCgemvi_bufferSize() { return unsupported_function(Library::Cusparse, "cusparseCgemvi_bufferSize"); }
int cusparseCgpsvInterleavedBatch() { return unsupported_function(Library::Cusparse, "cusparseCgpsvInterleavedBatch"); }
int cusparseCgpsvInterleavedBatch_bufferSizeExt() { return unsupported_function(Library::Cusparse, "cusparseCgpsvInterleavedBatch_bufferSizeExt"); }
int cusparseCnnz_compress() { return unsupported_function(Library::Cusparse, "cusparseCnnz_compress"); }
int cusparseConstBlockedEllGet() { return unsupported_function(Library::Cusparse, "cusparseConstBlockedEllGet"); }
int cusparseCreateBlockedEll() { return unsupported_function(Library::Cusparse, "cusparseCreateBlockedEll"); }
int cusparseCreateBsric02Info() { return unsupported_function(Library::Cusparse, "cusparseCreateBsric02Info"); }
int cusparseCreateBsrilu02Info() { return unsupported_function(Library::Cusparse, "cusparseCreateBsrilu02Info"); }
int cusparseCreateColorInfo() { return unsupported_function(Library::Cusparse, "cusparseCreateColorInfo"); }
int cusparseCreateConstBlockedEll() { return unsupported_function(Library::Cusparse, "cusparseCreateConstBlockedEll"); }
int cusparseCreateConstSlicedEll() { return unsupported_function(Library::Cusparse, "cusparseCreateConstSlicedEll"); }
int cusparseCreateCsru2csrInfo() { return unsupported_function(Library::Cusparse, "cusparseCreateCsru2csrInfo"); }
int cusparseCreatePruneInfo() { return unsupported_function(Library::Cusparse, "cusparseCreatePruneInfo"); }
int cusparseCreateSlicedEll() { return unsupported_function(Library::Cusparse, "cusparseCreateSlicedEll"); }
int cusparseDbsr2csr() { return unsupported_function(Library::Cusparse, "cusparseDbsr2csr"); }
int cusparseDbsric02() { return unsupported_function(Library::Cusparse, "cusparseDbsric02"); }
int cusparseDbsric02_analysis() { return unsupported_function(Library::Cusparse, "cusparseDbsric02_analysis"); }
int cusparseDbsric02_bufferSize() { return unsupported_function(Library::Cusparse, "cusparseDbsric02_bufferSize"); }
int cusparseDbsrilu02() { return unsupported_function(Library::Cusparse, "cusparseDbsrilu02"); }
int cusparseDbsrilu02_analysis() { return unsupported_function(Library::Cusparse, "cusparseDbsrilu02_analysis"); }
int cusparseDbsrilu02_bufferSize() { return unsupported_function(Library::Cusparse, "cusparseDbsrilu02_bufferSize"); }
int cusparseDbsrilu02_numericBoost() { return unsupported_function(Library::Cusparse, "cusparseDbsrilu02_numericBoost"); }
int cusparseDbsrxmv() { return unsupported_function(Library::Cusparse, "cusparseDbsrxmv"); }
int cusparseDcsr2bsr() { return unsupported_function(Library::Cusparse, "cusparseDcsr2bsr"); }
int cusparseDcsr2csr_compress() { return unsupported_function(Library::Cusparse, "cusparseDcsr2csr_compress"); }
int cusparseDcsr2csru() { return unsupported_function(Library::Cusparse, "cusparseDcsr2csru"); }
int cusparseDcsr2gebsr() { return unsupported_function(Library::Cusparse, "cusparseDcsr2gebsr"); }
int cusparseDcsr2gebsr_bufferSize() { return unsupported_function(Library::Cusparse, "cusparseDcsr2gebsr_bufferSize"); }
int cusparseDcsrcolor() { return unsupported_function(Library::Cusparse, "cusparseDcsrcolor"); }
int cusparseDcsrilu02_numericBoost() { return unsupported_function(Library::Cusparse, "cusparseDcsrilu02_numericBoost"); }
int cusparseDcsru2csr() { return unsupported_function(Library::Cusparse, "cusparseDcsru2csr"); }
int cusparseDcsru2csr_bufferSizeExt() { return unsupported_function(Library::Cusparse, "cusparseDcsru2csr_bufferSizeExt"); }
int cusparseDestroyBsric02Info() { return unsupported_function(Library::Cusparse, "cusparseDestroyBsric02Info"); }
int cusparseDestroyBsrilu02Info() { return unsupported_function(Library::Cusparse, "cusparseDestroyBsrilu02Info"); }
int cusparseDestroyColorInfo() { return unsupported_function(Library::Cusparse, "cusparseDestroyColorInfo"); }
int cusparseDestroyCsru2csrInfo() { return unsupported_function(Library::Cusparse, "cusparseDestroyCsru2csrInfo"); }
int cusparseDestroyPruneInfo() { return unsupported_function(Library::Cusparse, "cusparseDestroyPruneInfo"); }
int cusparseDgebsr2csr() { return unsupported_function(Library::Cusparse, "cusparseDgebsr2csr"); }
int cusparseDgebsr2gebsc() { return unsupported_function(Library::Cusparse, "cusparseDgebsr2gebsc"); }
int cusparseDgebsr2gebsc_bufferSize() { return unsupported_function(Library::Cusparse, "cusparseDgebsr2gebsc_bufferSize"); }
int cusparseDgebsr2gebsr() { return unsupported_function(Library::Cusparse, "cusparseDgebsr2gebsr"); }
int cusparseDgebsr2gebsr_bufferSize() { return unsupported_function(Library::Cusparse, "cusparseDgebsr2gebsr_bufferSize"); }
int cusparseDgemvi() { return unsupported_function(Library::Cusparse, "cusparseDgemvi"); }
int cusparseDgemvi_bufferSize() { return unsupported_function(Library::Cusparse, "cusparseDgemvi_bufferSize"); }
int cusparseDgpsvInterleavedBatch() { return unsupported_function(Library::Cusparse, "cusparseDgpsvInterleavedBatch"); }
int cusparseDgpsvInterleavedBatch_bufferSizeExt() { return unsupported_function(Library::Cusparse, "cusparseDgpsvInterleavedBatch_bufferSizeExt"); }
int cusparseDnnz_compress() { return unsupported_function(Library::Cusparse, "cusparseDnnz_compress"); }
int cusparseDpruneCsr2csr() { return unsupported_function(Library::Cusparse, "cusparseDpruneCsr2csr"); }
int cusparseDpruneCsr2csrByPercentage() { return unsupported_function(Library::Cusparse, "cusparseDpruneCsr2csrByPercentage"); }
int cusparseDpruneCsr2csrByPercentage_bufferSizeExt() { return unsupported_function(Library::Cusparse, "cusparseDpruneCsr2csrByPercentage_bufferSizeExt"); }
int cusparseDpruneCsr2csrNnz() { return unsupported_function(Library::Cusparse, "cusparseDpruneCsr2csrNnz"); }
int cusparseDpruneCsr2csrNnzByPercentage() { return unsupported_function(Library::Cusparse, "cusparseDpruneCsr2csrNnzByPercentage"); }
int cusparseDpruneCsr2csr_bufferSizeExt() { return unsupported_function(Library::Cusparse, "cusparseDpruneCsr2csr_bufferSizeExt"); }
int cusparseDpruneDense2csr() { return unsupported_function(Library::Cusparse, "cusparseDpruneDense2csr"); }
int cusparseDpruneDense2csrByPercentage() { return unsupported_function(Library::Cusparse, "cusparseDpruneDense2csrByPercentage"); }
int cusparseDpruneDense2csrByPercentage_bufferSizeExt() { return unsupported_function(Library::Cusparse, "cusparseDpruneDense2csrByPercentage_bufferSizeExt"); }
int cusparseDpruneDense2csrNnz() { return unsupported_function(Library::Cusparse, "cusparseDpruneDense2csrNnz"); }
int cusparseDpruneDense2csrNnzByPercentage() { return unsupported_function(Library::Cusparse, "cusparseDpruneDense2csrNnzByPercentage"); }
int cusparseDpruneDense2csr_bufferSizeExt() { return unsupported_function(Library::Cusparse, "cusparseDpruneDense2csr_bufferSizeExt"); }
int cusparseHpruneCsr2csr() { return unsupported_function(Library::Cusparse, "cusparseHpruneCsr2csr"); }
int cusparseHpruneCsr2csrByPercentage() { return unsupported_function(Library::Cusparse, "cusparseHpruneCsr2csrByPercentage"); }
int cusparseHpruneCsr2csrByPercentage_bufferSizeExt() { return unsupported_function(Library::Cusparse, "cusparseHpruneCsr2csrByPercentage_bufferSizeExt"); }
int cusparseHpruneCsr2csrNnz() { return unsupported_function(Library::Cusparse, "cusparseHpruneCsr2csrNnz"); }
int cusparseHpruneCsr2csrNnzByPercentage() { return unsupported_function(Library::Cusparse, "cusparseHpruneCsr2csrNnzByPercentage"); }
int cusparseHpruneCsr2csr_bufferSizeExt() { return unsupported_function(Library::Cusparse, "cusparseHpruneCsr2csr_bufferSizeExt"); }
int cusparseHpruneDense2csr() { return unsupported_function(Library::Cusparse, "cusparseHpruneDense2csr"); }
int cusparseHpruneDense2csrByPercentage() { return unsupported_function(Library::Cusparse, "cusparseHpruneDense2csrByPercentage"); }
int cusparseHpruneDense2csrByPercentage_bufferSizeExt() { return unsupported_function(Library::Cusparse, "cusparseHpruneDense2csrByPercentage_bufferSizeExt"); }
int cusparseHpruneDense2csrNnz() { return unsupported_function(Library::Cusparse, "cusparseHpruneDense2csrNnz"); }
int cusparseHpruneDense2csrNnzByPercentage() { return unsupported_function(Library::Cusparse, "cusparseHpruneDense2csrNnzByPercentage"); }
int cusparseHpruneDense2csr_bufferSizeExt() { return unsupported_function(Library::Cusparse, "cusparseHpruneDense2csr_bufferSizeExt"); }
int cusparseLoggerForceDisable() { return unsupported_function(Library::Cusparse, "cusparseLoggerForceDisable"); }
int cusparseLoggerOpenFile() { return unsupported_function(Library::Cusparse, "cusparseLoggerOpenFile"); }
int cusparseLoggerSetCallback() { return unsupported_function(Library::Cusparse, "cusparseLoggerSetCallback"); }
int cusparseLoggerSetFile() { return unsupported_function(Library::Cusparse, "cusparseLoggerSetFile"); }
int cusparseLoggerSetLevel() { return unsupported_function(Library::Cusparse, "cusparseLoggerSetLevel"); }
int cusparseLoggerSetMask() { return unsupported_function(Library::Cusparse, "cusparseLoggerSetMask"); }
int cusparseSbsr2csr() { return unsupported_function(Library::Cusparse, "cusparseSbsr2csr"); }
int cusparseSbsric02() { return unsupported_function(Library::Cusparse, "cusparseSbsric02"); }
int cusparseSbsric02_analysis() { return unsupported_function(Library::Cusparse, "cusparseSbsric02_analysis"); }
int cusparseSbsric02_bufferSize() { return unsupported_function(Library::Cusparse, "cusparseSbsric02_bufferSize"); }
int cusparseSbsrilu02() { return unsupported_function(Library::Cusparse, "cusparseSbsrilu02"); }
int cusparseSbsrilu02_analysis() { return unsupported_function(Library::Cusparse, "cusparseSbsrilu02_analysis"); }
int cusparseSbsrilu02_bufferSize() { return unsupported_function(Library::Cusparse, "cusparseSbsrilu02_bufferSize"); }
int cusparseSbsrilu02_numericBoost() { return unsupported_function(Library::Cusparse, "cusparseSbsrilu02_numericBoost"); }
int cusparseSbsrxmv() { return unsupported_function(Library::Cusparse, "cusparseSbsrxmv"); }
int cusparseScsr2bsr() { return unsupported_function(Library::Cusparse, "cusparseScsr2bsr"); }
int cusparseScsr2csr_compress() { return unsupported_function(Library::Cusparse, "cusparseScsr2csr_compress"); }
int cusparseScsr2csru() { return unsupported_function(Library::Cusparse, "cusparseScsr2csru"); }
int cusparseScsr2gebsr() { return unsupported_function(Library::Cusparse, "cusparseScsr2gebsr"); }
int cusparseScsr2gebsr_bufferSize() { return unsupported_function(Library::Cusparse, "cusparseScsr2gebsr_bufferSize"); }
int cusparseScsrcolor() { return unsupported_function(Library::Cusparse, "cusparseScsrcolor"); }
int cusparseScsrilu02_numericBoost() { return unsupported_function(Library::Cusparse, "cusparseScsrilu02_numericBoost"); }
int cusparseScsru2csr() { return unsupported_function(Library::Cusparse, "cusparseScsru2csr"); }
int cusparseScsru2csr_bufferSizeExt() { return unsupported_function(Library::Cusparse, "cusparseScsru2csr_bufferSizeExt"); }
int cusparseSgebsr2csr() { return unsupported_function(Library::Cusparse, "cusparseSgebsr2csr"); }
int cusparseSgebsr2gebsc() { return unsupported_function(Library::Cusparse, "cusparseSgebsr2gebsc"); }
int cusparseSgebsr2gebsc_bufferSize() { return unsupported_function(Library::Cusparse, "cusparseSgebsr2gebsc_bufferSize"); }
int cusparseSgebsr2gebsr() { return unsupported_function(Library::Cusparse, "cusparseSgebsr2gebsr"); }
int cusparseSgebsr2gebsr_bufferSize() { return unsupported_function(Library::Cusparse, "cusparseSgebsr2gebsr_bufferSize"); }
int cusparseSgemvi() { return unsupported_function(Library::Cusparse, "cusparseSgemvi"); }
int cusparseSgemvi_bufferSize() { return unsupported_function(Library::Cusparse, "cusparseSgemvi_bufferSize"); }
int cusparseSgpsvInterleavedBatch() { return unsupported_function(Library::Cusparse, "cusparseSgpsvInterleavedBatch"); }
int cusparseSgpsvInterleavedBatch_bufferSizeExt() { return unsupported_function(Library::Cusparse, "cusparseSgpsvInterleavedBatch_bufferSizeExt"); }
int cusparseSnnz_compress() { return unsupported_function(Library::Cusparse, "cusparseSnnz_compress"); }
int cusparseSpGEMM_estimateMemory() { return unsupported_function(Library::Cusparse, "cusparseSpGEMM_estimateMemory"); }
int cusparseSpGEMM_getNumProducts() { return unsupported_function(Library::Cusparse, "cusparseSpGEMM_getNumProducts"); }
int cusparseSpGEMMreuse_compute() { return unsupported_function(Library::Cusparse, "cusparseSpGEMMreuse_compute"); }
int cusparseSpGEMMreuse_copy() { return unsupported_function(Library::Cusparse, "cusparseSpGEMMreuse_copy"); }
int cusparseSpGEMMreuse_nnz() { return unsupported_function(Library::Cusparse, "cusparseSpGEMMreuse_nnz"); }
int cusparseSpGEMMreuse_workEstimation() { return unsupported_function(Library::Cusparse, "cusparseSpGEMMreuse_workEstimation"); }
int cusparseSpMMOp() { return unsupported_function(Library::Cusparse, "cusparseSpMMOp"); }
int cusparseSpMMOp_createPlan() { return unsupported_function(Library::Cusparse, "cusparseSpMMOp_createPlan"); }
int cusparseSpMMOp_destroyPlan() { return unsupported_function(Library::Cusparse, "cusparseSpMMOp_destroyPlan"); }
int cusparseSpSM_updateMatrix() { return unsupported_function(Library::Cusparse, "cusparseSpSM_updateMatrix"); }
int cusparseSpSV_updateMatrix() { return unsupported_function(Library::Cusparse, "cusparseSpSV_updateMatrix"); }
int cusparseSpruneCsr2csr() { return unsupported_function(Library::Cusparse, "cusparseSpruneCsr2csr"); }
int cusparseSpruneCsr2csrByPercentage() { return unsupported_function(Library::Cusparse, "cusparseSpruneCsr2csrByPercentage"); }
int cusparseSpruneCsr2csrByPercentage_bufferSizeExt() { return unsupported_function(Library::Cusparse, "cusparseSpruneCsr2csrByPercentage_bufferSizeExt"); }
int cusparseSpruneCsr2csrNnz() { return unsupported_function(Library::Cusparse, "cusparseSpruneCsr2csrNnz"); }
int cusparseSpruneCsr2csrNnzByPercentage() { return unsupported_function(Library::Cusparse, "cusparseSpruneCsr2csrNnzByPercentage"); }
int cusparseSpruneCsr2csr_bufferSizeExt() { return unsupported_function(Library::Cusparse, "cusparseSpruneCsr2csr_bufferSizeExt"); }
int cusparseSpruneDense2csr() { return unsupported_function(Library::Cusparse, "cusparseSpruneDense2csr"); }
int cusparseSpruneDense2csrByPercentage() { return unsupported_function(Library::Cusparse, "cusparseSpruneDense2csrByPercentage"); }
int cusparseSpruneDense2csrByPercentage_bufferSizeExt() { return unsupported_function(Library::Cusparse, "cusparseSpruneDense2csrByPercentage_bufferSizeExt"); }
int cusparseSpruneDense2csrNnz() { return unsupported_function(Library::Cusparse, "cusparseSpruneDense2csrNnz"); }
int cusparseSpruneDense2csrNnzByPercentage() { return unsupported_function(Library::Cusparse, "cusparseSpruneDense2csrNnzByPercentage"); }
int cusparseSpruneDense2csr_bufferSizeExt() { return unsupported_function(Library::Cusparse, "cusparseSpruneDense2csr_bufferSizeExt"); }
int cusparseXbsric02_zeroPivot() { return unsupported_function(Library::Cusparse, "cusparseXbsric02_zeroPivot"); }
int cusparseXbsrilu02_zeroPivot() { return unsupported_function(Library::Cusparse, "cusparseXbsrilu02_zeroPivot"); }
int cusparseXcsr2bsrNnz() { return unsupported_function(Library::Cusparse, "cusparseXcsr2bsrNnz"); }
int cusparseXcsr2gebsrNnz() { return unsupported_function(Library::Cusparse, "cusparseXcsr2gebsrNnz"); }
int cusparseXgebsr2gebsrNnz() { return unsupported_function(Library::Cusparse, "cusparseXgebsr2gebsrNnz"); }
int cusparseZbsr2csr() { return unsupported_function(Library::Cusparse, "cusparseZbsr2csr"); }
int cusparseZbsric02() { return unsupported_function(Library::Cusparse, "cusparseZbsric02"); }
int cusparseZbsric02_analysis() { return unsupported_function(Library::Cusparse, "cusparseZbsric02_analysis"); }
int cusparseZbsric02_bufferSize() { return unsupported_function(Library::Cusparse, "cusparseZbsric02_bufferSize"); }
int cusparseZbsrilu02() { return unsupported_function(Library::Cusparse, "cusparseZbsrilu02"); }
int cusparseZbsrilu02_analysis() { return unsupported_function(Library::Cusparse, "cusparseZbsrilu02_analysis"); }
int cusparseZbsrilu02_bufferSize() { return unsupported_function(Library::Cusparse, "cusparseZbsrilu02_bufferSize"); }
int cusparseZbsrilu02_numericBoost() { return unsupported_function(Library::Cusparse, "cusparseZbsrilu02_numericBoost"); }
int cusparseZbsrxmv() { return unsupported_function(Library::Cusparse, "cusparseZbsrxmv"); }
int cusparseZcsr2bsr() { return unsupported_function(Library::Cusparse, "cusparseZcsr2bsr"); }
int cusparseZcsr2csr_compress() { return unsupported_function(Library::Cusparse, "cusparseZcsr2csr_compress"); }
int cusparseZcsr2csru() { return unsupported_function(Library::Cusparse, "cusparseZcsr2csru"); }
int cusparseZcsr2gebsr() { return unsupported_function(Library::Cusparse, "cusparseZcsr2gebsr"); }
int cusparseZcsr2gebsr_bufferSize() { return unsupported_function(Library::Cusparse, "cusparseZcsr2gebsr_bufferSize"); }
int cusparseZcsrcolor() { return unsupported_function(Library::Cusparse, "cusparseZcsrcolor"); }
int cusparseZcsrilu02_numericBoost() { return unsupported_function(Library::Cusparse, "cusparseZcsrilu02_numericBoost"); }
int cusparseZcsru2csr() { return unsupported_function(Library::Cusparse, "cusparseZcsru2csr"); }
int cusparseZcsru2csr_bufferSizeExt() { return unsupported_function(Library::Cusparse, "cusparseZcsru2csr_bufferSizeExt"); }
int cusparseZgebsr2csr() { return unsupported_function(Library::Cusparse, "cusparseZgebsr2csr"); }
int cusparseZgebsr2gebsc() { return unsupported_function(Library::Cusparse, "cusparseZgebsr2gebsc"); }
int cusparseZgebsr2gebsc_bufferSize() { return unsupported_function(Library::Cusparse, "cusparseZgebsr2gebsc_bufferSize"); }
int cusparseZgebsr2gebsr() { return unsupported_function(Library::Cusparse, "cusparseZgebsr2gebsr"); }
int cusparseZgebsr2gebsr_bufferSize() { return unsupported_function(Library::Cusparse, "cusparseZgebsr2gebsr_bufferSize"); }
int cusparseZgemvi() { return unsupported_function(Library::Cusparse, "cusparseZgemvi"); }
int cusparseZgemvi_bufferSize() { return unsupported_function(Library::Cusparse, "cusparseZgemvi_bufferSize"); }
int cusparseZgpsvInterleavedBatch() { return unsupported_function(Library::Cusparse, "cusparseZgpsvInterleavedBatch"); }
int cusparseZgpsvInterleavedBatch_bufferSizeExt() { return unsupported_function(Library::Cusparse, "cusparseZgpsvInterleavedBatch_bufferSizeExt"); }
int cusparseZnnz_compress() { return unsupported_function(Library::Cusparse, "cusparseZnnz_compress"); }
#pragma GCC visibility pop

}
