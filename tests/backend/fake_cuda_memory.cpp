// The part of the driver that needs no card for address spaces, boxes, words and graphs.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "fake_cuda.h"

using namespace ringfence::backend::cuda;

struct CUgraphNode_st {
    fake::NodeType type = fake::NodeType::Other;
    std::function<Status()> work;
    Copy3D copy = {};
};
struct CUgraph_st {
    std::vector<std::shared_ptr<CUgraphNode_st>> nodes;
};
struct CUgraphExec_st {
    std::vector<std::shared_ptr<CUgraphNode_st>> nodes;
};

extern "C" Status cuLaunchKernelEx(const LaunchConfig*, FunctionHandle, void**, void**);

namespace {

constexpr std::size_t granularity = std::size_t{2} << 20;
constexpr std::size_t reservation_unit = std::size_t{32} << 20;
constexpr std::size_t reservation_at_will = std::size_t{512} << 20;
constexpr std::size_t room_elsewhere = 3;  // reservations
constexpr std::size_t most_registered = std::size_t{512} << 20;

std::mutex addresses_mutex;  // guards what follows
// Begin to bytes.
std::map<DevicePointer, std::size_t> reserved;
std::map<DevicePointer, std::size_t> mapped;
std::set<DevicePointer> elsewhere;  // of the reserved
// The card's memory: each handle is a file, so that it can be mapped more than once.
struct CardMemory {
    int file = -1;
    std::size_t bytes = 0;
};
std::map<MemoryHandle, CardMemory> handles;
MemoryHandle last_handle = 0;

// Each process that uses the same card has one word with its bytes; words of ended processes do not count.
struct Shares {
    struct Share {
        std::atomic<pid_t> process;
        std::atomic<std::size_t> bytes;
    };
    std::array<Share, 64> of;
};

Shares* open_shares(const char* path) {
    const int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0 || ftruncate(file, sizeof(Shares)) != 0) return nullptr;
    void* const place = mmap(nullptr, sizeof(Shares), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return place == MAP_FAILED ? nullptr : static_cast<Shares*>(place);
}

Shares* shares() {
    static Shares* found = nullptr;
    const char* const path = std::getenv("FAKE_CARD_FILE");
    if (found == nullptr && path != nullptr) found = open_shares(path);
    return path == nullptr ? nullptr : found;
}

bool is_gone(pid_t process) {
    return kill(process, 0) != 0 && errno == ESRCH;
}

std::size_t others_bytes() {
    if (shares() == nullptr) return 0;
    std::size_t sum = 0;
    for (const Shares::Share& share : shares()->of) {
        const pid_t process = share.process;
        if (process != 0 && process != getpid() && !is_gone(process)) sum += share.bytes;
    }
    return sum;
}

std::size_t own_bytes() {
    std::size_t sum = 0;
    for (const auto& [handle, memory] : handles)
        sum += memory.bytes;
    return sum;
}

// The one that it has: a second one, which somebody has left since then, would be counted beside it.
Shares::Share* own_share() {
    for (Shares::Share& share : shares()->of) {
        if (share.process == getpid()) return &share;
    }
    for (Shares::Share& share : shares()->of) {
        pid_t process = share.process;
        const bool is_free = process == 0 || is_gone(process);
        if (is_free && share.process.compare_exchange_strong(process, getpid())) return &share;
    }
    return nullptr;
}

void tell_others() {
    if (shares() == nullptr) return;
    if (Shares::Share* const share = own_share()) share->bytes = own_bytes();
}

bool any_mapping_in(DevicePointer begin, std::size_t bytes) {
    const auto next = mapped.lower_bound(begin);
    if (next != mapped.end() && next->first < begin + bytes) return true;
    return next != mapped.begin() && std::prev(next)->first + std::prev(next)->second > begin;
}

char* byte_pointer(DevicePointer address) {
    return reinterpret_cast<char*>(address);
}

template <typename T>
Status fill_rows(DevicePointer to, std::size_t pitch, T value, std::size_t count, std::size_t height) {
    FAKE_CHECK_CONTEXT();
    for (std::size_t y = 0; y < height; ++y) {
        if (!fake::is_live(to + y * pitch, count * sizeof value)) return status::invalid_value;
        for (std::size_t x = 0; x < count; ++x)
            std::memcpy(byte_pointer(to + y * pitch) + x * sizeof value, &value, sizeof value);
    }
    return status::success;
}

template <typename T>
Status write_word(DevicePointer address, T value) {
    FAKE_CHECK_CONTEXT();
    if (!fake::is_live(address, sizeof value)) return status::invalid_value;
    std::memcpy(byte_pointer(address), &value, sizeof value);
    return status::success;
}

// Nothing happens later here, so what does not hold now never will.
template <typename T>
Status wait_word(DevicePointer address, T value, unsigned flags) {
    FAKE_CHECK_CONTEXT();
    if (!fake::is_live(address, sizeof value)) return status::invalid_value;
    T word;
    std::memcpy(&word, byte_pointer(address), sizeof word);
    const bool holds[] = {word - value <= T(-1) / 2, word == value, (word & value) != 0, T(~(word | value)) != 0};
    return holds[flags] ? status::success : status::launch_timeout;
}

// Null: there is no such memory.
char* row_of(const CopySide& side, std::size_t y, std::size_t z, std::size_t width) {
    if (side.memory_type == memory_type_array) return fake::array_row(side, y, z, width);
    if (side.pitch < width) return nullptr;
    const std::size_t offset = (z * side.height + y) * side.pitch;
    if (side.memory_type == memory_type_host) return static_cast<char*>(side.host) + offset;
    return fake::is_live(side.device + offset, width) ? byte_pointer(side.device + offset) : nullptr;
}

Status copy(const Copy3D& box) {
    FAKE_CHECK_CONTEXT();
    for (std::size_t z = 0; z < box.depth; ++z) {
        for (std::size_t y = 0; y < box.height; ++y) {
            char* const to = row_of(box.to, y, z, box.width);
            const char* const from = row_of(box.from, y, z, box.width);
            if (to == nullptr || from == nullptr) return status::invalid_value;
            std::memmove(to, from, box.width);
        }
    }
    return status::success;
}

Status add(GraphNodeHandle* node, GraphHandle graph, std::function<Status()> work) {
    FAKE_CHECK_CONTEXT();
    graph->nodes.push_back(std::make_shared<CUgraphNode_st>());
    graph->nodes.back()->work = std::move(work);
    *node = graph->nodes.back().get();
    return status::success;
}

std::map<StreamHandle, GraphHandle> capturing;  // guarded by addresses_mutex too

}  // namespace

bool fake::capture(StreamHandle stream, NodeType type, std::function<Status()> work, const Copy3D& copy) {
    const std::lock_guard lock(addresses_mutex);
    const auto found = capturing.find(stream);
    if (found == capturing.end()) return false;
    found->second->nodes.push_back(std::make_shared<CUgraphNode_st>(CUgraphNode_st{type, std::move(work), copy}));
    return true;
}

namespace {

// Launches it later, in that part of the card.
std::function<Status()> kernel_work(const LaunchConfig& config, FunctionHandle function, void** extra,
                                    const CUctx_st* part) {
    std::vector<char> bytes;
    if (extra != nullptr) {
        const auto* const begin = static_cast<const char*>(extra[1]);
        bytes.assign(begin, begin + *static_cast<std::size_t*>(extra[3]));
    }
    LaunchConfig kept = config;
    kept.stream = nullptr;
    kept.attributes = nullptr;
    kept.attribute_count = 0;
    return [kept, function, bytes, part]() mutable {
        std::size_t size = bytes.size();
        void* parameters[] = {reinterpret_cast<void*>(launch_parameters_pointer), bytes.data(),
                              reinterpret_cast<void*>(launch_parameters_size), &size, nullptr};
        fake::context_of_node = part;
        const Status launched = cuLaunchKernelEx(&kept, function, nullptr, parameters);
        fake::context_of_node = nullptr;
        return launched;
    };
}

}  // namespace

std::optional<Status> fake::record_launch(const LaunchConfig& config, FunctionHandle function, void** extra) {
    {
        const std::lock_guard lock(addresses_mutex);
        if (!capturing.contains(config.stream)) return std::nullopt;
    }
    capture(config.stream, NodeType::Kernel, kernel_work(config, function, extra, config.stream->part));
    return status::success;
}

std::optional<std::size_t> fake::card_bytes() {
    const char* const mebibytes = std::getenv("FAKE_CARD_MIB");
    if (mebibytes == nullptr) return std::nullopt;
    return static_cast<std::size_t>(std::atoi(mebibytes)) << 20;
}

std::size_t fake::created_bytes() {
    const std::lock_guard lock(addresses_mutex);
    return own_bytes() + others_bytes();
}

extern "C" {

Status cuMemcpy3DAsync_v2(const Copy3D* box, StreamHandle) {
    return copy(*box);
}
Status cuMemsetD2D8Async(DevicePointer to, std::size_t pitch, unsigned char value, std::size_t count,
                         std::size_t height, StreamHandle) {
    return fill_rows(to, pitch, value, count, height);
}
Status cuMemsetD2D16Async(DevicePointer to, std::size_t pitch, unsigned short value, std::size_t count,
                          std::size_t height, StreamHandle) {
    return fill_rows(to, pitch, value, count, height);
}
Status cuMemsetD2D32Async(DevicePointer to, std::size_t pitch, unsigned value, std::size_t count, std::size_t height,
                          StreamHandle) {
    return fill_rows(to, pitch, value, count, height);
}

Status cuMemAddressReserve(DevicePointer* address, std::size_t bytes, std::size_t, DevicePointer wanted,
                           unsigned long long) {
    const std::lock_guard lock(addresses_mutex);
    FAKE_CHECK_CONTEXT();
    if (bytes % granularity != 0 || wanted % granularity != 0) return status::invalid_value;
    // As the driver does: a wish for other addresses is not heard.
    if (wanted % reservation_unit != 0 || bytes < reservation_unit) wanted = 0;
    // Nor one for a few, while there is room elsewhere.
    const bool is_elsewhere = bytes < reservation_at_will && elsewhere.size() < room_elsewhere;
    if (is_elsewhere) wanted = 0;
    void* const place =
        mmap(byte_pointer(wanted), bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED) return status::out_of_memory;
    *address = reinterpret_cast<DevicePointer>(place);
    reserved[*address] = bytes;
    if (is_elsewhere) elsewhere.insert(*address);
    return status::success;
}
Status cuMemAddressFree(DevicePointer address, std::size_t bytes) {
    const std::lock_guard lock(addresses_mutex);
    const auto range = reserved.find(address);
    if (range == reserved.end() || range->second != bytes || any_mapping_in(address, bytes))
        return status::invalid_value;
    reserved.erase(range);
    elsewhere.erase(address);
    munmap(byte_pointer(address), bytes);
    return status::success;
}
Status cuMemGetAllocationGranularity(std::size_t* bytes, const MemoryProperties*, int) {
    *bytes = granularity;
    return status::success;
}
Status cuMemCreate(MemoryHandle* memory, std::size_t bytes, const MemoryProperties* properties, unsigned long long) {
    FAKE_CHECK_CONTEXT();
    if (properties->type != memory_pinned || bytes % granularity != 0) return status::invalid_value;
    if (bytes > std::size_t{1} << 30) return status::out_of_memory;
    if (const auto most = fake::card_bytes(); most && bytes > *most - std::min(*most, fake::created_bytes()))
        return status::out_of_memory;
    const int file = memfd_create("card", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, static_cast<off_t>(bytes)) != 0) return status::out_of_memory;
    const std::lock_guard lock(addresses_mutex);
    *memory = ++last_handle;
    handles[*memory] = {file, bytes};
    tell_others();
    return status::success;
}
// Mapped memory stays until it is unmapped.
Status cuMemRelease(MemoryHandle memory) {
    const std::lock_guard lock(addresses_mutex);
    const auto handle = handles.find(memory);
    if (handle == handles.end()) return status::invalid_value;
    close(handle->second.file);
    handles.erase(handle);
    tell_others();
    return status::success;
}
// As strict as the driver may be: the whole of a piece of memory, in one reservation.
Status cuMemMap(DevicePointer address, std::size_t bytes, std::size_t offset, MemoryHandle memory, unsigned long long) {
    const std::lock_guard lock(addresses_mutex);
    const auto next = reserved.upper_bound(address);
    const bool is_reserved =
        next != reserved.begin() && std::prev(next)->first + std::prev(next)->second >= address + bytes;
    const auto handle = handles.find(memory);
    if (handle == handles.end() || handle->second.bytes != bytes) return status::invalid_value;
    if (offset != 0 || !is_reserved || any_mapping_in(address, bytes)) return status::invalid_value;
    const void* const place =
        mmap(byte_pointer(address), bytes, PROT_NONE, MAP_SHARED | MAP_FIXED, handle->second.file, 0);
    if (place == MAP_FAILED) return status::out_of_memory;
    mapped[address] = bytes;
    return status::success;
}
Status cuMemSetAccess(DevicePointer address, std::size_t bytes, const MemoryAccess* access, std::size_t count) {
    const std::lock_guard lock(addresses_mutex);
    if (count != 1 || access->flags != memory_access_read_write) return status::invalid_value;
    const DevicePointer end = address + bytes;
    auto mapping = mapped.find(address);
    while (address != end) {
        if (mapping == mapped.end() || mapping->first != address) return status::invalid_value;
        if (mprotect(byte_pointer(address), mapping->second, PROT_READ | PROT_WRITE) != 0) return status::invalid_value;
        fake::add_memory(address, mapping->second);
        address += mapping->second;
        ++mapping;
    }
    return status::success;
}
Status cuMemUnmap(DevicePointer address, std::size_t bytes) {
    const std::lock_guard lock(addresses_mutex);
    const auto mapping = mapped.find(address);
    if (mapping == mapped.end() || mapping->second != bytes) return status::invalid_value;
    mapped.erase(mapping);
    mmap(byte_pointer(address), bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    return fake::remove_memory(address) ? status::success : status::invalid_value;
}
Status cuMemHostRegister_v2(void* host, std::size_t bytes, unsigned flags) {
    FAKE_CHECK_CONTEXT();
    if (flags != (register_portable | register_device_map)) return status::invalid_value;
    if (bytes > most_registered) return status::out_of_memory;
    fake::add_memory(reinterpret_cast<DevicePointer>(host), bytes);
    return status::success;
}
Status cuMemHostUnregister(void* host) {
    return fake::remove_memory(reinterpret_cast<DevicePointer>(host)) ? status::success : status::invalid_value;
}
Status cuMemHostGetDevicePointer_v2(DevicePointer* address, void* host, unsigned) {
    *address = reinterpret_cast<DevicePointer>(host);
    return status::success;
}

Status cuStreamWriteValue32_v2(StreamHandle, DevicePointer address, std::uint32_t value, unsigned) {
    return write_word(address, value);
}
Status cuStreamWriteValue64_v2(StreamHandle, DevicePointer address, std::uint64_t value, unsigned) {
    return write_word(address, value);
}
Status cuStreamWaitValue32_v2(StreamHandle, DevicePointer address, std::uint32_t value, unsigned flags) {
    return wait_word(address, value, flags);
}
Status cuStreamWaitValue64_v2(StreamHandle, DevicePointer address, std::uint64_t value, unsigned flags) {
    return wait_word(address, value, flags);
}

Status cuGraphCreate(GraphHandle* graph, unsigned) {
    FAKE_CHECK_CONTEXT();
    *graph = new CUgraph_st();
    return status::success;
}
Status cuGraphDestroy(GraphHandle graph) {
    delete graph;
    return status::success;
}
// The node's context counts for nothing: its function has one.
Status cuGraphAddKernelNode_v2(GraphNodeHandle* node, GraphHandle graph, const GraphNodeHandle*, std::size_t,
                               const KernelNodeParameters* kernel) {
    LaunchConfig config;
    config.grid_x = kernel->grid_x;
    config.block_x = kernel->block_x;
    config.shared_bytes = kernel->shared_bytes;
    return add(node, graph, kernel_work(config, kernel->function, kernel->extra, nullptr));
}
Status cuStreamBeginCaptureToGraph(StreamHandle stream, GraphHandle graph, const GraphNodeHandle*, const void* edges,
                                   std::size_t, int) {
    FAKE_CHECK_CONTEXT();
    if (edges != nullptr) return status::invalid_value;
    const std::lock_guard lock(addresses_mutex);
    return capturing.emplace(stream, graph).second ? status::success : status::invalid_value;
}
Status cuStreamGetCaptureInfo_v3(StreamHandle stream, int* state, std::uint64_t* id, GraphHandle* graph,
                                 const GraphNodeHandle** nodes, const void**, std::size_t* count) {
    const std::lock_guard lock(addresses_mutex);
    const auto found = capturing.find(stream);
    if (found == capturing.end() || found->second->nodes.empty()) return status::invalid_value;
    static thread_local GraphNodeHandle last;
    last = found->second->nodes.back().get();
    *state = 1;
    *id = 1;
    *graph = found->second;
    *nodes = &last;
    *count = 1;
    return status::success;
}
Status cuGraphKernelNodeSetAttribute(GraphNodeHandle, int, const void*) {
    return status::success;
}
Status cuGraphAddMemcpyNode(GraphNodeHandle* node, GraphHandle graph, const GraphNodeHandle*, std::size_t,
                            const Copy3D* box, ContextHandle) {
    return add(node, graph, [box = *box] { return copy(box); });
}
Status cuGraphAddMemsetNode(GraphNodeHandle* node, GraphHandle graph, const GraphNodeHandle*, std::size_t,
                            const FillNodeParameters* fill, ContextHandle) {
    if (fill->element_bytes != 4) return status::invalid_value;
    return add(node, graph,
               [fill = *fill] { return fill_rows(fill.to, fill.pitch, fill.value, fill.width, fill.height); });
}
Status cuGraphAddBatchMemOpNode(GraphNodeHandle* node, GraphHandle graph, const GraphNodeHandle*, std::size_t,
                                const WordNodeParameters* words) {
    const WordOperation word = words->operations[0];
    return add(node, graph, [word] {
        switch (word.operation) {
            case word_operation::write_32: return write_word(word.address, static_cast<std::uint32_t>(word.value));
            case word_operation::write_64: return write_word(word.address, word.value);
            case word_operation::wait_32:
                return wait_word(word.address, static_cast<std::uint32_t>(word.value), word.flags);
            case word_operation::wait_64: return wait_word(word.address, word.value, word.flags);
            default: return status::invalid_value;
        }
    });
}
Status cuGraphAddEventRecordNode(GraphNodeHandle* node, GraphHandle graph, const GraphNodeHandle*, std::size_t,
                                 EventHandle event) {
    return add(node, graph, [event] {
        event->recorded = true;
        event->time = std::chrono::steady_clock::now();
        return status::success;
    });
}
Status cuGraphAddEventWaitNode(GraphNodeHandle* node, GraphHandle graph, const GraphNodeHandle*, std::size_t,
                               EventHandle) {
    return add(node, graph, [] { return status::success; });
}
Status cuGraphAddEmptyNode(GraphNodeHandle* node, GraphHandle graph, const GraphNodeHandle*, std::size_t) {
    return add(node, graph, [] { return status::success; });
}
Status cuGraphInstantiateWithFlags(GraphExecHandle* exec, GraphHandle graph, unsigned long long) {
    FAKE_CHECK_CONTEXT();
    *exec = new CUgraphExec_st{graph->nodes};
    return status::success;
}
bool fake_refuses_updates = false;  // of graphs, as a driver does that finds another kind of kernel
Status cuGraphExecUpdate_v2(GraphExecHandle exec, GraphHandle graph, GraphUpdateResult*) {
    if (fake_refuses_updates) return status::graph_update_failed;
    exec->nodes = graph->nodes;
    return status::success;
}
Status cuGraphLaunch(GraphExecHandle exec, StreamHandle) {
    FAKE_CHECK_CONTEXT();
    for (const auto& node : exec->nodes)
        if (const Status status = node->work(); status != status::success) return status;
    return status::success;
}
// While a stream is captured, fills, calls of the host and copies to it become nodes. All other work is done at once.
Status cuStreamBeginCapture_v2(StreamHandle stream, int) {
    FAKE_CHECK_CONTEXT();
    const std::lock_guard lock(addresses_mutex);
    return capturing.emplace(stream, new CUgraph_st()).second ? status::success : status::invalid_value;
}
Status cuStreamEndCapture(StreamHandle stream, GraphHandle* graph) {
    FAKE_CHECK_CONTEXT();
    const std::lock_guard lock(addresses_mutex);
    const auto found = capturing.find(stream);
    if (found == capturing.end()) return status::invalid_value;
    *graph = found->second;
    capturing.erase(found);
    return status::success;
}
Status cuGraphAddChildGraphNode(GraphNodeHandle* node, GraphHandle graph, const GraphNodeHandle*, std::size_t,
                                GraphHandle child) {
    const auto work = [nodes = child->nodes] {
        for (const auto& one : nodes)
            if (const Status status = one->work(); status != status::success) return status;
        return status::success;
    };
    return add(node, graph, work);
}
Status cuGraphChildGraphNodeGetGraph(GraphNodeHandle, GraphHandle*) {
    return status::invalid_value;
}
Status cuGraphGetNodes(GraphHandle graph, GraphNodeHandle* nodes, std::size_t* count) {
    FAKE_CHECK_CONTEXT();
    for (std::size_t i = 0; nodes != nullptr && i < *count && i < graph->nodes.size(); ++i)
        nodes[i] = graph->nodes[i].get();
    *count = graph->nodes.size();
    return status::success;
}
Status cuGraphNodeGetType(GraphNodeHandle node, int* type) {
    *type = static_cast<int>(node->type);
    return status::success;
}
Status cuGraphMemcpyNodeGetParams(GraphNodeHandle node, Copy3D* copy) {
    *copy = node->copy;
    return status::success;
}
// It knows what was allocated.
Status cuPointerGetAttribute(void* value, int, DevicePointer address) {
    if (!fake::is_live(address, 1)) return status::invalid_value;
    constexpr unsigned type_device = 2;
    *static_cast<unsigned*>(value) = type_device;
    return status::success;
}
Status cuGraphExecDestroy(GraphExecHandle exec) {
    delete exec;
    return status::success;
}

}  // extern "C"
