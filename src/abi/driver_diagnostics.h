// Core dumps, checkpoints, logs, notifications, profiles.
//
// Data, no behaviour: names, values and layouts are CUDA's, so the rules for ours do not apply.
#pragma once
#pragma GCC system_header

#include <cstddef>
#include <cstdint>

#include "abi/driver_device.h"
#include "abi/driver_handles.h"

enum CUasyncNotificationType_enum : int {
    CU_ASYNC_NOTIFICATION_TYPE_OVER_BUDGET = 1,
};

using CUasyncNotificationType = CUasyncNotificationType_enum;

struct CUasyncNotificationInfo_st {
    CUasyncNotificationType type;
    union {
        struct {
            unsigned long long bytesOverBudget;
        } overBudget;
    } info;
};

using CUasyncNotificationInfo = CUasyncNotificationInfo_st;
using CUasyncCallback = void (*)(CUasyncNotificationInfo*, void*, CUasyncCallbackHandle);

enum CUprocessState_enum : int {
    CU_PROCESS_STATE_RUNNING = 0,
    CU_PROCESS_STATE_LOCKED = 1,
    CU_PROCESS_STATE_CHECKPOINTED = 2,
    CU_PROCESS_STATE_FAILED = 3,
};

using CUprocessState = CUprocessState_enum;

struct CUcheckpointLockArgs_st {
    unsigned int timeoutMs;
    unsigned int reserved0;
    cuuint64_t reserved1[7];
};

using CUcheckpointLockArgs = CUcheckpointLockArgs_st;

struct CUcheckpointCheckpointArgs_st {
    cuuint64_t reserved[8];
};

using CUcheckpointCheckpointArgs = CUcheckpointCheckpointArgs_st;

struct CUcheckpointGpuPair_st {
    CUuuid oldUuid;
    CUuuid newUuid;
};

using CUcheckpointGpuPair = CUcheckpointGpuPair_st;

struct CUcheckpointRestoreArgs_st {
    CUcheckpointGpuPair* gpuPairs;
    unsigned int gpuPairsCount;
    char reserved[44];
    cuuint64_t reserved1;
};

using CUcheckpointRestoreArgs = CUcheckpointRestoreArgs_st;

struct CUcheckpointUnlockArgs_st {
    cuuint64_t reserved[8];
};

using CUcheckpointUnlockArgs = CUcheckpointUnlockArgs_st;

enum CUcoredumpSettings_enum : int {
    CU_COREDUMP_ENABLE_ON_EXCEPTION = 1,
    CU_COREDUMP_TRIGGER_HOST = 2,
    CU_COREDUMP_LIGHTWEIGHT = 3,
    CU_COREDUMP_ENABLE_USER_TRIGGER = 4,
    CU_COREDUMP_FILE = 5,
    CU_COREDUMP_PIPE = 6,
    CU_COREDUMP_GENERATION_FLAGS = 7,
    CU_COREDUMP_MAX = 8,
};

using CUcoredumpSettings = CUcoredumpSettings_enum;

enum CUCoredumpGenerationFlags : int {
    CU_COREDUMP_DEFAULT_FLAGS = 0,
    CU_COREDUMP_SKIP_NONRELOCATED_ELF_IMAGES = 1,
    CU_COREDUMP_SKIP_GLOBAL_MEMORY = 2,
    CU_COREDUMP_SKIP_SHARED_MEMORY = 4,
    CU_COREDUMP_SKIP_LOCAL_MEMORY = 8,
    CU_COREDUMP_SKIP_ABORT = 16,
    CU_COREDUMP_SKIP_CONSTBANK_MEMORY = 32,
    CU_COREDUMP_LIGHTWEIGHT_FLAGS = 47,
};

enum CUlogLevel_enum : int {
    CU_LOG_LEVEL_ERROR = 0,
    CU_LOG_LEVEL_WARNING = 1,
};

using CUlogLevel = CUlogLevel_enum;
using CUlogsCallback = void (*)(void*, CUlogLevel, char*, size_t);

enum CUoutput_mode_enum : int {
    CU_OUT_KEY_VALUE_PAIR = 0,
    CU_OUT_CSV = 1,
};

using CUoutput_mode = CUoutput_mode_enum;
