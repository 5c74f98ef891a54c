// NCCL for one rank, in the client: every collective is a copy on its stream, or nothing. More ranks are refused, with
// the reason: they would have to meet other processes, and a session's memory is its own.
#include <sys/random.h>

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <utility>

#include "api/runtime_entries.h"
#include "base/mutex.h"
#include "client/libraries/library_call.h"
#include "client/libraries/nccl_communicator.h"
#include "client/libraries/nccl_group.h"
#include "client/libraries/nccl_scale.h"

namespace {

using ringfence::MutexLock;
using namespace ringfence::client;
using namespace ringfence::client::nccl;

constexpr int version = 22809;  // of the wheels of PyTorch 2.11
constexpr int undefined = INT_MIN;

struct UniqueId {
    char bytes[128];
};

// The beginning of ncclConfig_t: what is looked at here, as NCCL 2.17 and later have it.
struct Config {
    std::size_t size;
    std::uint32_t magic;
    std::uint32_t version;
    int blocking;
    int cluster_size;
    int least_blocks;
    int most_blocks;
};

struct Simulation {
    std::size_t size;
    std::uint32_t magic;
    std::uint32_t version;
    float seconds;
};

enum Operation : int { sum, product, maximum, minimum, average, first_own };

int refuse_ranks(const char* function, int ranks) {
    const std::string text = std::string(function) + ": Ringfence serves one rank; this program asks for " +
                             std::to_string(ranks) + ". Start it with a world size of 1, or run it without Ringfence";
    static std::atomic<bool> has_said = false;
    if (!has_said.exchange(true)) std::fprintf(stderr, "ringfence: %s\n", text.c_str());
    return fail(invalid_usage, text);
}

int no_pointer(const char* function, const char* what) {
    return fail(invalid_argument, std::string(function) + " : " + what + " argument is NULL");
}

bool is_between(int value, int least, int most) {
    return value == undefined || (value >= least && value <= most);
}

int check_config(const Config* config) {
    constexpr std::uint32_t magic = 0xcafebeef;
    if (config == nullptr) return success;
    Config its = {};
    its.blocking = its.cluster_size = its.least_blocks = its.most_blocks = undefined;
    std::memcpy(&its, config, std::min(config->size, sizeof its));
    if (its.magic != magic) {
        return fail(invalid_argument, "ncclConfig_t argument not initialized via NCCL_CONFIG_INITIALIZER");
    }
    const auto wrong = [](const char* name, int value) {
        return fail(invalid_argument,
                    std::string("Invalid config ") + name + " attribute value " + std::to_string(value));
    };
    if (!is_between(its.blocking, 0, 1)) return wrong("blocking", its.blocking);
    if (!is_between(its.cluster_size, 0, 8)) return wrong("cgaClusterSize", its.cluster_size);
    const bool is_ordered =
        its.least_blocks == undefined || its.most_blocks == undefined || its.least_blocks <= its.most_blocks;
    if (!is_between(its.least_blocks, 1, INT_MAX) || !is_ordered) return wrong("minCTAs", its.least_blocks);
    if (!is_between(its.most_blocks, 1, INT_MAX)) return wrong("maxCTAs", its.most_blocks);
    return success;
}

int init(const char* function, void** comm, int ranks, int rank, const Config* config) {
    if (comm == nullptr) return no_pointer(function, "newcomm");
    *comm = nullptr;
    if (ranks < 1 || rank < 0 || rank >= ranks) {
        return fail(invalid_argument, "Invalid rank requested : " + std::to_string(rank) + "/" + std::to_string(ranks));
    }
    if (const int status = check_config(config); status != success) return status;
    if (ranks > 1) return refuse_ranks(function, ranks);
    int status = success;
    *comm = make_communicator(status);
    return status;
}

// The arguments that all data-moving calls have in common.
struct Movement {
    const char* function;
    int type;
    int root;
    void* comm;
    int operation;
};

std::optional<Scaling> find_scaling(Communicator& communicator, int operation) {
    const MutexLock lock(communicator.mutex);
    const auto found = communicator.scalings.find(operation);
    if (found == communicator.scalings.end()) return {};
    return found->second;
}

int check(const Movement& movement, Shared& communicator) {
    int status = success;
    const std::string function = movement.function;
    communicator = find_working_communicator(movement.comm, movement.function, status);
    if (communicator == nullptr) return status;
    if (movement.root != 0) {
        return fail(invalid_argument, function + " : invalid root " + std::to_string(movement.root) +
                                          " (root should be in the 0..0 range)");
    }
    if (movement.type < 0 || movement.type >= type_count) {
        return fail(invalid_argument, function + " : invalid type " + std::to_string(movement.type));
    }
    if (movement.operation < 0) {
        return fail(invalid_argument,
                    function + " : invalid reduction operation " + std::to_string(movement.operation));
    }
    if (movement.operation >= first_own && !find_scaling(*communicator, movement.operation)) {
        return fail(invalid_argument, function + " : reduction operation " + std::to_string(movement.operation) +
                                          " unknown to this communicator");
    }
    return success;
}

bool find_bytes(std::size_t count, int type, std::size_t& bytes) {
    return !__builtin_mul_overflow(count, bytes_of(static_cast<DataType>(type)), &bytes);
}

int too_many(const char* function) {
    return fail(invalid_argument, std::string(function) + " : more elements than memory can have");
}

int run_scaling(const Movement& movement, const Scaling& scaling, const void* from, void* to, std::size_t count,
                void* stream) {
    if (scaling.type != movement.type) {
        return fail(invalid_argument,
                    "Data type supplied to user-created ncclRedOp_t does not match type given to reduction operation");
    }
    return scale(to, from, count, scaling, stream);
}

int move(const Movement& movement, const void* from, void* to, std::size_t count, void* stream) {
    Shared communicator;
    std::size_t bytes = 0;
    if (const int status = check(movement, communicator); status != success) return in_group(status);
    if (!find_bytes(count, movement.type, bytes)) return in_group(too_many(movement.function));
    if (count == 0) return success;
    if (const std::optional<Scaling> scaling = find_scaling(*communicator, movement.operation)) {
        return in_group(run_scaling(movement, *scaling, from, to, count, stream));
    }
    if (from == to) return success;
    const cudaError_t status =
        rf_cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, static_cast<cudaStream_t>(stream));
    return in_group(from_cuda(status, movement.function));
}

int transfer(const Movement& movement, void* buffer, std::size_t count, void* stream, int (*add)(Transfer)) {
    Shared communicator;
    std::size_t bytes = 0;
    if (const int status = check(movement, communicator); status != success) return in_group(status);
    if (!find_bytes(count, movement.type, bytes)) return in_group(too_many(movement.function));
    return in_group(add({std::move(communicator), buffer, bytes, stream}));
}

int tell(const char* function, const void* comm, int* value, int Communicator::*member) {
    int status = success;
    const Shared communicator = find_communicator(comm, function, status);
    if (communicator == nullptr) return status;
    if (value == nullptr) return no_pointer(function, "value");
    *value = member == nullptr ? 0 : (*communicator).*member;
    return success;
}

// Registering makes nothing faster here; it is remembered so that a handle can be told from a wrong one.
int add_registration(const char* function, const void* comm, const void* buffer, std::size_t size, void** handle) {
    int status = success;
    const Shared communicator = find_working_communicator(comm, function, status);
    if (communicator == nullptr) return status;
    if (handle == nullptr) return no_pointer(function, "handle");
    *handle = nullptr;
    if (buffer == nullptr || size == 0)
        return fail(invalid_argument, std::string(function) + ": invalid pointer or size");
    const std::uintptr_t number = next_number();
    const MutexLock lock(communicator->mutex);
    communicator->registrations.insert(number);
    *handle = reinterpret_cast<void*>(number);
    return success;
}

int destroy(const char* function, void* comm) {
    if (comm == nullptr) return success;
    int status = success;
    if (find_communicator(comm, function, status) == nullptr) return status;
    drop_communicator(comm);
    return success;
}

}  // namespace

RF_LIBRARY_FUNCTION(int, ncclGetVersion)(int* its_version) {
    if (its_version == nullptr) return invalid_argument;
    *its_version = version;
    return success;
}

// Nobody else is to be found with it: it need only differ from others.
RF_LIBRARY_FUNCTION(int, ncclGetUniqueId)(UniqueId* id) {
    if (id == nullptr) return no_pointer("GetUniqueId", "out");
    return ::getrandom(id, sizeof *id, 0) == sizeof *id ? success
                                                        : fail(system_error, "ncclGetUniqueId: getrandom failed");
}

RF_LIBRARY_FUNCTION(const char*, ncclGetErrorString)(int status) {
    switch (status) {
        case success: return "no error";
        case unhandled_cuda_error: return "unhandled cuda error (run with NCCL_DEBUG=INFO for details)";
        case system_error: return "unhandled system error (run with NCCL_DEBUG=INFO for details)";
        case internal_error: return "internal error - please report this issue to the NCCL developers";
        case invalid_argument: return "invalid argument (run with NCCL_DEBUG=WARN for details)";
        case invalid_usage: return "invalid usage (run with NCCL_DEBUG=WARN for details)";
        case remote_error: return "remote process exited or there was a network error";
        case in_progress: return "NCCL operation in progress";
        default: return "unknown result code";
    }
}
RF_LIBRARY_FUNCTION(const char*, ncclGetLastError)(void*) {
    return last_error();
}
RF_LIBRARY_FUNCTION(void, ncclResetDebugInit)() {}

RF_LIBRARY_FUNCTION(int, ncclCommInitRank)(void** comm, int ranks, UniqueId, int rank) {
    return in_group(init("ncclCommInitRank", comm, ranks, rank, nullptr));
}
RF_LIBRARY_FUNCTION(int, ncclCommInitRankConfig)(void** comm, int ranks, UniqueId, int rank, const Config* config) {
    return in_group(init("ncclCommInitRankConfig", comm, ranks, rank, config));
}
RF_LIBRARY_FUNCTION(int, ncclCommInitRankScalable)
(void** comm, int ranks, int rank, int id_count, const UniqueId* ids, const Config* config) {
    if (ids == nullptr) return in_group(no_pointer("ncclCommInitRankScalable", "commIds"));
    if (id_count < 1 || id_count > ranks) {
        return in_group(fail(invalid_argument, "ncclCommInitRankScalable : nId " + std::to_string(id_count) +
                                                   " (should be in the 1.." + std::to_string(ranks) + " range)"));
    }
    return in_group(init("ncclCommInitRankScalable", comm, ranks, rank, config));
}
RF_LIBRARY_FUNCTION(int, ncclCommInitAll)(void** comms, int count, const int* devices) {
    if (comms == nullptr) return no_pointer("ncclCommInitAll", "comms");
    if (count < 1) return fail(invalid_argument, "Invalid device count requested : " + std::to_string(count));
    if (count > 1) return refuse_ranks("ncclCommInitAll", count);
    int device_count = 0;
    if (const int status = from_cuda(rf_cudaGetDeviceCount(&device_count), "cudaGetDeviceCount"); status != success)
        return status;
    const int device = devices == nullptr ? 0 : devices[0];
    if (device < 0 || device >= device_count) {
        return fail(invalid_usage, "Invalid device " + std::to_string(device) + " requested: there are " +
                                       std::to_string(device_count));
    }
    int before = 0;
    static_cast<void>(rf_cudaGetDevice(&before));
    if (const int status = from_cuda(rf_cudaSetDevice(device), "cudaSetDevice"); status != success) return status;
    const int status = init("ncclCommInitAll", comms, 1, 0, nullptr);
    static_cast<void>(rf_cudaSetDevice(before));
    return status;
}

RF_LIBRARY_FUNCTION(int, ncclCommSplit)(void* comm, int color, int, void** split, const Config* config) {
    int status = success;
    const Shared parent = find_working_communicator(comm, "ncclCommSplit", status);
    if (parent == nullptr) return in_group(status);
    if (split == nullptr) return in_group(no_pointer("ncclCommSplit", "newcomm"));
    *split = nullptr;
    status = check_config(config);
    if (status == success && color >= 0) *split = make_communicator(status);
    return in_group(status);
}
// Excluded ranks do not call this function, and the only rank cannot be excluded.
RF_LIBRARY_FUNCTION(int, ncclCommShrink)(void* comm, const int* excluded, int, void** shrunk, const Config*, int) {
    int status = success;
    if (find_communicator(comm, "ncclCommShrink", status) == nullptr) return in_group(status);
    if (excluded == nullptr) return in_group(no_pointer("ncclCommShrink", "excludeRanksList"));
    if (shrunk == nullptr) return in_group(no_pointer("ncclCommShrink", "newcomm"));
    *shrunk = nullptr;
    return in_group(fail(invalid_argument, "ncclCommShrink : a communicator of one rank cannot lose one"));
}

RF_LIBRARY_FUNCTION(int, ncclCommFinalize)(void* comm) {
    int status = success;
    const Shared communicator = find_communicator(comm, "ncclCommFinalize", status);
    if (communicator == nullptr) return in_group(status);
    if (communicator->is_revoked) {
        return in_group(fail(invalid_usage, "ncclCommFinalize : the communicator was revoked"));
    }
    if (communicator->is_finalized) {
        return in_group(fail(invalid_argument, "ncclCommFinalize : the communicator was finalized before"));
    }
    communicator->is_finalized = true;
    return success;
}
RF_LIBRARY_FUNCTION(int, ncclCommDestroy)(void* comm) {
    return in_group(destroy("ncclCommDestroy", comm));
}
// Copies end by themselves.
RF_LIBRARY_FUNCTION(int, ncclCommAbort)(void* comm) {
    return in_group(destroy("ncclCommAbort", comm));
}
RF_LIBRARY_FUNCTION(int, ncclCommRevoke)(void* comm, int flags) {
    int status = success;
    const Shared communicator = find_communicator(comm, "ncclCommRevoke", status);
    if (communicator == nullptr) return status;
    if (flags != 0) return fail(invalid_argument, "ncclCommRevoke : flags must be NCCL_REVOKE_DEFAULT");
    communicator->is_revoked = true;
    return success;
}

RF_LIBRARY_FUNCTION(int, ncclCommCount)(const void* comm, int* count) {
    const int status = tell("CommCount", comm, count, nullptr);
    if (status == success) *count = 1;
    return status;
}
RF_LIBRARY_FUNCTION(int, ncclCommUserRank)(const void* comm, int* rank) {
    return tell("CommUserRank", comm, rank, nullptr);
}
RF_LIBRARY_FUNCTION(int, ncclCommCuDevice)(const void* comm, int* device) {
    return tell("CommCuDevice", comm, device, &Communicator::device);
}
RF_LIBRARY_FUNCTION(int, ncclCommGetAsyncError)(void* comm, int* error) {
    return tell("ncclGetAsyncError", comm, error, nullptr);
}

RF_LIBRARY_FUNCTION(int, ncclAllReduce)
(const void* from, void* to, std::size_t count, int type, int operation, void* comm, void* stream) {
    return move({"ncclAllReduce", type, 0, comm, operation}, from, to, count, stream);
}
RF_LIBRARY_FUNCTION(int, ncclReduce)
(const void* from, void* to, std::size_t count, int type, int operation, int root, void* comm, void* stream) {
    return move({"ncclReduce", type, root, comm, operation}, from, to, count, stream);
}
RF_LIBRARY_FUNCTION(int, ncclReduceScatter)
(const void* from, void* to, std::size_t count, int type, int operation, void* comm, void* stream) {
    return move({"ncclReduceScatter", type, 0, comm, operation}, from, to, count, stream);
}
RF_LIBRARY_FUNCTION(int, ncclBroadcast)
(const void* from, void* to, std::size_t count, int type, int root, void* comm, void* stream) {
    return move({"ncclBroadcast", type, root, comm, sum}, from, to, count, stream);
}
RF_LIBRARY_FUNCTION(int, ncclBcast)(void* buffer, std::size_t count, int type, int root, void* comm, void* stream) {
    return move({"ncclBcast", type, root, comm, sum}, buffer, buffer, count, stream);
}
RF_LIBRARY_FUNCTION(int, ncclAllGather)
(const void* from, void* to, std::size_t count, int type, void* comm, void* stream) {
    return move({"ncclAllGather", type, 0, comm, sum}, from, to, count, stream);
}
RF_LIBRARY_FUNCTION(int, ncclAlltoAll)
(const void* from, void* to, std::size_t count, int type, void* comm, void* stream) {
    return move({"ncclAlltoAll", type, 0, comm, sum}, from, to, count, stream);
}
RF_LIBRARY_FUNCTION(int, ncclGather)
(const void* from, void* to, std::size_t count, int type, int root, void* comm, void* stream) {
    return move({"ncclGather", type, root, comm, sum}, from, to, count, stream);
}
RF_LIBRARY_FUNCTION(int, ncclScatter)
(const void* from, void* to, std::size_t count, int type, int root, void* comm, void* stream) {
    return move({"ncclScatter", type, root, comm, sum}, from, to, count, stream);
}
RF_LIBRARY_FUNCTION(int, ncclSend)
(const void* from, std::size_t count, int type, int peer, void* comm, void* stream) {
    return transfer({"ncclSend", type, peer, comm, sum}, const_cast<void*>(from), count, stream, add_send);
}
RF_LIBRARY_FUNCTION(int, ncclRecv)(void* to, std::size_t count, int type, int peer, void* comm, void* stream) {
    return transfer({"ncclRecv", type, peer, comm, sum}, to, count, stream, add_receive);
}

RF_LIBRARY_FUNCTION(int, ncclGroupStart)() {
    start_group();
    return success;
}
RF_LIBRARY_FUNCTION(int, ncclGroupEnd)() {
    return end_group();
}
RF_LIBRARY_FUNCTION(int, ncclGroupSimulateEnd)(Simulation* simulation) {
    constexpr std::uint32_t magic = 0x74685283;
    const int status = abandon_group();
    if (status != success || simulation == nullptr) return status;
    if (simulation->magic != magic) {
        return fail(invalid_argument, "ncclSimInfo_t argument not initialized via NCCL_SIM_INFO_INITIALIZER");
    }
    if (simulation->size >= sizeof *simulation) simulation->seconds = 0;
    return success;
}

RF_LIBRARY_FUNCTION(int, ncclRedOpCreatePreMulSum)
(int* operation, const void* scalar, int type, int residence, void* comm) {
    constexpr int in_host_memory = 1;
    int status = success;
    const Shared communicator = find_working_communicator(comm, "ncclRedOpCreatePreMulSum", status);
    if (communicator == nullptr) return status;
    if (operation == nullptr || scalar == nullptr) return no_pointer("ncclRedOpCreatePreMulSum", "op or scalar");
    if (type < 0 || type >= type_count || residence < 0 || residence > in_host_memory) {
        return fail(invalid_argument, "ncclRedOpCreatePreMulSum : invalid type or residence");
    }
    Scaling scaling;
    scaling.type = static_cast<DataType>(type);
    scaling.is_in_device_memory = residence != in_host_memory;
    if (scaling.is_in_device_memory) {
        scaling.scalar = reinterpret_cast<std::uint64_t>(scalar);
    } else {
        std::memcpy(&scaling.scalar, scalar, bytes_of(scaling.type));
    }
    status = prepare_scaling(scaling.type);
    if (status != success) return status;
    const int number = average + static_cast<int>(next_number());
    const MutexLock lock(communicator->mutex);
    communicator->scalings.emplace(number, scaling);
    *operation = number;
    return success;
}
RF_LIBRARY_FUNCTION(int, ncclRedOpDestroy)(int operation, void* comm) {
    if (operation >= sum && operation < first_own) {
        return fail(invalid_argument, "ncclRedOpDestroy : operator is a NCCL builtin.");
    }
    int status = success;
    const Shared communicator = find_communicator(comm, "ncclRedOpDestroy", status);
    if (communicator == nullptr) return status;
    const MutexLock lock(communicator->mutex);
    if (communicator->scalings.erase(operation) == 1) return success;
    return fail(invalid_argument, "ncclRedOpDestroy : operator unknown to this communicator.");
}

RF_LIBRARY_FUNCTION(int, ncclMemAlloc)(void** address, std::size_t size) {
    return from_cuda(rf_cudaMalloc(address, size), "ncclMemAlloc");
}
RF_LIBRARY_FUNCTION(int, ncclMemFree)(void* address) {
    return from_cuda(rf_cudaFree(address), "ncclMemFree");
}
RF_LIBRARY_FUNCTION(int, ncclCommRegister)(const void* comm, void* buffer, std::size_t size, void** handle) {
    return add_registration("ncclCommRegister", comm, buffer, size, handle);
}
RF_LIBRARY_FUNCTION(int, ncclCommDeregister)(const void* comm, void* handle) {
    int status = success;
    const Shared communicator = find_communicator(comm, "ncclCommDeregister", status);
    if (communicator == nullptr) return status;
    const MutexLock lock(communicator->mutex);
    if (communicator->registrations.erase(reinterpret_cast<std::uintptr_t>(handle)) == 1) return success;
    return fail(invalid_usage, "Deregister: Could not find handle");
}
// A window is device memory that kernels look into. There is none, which NCCL tells with a null one where the machine
// has no memory that all ranks see at one address.
RF_LIBRARY_FUNCTION(int, ncclCommWindowRegister)(void* comm, void* buffer, std::size_t size, void** window, int) {
    int status = success;
    if (find_working_communicator(comm, "ncclCommWindowRegister", status) == nullptr) return status;
    if (window == nullptr) return no_pointer("ncclCommWindowRegister", "win");
    *window = nullptr;
    if (buffer != nullptr && size != 0) return success;
    return fail(invalid_argument, "ncclCommWindowRegister: invalid pointer or size");
}
RF_LIBRARY_FUNCTION(int, ncclCommWindowDeregister)(void* comm, void* window) {
    int status = success;
    if (find_communicator(comm, "ncclCommWindowDeregister", status) == nullptr) return status;
    if (window == nullptr) return success;
    return fail(invalid_argument, "ncclCommWindowDeregister: there is no such window");
}
