// Streams, events, waiting on values.
//
// Data, no behaviour: names, values and layouts are CUDA's, so the rules for ours do not apply.
#pragma once
#pragma GCC system_header

#include <cstddef>
#include <cstdint>

#include "abi/driver_handles.h"
#include "abi/driver_status.h"

enum CUevent_sched_flags_enum : int {
    CU_EVENT_SCHED_AUTO = 0,
    CU_EVENT_SCHED_SPIN = 1,
    CU_EVENT_SCHED_YIELD = 2,
    CU_EVENT_SCHED_BLOCKING_SYNC = 4,
};

using CUevent_sched_flags = CUevent_sched_flags_enum;

enum CUstream_flags_enum : int {
    CU_STREAM_DEFAULT = 0,
    CU_STREAM_NON_BLOCKING = 1,
};

using CUstream_flags = CUstream_flags_enum;

enum CUevent_flags_enum : int {
    CU_EVENT_DEFAULT = 0,
    CU_EVENT_BLOCKING_SYNC = 1,
    CU_EVENT_DISABLE_TIMING = 2,
    CU_EVENT_INTERPROCESS = 4,
};

using CUevent_flags = CUevent_flags_enum;

enum CUevent_record_flags_enum : int {
    CU_EVENT_RECORD_DEFAULT = 0,
    CU_EVENT_RECORD_EXTERNAL = 1,
};

using CUevent_record_flags = CUevent_record_flags_enum;

enum CUevent_wait_flags_enum : int {
    CU_EVENT_WAIT_DEFAULT = 0,
    CU_EVENT_WAIT_EXTERNAL = 1,
};

using CUevent_wait_flags = CUevent_wait_flags_enum;

enum CUstreamWaitValue_flags_enum : int {
    CU_STREAM_WAIT_VALUE_GEQ = 0,
    CU_STREAM_WAIT_VALUE_EQ = 1,
    CU_STREAM_WAIT_VALUE_AND = 2,
    CU_STREAM_WAIT_VALUE_NOR = 3,
    CU_STREAM_WAIT_VALUE_FLUSH = 0x40000000,
};

using CUstreamWaitValue_flags = CUstreamWaitValue_flags_enum;

enum CUstreamWriteValue_flags_enum : int {
    CU_STREAM_WRITE_VALUE_DEFAULT = 0,
    CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER = 1,
};

using CUstreamWriteValue_flags = CUstreamWriteValue_flags_enum;

enum CUstreamBatchMemOpType_enum : int {
    CU_STREAM_MEM_OP_WAIT_VALUE_32 = 1,
    CU_STREAM_MEM_OP_WRITE_VALUE_32 = 2,
    CU_STREAM_MEM_OP_WAIT_VALUE_64 = 4,
    CU_STREAM_MEM_OP_WRITE_VALUE_64 = 5,
    CU_STREAM_MEM_OP_BARRIER = 6,
    CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES = 3,
};

using CUstreamBatchMemOpType = CUstreamBatchMemOpType_enum;

enum CUstreamMemoryBarrier_flags_enum : int {
    CU_STREAM_MEMORY_BARRIER_TYPE_SYS = 0,
    CU_STREAM_MEMORY_BARRIER_TYPE_GPU = 1,
};

using CUstreamMemoryBarrier_flags = CUstreamMemoryBarrier_flags_enum;

union CUstreamBatchMemOpParams_union {
    CUstreamBatchMemOpType operation;
    struct CUstreamMemOpWaitValueParams_st {
        CUstreamBatchMemOpType operation;
        CUdeviceptr address;
        union {
            cuuint32_t value;
            cuuint64_t value64;
        };
        unsigned int flags;
        CUdeviceptr alias;
    };
    CUstreamMemOpWaitValueParams_st waitValue;
    struct CUstreamMemOpWriteValueParams_st {
        CUstreamBatchMemOpType operation;
        CUdeviceptr address;
        union {
            cuuint32_t value;
            cuuint64_t value64;
        };
        unsigned int flags;
        CUdeviceptr alias;
    };
    CUstreamMemOpWriteValueParams_st writeValue;
    struct CUstreamMemOpFlushRemoteWritesParams_st {
        CUstreamBatchMemOpType operation;
        unsigned int flags;
    };
    CUstreamMemOpFlushRemoteWritesParams_st flushRemoteWrites;
    struct CUstreamMemOpMemoryBarrierParams_st {
        CUstreamBatchMemOpType operation;
        unsigned int flags;
    };
    CUstreamMemOpMemoryBarrierParams_st memoryBarrier;
    cuuint64_t pad[6];
};

using CUstreamBatchMemOpParams_v1 = CUstreamBatchMemOpParams_union;
using CUstreamBatchMemOpParams = CUstreamBatchMemOpParams_v1;

enum CUstreamUpdateCaptureDependencies_flags_enum : int {
    CU_STREAM_ADD_CAPTURE_DEPENDENCIES = 0,
    CU_STREAM_SET_CAPTURE_DEPENDENCIES = 1,
};

using CUstreamUpdateCaptureDependencies_flags = CUstreamUpdateCaptureDependencies_flags_enum;

enum CUstreamCaptureStatus_enum : int {
    CU_STREAM_CAPTURE_STATUS_NONE = 0,
    CU_STREAM_CAPTURE_STATUS_ACTIVE = 1,
    CU_STREAM_CAPTURE_STATUS_INVALIDATED = 2,
};

using CUstreamCaptureStatus = CUstreamCaptureStatus_enum;

enum CUstreamCaptureMode_enum : int {
    CU_STREAM_CAPTURE_MODE_GLOBAL = 0,
    CU_STREAM_CAPTURE_MODE_THREAD_LOCAL = 1,
    CU_STREAM_CAPTURE_MODE_RELAXED = 2,
};

using CUstreamCaptureMode = CUstreamCaptureMode_enum;
using CUstreamCallback = void (*)(CUstream, CUresult, void*);
