// NCCL's communicators, of one rank each: objects of the client alone. A program holds their addresses, which are
// looked up before they are used, so that a stale one is an error and not a crash.
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

// How ncclGetLastError puts it.
int fail(Status status, const std::string& text);
const char* last_error();

// CUDA's status as NCCL's; says which function it came from.
int from_cuda(int status, const char* what);

enum DataType : int { int8, uint8, int32, uint32, int64, uint64, float16, float32, float64, bfloat16, e4m3, e5m2 };
constexpr int type_count = 12;
std::size_t bytes_of(DataType type);

// "Multiply by this before you sum up."
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

// The current device's. Null, and `status` why: there is none.
Communicator* make_communicator(int& status);
// Null, and `status` why, if it is not one of ours.
Shared find_communicator(const void* handle, const char* function, int& status);
// The same, of calls that need one that still works.
Shared find_working_communicator(const void* handle, const char* function, int& status);
void drop_communicator(const void* handle);

// Never the same again, from 1.
std::uint32_t next_number();

}  // namespace ringfence::client::nccl
