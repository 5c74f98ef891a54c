// Copies and extents.
//
// Data, no behaviour: names, values and layouts are CUDA's, so the rules for ours do not apply.
#pragma once
#pragma GCC system_header

#include <cstddef>
#include <cstdint>

#include "abi/driver_handles.h"
#include "abi/runtime_handles.h"
#include "abi/runtime_memory.h"
#include "abi/vector_types.h"

enum cudaMemcpyKind : int {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4,
};

struct cudaPitchedPtr {
    void* ptr;
    size_t pitch;
    size_t xsize;
    size_t ysize;
};

struct cudaExtent {
    size_t width;
    size_t height;
    size_t depth;
};

struct cudaPos {
    size_t x;
    size_t y;
    size_t z;
};

struct cudaMemcpy3DParms {
    cudaArray_t srcArray;
    cudaPos srcPos;
    cudaPitchedPtr srcPtr;
    cudaArray_t dstArray;
    cudaPos dstPos;
    cudaPitchedPtr dstPtr;
    cudaExtent extent;
    cudaMemcpyKind kind;
};

struct cudaMemcpy3DPeerParms {
    cudaArray_t srcArray;
    cudaPos srcPos;
    cudaPitchedPtr srcPtr;
    int srcDevice;
    cudaArray_t dstArray;
    cudaPos dstPos;
    cudaPitchedPtr dstPtr;
    int dstDevice;
    cudaExtent extent;
};

enum cudaMemcpyFlags : int {
    cudaMemcpyFlagDefault = 0,
    cudaMemcpyFlagPreferOverlapWithCompute = 1,
};

enum cudaMemcpySrcAccessOrder : int {
    cudaMemcpySrcAccessOrderInvalid = 0,
    cudaMemcpySrcAccessOrderStream = 1,
    cudaMemcpySrcAccessOrderDuringApiCall = 2,
    cudaMemcpySrcAccessOrderAny = 3,
    cudaMemcpySrcAccessOrderMax = 0x7fffffff,
};

struct cudaMemcpyAttributes {
    cudaMemcpySrcAccessOrder srcAccessOrder;
    cudaMemLocation srcLocHint;
    cudaMemLocation dstLocHint;
    unsigned int flags;
};

enum cudaMemcpy3DOperandType : int {
    cudaMemcpyOperandTypePointer = 1,
    cudaMemcpyOperandTypeArray = 2,
    cudaMemcpyOperandTypeMax = 0x7fffffff,
};

struct cudaOffset3D {
    size_t x;
    size_t y;
    size_t z;
};

struct cudaMemcpy3DOperand {
    cudaMemcpy3DOperandType type;
    union {
        struct {
            void* ptr;
            size_t rowLength;
            size_t layerHeight;
            cudaMemLocation locHint;
        } ptr;
        struct {
            cudaArray_t array;
            cudaOffset3D offset;
        } array;
    } op;
};

struct cudaMemcpy3DBatchOp {
    cudaMemcpy3DOperand src;
    cudaMemcpy3DOperand dst;
    cudaExtent extent;
    cudaMemcpySrcAccessOrder srcAccessOrder;
    unsigned int flags;
};
