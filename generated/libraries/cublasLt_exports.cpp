// Made by tools/generate_libraries.py from api/libraries. Do not edit.
// clang-format off

#include <cstdint>

#include "base/reach.h"
#include "client/libraries/library_call.h"

using namespace ringfence::client;

extern "C" {

#pragma GCC visibility push(default)

// Those that are not covered.
int cublasLtACCMatmul() { return unsupported_function(Library::CublasLt, "cublasLtACCMatmul"); }
int cublasLtACCMatmulAlgoCapGetAttribute() { return unsupported_function(Library::CublasLt, "cublasLtACCMatmulAlgoCapGetAttribute"); }
int cublasLtACCMatmulAlgoCheck() { return unsupported_function(Library::CublasLt, "cublasLtACCMatmulAlgoCheck"); }
int cublasLtACCMatmulAlgoGetHeuristic() { return unsupported_function(Library::CublasLt, "cublasLtACCMatmulAlgoGetHeuristic"); }
int cublasLtACCMatmulAlgoGetIds() { return unsupported_function(Library::CublasLt, "cublasLtACCMatmulAlgoGetIds"); }
int cublasLtACCMatmulAlgoInit() { return unsupported_function(Library::CublasLt, "cublasLtACCMatmulAlgoInit"); }
int cublasLtAlgoCharacteristicGetAttribute() { return unsupported_function(Library::CublasLt, "cublasLtAlgoCharacteristicGetAttribute"); }
int cublasLtBIIMatmul() { return unsupported_function(Library::CublasLt, "cublasLtBIIMatmul"); }
int cublasLtBIIMatmulAlgoCapGetAttribute() { return unsupported_function(Library::CublasLt, "cublasLtBIIMatmulAlgoCapGetAttribute"); }
int cublasLtBIIMatmulAlgoCheck() { return unsupported_function(Library::CublasLt, "cublasLtBIIMatmulAlgoCheck"); }
int cublasLtBIIMatmulAlgoGetHeuristic() { return unsupported_function(Library::CublasLt, "cublasLtBIIMatmulAlgoGetHeuristic"); }
int cublasLtBIIMatmulAlgoGetIds() { return unsupported_function(Library::CublasLt, "cublasLtBIIMatmulAlgoGetIds"); }
int cublasLtBIIMatmulAlgoInit() { return unsupported_function(Library::CublasLt, "cublasLtBIIMatmulAlgoInit"); }
int cublasLtBSBMatmul() { return unsupported_function(Library::CublasLt, "cublasLtBSBMatmul"); }
int cublasLtBSBMatmulAlgoCapGetAttribute() { return unsupported_function(Library::CublasLt, "cublasLtBSBMatmulAlgoCapGetAttribute"); }
int cublasLtBSBMatmulAlgoCheck() { return unsupported_function(Library::CublasLt, "cublasLtBSBMatmulAlgoCheck"); }
int cublasLtBSBMatmulAlgoGetHeuristic() { return unsupported_function(Library::CublasLt, "cublasLtBSBMatmulAlgoGetHeuristic"); }
int cublasLtBSBMatmulAlgoGetIds() { return unsupported_function(Library::CublasLt, "cublasLtBSBMatmulAlgoGetIds"); }
int cublasLtBSBMatmulAlgoInit() { return unsupported_function(Library::CublasLt, "cublasLtBSBMatmulAlgoInit"); }
int cublasLtBSSMatmul() { return unsupported_function(Library::CublasLt, "cublasLtBSSMatmul"); }
int cublasLtBSSMatmulAlgoCapGetAttribute() { return unsupported_function(Library::CublasLt, "cublasLtBSSMatmulAlgoCapGetAttribute"); }
int cublasLtBSSMatmulAlgoCheck() { return unsupported_function(Library::CublasLt, "cublasLtBSSMatmulAlgoCheck"); }
int cublasLtBSSMatmulAlgoGetHeuristic() { return unsupported_function(Library::CublasLt, "cublasLtBSSMatmulAlgoGetHeuristic"); }
int cublasLtBSSMatmulAlgoGetIds() { return unsupported_function(Library::CublasLt, "cublasLtBSSMatmulAlgoGetIds"); }
int cublasLtBSSMatmulAlgoInit() { return unsupported_function(Library::CublasLt, "cublasLtBSSMatmulAlgoInit"); }
int cublasLtCCCMatmul() { return unsupported_function(Library::CublasLt, "cublasLtCCCMatmul"); }
int cublasLtCCCMatmulAlgoCapGetAttribute() { return unsupported_function(Library::CublasLt, "cublasLtCCCMatmulAlgoCapGetAttribute"); }
int cublasLtCCCMatmulAlgoCheck() { return unsupported_function(Library::CublasLt, "cublasLtCCCMatmulAlgoCheck"); }
int cublasLtCCCMatmulAlgoGetHeuristic() { return unsupported_function(Library::CublasLt, "cublasLtCCCMatmulAlgoGetHeuristic"); }
int cublasLtCCCMatmulAlgoGetIds() { return unsupported_function(Library::CublasLt, "cublasLtCCCMatmulAlgoGetIds"); }
int cublasLtCCCMatmulAlgoInit() { return unsupported_function(Library::CublasLt, "cublasLtCCCMatmulAlgoInit"); }
int cublasLtClearNvjetCache() { return unsupported_function(Library::CublasLt, "cublasLtClearNvjetCache"); }
int cublasLtCtxInit() { return unsupported_function(Library::CublasLt, "cublasLtCtxInit"); }
int cublasLtDDDMatmul() { return unsupported_function(Library::CublasLt, "cublasLtDDDMatmul"); }
int cublasLtDDDMatmulAlgoCapGetAttribute() { return unsupported_function(Library::CublasLt, "cublasLtDDDMatmulAlgoCapGetAttribute"); }
int cublasLtDDDMatmulAlgoCheck() { return unsupported_function(Library::CublasLt, "cublasLtDDDMatmulAlgoCheck"); }
int cublasLtDDDMatmulAlgoGetHeuristic() { return unsupported_function(Library::CublasLt, "cublasLtDDDMatmulAlgoGetHeuristic"); }
int cublasLtDDDMatmulAlgoGetIds() { return unsupported_function(Library::CublasLt, "cublasLtDDDMatmulAlgoGetIds"); }
int cublasLtDDDMatmulAlgoInit() { return unsupported_function(Library::CublasLt, "cublasLtDDDMatmulAlgoInit"); }
int cublasLtEmulationDescCreate() { return unsupported_function(Library::CublasLt, "cublasLtEmulationDescCreate"); }
int cublasLtEmulationDescDestroy() { return unsupported_function(Library::CublasLt, "cublasLtEmulationDescDestroy"); }
int cublasLtEmulationDescGetAttribute() { return unsupported_function(Library::CublasLt, "cublasLtEmulationDescGetAttribute"); }
int cublasLtEmulationDescInit_internal() { return unsupported_function(Library::CublasLt, "cublasLtEmulationDescInit_internal"); }
int cublasLtEmulationDescSetAttribute() { return unsupported_function(Library::CublasLt, "cublasLtEmulationDescSetAttribute"); }
int cublasLtGetEnvironmentMode() { return unsupported_function(Library::CublasLt, "cublasLtGetEnvironmentMode"); }
int cublasLtHHHMatmul() { return unsupported_function(Library::CublasLt, "cublasLtHHHMatmul"); }
int cublasLtHHHMatmulAlgoCapGetAttribute() { return unsupported_function(Library::CublasLt, "cublasLtHHHMatmulAlgoCapGetAttribute"); }
int cublasLtHHHMatmulAlgoCheck() { return unsupported_function(Library::CublasLt, "cublasLtHHHMatmulAlgoCheck"); }
int cublasLtHHHMatmulAlgoGetHeuristic() { return unsupported_function(Library::CublasLt, "cublasLtHHHMatmulAlgoGetHeuristic"); }
int cublasLtHHHMatmulAlgoGetIds() { return unsupported_function(Library::CublasLt, "cublasLtHHHMatmulAlgoGetIds"); }
int cublasLtHHHMatmulAlgoInit() { return unsupported_function(Library::CublasLt, "cublasLtHHHMatmulAlgoInit"); }
int cublasLtHSHMatmul() { return unsupported_function(Library::CublasLt, "cublasLtHSHMatmul"); }
int cublasLtHSHMatmulAlgoCapGetAttribute() { return unsupported_function(Library::CublasLt, "cublasLtHSHMatmulAlgoCapGetAttribute"); }
int cublasLtHSHMatmulAlgoCheck() { return unsupported_function(Library::CublasLt, "cublasLtHSHMatmulAlgoCheck"); }
int cublasLtHSHMatmulAlgoGetHeuristic() { return unsupported_function(Library::CublasLt, "cublasLtHSHMatmulAlgoGetHeuristic"); }
int cublasLtHSHMatmulAlgoGetIds() { return unsupported_function(Library::CublasLt, "cublasLtHSHMatmulAlgoGetIds"); }
int cublasLtHSHMatmulAlgoInit() { return unsupported_function(Library::CublasLt, "cublasLtHSHMatmulAlgoInit"); }
int cublasLtHSSMatmul() { return unsupported_function(Library::CublasLt, "cublasLtHSSMatmul"); }
int cublasLtHSSMatmulAlgoCapGetAttribute() { return unsupported_function(Library::CublasLt, "cublasLtHSSMatmulAlgoCapGetAttribute"); }
int cublasLtHSSMatmulAlgoCheck() { return unsupported_function(Library::CublasLt, "cublasLtHSSMatmulAlgoCheck"); }
int cublasLtHSSMatmulAlgoGetHeuristic() { return unsupported_function(Library::CublasLt, "cublasLtHSSMatmulAlgoGetHeuristic"); }
int cublasLtHSSMatmulAlgoGetIds() { return unsupported_function(Library::CublasLt, "cublasLtHSSMatmulAlgoGetIds"); }
int cublasLtHSSMatmulAlgoInit() { return unsupported_function(Library::CublasLt, "cublasLtHSSMatmulAlgoInit"); }
int cublasLtHeuristicLutSerializeEntry() { return unsupported_function(Library::CublasLt, "cublasLtHeuristicLutSerializeEntry"); }
int cublasLtHeuristicsCacheCreate() { return unsupported_function(Library::CublasLt, "cublasLtHeuristicsCacheCreate"); }
int cublasLtHeuristicsCacheDestroy() { return unsupported_function(Library::CublasLt, "cublasLtHeuristicsCacheDestroy"); }
int cublasLtHeuristicsCacheGet() { return unsupported_function(Library::CublasLt, "cublasLtHeuristicsCacheGet"); }
int cublasLtHeuristicsCachePut() { return unsupported_function(Library::CublasLt, "cublasLtHeuristicsCachePut"); }
int cublasLtKCCMatmul() { return unsupported_function(Library::CublasLt, "cublasLtKCCMatmul"); }
int cublasLtKCCMatmulAlgoCapGetAttribute() { return unsupported_function(Library::CublasLt, "cublasLtKCCMatmulAlgoCapGetAttribute"); }
int cublasLtKCCMatmulAlgoCheck() { return unsupported_function(Library::CublasLt, "cublasLtKCCMatmulAlgoCheck"); }
int cublasLtKCCMatmulAlgoGetHeuristic() { return unsupported_function(Library::CublasLt, "cublasLtKCCMatmulAlgoGetHeuristic"); }
int cublasLtKCCMatmulAlgoGetIds() { return unsupported_function(Library::CublasLt, "cublasLtKCCMatmulAlgoGetIds"); }
int cublasLtKCCMatmulAlgoInit() { return unsupported_function(Library::CublasLt, "cublasLtKCCMatmulAlgoInit"); }
int cublasLtKCKMatmul() { return unsupported_function(Library::CublasLt, "cublasLtKCKMatmul"); }
int cublasLtKCKMatmulAlgoCapGetAttribute() { return unsupported_function(Library::CublasLt, "cublasLtKCKMatmulAlgoCapGetAttribute"); }
int cublasLtKCKMatmulAlgoCheck() { return unsupported_function(Library::CublasLt, "cublasLtKCKMatmulAlgoCheck"); }
int cublasLtKCKMatmulAlgoGetHeuristic() { return unsupported_function(Library::CublasLt, "cublasLtKCKMatmulAlgoGetHeuristic"); }
int cublasLtKCKMatmulAlgoGetIds() { return unsupported_function(Library::CublasLt, "cublasLtKCKMatmulAlgoGetIds"); }
int cublasLtKCKMatmulAlgoInit() { return unsupported_function(Library::CublasLt, "cublasLtKCKMatmulAlgoInit"); }
int cublasLtLegacyGemmACC() { return unsupported_function(Library::CublasLt, "cublasLtLegacyGemmACC"); }
int cublasLtLegacyGemmBII() { return unsupported_function(Library::CublasLt, "cublasLtLegacyGemmBII"); }
int cublasLtLegacyGemmBSS() { return unsupported_function(Library::CublasLt, "cublasLtLegacyGemmBSS"); }
int cublasLtLegacyGemmCCC() { return unsupported_function(Library::CublasLt, "cublasLtLegacyGemmCCC"); }
int cublasLtLegacyGemmDDD() { return unsupported_function(Library::CublasLt, "cublasLtLegacyGemmDDD"); }
int cublasLtLegacyGemmHHH() { return unsupported_function(Library::CublasLt, "cublasLtLegacyGemmHHH"); }
int cublasLtLegacyGemmHSH() { return unsupported_function(Library::CublasLt, "cublasLtLegacyGemmHSH"); }
int cublasLtLegacyGemmHSS() { return unsupported_function(Library::CublasLt, "cublasLtLegacyGemmHSS"); }
int cublasLtLegacyGemmSSS() { return unsupported_function(Library::CublasLt, "cublasLtLegacyGemmSSS"); }
int cublasLtLegacyGemmTSS() { return unsupported_function(Library::CublasLt, "cublasLtLegacyGemmTSS"); }
int cublasLtLegacyGemmTST() { return unsupported_function(Library::CublasLt, "cublasLtLegacyGemmTST"); }
int cublasLtLegacyGemmZZZ() { return unsupported_function(Library::CublasLt, "cublasLtLegacyGemmZZZ"); }
int cublasLtMatmulAlgoConfigGetAttributeRange() { return unsupported_function(Library::CublasLt, "cublasLtMatmulAlgoConfigGetAttributeRange"); }
int cublasLtSSSMatmul() { return unsupported_function(Library::CublasLt, "cublasLtSSSMatmul"); }
int cublasLtSSSMatmulAlgoCapGetAttribute() { return unsupported_function(Library::CublasLt, "cublasLtSSSMatmulAlgoCapGetAttribute"); }
int cublasLtSSSMatmulAlgoCheck() { return unsupported_function(Library::CublasLt, "cublasLtSSSMatmulAlgoCheck"); }
int cublasLtSSSMatmulAlgoGetHeuristic() { return unsupported_function(Library::CublasLt, "cublasLtSSSMatmulAlgoGetHeuristic"); }
int cublasLtSSSMatmulAlgoGetIds() { return unsupported_function(Library::CublasLt, "cublasLtSSSMatmulAlgoGetIds"); }
int cublasLtSSSMatmulAlgoInit() { return unsupported_function(Library::CublasLt, "cublasLtSSSMatmulAlgoInit"); }
int cublasLtSetEnvironmentMode() { return unsupported_function(Library::CublasLt, "cublasLtSetEnvironmentMode"); }
int cublasLtShutdownCtx() { return unsupported_function(Library::CublasLt, "cublasLtShutdownCtx"); }
int cublasLtTSSMatmul() { return unsupported_function(Library::CublasLt, "cublasLtTSSMatmul"); }
int cublasLtTSSMatmulAlgoCapGetAttribute() { return unsupported_function(Library::CublasLt, "cublasLtTSSMatmulAlgoCapGetAttribute"); }
int cublasLtTSSMatmulAlgoCheck() { return unsupported_function(Library::CublasLt, "cublasLtTSSMatmulAlgoCheck"); }
int cublasLtTSSMatmulAlgoGetHeuristic() { return unsupported_function(Library::CublasLt, "cublasLtTSSMatmulAlgoGetHeuristic"); }
int cublasLtTSSMatmulAlgoGetIds() { return unsupported_function(Library::CublasLt, "cublasLtTSSMatmulAlgoGetIds"); }
int cublasLtTSSMatmulAlgoInit() { return unsupported_function(Library::CublasLt, "cublasLtTSSMatmulAlgoInit"); }
int cublasLtTSTMatmul() { return unsupported_function(Library::CublasLt, "cublasLtTSTMatmul"); }
int cublasLtTSTMatmulAlgoCapGetAttribute() { return unsupported_function(Library::CublasLt, "cublasLtTSTMatmulAlgoCapGetAttribute"); }
int cublasLtTSTMatmulAlgoCheck() { return unsupported_function(Library::CublasLt, "cublasLtTSTMatmulAlgoCheck"); }
int cublasLtTSTMatmulAlgoGetHeuristic() { return unsupported_function(Library::CublasLt, "cublasLtTSTMatmulAlgoGetHeuristic"); }
int cublasLtTSTMatmulAlgoGetIds() { return unsupported_function(Library::CublasLt, "cublasLtTSTMatmulAlgoGetIds"); }
int cublasLtTSTMatmulAlgoInit() { return unsupported_function(Library::CublasLt, "cublasLtTSTMatmulAlgoInit"); }
int cublasLtVCCMatmul() { return unsupported_function(Library::CublasLt, "cublasLtVCCMatmul"); }
int cublasLtVCCMatmulAlgoCapGetAttribute() { return unsupported_function(Library::CublasLt, "cublasLtVCCMatmulAlgoCapGetAttribute"); }
int cublasLtVCCMatmulAlgoCheck() { return unsupported_function(Library::CublasLt, "cublasLtVCCMatmulAlgoCheck"); }
int cublasLtVCCMatmulAlgoGetHeuristic() { return unsupported_function(Library::CublasLt, "cublasLtVCCMatmulAlgoGetHeuristic"); }
int cublasLtVCCMatmulAlgoGetIds() { return unsupported_function(Library::CublasLt, "cublasLtVCCMatmulAlgoGetIds"); }
int cublasLtVCCMatmulAlgoInit() { return unsupported_function(Library::CublasLt, "cublasLtVCCMatmulAlgoInit"); }
int cublasLtVCVMatmul() { return unsupported_function(Library::CublasLt, "cublasLtVCVMatmul"); }
int cublasLtVCVMatmulAlgoCapGetAttribute() { return unsupported_function(Library::CublasLt, "cublasLtVCVMatmulAlgoCapGetAttribute"); }
int cublasLtVCVMatmulAlgoCheck() { return unsupported_function(Library::CublasLt, "cublasLtVCVMatmulAlgoCheck"); }
int cublasLtVCVMatmulAlgoGetHeuristic() { return unsupported_function(Library::CublasLt, "cublasLtVCVMatmulAlgoGetHeuristic"); }
int cublasLtVCVMatmulAlgoGetIds() { return unsupported_function(Library::CublasLt, "cublasLtVCVMatmulAlgoGetIds"); }
int cublasLtVCVMatmulAlgoInit() { return unsupported_function(Library::CublasLt, "cublasLtVCVMatmulAlgoInit"); }
int cublasLtZZZMatmul() { return unsupported_function(Library::CublasLt, "cublasLtZZZMatmul"); }
int cublasLtZZZMatmulAlgoCapGetAttribute() { return unsupported_function(Library::CublasLt, "cublasLtZZZMatmulAlgoCapGetAttribute"); }
int cublasLtZZZMatmulAlgoCheck() { return unsupported_function(Library::CublasLt, "cublasLtZZZMatmulAlgoCheck"); }
int cublasLtZZZMatmulAlgoGetHeuristic() { return unsupported_function(Library::CublasLt, "cublasLtZZZMatmulAlgoGetHeuristic"); }
int cublasLtZZZMatmulAlgoGetIds() { return unsupported_function(Library::CublasLt, "cublasLtZZZMatmulAlgoGetIds"); }
int cublasLtZZZMatmulAlgoInit() { return unsupported_function(Library::CublasLt, "cublasLtZZZMatmulAlgoInit"); }
int cublasLt_for_cublas_BII() { return unsupported_function(Library::CublasLt, "cublasLt_for_cublas_BII"); }
int cublasLt_for_cublas_BSS() { return unsupported_function(Library::CublasLt, "cublasLt_for_cublas_BSS"); }
int cublasLt_for_cublas_DDD() { return unsupported_function(Library::CublasLt, "cublasLt_for_cublas_DDD"); }
int cublasLt_for_cublas_HHH() { return unsupported_function(Library::CublasLt, "cublasLt_for_cublas_HHH"); }
int cublasLt_for_cublas_HSH() { return unsupported_function(Library::CublasLt, "cublasLt_for_cublas_HSH"); }
int cublasLt_for_cublas_HSS() { return unsupported_function(Library::CublasLt, "cublasLt_for_cublas_HSS"); }
int cublasLt_for_cublas_SSS() { return unsupported_function(Library::CublasLt, "cublasLt_for_cublas_SSS"); }
int cublasLt_for_cublas_TSS() { return unsupported_function(Library::CublasLt, "cublasLt_for_cublas_TSS"); }
int cublasLt_for_cublas_TST() { return unsupported_function(Library::CublasLt, "cublasLt_for_cublas_TST"); }
#pragma GCC visibility pop

}
