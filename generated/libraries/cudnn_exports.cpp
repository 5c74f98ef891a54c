// Made by tools/generate_libraries.py from api/libraries. Do not edit.
// clang-format off

#include "client/libraries/cudnn_call.h"

using namespace ringfence::client;
using namespace ringfence::client::cudnn;

extern "C" {

#pragma GCC visibility push(default)
int cudnnCreateTensorDescriptor(void** made) { return new_descriptor(Kind::Tensor, made); }
int cudnnDestroyTensorDescriptor(void* descriptor) { return drop_descriptor(Kind::Tensor, descriptor); }
int cudnnCreateFilterDescriptor(void** made) { return new_descriptor(Kind::Filter, made); }
int cudnnDestroyFilterDescriptor(void* descriptor) { return drop_descriptor(Kind::Filter, descriptor); }
int cudnnCreateConvolutionDescriptor(void** made) { return new_descriptor(Kind::Convolution, made); }
int cudnnDestroyConvolutionDescriptor(void* descriptor) { return drop_descriptor(Kind::Convolution, descriptor); }
int cudnnCreateActivationDescriptor(void** made) { return new_descriptor(Kind::Activation, made); }
int cudnnDestroyActivationDescriptor(void* descriptor) { return drop_descriptor(Kind::Activation, descriptor); }
int cudnnCreatePoolingDescriptor(void** made) { return new_descriptor(Kind::Pooling, made); }
int cudnnDestroyPoolingDescriptor(void* descriptor) { return drop_descriptor(Kind::Pooling, descriptor); }
int cudnnCreateDropoutDescriptor(void** made) { return new_descriptor(Kind::Dropout, made); }
int cudnnDestroyDropoutDescriptor(void* descriptor) { return drop_descriptor(Kind::Dropout, descriptor); }
int cudnnCreateRNNDescriptor(void** made) { return new_descriptor(Kind::Rnn, made); }
int cudnnDestroyRNNDescriptor(void* descriptor) { return drop_descriptor(Kind::Rnn, descriptor); }
int cudnnCreateRNNDataDescriptor(void** made) { return new_descriptor(Kind::RnnData, made); }
int cudnnDestroyRNNDataDescriptor(void* descriptor) { return drop_descriptor(Kind::RnnData, descriptor); }
int cudnnCreateCTCLossDescriptor(void** made) { return new_descriptor(Kind::CtcLoss, made); }
int cudnnDestroyCTCLossDescriptor(void* descriptor) { return drop_descriptor(Kind::CtcLoss, descriptor); }
int cudnnCreateSpatialTransformerDescriptor(void** made) { return new_descriptor(Kind::Transformer, made); }
int cudnnDestroySpatialTransformerDescriptor(void* descriptor) { return drop_descriptor(Kind::Transformer, descriptor); }
int cudnnCreateOpTensorDescriptor(void** made) { return new_descriptor(Kind::OpTensor, made); }
int cudnnDestroyOpTensorDescriptor(void* descriptor) { return drop_descriptor(Kind::OpTensor, descriptor); }
int cudnnCreateReduceTensorDescriptor(void** made) { return new_descriptor(Kind::ReduceTensor, made); }
int cudnnDestroyReduceTensorDescriptor(void* descriptor) { return drop_descriptor(Kind::ReduceTensor, descriptor); }
int cudnnCreateLRNDescriptor(void** made) { return new_descriptor(Kind::Lrn, made); }
int cudnnDestroyLRNDescriptor(void* descriptor) { return drop_descriptor(Kind::Lrn, descriptor); }
int cudnnSetTensorNdDescriptor(void* tensorDesc, int dataType, int nbDims, const void* dimA, const void* strideA) {
    return Arguments().value(dataType).between(dataType, 0, 21).rank(nbDims, 8).integers(dimA, static_cast<std::int64_t>(nbDims), 1).integers(strideA, static_cast<std::int64_t>(nbDims)).fill_descriptor(tensorDesc, Kind::Tensor, Setter::cudnnSetTensorNdDescriptor, dataType);
}
int cudnnSetFilterNdDescriptor(void* filterDesc, int dataType, int format, int nbDims, const void* filterDimA) {
    return Arguments().value(dataType).between(dataType, 0, 21).value(format).between(format, 0, 2).rank(nbDims, 8).integers(filterDimA, static_cast<std::int64_t>(nbDims), 1).fill_descriptor(filterDesc, Kind::Filter, Setter::cudnnSetFilterNdDescriptor, dataType);
}
int cudnnSetConvolutionNdDescriptor(void* convDesc, int arrayLength, const void* padA, const void* filterStrideA, const void* dilationA, int mode, int computeType) {
    return Arguments().rank(arrayLength, 6).integers(padA, static_cast<std::int64_t>(arrayLength), 0).integers(filterStrideA, static_cast<std::int64_t>(arrayLength), 1).integers(dilationA, static_cast<std::int64_t>(arrayLength), 1).value(mode).between(mode, 0, 1).value(computeType).between(computeType, 0, 21).fill_descriptor(convDesc, Kind::Convolution, Setter::cudnnSetConvolutionNdDescriptor);
}
int cudnnSetConvolutionGroupCount(void* convDesc, int groupCount) {
    return Arguments().value(groupCount).at_least(groupCount, 1).fill_descriptor(convDesc, Kind::Convolution, Setter::cudnnSetConvolutionGroupCount);
}
int cudnnSetConvolutionMathType(void* convDesc, int mathType) {
    return Arguments().value(mathType).between(mathType, 0, 3).fill_descriptor(convDesc, Kind::Convolution, Setter::cudnnSetConvolutionMathType);
}
int cudnnSetConvolutionReorderType(void* convDesc, int reorderType) {
    return Arguments().value(reorderType).between(reorderType, 0, 1).fill_descriptor(convDesc, Kind::Convolution, Setter::cudnnSetConvolutionReorderType);
}
int cudnnSetActivationDescriptor(void* activationDesc, int mode, int reluNanOpt, double coef) {
    return Arguments().value(mode).between(mode, 0, 6).value(reluNanOpt).between(reluNanOpt, 0, 1).value(coef).fill_descriptor(activationDesc, Kind::Activation, Setter::cudnnSetActivationDescriptor);
}
int cudnnSetActivationDescriptorSwishBeta(void* activationDesc, double swishBeta) {
    return Arguments().value(swishBeta).fill_descriptor(activationDesc, Kind::Activation, Setter::cudnnSetActivationDescriptorSwishBeta);
}
int cudnnSetPoolingNdDescriptor(void* poolingDesc, int mode, int maxpoolingNanOpt, int nbDims, const void* windowDimA, const void* paddingA, const void* strideA) {
    return Arguments().value(mode).between(mode, 0, 3).value(maxpoolingNanOpt).between(maxpoolingNanOpt, 0, 1).rank(nbDims, 6).integers(windowDimA, static_cast<std::int64_t>(nbDims), 1).integers(paddingA, static_cast<std::int64_t>(nbDims), 0).integers(strideA, static_cast<std::int64_t>(nbDims), 1).fill_descriptor(poolingDesc, Kind::Pooling, Setter::cudnnSetPoolingNdDescriptor);
}
int cudnnSetOpTensorDescriptor(void* opTensorDesc, int opTensorOp, int opTensorCompType, int opTensorNanOpt) {
    return Arguments().value(opTensorOp).between(opTensorOp, 0, 5).value(opTensorCompType).between(opTensorCompType, 0, 21).value(opTensorNanOpt).between(opTensorNanOpt, 0, 1).fill_descriptor(opTensorDesc, Kind::OpTensor, Setter::cudnnSetOpTensorDescriptor);
}
int cudnnSetReduceTensorDescriptor(void* reduceTensorDesc, int reduceTensorOp, int reduceTensorCompType, int reduceTensorNanOpt, int reduceTensorIndices, int reduceTensorIndicesType) {
    return Arguments().value(reduceTensorOp).between(reduceTensorOp, 0, 8).value(reduceTensorCompType).between(reduceTensorCompType, 0, 21).value(reduceTensorNanOpt).between(reduceTensorNanOpt, 0, 1).value(reduceTensorIndices).between(reduceTensorIndices, 0, 1).value(reduceTensorIndicesType).between(reduceTensorIndicesType, 0, 3).fill_descriptor(reduceTensorDesc, Kind::ReduceTensor, Setter::cudnnSetReduceTensorDescriptor);
}
int cudnnSetLRNDescriptor(void* normDesc, unsigned lrnN, double lrnAlpha, double lrnBeta, double lrnK) {
    return Arguments().value(lrnN).between(lrnN, 1, 16).value(lrnAlpha).value(lrnBeta).at_least(lrnBeta, 0.01).value(lrnK).at_least(lrnK, 1e-5).fill_descriptor(normDesc, Kind::Lrn, Setter::cudnnSetLRNDescriptor);
}
int cudnnRestoreDropoutDescriptor(void* dropoutDesc, void*, float dropout, void* states, std::uint64_t stateSizeInBytes, std::uint64_t seed) {
    return Arguments().value(dropout).between(dropout, 0, 1).memory(states).value(stateSizeInBytes).value(seed).fill_descriptor(dropoutDesc, Kind::Dropout, Setter::cudnnRestoreDropoutDescriptor);
}
int cudnnSetRNNDescriptor_v8(void* rnnDesc, int algo, int cellMode, int biasMode, int dirMode, int inputMode, int dataType, int mathPrec, int mathType, int inputSize, int hiddenSize, int projSize, int numLayers, void* dropoutDesc, unsigned auxFlags) {
    return Arguments().value(algo).value(cellMode).value(biasMode).value(dirMode).value(inputMode).value(dataType).value(mathPrec).value(mathType).value(inputSize).value(hiddenSize).value(projSize).value(numLayers).descriptor(dropoutDesc, Kind::Dropout, true).value(auxFlags).fill_descriptor(rnnDesc, Kind::Rnn, Setter::cudnnSetRNNDescriptor_v8, dataType);
}
int cudnnRNNSetClip_v8(void* rnnDesc, int clipMode, int clipNanOpt, double lclip, double rclip) {
    return Arguments().value(clipMode).value(clipNanOpt).value(lclip).value(rclip).fill_descriptor(rnnDesc, Kind::Rnn, Setter::cudnnRNNSetClip_v8);
}
int cudnnRNNSetClip_v9(void* rnnDesc, int clipMode, double lclip, double rclip) {
    return Arguments().value(clipMode).value(lclip).value(rclip).fill_descriptor(rnnDesc, Kind::Rnn, Setter::cudnnRNNSetClip_v9);
}
int cudnnSetRNNDataDescriptor(void* rnnDataDesc, int dataType, int layout, int maxSeqLength, int batchSize, int vectorSize, const void* seqLengthArray, void* paddingFill) {
    return Arguments().value(dataType).value(layout).value(maxSeqLength).value(batchSize).value(vectorSize).integers(seqLengthArray, static_cast<std::int64_t>(batchSize)).fill(paddingFill, dataType).fill_descriptor(rnnDataDesc, Kind::RnnData, Setter::cudnnSetRNNDataDescriptor, dataType);
}
int cudnnSetCTCLossDescriptor(void* ctcLossDesc, int compType) {
    return Arguments().value(compType).fill_descriptor(ctcLossDesc, Kind::CtcLoss, Setter::cudnnSetCTCLossDescriptor);
}
int cudnnSetCTCLossDescriptorEx(void* ctcLossDesc, int compType, int normMode, int gradMode) {
    return Arguments().value(compType).value(normMode).value(gradMode).fill_descriptor(ctcLossDesc, Kind::CtcLoss, Setter::cudnnSetCTCLossDescriptorEx);
}
int cudnnSetCTCLossDescriptor_v8(void* ctcLossDesc, int compType, int normMode, int gradMode, int maxLabelLength) {
    return Arguments().value(compType).value(normMode).value(gradMode).value(maxLabelLength).fill_descriptor(ctcLossDesc, Kind::CtcLoss, Setter::cudnnSetCTCLossDescriptor_v8);
}
int cudnnSetCTCLossDescriptor_v9(void* ctcLossDesc, int compType, int normMode, int ctcGradMode, int maxLabelLength) {
    return Arguments().value(compType).value(normMode).value(ctcGradMode).value(maxLabelLength).fill_descriptor(ctcLossDesc, Kind::CtcLoss, Setter::cudnnSetCTCLossDescriptor_v9);
}
int cudnnSetSpatialTransformerNdDescriptor(void* stDesc, int samplerType, int dataType, int nbDims, const void* dimA) {
    return Arguments().value(samplerType).value(dataType).value(nbDims).integers(dimA, static_cast<std::int64_t>(nbDims)).fill_descriptor(stDesc, Kind::Transformer, Setter::cudnnSetSpatialTransformerNdDescriptor, dataType);
}
int cudnnBatchNormalizationForwardTraining(void* handle, int mode, void* alpha, void* beta, void* xDesc, void* x, void* yDesc, void* y, void* bnScaleBiasMeanVarDesc, void* bnScale, void* bnBias, double exponentialAverageFactor, void* resultRunningMean, void* resultRunningVariance, double epsilon, void* resultSaveMean, void* resultSaveInvVariance) {
    return Arguments().value(mode).scalar(alpha, xDesc).scalar(beta, xDesc).descriptor(xDesc, Kind::Tensor, false).memory(x).descriptor(yDesc, Kind::Tensor, false).memory(y).descriptor(bnScaleBiasMeanVarDesc, Kind::Tensor, false).memory(bnScale).memory(bnBias).value(exponentialAverageFactor).memory(resultRunningMean).memory(resultRunningVariance).value(epsilon).memory(resultSaveMean).memory(resultSaveInvVariance).submit(Number::cudnnBatchNormalizationForwardTraining, handle);
}
int cudnnBatchNormalizationForwardTrainingEx(void* handle, int mode, int bnOps, void* alpha, void* beta, void* xDesc, void* xData, void* zDesc, void* zData, void* yDesc, void* yData, void* bnScaleBiasMeanVarDesc, void* bnScale, void* bnBias, double exponentialAverageFactor, void* resultRunningMean, void* resultRunningVariance, double epsilon, void* resultSaveMean, void* resultSaveInvVariance, void* activationDesc, void* workspace, std::uint64_t workSpaceSizeInBytes, void* reserveSpace, std::uint64_t reserveSpaceSizeInBytes) {
    return Arguments().value(mode).value(bnOps).scalar(alpha, xDesc).scalar(beta, xDesc).descriptor(xDesc, Kind::Tensor, false).memory(xData).descriptor(zDesc, Kind::Tensor, true).memory(zData).descriptor(yDesc, Kind::Tensor, false).memory(yData).descriptor(bnScaleBiasMeanVarDesc, Kind::Tensor, false).memory(bnScale).memory(bnBias).value(exponentialAverageFactor).memory(resultRunningMean).memory(resultRunningVariance).value(epsilon).memory(resultSaveMean).memory(resultSaveInvVariance).descriptor(activationDesc, Kind::Activation, true).memory(workspace).value(workSpaceSizeInBytes).memory(reserveSpace).value(reserveSpaceSizeInBytes).submit(Number::cudnnBatchNormalizationForwardTrainingEx, handle);
}
int cudnnBatchNormalizationForwardInference(void* handle, int mode, void* alpha, void* beta, void* xDesc, void* x, void* yDesc, void* y, void* bnScaleBiasMeanVarDesc, void* bnScale, void* bnBias, void* estimatedMean, void* estimatedVariance, double epsilon) {
    return Arguments().value(mode).scalar(alpha, xDesc).scalar(beta, xDesc).descriptor(xDesc, Kind::Tensor, false).memory(x).descriptor(yDesc, Kind::Tensor, false).memory(y).descriptor(bnScaleBiasMeanVarDesc, Kind::Tensor, false).memory(bnScale).memory(bnBias).memory(estimatedMean).memory(estimatedVariance).value(epsilon).submit(Number::cudnnBatchNormalizationForwardInference, handle);
}
int cudnnBatchNormalizationBackward(void* handle, int mode, void* alphaDataDiff, void* betaDataDiff, void* alphaParamDiff, void* betaParamDiff, void* xDesc, void* x, void* dyDesc, void* dy, void* dxDesc, void* dx, void* dBnScaleBiasDesc, void* bnScale, void* dBnScaleResult, void* dBnBiasResult, double epsilon, void* savedMean, void* savedInvVariance) {
    return Arguments().value(mode).scalar(alphaDataDiff, xDesc).scalar(betaDataDiff, xDesc).scalar(alphaParamDiff, xDesc).scalar(betaParamDiff, xDesc).descriptor(xDesc, Kind::Tensor, false).memory(x).descriptor(dyDesc, Kind::Tensor, false).memory(dy).descriptor(dxDesc, Kind::Tensor, false).memory(dx).descriptor(dBnScaleBiasDesc, Kind::Tensor, false).memory(bnScale).memory(dBnScaleResult).memory(dBnBiasResult).value(epsilon).memory(savedMean).memory(savedInvVariance).submit(Number::cudnnBatchNormalizationBackward, handle);
}
int cudnnBatchNormalizationBackwardEx(void* handle, int mode, int bnOps, void* alphaDataDiff, void* betaDataDiff, void* alphaParamDiff, void* betaParamDiff, void* xDesc, void* xData, void* yDesc, void* yData, void* dyDesc, void* dyData, void* dzDesc, void* dzData, void* dxDesc, void* dxData, void* dBnScaleBiasDesc, void* bnScaleData, void* bnBiasData, void* dBnScaleData, void* dBnBiasData, double epsilon, void* savedMean, void* savedInvVariance, void* activationDesc, void* workSpace, std::uint64_t workSpaceSizeInBytes, void* reserveSpace, std::uint64_t reserveSpaceSizeInBytes) {
    return Arguments().value(mode).value(bnOps).scalar(alphaDataDiff, xDesc).scalar(betaDataDiff, xDesc).scalar(alphaParamDiff, xDesc).scalar(betaParamDiff, xDesc).descriptor(xDesc, Kind::Tensor, false).memory(xData).descriptor(yDesc, Kind::Tensor, true).memory(yData).descriptor(dyDesc, Kind::Tensor, false).memory(dyData).descriptor(dzDesc, Kind::Tensor, true).memory(dzData).descriptor(dxDesc, Kind::Tensor, false).memory(dxData).descriptor(dBnScaleBiasDesc, Kind::Tensor, false).memory(bnScaleData).memory(bnBiasData).memory(dBnScaleData).memory(dBnBiasData).value(epsilon).memory(savedMean).memory(savedInvVariance).descriptor(activationDesc, Kind::Activation, true).memory(workSpace).value(workSpaceSizeInBytes).memory(reserveSpace).value(reserveSpaceSizeInBytes).submit(Number::cudnnBatchNormalizationBackwardEx, handle);
}
int cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(void* handle, int mode, int bnOps, void* xDesc, void* zDesc, void* yDesc, void* bnScaleBiasMeanVarDesc, void* activationDesc, void* sizeInBytes) {
    return Arguments().value(mode).value(bnOps).descriptor(xDesc, Kind::Tensor, false).descriptor(zDesc, Kind::Tensor, true).descriptor(yDesc, Kind::Tensor, false).descriptor(bnScaleBiasMeanVarDesc, Kind::Tensor, true).descriptor(activationDesc, Kind::Activation, true).give(sizeInBytes, static_cast<std::int64_t>(8)).ask(Number::cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize, handle);
}
int cudnnGetBatchNormalizationBackwardExWorkspaceSize(void* handle, int mode, int bnOps, void* xDesc, void* yDesc, void* dyDesc, void* dzDesc, void* dxDesc, void* dBnScaleBiasDesc, void* activationDesc, void* sizeInBytes) {
    return Arguments().value(mode).value(bnOps).descriptor(xDesc, Kind::Tensor, false).descriptor(yDesc, Kind::Tensor, true).descriptor(dyDesc, Kind::Tensor, false).descriptor(dzDesc, Kind::Tensor, true).descriptor(dxDesc, Kind::Tensor, false).descriptor(dBnScaleBiasDesc, Kind::Tensor, true).descriptor(activationDesc, Kind::Activation, true).give(sizeInBytes, static_cast<std::int64_t>(8)).ask(Number::cudnnGetBatchNormalizationBackwardExWorkspaceSize, handle);
}
int cudnnGetBatchNormalizationTrainingExReserveSpaceSize(void* handle, int mode, int bnOps, void* activationDesc, void* xDesc, void* sizeInBytes) {
    return Arguments().value(mode).value(bnOps).descriptor(activationDesc, Kind::Activation, true).descriptor(xDesc, Kind::Tensor, false).give(sizeInBytes, static_cast<std::int64_t>(8)).ask(Number::cudnnGetBatchNormalizationTrainingExReserveSpaceSize, handle);
}
int cudnnConvolutionForward(void* handle, void* alpha, void* xDesc, void* x, void* wDesc, void* w, void* convDesc, int algo, void* workSpace, std::uint64_t workSpaceSizeInBytes, void* beta, void* yDesc, void* y) {
    return Arguments().scalar(alpha, xDesc).descriptor(xDesc, Kind::Tensor, false).memory(x).descriptor(wDesc, Kind::Filter, false).memory(w).descriptor(convDesc, Kind::Convolution, false).value(algo).memory(workSpace).value(workSpaceSizeInBytes).scalar(beta, xDesc).descriptor(yDesc, Kind::Tensor, false).memory(y).submit(Number::cudnnConvolutionForward, handle);
}
int cudnnConvolutionBackwardData(void* handle, void* alpha, void* wDesc, void* w, void* dyDesc, void* dy, void* convDesc, int algo, void* workSpace, std::uint64_t workSpaceSizeInBytes, void* beta, void* dxDesc, void* dx) {
    return Arguments().scalar(alpha, dyDesc).descriptor(wDesc, Kind::Filter, false).memory(w).descriptor(dyDesc, Kind::Tensor, false).memory(dy).descriptor(convDesc, Kind::Convolution, false).value(algo).memory(workSpace).value(workSpaceSizeInBytes).scalar(beta, dyDesc).descriptor(dxDesc, Kind::Tensor, false).memory(dx).submit(Number::cudnnConvolutionBackwardData, handle);
}
int cudnnConvolutionBackwardFilter(void* handle, void* alpha, void* xDesc, void* x, void* dyDesc, void* dy, void* convDesc, int algo, void* workSpace, std::uint64_t workSpaceSizeInBytes, void* beta, void* dwDesc, void* dw) {
    return Arguments().scalar(alpha, xDesc).descriptor(xDesc, Kind::Tensor, false).memory(x).descriptor(dyDesc, Kind::Tensor, false).memory(dy).descriptor(convDesc, Kind::Convolution, false).value(algo).memory(workSpace).value(workSpaceSizeInBytes).scalar(beta, xDesc).descriptor(dwDesc, Kind::Filter, false).memory(dw).submit(Number::cudnnConvolutionBackwardFilter, handle);
}
int cudnnConvolutionBackwardBias(void* handle, void* alpha, void* dyDesc, void* dy, void* beta, void* dbDesc, void* db) {
    return Arguments().scalar(alpha, dyDesc).descriptor(dyDesc, Kind::Tensor, false).memory(dy).scalar(beta, dyDesc).descriptor(dbDesc, Kind::Tensor, false).memory(db).submit(Number::cudnnConvolutionBackwardBias, handle);
}
int cudnnConvolutionBiasActivationForward(void* handle, void* alpha1, void* xDesc, void* x, void* wDesc, void* w, void* convDesc, int algo, void* workSpace, std::uint64_t workSpaceSizeInBytes, void* alpha2, void* zDesc, void* z, void* biasDesc, void* bias, void* activationDesc, void* yDesc, void* y) {
    return Arguments().scalar(alpha1, xDesc).descriptor(xDesc, Kind::Tensor, false).memory(x).descriptor(wDesc, Kind::Filter, false).memory(w).descriptor(convDesc, Kind::Convolution, false).value(algo).memory(workSpace).value(workSpaceSizeInBytes).scalar(alpha2, xDesc).descriptor(zDesc, Kind::Tensor, false).memory(z).descriptor(biasDesc, Kind::Tensor, false).memory(bias).descriptor(activationDesc, Kind::Activation, false).descriptor(yDesc, Kind::Tensor, false).memory(y).submit(Number::cudnnConvolutionBiasActivationForward, handle);
}
int cudnnGetConvolutionForwardWorkspaceSize(void* handle, void* xDesc, void* wDesc, void* convDesc, void* yDesc, int algo, void* sizeInBytes) {
    return Arguments().descriptor(xDesc, Kind::Tensor, false).descriptor(wDesc, Kind::Filter, false).descriptor(convDesc, Kind::Convolution, false).descriptor(yDesc, Kind::Tensor, false).value(algo).give(sizeInBytes, static_cast<std::int64_t>(8)).ask(Number::cudnnGetConvolutionForwardWorkspaceSize, handle);
}
int cudnnGetConvolutionBackwardDataWorkspaceSize(void* handle, void* wDesc, void* dyDesc, void* convDesc, void* dxDesc, int algo, void* sizeInBytes) {
    return Arguments().descriptor(wDesc, Kind::Filter, false).descriptor(dyDesc, Kind::Tensor, false).descriptor(convDesc, Kind::Convolution, false).descriptor(dxDesc, Kind::Tensor, false).value(algo).give(sizeInBytes, static_cast<std::int64_t>(8)).ask(Number::cudnnGetConvolutionBackwardDataWorkspaceSize, handle);
}
int cudnnGetConvolutionBackwardFilterWorkspaceSize(void* handle, void* xDesc, void* dyDesc, void* convDesc, void* gradDesc, int algo, void* sizeInBytes) {
    return Arguments().descriptor(xDesc, Kind::Tensor, false).descriptor(dyDesc, Kind::Tensor, false).descriptor(convDesc, Kind::Convolution, false).descriptor(gradDesc, Kind::Filter, false).value(algo).give(sizeInBytes, static_cast<std::int64_t>(8)).ask(Number::cudnnGetConvolutionBackwardFilterWorkspaceSize, handle);
}
int cudnnGetConvolutionForwardAlgorithm_v7(void* handle, void* srcDesc, void* filterDesc, void* convDesc, void* destDesc, int requestedAlgoCount, void* returnedAlgoCount, void* perfResults) {
    return Arguments().descriptor(srcDesc, Kind::Tensor, false).descriptor(filterDesc, Kind::Filter, false).descriptor(convDesc, Kind::Convolution, false).descriptor(destDesc, Kind::Tensor, false).value(requestedAlgoCount).give(returnedAlgoCount, static_cast<std::int64_t>(4)).give(perfResults, static_cast<std::int64_t>(requestedAlgoCount * 48)).ask(Number::cudnnGetConvolutionForwardAlgorithm_v7, handle);
}
int cudnnGetConvolutionBackwardDataAlgorithm_v7(void* handle, void* filterDesc, void* diffDesc, void* convDesc, void* gradDesc, int requestedAlgoCount, void* returnedAlgoCount, void* perfResults) {
    return Arguments().descriptor(filterDesc, Kind::Filter, false).descriptor(diffDesc, Kind::Tensor, false).descriptor(convDesc, Kind::Convolution, false).descriptor(gradDesc, Kind::Tensor, false).value(requestedAlgoCount).give(returnedAlgoCount, static_cast<std::int64_t>(4)).give(perfResults, static_cast<std::int64_t>(requestedAlgoCount * 48)).ask(Number::cudnnGetConvolutionBackwardDataAlgorithm_v7, handle);
}
int cudnnGetConvolutionBackwardFilterAlgorithm_v7(void* handle, void* srcDesc, void* diffDesc, void* convDesc, void* gradDesc, int requestedAlgoCount, void* returnedAlgoCount, void* perfResults) {
    return Arguments().descriptor(srcDesc, Kind::Tensor, false).descriptor(diffDesc, Kind::Tensor, false).descriptor(convDesc, Kind::Convolution, false).descriptor(gradDesc, Kind::Filter, false).value(requestedAlgoCount).give(returnedAlgoCount, static_cast<std::int64_t>(4)).give(perfResults, static_cast<std::int64_t>(requestedAlgoCount * 48)).ask(Number::cudnnGetConvolutionBackwardFilterAlgorithm_v7, handle);
}
int cudnnGetConvolutionForwardAlgorithmMaxCount(void* handle, void* count) {
    return Arguments().give(count, static_cast<std::int64_t>(4)).ask(Number::cudnnGetConvolutionForwardAlgorithmMaxCount, handle);
}
int cudnnGetConvolutionBackwardDataAlgorithmMaxCount(void* handle, void* count) {
    return Arguments().give(count, static_cast<std::int64_t>(4)).ask(Number::cudnnGetConvolutionBackwardDataAlgorithmMaxCount, handle);
}
int cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(void* handle, void* count) {
    return Arguments().give(count, static_cast<std::int64_t>(4)).ask(Number::cudnnGetConvolutionBackwardFilterAlgorithmMaxCount, handle);
}
int cudnnFindConvolutionForwardAlgorithm(void* handle, void* xDesc, void* wDesc, void* convDesc, void* yDesc, int requestedAlgoCount, void* returnedAlgoCount, void* perfResults) {
    return Arguments().descriptor(xDesc, Kind::Tensor, false).descriptor(wDesc, Kind::Filter, false).descriptor(convDesc, Kind::Convolution, false).descriptor(yDesc, Kind::Tensor, false).value(requestedAlgoCount).give(returnedAlgoCount, static_cast<std::int64_t>(4)).give(perfResults, static_cast<std::int64_t>(requestedAlgoCount * 48)).wait(Number::cudnnFindConvolutionForwardAlgorithm, handle);
}
int cudnnFindConvolutionBackwardDataAlgorithm(void* handle, void* wDesc, void* dyDesc, void* convDesc, void* dxDesc, int requestedAlgoCount, void* returnedAlgoCount, void* perfResults) {
    return Arguments().descriptor(wDesc, Kind::Filter, false).descriptor(dyDesc, Kind::Tensor, false).descriptor(convDesc, Kind::Convolution, false).descriptor(dxDesc, Kind::Tensor, false).value(requestedAlgoCount).give(returnedAlgoCount, static_cast<std::int64_t>(4)).give(perfResults, static_cast<std::int64_t>(requestedAlgoCount * 48)).wait(Number::cudnnFindConvolutionBackwardDataAlgorithm, handle);
}
int cudnnFindConvolutionBackwardFilterAlgorithm(void* handle, void* xDesc, void* dyDesc, void* convDesc, void* dwDesc, int requestedAlgoCount, void* returnedAlgoCount, void* perfResults) {
    return Arguments().descriptor(xDesc, Kind::Tensor, false).descriptor(dyDesc, Kind::Tensor, false).descriptor(convDesc, Kind::Convolution, false).descriptor(dwDesc, Kind::Filter, false).value(requestedAlgoCount).give(returnedAlgoCount, static_cast<std::int64_t>(4)).give(perfResults, static_cast<std::int64_t>(requestedAlgoCount * 48)).wait(Number::cudnnFindConvolutionBackwardFilterAlgorithm, handle);
}
int cudnnFindConvolutionForwardAlgorithmEx(void* handle, void* xDesc, void* x, void* wDesc, void* w, void* convDesc, void* yDesc, void* y, int requestedAlgoCount, void* returnedAlgoCount, void* perfResults, void* workSpace, std::uint64_t workSpaceSizeInBytes) {
    return Arguments().descriptor(xDesc, Kind::Tensor, false).memory(x).descriptor(wDesc, Kind::Filter, false).memory(w).descriptor(convDesc, Kind::Convolution, false).descriptor(yDesc, Kind::Tensor, false).memory(y).value(requestedAlgoCount).give(returnedAlgoCount, static_cast<std::int64_t>(4)).give(perfResults, static_cast<std::int64_t>(requestedAlgoCount * 48)).memory(workSpace).value(workSpaceSizeInBytes).wait(Number::cudnnFindConvolutionForwardAlgorithmEx, handle);
}
int cudnnFindConvolutionBackwardDataAlgorithmEx(void* handle, void* wDesc, void* w, void* dyDesc, void* dy, void* convDesc, void* dxDesc, void* dx, int requestedAlgoCount, void* returnedAlgoCount, void* perfResults, void* workSpace, std::uint64_t workSpaceSizeInBytes) {
    return Arguments().descriptor(wDesc, Kind::Filter, false).memory(w).descriptor(dyDesc, Kind::Tensor, false).memory(dy).descriptor(convDesc, Kind::Convolution, false).descriptor(dxDesc, Kind::Tensor, false).memory(dx).value(requestedAlgoCount).give(returnedAlgoCount, static_cast<std::int64_t>(4)).give(perfResults, static_cast<std::int64_t>(requestedAlgoCount * 48)).memory(workSpace).value(workSpaceSizeInBytes).wait(Number::cudnnFindConvolutionBackwardDataAlgorithmEx, handle);
}
int cudnnFindConvolutionBackwardFilterAlgorithmEx(void* handle, void* xDesc, void* x, void* dyDesc, void* y, void* convDesc, void* dwDesc, void* dw, int requestedAlgoCount, void* returnedAlgoCount, void* perfResults, void* workSpace, std::uint64_t workSpaceSizeInBytes) {
    return Arguments().descriptor(xDesc, Kind::Tensor, false).memory(x).descriptor(dyDesc, Kind::Tensor, false).memory(y).descriptor(convDesc, Kind::Convolution, false).descriptor(dwDesc, Kind::Filter, false).memory(dw).value(requestedAlgoCount).give(returnedAlgoCount, static_cast<std::int64_t>(4)).give(perfResults, static_cast<std::int64_t>(requestedAlgoCount * 48)).memory(workSpace).value(workSpaceSizeInBytes).wait(Number::cudnnFindConvolutionBackwardFilterAlgorithmEx, handle);
}
int cudnnPoolingForward(void* handle, void* poolingDesc, void* alpha, void* xDesc, void* x, void* beta, void* yDesc, void* y) {
    return Arguments().descriptor(poolingDesc, Kind::Pooling, false).scalar(alpha, xDesc).descriptor(xDesc, Kind::Tensor, false).memory(x).scalar(beta, xDesc).descriptor(yDesc, Kind::Tensor, false).memory(y).submit(Number::cudnnPoolingForward, handle);
}
int cudnnPoolingBackward(void* handle, void* poolingDesc, void* alpha, void* yDesc, void* y, void* dyDesc, void* dy, void* xDesc, void* x, void* beta, void* dxDesc, void* dx) {
    return Arguments().descriptor(poolingDesc, Kind::Pooling, false).scalar(alpha, yDesc).descriptor(yDesc, Kind::Tensor, false).memory(y).descriptor(dyDesc, Kind::Tensor, false).memory(dy).descriptor(xDesc, Kind::Tensor, false).memory(x).scalar(beta, yDesc).descriptor(dxDesc, Kind::Tensor, false).memory(dx).submit(Number::cudnnPoolingBackward, handle);
}
int cudnnActivationForward(void* handle, void* activationDesc, void* alpha, void* xDesc, void* x, void* beta, void* yDesc, void* y) {
    return Arguments().descriptor(activationDesc, Kind::Activation, false).scalar(alpha, xDesc).descriptor(xDesc, Kind::Tensor, false).memory(x).scalar(beta, xDesc).descriptor(yDesc, Kind::Tensor, false).memory(y).submit(Number::cudnnActivationForward, handle);
}
int cudnnActivationBackward(void* handle, void* activationDesc, void* alpha, void* yDesc, void* y, void* dyDesc, void* dy, void* xDesc, void* x, void* beta, void* dxDesc, void* dx) {
    return Arguments().descriptor(activationDesc, Kind::Activation, false).scalar(alpha, yDesc).descriptor(yDesc, Kind::Tensor, false).memory(y).descriptor(dyDesc, Kind::Tensor, false).memory(dy).descriptor(xDesc, Kind::Tensor, false).memory(x).scalar(beta, yDesc).descriptor(dxDesc, Kind::Tensor, false).memory(dx).submit(Number::cudnnActivationBackward, handle);
}
int cudnnSoftmaxForward(void* handle, int algo, int mode, void* alpha, void* xDesc, void* x, void* beta, void* yDesc, void* y) {
    return Arguments().value(algo).value(mode).scalar(alpha, xDesc).descriptor(xDesc, Kind::Tensor, false).memory(x).scalar(beta, xDesc).descriptor(yDesc, Kind::Tensor, false).memory(y).submit(Number::cudnnSoftmaxForward, handle);
}
int cudnnSoftmaxBackward(void* handle, int algo, int mode, void* alpha, void* yDesc, void* y, void* dyDesc, void* dy, void* beta, void* dxDesc, void* dx) {
    return Arguments().value(algo).value(mode).scalar(alpha, yDesc).descriptor(yDesc, Kind::Tensor, false).memory(y).descriptor(dyDesc, Kind::Tensor, false).memory(dy).scalar(beta, yDesc).descriptor(dxDesc, Kind::Tensor, false).memory(dx).submit(Number::cudnnSoftmaxBackward, handle);
}
int cudnnAddTensor(void* handle, void* alpha, void* aDesc, void* A, void* beta, void* cDesc, void* C) {
    return Arguments().scalar(alpha, aDesc).descriptor(aDesc, Kind::Tensor, false).memory(A).scalar(beta, aDesc).descriptor(cDesc, Kind::Tensor, false).memory(C).submit(Number::cudnnAddTensor, handle);
}
int cudnnScaleTensor(void* handle, void* yDesc, void* y, void* alpha) {
    return Arguments().descriptor(yDesc, Kind::Tensor, false).memory(y).scalar(alpha, yDesc).submit(Number::cudnnScaleTensor, handle);
}
int cudnnTransformTensor(void* handle, void* alpha, void* xDesc, void* x, void* beta, void* yDesc, void* y) {
    return Arguments().scalar(alpha, xDesc).descriptor(xDesc, Kind::Tensor, false).memory(x).scalar(beta, xDesc).descriptor(yDesc, Kind::Tensor, false).memory(y).submit(Number::cudnnTransformTensor, handle);
}
int cudnnSetTensor(void* handle, void* yDesc, void* y, void* valuePtr) {
    return Arguments().descriptor(yDesc, Kind::Tensor, false).memory(y).element(valuePtr, yDesc).submit(Number::cudnnSetTensor, handle);
}
int cudnnOpTensor(void* handle, void* opTensorDesc, void* alpha1, void* aDesc, void* A, void* alpha2, void* bDesc, void* B, void* beta, void* cDesc, void* C) {
    return Arguments().descriptor(opTensorDesc, Kind::OpTensor, false).scalar(alpha1, aDesc).descriptor(aDesc, Kind::Tensor, false).memory(A).scalar(alpha2, aDesc).descriptor(bDesc, Kind::Tensor, true).memory(B).scalar(beta, aDesc).descriptor(cDesc, Kind::Tensor, false).memory(C).submit(Number::cudnnOpTensor, handle);
}
int cudnnReduceTensor(void* handle, void* reduceTensorDesc, void* indices, std::uint64_t indicesSizeInBytes, void* workspace, std::uint64_t workspaceSizeInBytes, void* alpha, void* aDesc, void* A, void* beta, void* cDesc, void* C) {
    return Arguments().descriptor(reduceTensorDesc, Kind::ReduceTensor, false).memory(indices).value(indicesSizeInBytes).memory(workspace).value(workspaceSizeInBytes).scalar(alpha, aDesc).descriptor(aDesc, Kind::Tensor, false).memory(A).scalar(beta, aDesc).descriptor(cDesc, Kind::Tensor, false).memory(C).submit(Number::cudnnReduceTensor, handle);
}
int cudnnGetReductionIndicesSize(void* handle, void* reduceTensorDesc, void* aDesc, void* cDesc, void* sizeInBytes) {
    return Arguments().descriptor(reduceTensorDesc, Kind::ReduceTensor, false).descriptor(aDesc, Kind::Tensor, false).descriptor(cDesc, Kind::Tensor, false).give(sizeInBytes, static_cast<std::int64_t>(8)).ask(Number::cudnnGetReductionIndicesSize, handle);
}
int cudnnGetReductionWorkspaceSize(void* handle, void* reduceTensorDesc, void* aDesc, void* cDesc, void* sizeInBytes) {
    return Arguments().descriptor(reduceTensorDesc, Kind::ReduceTensor, false).descriptor(aDesc, Kind::Tensor, false).descriptor(cDesc, Kind::Tensor, false).give(sizeInBytes, static_cast<std::int64_t>(8)).ask(Number::cudnnGetReductionWorkspaceSize, handle);
}
int cudnnLRNCrossChannelForward(void* handle, void* normDesc, int lrnMode, void* alpha, void* xDesc, void* x, void* beta, void* yDesc, void* y) {
    return Arguments().descriptor(normDesc, Kind::Lrn, false).value(lrnMode).scalar(alpha, xDesc).descriptor(xDesc, Kind::Tensor, false).memory(x).scalar(beta, xDesc).descriptor(yDesc, Kind::Tensor, false).memory(y).submit(Number::cudnnLRNCrossChannelForward, handle);
}
int cudnnLRNCrossChannelBackward(void* handle, void* normDesc, int lrnMode, void* alpha, void* yDesc, void* y, void* dyDesc, void* dy, void* xDesc, void* x, void* beta, void* dxDesc, void* dx) {
    return Arguments().descriptor(normDesc, Kind::Lrn, false).value(lrnMode).scalar(alpha, yDesc).descriptor(yDesc, Kind::Tensor, false).memory(y).descriptor(dyDesc, Kind::Tensor, false).memory(dy).descriptor(xDesc, Kind::Tensor, false).memory(x).scalar(beta, yDesc).descriptor(dxDesc, Kind::Tensor, false).memory(dx).submit(Number::cudnnLRNCrossChannelBackward, handle);
}
int cudnnDropoutForward(void* handle, void* dropoutDesc, void* xdesc, void* x, void* ydesc, void* y, void* reserveSpace, std::uint64_t reserveSpaceSizeInBytes) {
    return Arguments().descriptor(dropoutDesc, Kind::Dropout, false).descriptor(xdesc, Kind::Tensor, false).memory(x).descriptor(ydesc, Kind::Tensor, false).memory(y).memory(reserveSpace).value(reserveSpaceSizeInBytes).submit(Number::cudnnDropoutForward, handle);
}
int cudnnDropoutBackward(void* handle, void* dropoutDesc, void* dydesc, void* dy, void* dxdesc, void* dx, void* reserveSpace, std::uint64_t reserveSpaceSizeInBytes) {
    return Arguments().descriptor(dropoutDesc, Kind::Dropout, false).descriptor(dydesc, Kind::Tensor, false).memory(dy).descriptor(dxdesc, Kind::Tensor, false).memory(dx).memory(reserveSpace).value(reserveSpaceSizeInBytes).submit(Number::cudnnDropoutBackward, handle);
}
int cudnnDropoutGetStatesSize(void* handle, void* sizeInBytes) {
    return Arguments().give(sizeInBytes, static_cast<std::int64_t>(8)).ask(Number::cudnnDropoutGetStatesSize, handle);
}
int cudnnDropoutGetReserveSpaceSize(void* xdesc, void* sizeInBytes) {
    return Arguments().descriptor(xdesc, Kind::Tensor, false).give(sizeInBytes, static_cast<std::int64_t>(8)).ask(Number::cudnnDropoutGetReserveSpaceSize, own_handle());
}
int cudnnGetRNNWeightSpaceSize(void* handle, void* rnnDesc, void* weightSpaceSize) {
    return Arguments().descriptor(rnnDesc, Kind::Rnn, false).give(weightSpaceSize, static_cast<std::int64_t>(8)).ask(Number::cudnnGetRNNWeightSpaceSize, handle);
}
int cudnnGetRNNTempSpaceSizes(void* handle, void* rnnDesc, int fwdMode, void* xDesc, void* workSpaceSize, void* reserveSpaceSize) {
    return Arguments().descriptor(rnnDesc, Kind::Rnn, false).value(fwdMode).descriptor(xDesc, Kind::RnnData, false).give(workSpaceSize, static_cast<std::int64_t>(8)).give(reserveSpaceSize, static_cast<std::int64_t>(8)).ask(Number::cudnnGetRNNTempSpaceSizes, handle);
}
int cudnnRNNForward(void* handle, void* rnnDesc, int fwdMode, void* devSeqLengths, void* xDesc, void* x, void* yDesc, void* y, void* hDesc, void* hx, void* hy, void* cDesc, void* cx, void* cy, std::uint64_t weightSpaceSize, void* weightSpace, std::uint64_t workSpaceSize, void* workSpace, std::uint64_t reserveSpaceSize, void* reserveSpace) {
    return Arguments().descriptor(rnnDesc, Kind::Rnn, false).value(fwdMode).memory(devSeqLengths).descriptor(xDesc, Kind::RnnData, false).memory(x).descriptor(yDesc, Kind::RnnData, false).memory(y).descriptor(hDesc, Kind::Tensor, true).memory(hx).memory(hy).descriptor(cDesc, Kind::Tensor, true).memory(cx).memory(cy).value(weightSpaceSize).memory(weightSpace).value(workSpaceSize).memory(workSpace).value(reserveSpaceSize).memory(reserveSpace).submit(Number::cudnnRNNForward, handle);
}
int cudnnRNNBackwardData_v8(void* handle, void* rnnDesc, void* devSeqLengths, void* yDesc, void* y, void* dy, void* xDesc, void* dx, void* hDesc, void* hx, void* dhy, void* dhx, void* cDesc, void* cx, void* dcy, void* dcx, std::uint64_t weightSpaceSize, void* weightSpace, std::uint64_t workSpaceSize, void* workSpace, std::uint64_t reserveSpaceSize, void* reserveSpace) {
    return Arguments().descriptor(rnnDesc, Kind::Rnn, false).memory(devSeqLengths).descriptor(yDesc, Kind::RnnData, false).memory(y).memory(dy).descriptor(xDesc, Kind::RnnData, false).memory(dx).descriptor(hDesc, Kind::Tensor, true).memory(hx).memory(dhy).memory(dhx).descriptor(cDesc, Kind::Tensor, true).memory(cx).memory(dcy).memory(dcx).value(weightSpaceSize).memory(weightSpace).value(workSpaceSize).memory(workSpace).value(reserveSpaceSize).memory(reserveSpace).submit(Number::cudnnRNNBackwardData_v8, handle);
}
int cudnnRNNBackwardWeights_v8(void* handle, void* rnnDesc, int addGrad, void* devSeqLengths, void* xDesc, void* x, void* hDesc, void* hx, void* yDesc, void* y, std::uint64_t weightSpaceSize, void* dweightSpace, std::uint64_t workSpaceSize, void* workSpace, std::uint64_t reserveSpaceSize, void* reserveSpace) {
    return Arguments().descriptor(rnnDesc, Kind::Rnn, false).value(addGrad).memory(devSeqLengths).descriptor(xDesc, Kind::RnnData, false).memory(x).descriptor(hDesc, Kind::Tensor, true).memory(hx).descriptor(yDesc, Kind::RnnData, false).memory(y).value(weightSpaceSize).memory(dweightSpace).value(workSpaceSize).memory(workSpace).value(reserveSpaceSize).memory(reserveSpace).submit(Number::cudnnRNNBackwardWeights_v8, handle);
}
int cudnnCTCLoss(void* handle, void* probsDesc, void* probs, const void* hostLabels, const void* hostLabelLengths, const void* hostInputLengths, void* costs, void* gradientsDesc, void* gradients, int algo, void* ctcLossDesc, void* workspace, std::uint64_t workSpaceSizeInBytes) {
    return Arguments().descriptor(probsDesc, Kind::Tensor, false).memory(probs).integers(hostLabels, static_cast<std::int64_t>(sum_of(hostLabelLengths, batch_of(probsDesc)))).integers(hostLabelLengths, static_cast<std::int64_t>(batch_of(probsDesc))).integers(hostInputLengths, static_cast<std::int64_t>(batch_of(probsDesc))).memory(costs).descriptor(gradientsDesc, Kind::Tensor, true).memory(gradients).value(algo).descriptor(ctcLossDesc, Kind::CtcLoss, false).memory(workspace).value(workSpaceSizeInBytes).submit(Number::cudnnCTCLoss, handle);
}
int cudnnCTCLoss_v8(void* handle, int algo, void* ctcLossDesc, void* probsDesc, void* probs, void* labels, void* labelLengths, void* inputLengths, void* costs, void* gradientsDesc, void* gradients, std::uint64_t workSpaceSizeInBytes, void* workspace) {
    return Arguments().value(algo).descriptor(ctcLossDesc, Kind::CtcLoss, false).descriptor(probsDesc, Kind::Tensor, false).memory(probs).memory(labels).memory(labelLengths).memory(inputLengths).memory(costs).descriptor(gradientsDesc, Kind::Tensor, true).memory(gradients).value(workSpaceSizeInBytes).memory(workspace).submit(Number::cudnnCTCLoss_v8, handle);
}
int cudnnGetCTCLossWorkspaceSize(void* handle, void* probsDesc, void* gradientsDesc, const void* labels, const void* labelLengths, const void* inputLengths, int algo, void* ctcLossDesc, void* sizeInBytes) {
    return Arguments().descriptor(probsDesc, Kind::Tensor, false).descriptor(gradientsDesc, Kind::Tensor, true).integers(labels, static_cast<std::int64_t>(sum_of(labelLengths, batch_of(probsDesc)))).integers(labelLengths, static_cast<std::int64_t>(batch_of(probsDesc))).integers(inputLengths, static_cast<std::int64_t>(batch_of(probsDesc))).value(algo).descriptor(ctcLossDesc, Kind::CtcLoss, false).give(sizeInBytes, static_cast<std::int64_t>(8)).ask(Number::cudnnGetCTCLossWorkspaceSize, handle);
}
int cudnnGetCTCLossWorkspaceSize_v8(void* handle, int algo, void* ctcLossDesc, void* probsDesc, void* gradientsDesc, void* sizeInBytes) {
    return Arguments().value(algo).descriptor(ctcLossDesc, Kind::CtcLoss, false).descriptor(probsDesc, Kind::Tensor, false).descriptor(gradientsDesc, Kind::Tensor, true).give(sizeInBytes, static_cast<std::int64_t>(8)).ask(Number::cudnnGetCTCLossWorkspaceSize_v8, handle);
}
int cudnnSpatialTfGridGeneratorForward(void* handle, void* stDesc, void* theta, void* grid) {
    return Arguments().descriptor(stDesc, Kind::Transformer, false).memory(theta).memory(grid).submit(Number::cudnnSpatialTfGridGeneratorForward, handle);
}
int cudnnSpatialTfGridGeneratorBackward(void* handle, void* stDesc, void* dgrid, void* dtheta) {
    return Arguments().descriptor(stDesc, Kind::Transformer, false).memory(dgrid).memory(dtheta).submit(Number::cudnnSpatialTfGridGeneratorBackward, handle);
}
int cudnnSpatialTfSamplerForward(void* handle, void* stDesc, void* alpha, void* xDesc, void* x, void* grid, void* beta, void* yDesc, void* y) {
    return Arguments().descriptor(stDesc, Kind::Transformer, false).scalar(alpha, xDesc).descriptor(xDesc, Kind::Tensor, false).memory(x).memory(grid).scalar(beta, xDesc).descriptor(yDesc, Kind::Tensor, false).memory(y).submit(Number::cudnnSpatialTfSamplerForward, handle);
}
int cudnnSpatialTfSamplerBackward(void* handle, void* stDesc, void* alpha, void* xDesc, void* x, void* beta, void* dxDesc, void* dx, void* alphaDgrid, void* dyDesc, void* dy, void* grid, void* betaDgrid, void* dgrid) {
    return Arguments().descriptor(stDesc, Kind::Transformer, false).scalar(alpha, xDesc).descriptor(xDesc, Kind::Tensor, false).memory(x).scalar(beta, xDesc).descriptor(dxDesc, Kind::Tensor, false).memory(dx).scalar(alphaDgrid, xDesc).descriptor(dyDesc, Kind::Tensor, false).memory(dy).memory(grid).scalar(betaDgrid, xDesc).memory(dgrid).submit(Number::cudnnSpatialTfSamplerBackward, handle);
}

// Those that are not covered.
int cudnnBackendPopulateCudaGraph() { return unsupported_function(Library::Cudnn, "cudnnBackendPopulateCudaGraph"); }
int cudnnBackendUpdateCudaGraph() { return unsupported_function(Library::Cudnn, "cudnnBackendUpdateCudaGraph"); }
int cudnnBuildRNNDynamic() { return unsupported_function(Library::Cudnn, "cudnnBuildRNNDynamic"); }
int cudnnCreateAttnDescriptor() { return unsupported_function(Library::Cudnn, "cudnnCreateAttnDescriptor"); }
int cudnnCreateFusedOpsConstParamPack() { return unsupported_function(Library::Cudnn, "cudnnCreateFusedOpsConstParamPack"); }
int cudnnCreateFusedOpsPlan() { return unsupported_function(Library::Cudnn, "cudnnCreateFusedOpsPlan"); }
int cudnnCreateFusedOpsVariantParamPack() { return unsupported_function(Library::Cudnn, "cudnnCreateFusedOpsVariantParamPack"); }
int cudnnCreateSeqDataDescriptor() { return unsupported_function(Library::Cudnn, "cudnnCreateSeqDataDescriptor"); }
int cudnnCreateTensorTransformDescriptor() { return unsupported_function(Library::Cudnn, "cudnnCreateTensorTransformDescriptor"); }
int cudnnDeriveNormTensorDescriptor() { return unsupported_function(Library::Cudnn, "cudnnDeriveNormTensorDescriptor"); }
int cudnnDestroyAttnDescriptor() { return unsupported_function(Library::Cudnn, "cudnnDestroyAttnDescriptor"); }
int cudnnDestroyFusedOpsConstParamPack() { return unsupported_function(Library::Cudnn, "cudnnDestroyFusedOpsConstParamPack"); }
int cudnnDestroyFusedOpsPlan() { return unsupported_function(Library::Cudnn, "cudnnDestroyFusedOpsPlan"); }
int cudnnDestroyFusedOpsVariantParamPack() { return unsupported_function(Library::Cudnn, "cudnnDestroyFusedOpsVariantParamPack"); }
int cudnnDestroySeqDataDescriptor() { return unsupported_function(Library::Cudnn, "cudnnDestroySeqDataDescriptor"); }
int cudnnDestroyTensorTransformDescriptor() { return unsupported_function(Library::Cudnn, "cudnnDestroyTensorTransformDescriptor"); }
int cudnnDivisiveNormalizationBackward() { return unsupported_function(Library::Cudnn, "cudnnDivisiveNormalizationBackward"); }
int cudnnDivisiveNormalizationForward() { return unsupported_function(Library::Cudnn, "cudnnDivisiveNormalizationForward"); }
int cudnnFusedOpsExecute() { return unsupported_function(Library::Cudnn, "cudnnFusedOpsExecute"); }
int cudnnGetAttnDescriptor() { return unsupported_function(Library::Cudnn, "cudnnGetAttnDescriptor"); }
int cudnnGetBackdoor() { return unsupported_function(Library::Cudnn, "cudnnGetBackdoor"); }
int cudnnGetCTCLossDescriptor() { return unsupported_function(Library::Cudnn, "cudnnGetCTCLossDescriptor"); }
int cudnnGetCTCLossDescriptorEx() { return unsupported_function(Library::Cudnn, "cudnnGetCTCLossDescriptorEx"); }
int cudnnGetCTCLossDescriptor_v8() { return unsupported_function(Library::Cudnn, "cudnnGetCTCLossDescriptor_v8"); }
int cudnnGetCTCLossDescriptor_v9() { return unsupported_function(Library::Cudnn, "cudnnGetCTCLossDescriptor_v9"); }
int cudnnGetCallback() { return unsupported_function(Library::Cudnn, "cudnnGetCallback"); }
int cudnnGetFoldedConvBackwardDataDescriptors() { return unsupported_function(Library::Cudnn, "cudnnGetFoldedConvBackwardDataDescriptors"); }
int cudnnGetFusedOpsConstParamPackAttribute() { return unsupported_function(Library::Cudnn, "cudnnGetFusedOpsConstParamPackAttribute"); }
int cudnnGetFusedOpsVariantParamPackAttribute() { return unsupported_function(Library::Cudnn, "cudnnGetFusedOpsVariantParamPackAttribute"); }
int cudnnGetMultiHeadAttnBuffers() { return unsupported_function(Library::Cudnn, "cudnnGetMultiHeadAttnBuffers"); }
int cudnnGetMultiHeadAttnWeights() { return unsupported_function(Library::Cudnn, "cudnnGetMultiHeadAttnWeights"); }
int cudnnGetNormalizationBackwardWorkspaceSize() { return unsupported_function(Library::Cudnn, "cudnnGetNormalizationBackwardWorkspaceSize"); }
int cudnnGetNormalizationForwardTrainingWorkspaceSize() { return unsupported_function(Library::Cudnn, "cudnnGetNormalizationForwardTrainingWorkspaceSize"); }
int cudnnGetNormalizationTrainingReserveSpaceSize() { return unsupported_function(Library::Cudnn, "cudnnGetNormalizationTrainingReserveSpaceSize"); }
int cudnnGetRNNDataDescriptor() { return unsupported_function(Library::Cudnn, "cudnnGetRNNDataDescriptor"); }
int cudnnGetRNNDescriptor_v8() { return unsupported_function(Library::Cudnn, "cudnnGetRNNDescriptor_v8"); }
int cudnnGetRNNDropoutLocationsInternal() { return unsupported_function(Library::Cudnn, "cudnnGetRNNDropoutLocationsInternal"); }
int cudnnGetSeqDataDescriptor() { return unsupported_function(Library::Cudnn, "cudnnGetSeqDataDescriptor"); }
int cudnnGetTensorTransformDescriptor() { return unsupported_function(Library::Cudnn, "cudnnGetTensorTransformDescriptor"); }
int cudnnIm2Col() { return unsupported_function(Library::Cudnn, "cudnnIm2Col"); }
int cudnnInitTransformDest() { return unsupported_function(Library::Cudnn, "cudnnInitTransformDest"); }
int cudnnMakeFusedOpsPlan() { return unsupported_function(Library::Cudnn, "cudnnMakeFusedOpsPlan"); }
int cudnnMultiHeadAttnBackwardData() { return unsupported_function(Library::Cudnn, "cudnnMultiHeadAttnBackwardData"); }
int cudnnMultiHeadAttnBackwardWeights() { return unsupported_function(Library::Cudnn, "cudnnMultiHeadAttnBackwardWeights"); }
int cudnnMultiHeadAttnForward() { return unsupported_function(Library::Cudnn, "cudnnMultiHeadAttnForward"); }
int cudnnNormalizationBackward() { return unsupported_function(Library::Cudnn, "cudnnNormalizationBackward"); }
int cudnnNormalizationForwardInference() { return unsupported_function(Library::Cudnn, "cudnnNormalizationForwardInference"); }
int cudnnNormalizationForwardTraining() { return unsupported_function(Library::Cudnn, "cudnnNormalizationForwardTraining"); }
int cudnnQueryRuntimeError() { return unsupported_function(Library::Cudnn, "cudnnQueryRuntimeError"); }
int cudnnRNNGetClip_v8() { return unsupported_function(Library::Cudnn, "cudnnRNNGetClip_v8"); }
int cudnnRNNGetClip_v9() { return unsupported_function(Library::Cudnn, "cudnnRNNGetClip_v9"); }
int cudnnReorderFilterAndBias() { return unsupported_function(Library::Cudnn, "cudnnReorderFilterAndBias"); }
int cudnnSetAttnDescriptor() { return unsupported_function(Library::Cudnn, "cudnnSetAttnDescriptor"); }
int cudnnSetBackdoor() { return unsupported_function(Library::Cudnn, "cudnnSetBackdoor"); }
int cudnnSetBackdoorEx() { return unsupported_function(Library::Cudnn, "cudnnSetBackdoorEx"); }
int cudnnSetCallback() { return unsupported_function(Library::Cudnn, "cudnnSetCallback"); }
int cudnnSetFusedOpsConstParamPackAttribute() { return unsupported_function(Library::Cudnn, "cudnnSetFusedOpsConstParamPackAttribute"); }
int cudnnSetFusedOpsVariantParamPackAttribute() { return unsupported_function(Library::Cudnn, "cudnnSetFusedOpsVariantParamPackAttribute"); }
int cudnnSetSeqDataDescriptor() { return unsupported_function(Library::Cudnn, "cudnnSetSeqDataDescriptor"); }
int cudnnSetTensorTransformDescriptor() { return unsupported_function(Library::Cudnn, "cudnnSetTensorTransformDescriptor"); }
int cudnnTransformFilter() { return unsupported_function(Library::Cudnn, "cudnnTransformFilter"); }
int cudnnTransformTensorEx() { return unsupported_function(Library::Cudnn, "cudnnTransformTensorEx"); }
#pragma GCC visibility pop

}
