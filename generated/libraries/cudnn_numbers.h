// Made by tools/generate_libraries.py from api/libraries. Do not edit.
// clang-format off
//
// The functions that are declared in api/libraries/cudnn.api: their numbers go over the channel.
#pragma once

#include <cstdint>

namespace ringfence::cudnn {

enum class Number : std::uint32_t {
    cudnnBatchNormalizationForwardTraining,
    cudnnBatchNormalizationForwardTrainingEx,
    cudnnBatchNormalizationForwardInference,
    cudnnBatchNormalizationBackward,
    cudnnBatchNormalizationBackwardEx,
    cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize,
    cudnnGetBatchNormalizationBackwardExWorkspaceSize,
    cudnnGetBatchNormalizationTrainingExReserveSpaceSize,
    cudnnConvolutionForward,
    cudnnConvolutionBackwardData,
    cudnnConvolutionBackwardFilter,
    cudnnConvolutionBackwardBias,
    cudnnConvolutionBiasActivationForward,
    cudnnGetConvolutionForwardWorkspaceSize,
    cudnnGetConvolutionBackwardDataWorkspaceSize,
    cudnnGetConvolutionBackwardFilterWorkspaceSize,
    cudnnGetConvolutionForwardAlgorithm_v7,
    cudnnGetConvolutionBackwardDataAlgorithm_v7,
    cudnnGetConvolutionBackwardFilterAlgorithm_v7,
    cudnnFindConvolutionForwardAlgorithmEx,
    cudnnFindConvolutionBackwardDataAlgorithmEx,
    cudnnFindConvolutionBackwardFilterAlgorithmEx,
    cudnnPoolingForward,
    cudnnPoolingBackward,
    cudnnActivationForward,
    cudnnActivationBackward,
    cudnnSoftmaxForward,
    cudnnSoftmaxBackward,
    cudnnAddTensor,
    cudnnScaleTensor,
    cudnnTransformTensor,
    cudnnDropoutForward,
    cudnnDropoutBackward,
    cudnnDropoutGetStatesSize,
    cudnnGetRNNWeightSpaceSize,
    cudnnGetRNNTempSpaceSizes,
    cudnnRNNForward,
    cudnnRNNBackwardData_v8,
    cudnnRNNBackwardWeights_v8,
    cudnnCTCLoss,
    cudnnCTCLoss_v8,
    cudnnGetCTCLossWorkspaceSize,
    cudnnGetCTCLossWorkspaceSize_v8,
    cudnnSpatialTfGridGeneratorForward,
    cudnnSpatialTfGridGeneratorBackward,
    cudnnSpatialTfSamplerForward,
    cudnnSpatialTfSamplerBackward,
};
constexpr std::uint32_t number_count = 47;

enum class Setter : std::uint32_t {
    cudnnSetTensorNdDescriptor,
    cudnnSetFilterNdDescriptor,
    cudnnSetConvolutionNdDescriptor,
    cudnnSetConvolutionGroupCount,
    cudnnSetConvolutionMathType,
    cudnnSetConvolutionReorderType,
    cudnnSetActivationDescriptor,
    cudnnSetActivationDescriptorSwishBeta,
    cudnnSetPooling2dDescriptor,
    cudnnSetPoolingNdDescriptor,
    cudnnSetDropoutDescriptor,
    cudnnRestoreDropoutDescriptor,
    cudnnSetRNNDescriptor_v8,
    cudnnRNNSetClip_v8,
    cudnnRNNSetClip_v9,
    cudnnSetRNNDataDescriptor,
    cudnnSetCTCLossDescriptor,
    cudnnSetCTCLossDescriptorEx,
    cudnnSetCTCLossDescriptor_v8,
    cudnnSetCTCLossDescriptor_v9,
    cudnnSetSpatialTransformerNdDescriptor,
};
constexpr std::uint32_t setter_count = 21;

}  // namespace ringfence::cudnn
