// NCCL's communicators, of one rank each, which exist only in the client. Programs have their addresses, which are
// looked up before each use, so that a stale one is an error and not a crash.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "base/mutex.h"

namespace ringfence::client::nccl {

enum Status : int {
    success = 0,
    unhandled_cuda_error = 1,
    system_error = 2,
    internal_error = 3,
    invalid_argument = 4,
    invalid_usage = 5,
    remote_error = 6,
    in_progress = 7,
};

// Stores the text for ncclGetLastError, and returns the status.
int fail(Status status, const std::string& text);
const char* last_error();

// Converts CUDA's status to NCCL's; the error's text names the function.
int from_cuda(int status, const char* what);

enum DataType : int { int8, uint8, int32, uint32, int64, uint64, float16, float32, float64, bfloat16, e4m3, e5m2 };
constexpr int type_count = 12;
std::size_t bytes_of(DataType type);

// An operation that multiplies by a scalar before summing up.
struct Scaling {
    DataType type = int8;
    bool is_in_device_memory = false;
    std::uint64_t scalar = 0;  // its bytes, or its address
};

struct Communicator {
    int device = 0;
    std::atomic<bool> is_finalized{false};
    std::atomic<bool> is_revoked{false};  // other threads may do that while it is used
    Mutex mutex;
    std::unordered_map<int, Scaling> scalings
        RF_GUARDED_BY(mutex);  // by the number that the program calls the operation
    std::unordered_set<std::uintptr_t> registrations RF_GUARDED_BY(mutex);
};

using Shared = std::shared_ptr<Communicator>;

// Makes a communicator for the current device. On failure null, with the reason in `status`.
Communicator* make_communicator(int& status);
// Null, with the reason in `status`, if it is not one of ours.
Shared find_communicator(const void* handle, const char* function, int& status);
// The same, for calls that need a communicator that still works.
Shared find_working_communicator(const void* handle, const char* function, int& status);
void drop_communicator(const void* handle);

// Unique numbers, from 1.
std::uint32_t next_number();

}  // namespace ringfence::client::nccl
