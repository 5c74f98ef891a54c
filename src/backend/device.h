// The interface to a GPU that the rest of the project uses: memory, modules, launches, streams and events.
//
// It has two implementations: `soft` (backend/soft/soft.h) runs PTX on the CPU, `cuda` (backend/cuda/cuda.h) drives a
// real card. Their users work with either, and can tell them apart only by name and speed.
//
// Work on a stream is done in the stream's order; streams run concurrently. If work fails (a kernel faults, say), the
// stream stores the failure, and the next call that waits for the stream returns it, once. Work that was submitted
// behind the failure and before that call is dropped; its events count as complete. After a fault a card does no more
// work: every later call fails, and says so. (If a card refuses work only after it was held back, that work is not
// done; later work is.)
//
// An error's status is CUDA's error number.
//
// Objects must be destroyed before the device that made them, kernels and graphs before their module. Destroying a
// stream waits for its work; the software GPU, and a card that holds waits back, then stop waiting for words. Nothing
// else waits, since others' work continues: before a caller destroys a module or a graph, or releases memory, no work
// on the device may be using it. All calls are safe from several threads. A card keeps data for each calling thread, so
// threads should be few and long-lived.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "backend/job_gate.h"
#include "backend/texture.h"
#include "base/result.h"
#include "base/tensor_map.h"

namespace ringfence::backend {

class JobQueue;  // job_queue.h

// An address in the device's memory.
using Address = std::uint64_t;

struct Dim3 {
    std::uint32_t x = 1;
    std::uint32_t y = 1;
    std::uint32_t z = 1;

    std::uint64_t count() const { return std::uint64_t{x} * y * z; }
    friend bool operator==(const Dim3&, const Dim3&) = default;
};

struct Properties {
    std::string name;
    std::uint32_t compute_major = 9;
    std::uint32_t compute_minor = 0;
    std::uint64_t total_memory = 0;
    std::uint32_t multiprocessors = 1;
    std::uint32_t warp_size = 32;
    std::uint32_t max_threads_per_block = 1024;
    std::uint32_t max_threads_per_multiprocessor = 2048;
    std::uint32_t max_blocks_per_multiprocessor = 32;
    Dim3 max_block = {1024, 1024, 64};
    Dim3 max_grid = {2147483647, 65535, 65535};
    std::uint64_t shared_per_block = 48 << 10;         // without asking
    std::uint64_t shared_per_block_optin = 227 << 10;  // at most
    std::uint64_t shared_per_multiprocessor = 228 << 10;
    std::uint32_t registers_per_block = 65536;
    std::uint64_t constant_memory = 64 << 10;
    std::uint64_t l2_bytes = 0;
    std::uint32_t clock_khz = 0;
};

struct MemoryInfo {
    std::uint64_t free = 0;
    std::uint64_t total = 0;
};

// Where a kernel's parameter lies in the bytes that a launch passes.
struct ParameterInfo {
    std::uint32_t offset = 0;
    std::uint32_t bytes = 0;
};

struct FunctionInfo {
    std::vector<ParameterInfo> parameters;
    std::uint32_t parameter_bytes = 0;
    std::uint32_t static_shared = 0;
    std::uint32_t local_bytes = 0;  // a thread's
    std::uint32_t registers = 0;
    std::uint32_t constant_bytes = 0;
    std::uint32_t max_threads_per_block = 1024;
    std::int32_t ptx_version = 0;     // 10 * major + minor of the PTX's architecture
    std::int32_t binary_version = 0;  // the same of the machine code's architecture
};

// A kernel of a module; exists as long as the module.
class Function {
public:
    virtual ~Function() = default;
    virtual std::string_view name() const = 0;
    virtual const FunctionInfo& info() const = 0;
};

struct GlobalInfo {
    Address address = 0;
    std::uint64_t bytes = 0;
};

// A variable of a module that is to lie at an address of the caller's choice.
struct Placement {
    std::string name;
    Address address = 0;
    std::uint64_t bytes = 0;  // available there
};
struct PlacedContents {
    Address address = 0;
    std::vector<std::byte> contents;
};

class Module {
public:
    virtual ~Module() = default;
    virtual Result<const Function*> function(std::string_view name) = 0;
    // A `.global` or `.const` variable.
    virtual Result<GlobalInfo> global(std::string_view name) = 0;
    // The initial contents of placed variables, returned once. The caller writes them, since only it knows whether
    // their memory still exists.
    virtual std::vector<PlacedContents> take_placed_contents() { return {}; }
    // The names of its kernels.
    virtual Result<std::vector<std::string>> function_names() = 0;
};

class Event {
public:
    virtual ~Event() = default;
    virtual Result<void> synchronize() = 0;
    // True if everything before it is done. Then a failure, if any, is returned as by synchronize(). An event that was
    // never recorded is done.
    virtual Result<bool> is_done() = 0;
    // The same for a caller who must not get failures of others' streams: these stay with their streams.
    virtual Result<bool> has_passed() { return is_done(); }
    virtual Result<double> milliseconds_since(Event& start) = 0;
};

// The conditions of cuStreamWaitValue, with its numbers.
enum class WordCondition : std::uint8_t {
    GreaterOrEqual,  // the signed difference is not negative
    Equal,
    AnyBit,  // word & value is not 0
    NorBit,  // ~(word | value) is not 0
};

class Stream {
public:
    virtual ~Stream() = default;
    virtual Result<void> synchronize() = 0;
    // True if all work is done. Then a failure, if any, is returned as by synchronize().
    virtual Result<bool> is_idle() = 0;
    // A number for the point after all present work of the stream. Querying it is very cheap. If the point is reached,
    // is_reached() returns a failure, if any, as synchronize() does. For one thread at a time.
    virtual Result<std::uint64_t> mark() = 0;
    virtual Result<bool> is_reached(std::uint64_t mark) = 0;
    // The same from any thread, and without failures. On a card, a mark after a fault is never passed.
    virtual bool has_passed(std::uint64_t mark) = 0;
    virtual Result<void> record(Event& event) = 0;
    virtual Result<void> wait_for(Event& event) = 0;
    // Calls the function on a thread of the device when all earlier work is done. It must not call the device.
    virtual Result<void> call_host(std::function<void()> function) = 0;

    // Writes a word in an address space when the stream gets there; or makes the stream wait until the condition holds.
    // The word has 4 or 8 bytes, aligned. The host and other streams may access it at any time.
    virtual Result<void> write_word(Address address, std::uint64_t value, unsigned bytes) = 0;
    virtual Result<void> wait_word(Address address, std::uint64_t value, unsigned bytes, WordCondition condition) = 0;

    // Callable from any thread: true if none of its work is running, because it waits for a word (a card: if waits are
    // held back) or its kernel is being compiled (the software GPU).
    virtual bool is_waiting() { return false; }

    // Callable from any thread: the work and its failures are no longer wanted. The software GPU stops running work and
    // drops the rest; a card cannot do that, and finishes what it has.
    virtual void abandon() {}
    // For work that runs on the stream: true after abandon().
    virtual bool is_abandoned() const { return false; }

    // What to pass to the device's libraries (cuFFT, cuBLAS…) as the stream: a card's handle, or this object.
    virtual void* native() { return this; }
    // Call these around each library call that submits work to the stream, on the same thread. If a card's stream is
    // held (Device::hold_waits) the work is recorded, and done when its turn comes: a library cannot be told to wait.
    // Between the two calls native() is the library's stream, and nothing else may be submitted.
    virtual Result<void> begin_library() { return {}; }
    // Between the two: true if the work is recorded for later.
    virtual bool is_recording() const { return false; }
    virtual Result<void> end_library() { return {}; }
};

// The owner of a group of streams, and the number of multiprocessors that its kernels may use.
struct GroupOptions {
    std::string owner = {};             // groups of one owner share multiprocessors
    std::uint32_t multiprocessors = 0;  // 0: all
};

// The streams of one tenant. Work that is held for one tenant (Device::hold_waits) does not delay other tenants.
class StreamGroup {
public:
    virtual ~StreamGroup() = default;
    // Callable from any thread after writing a word that one of its streams may be waiting for. Without the call it is
    // noticed a little later.
    virtual void look() = 0;
    // How many multiprocessors its kernels run on; 0: all.
    [[nodiscard]] virtual std::uint32_t multiprocessors() const { return 0; }
};

struct Launch {
    Dim3 grid;
    Dim3 block;
    std::uint32_t dynamic_shared = 0;
    bool cooperative = false;  // all blocks run at once, so that they can synchronize
    Dim3 cluster = {0, 0, 0};  // blocks of a cluster; zeros: the kernel's own
    // The kernel's number for the scheduler (JobFacts), made of the name in its program; 0: not known.
    std::uint64_t kernel = 0;

    // The facts for the scheduler.
    [[nodiscard]] JobFacts facts() const { return {JobKind::Compute, kernel, grid.count() * block.count()}; }
    bool has_cluster() const { return cluster.x != 0; }
};

struct LoadOptions {
    std::string file_name = "<ptx>";  // for messages
    // Only for the software GPU: a card's driver places variables itself.
    std::vector<Placement> placements = {};
    // If not null, receives an image for load_image(), to be stored. Not together with placements.
    std::vector<std::byte>* image = nullptr;
    // Optimization level of a card's compiler, 0 to 4; none: the highest.
    std::optional<unsigned> optimization = {};
    // True if kernels may print in the device's own way. False: they do not, whatever their names suggest.
    bool may_print = true;
};

struct StreamOptions {
    int priority = 0;  // CUDA's: lower numbers are more urgent
    // Gets the output of kernels on this stream; empty: the device's default. A card always prints to this process's
    // standard output.
    std::function<void(std::string_view text)> print;
    std::shared_ptr<StreamGroup> group = {};      // null: the device's default
    std::shared_ptr<JobGate> gate = {};           // for the software GPU's streams; null: no turns
    std::shared_ptr<JobQueue> queue = {};         // for a card's streams; null: no turns
    std::shared_ptr<TextureSpace> textures = {};  // for its kernels; null: none
};

struct EventOptions {
    bool timing = true;
};

// `depth` slices of `height` rows of `width` bytes; the first row of the first slice begins at the address.
struct Box {
    Address address = 0;
    std::uint64_t pitch = 0;  // from row to row
    std::uint64_t slice = 0;  // from slice to slice
};
struct BoxSize {
    std::uint64_t width = 0;
    std::uint64_t height = 1;
    std::uint64_t depth = 1;
};

// One side of a copy from or to an array.
using ArrayCopySide = std::variant<Box, ArrayPlace>;

struct AddressSpaceOptions {
    std::uint64_t bytes = 0;       // a power of two of at least 64 MiB
    std::uint64_t zone_bytes = 0;  // below and above, free of others' memory
    // On a card: all unused pages of the space and its zones map to scratch memory of this space, so that no access
    // there faults. The software GPU needs none: its faults end only the launch.
    bool has_sinks = false;
    std::uint64_t sink_bytes = std::uint64_t{512} << 20;
};

// Device memory that can be mapped in several address spaces at once, or in none. It is freed when the last of them has
// unmapped it and no reference is left. It must not outlive its device.
class MemoryPiece {
public:
    virtual ~MemoryPiece() = default;
    virtual std::uint64_t bytes() const = 0;
};

struct PlacedPiece {
    std::shared_ptr<MemoryPiece> piece;
    Address begin = 0;  // its address
};

// The addresses of one tenant's memory: a naturally aligned power of two bytes, disjoint from all others. The lower
// half is for device memory, the upper half for host memory that is shared with the tenant. The memory manager
// (src/memory) decides what is mapped where; the address space does it. Destroy it when nothing uses it any more.
class AddressSpace {
public:
    virtual ~AddressSpace() = default;
    virtual Address begin() const = 0;
    virtual std::uint64_t bytes() const = 0;
    Address host_begin() const { return begin() + bytes() / 2; }
    // Device memory comes in multiples of this.
    virtual std::uint64_t granularity() const = 0;
    // Host memory comes in multiples of this.
    virtual std::uint64_t host_granularity() const = 0;
    virtual bool has_sinks() const = 0;
    // True if mapping or unmapping memory leaves other addresses unmapped for a moment: none of the tenant's kernels
    // may run meanwhile. The software GPU imitates a card: true if sinks were requested.
    virtual bool needs_quiet() const = 0;

    // Maps new device memory at these addresses. Its contents are undefined.
    virtual Result<void> commit(Address address, std::uint64_t bytes) = 0;
    // Unmaps and frees memory. The range must be one or several committed ones. Nothing may be using the memory.
    virtual Result<void> decommit(Address address, std::uint64_t bytes) = 0;

    // The whole piece that was committed at this address, so that other spaces of the device can map it, too. It stays
    // mapped here.
    virtual Result<PlacedPiece> share(Address address) = 0;
    // True if share() moves the memory, so that none of the tenant's work may be running.
    virtual bool moves_to_share() const { return false; }
    // Maps a piece at this address. decommit() unmaps it again.
    virtual Result<void> put_piece(Address address, std::shared_ptr<MemoryPiece> piece) = 0;

    // Maps the first bytes of a memory file at this address (in the upper half), for the device and, at the same
    // address, for this process.
    virtual Result<void> attach_host(Address address, int fd, std::uint64_t bytes) = 0;
    virtual Result<void> detach_host(Address address, std::uint64_t bytes) = 0;

    // Tell the device which ranges are allocated: the software GPU checks accesses by them, a card ignores them.
    virtual void announce(Address address, std::uint64_t bytes) = 0;
    virtual void retract(Address address) = 0;
};

// Work that is described once and launched often. The software GPU does the nodes one after the other, in the order of
// the list; a card may do independent nodes concurrently.
class Graph {
public:
    virtual ~Graph() = default;
};
class LibraryRecorder;  // library_recorder.h

struct LaunchNode {
    const Function* function = nullptr;
    Launch launch;
    std::vector<std::byte> parameters;
};
struct CopyNode {
    Box to;
    Box from;
    BoxSize size;
};
struct FillNode {
    Address to = 0;
    std::uint64_t pitch = 0;
    std::uint32_t value = 0;
    unsigned width = 1;
    std::uint64_t count = 0;
    std::uint64_t height = 1;
};
struct WriteWordNode {
    Address address = 0;
    std::uint64_t value = 0;
    unsigned bytes = 4;
};
struct WaitWordNode {
    Address address = 0;
    std::uint64_t value = 0;
    unsigned bytes = 4;
    WordCondition condition = WordCondition::Equal;
};
struct RecordNode {
    Event* event = nullptr;
};
struct WaitNode {
    Event* event = nullptr;
};
struct EmptyNode {};
// The recorded work of a library's call (Device::record_library).
class RecordedLibrary {
public:
    virtual ~RecordedLibrary() = default;
    // The number of pieces of work; 0 for a call that was only a query.
    virtual std::size_t pieces() const = 0;
};
struct LibraryNode {
    std::shared_ptr<const RecordedLibrary> recorded;
};

enum class ConditionKind : std::uint8_t { If, While, Switch };
struct GraphBodies;
// A choice between bodies, which are graphs: a word of 4 bytes decides, when the graph gets there, which one is run.
struct ConditionNode {
    Address word = 0;
    ConditionKind kind = ConditionKind::If;
    std::shared_ptr<const GraphBodies> bodies;
};

struct GraphNode {
    std::variant<EmptyNode, LaunchNode, CopyNode, FillNode, WriteWordNode, WaitWordNode, RecordNode, WaitNode,
                 LibraryNode, ConditionNode>
        work;
    std::vector<std::uint32_t> dependencies;  // indices of earlier nodes in the list
};

// If: the first is run if the word is not 0, otherwise the second, if any. While: the only one is repeated while the
// word is not 0. Switch: the one with the word's number is run. They may have launches, copies, fills and conditions.
struct GraphBodies {
    std::vector<std::vector<GraphNode>> all;
};

class Device {
public:
    virtual ~Device() = default;
    virtual const Properties& properties() const = 0;
    virtual Result<MemoryInfo> memory_info() = 0;

    // At least 256-byte aligned. Contents are undefined.
    virtual Result<Address> allocate(std::uint64_t bytes) = 0;
    // Nothing may be using the memory.
    virtual Result<void> release(Address address) = 0;

    virtual Result<std::unique_ptr<AddressSpace>> create_address_space(const AddressSpaceOptions& options) = 0;

    virtual Result<std::unique_ptr<Module>> load(std::string ptx, const LoadOptions& options = {}) = 0;
    // Machine code for this card. The software GPU refuses it.
    virtual Result<std::unique_ptr<Module>> load_binary(std::span<const std::byte> cubin,
                                                        const LoadOptions& options = {}) = 0;
    // Loads, without compiling, an image that this device's load() has made, or another device's with the same
    // image_kind(). The image is trusted, so it must come from a place that only we can write to.
    virtual Result<std::unique_ptr<Module>> load_image(std::span<const std::byte> image,
                                                       const LoadOptions& options = {}) = 0;
    // All that images depend on besides the PTX: the backend, its version, the card.
    virtual std::string image_kind() const = 0;

    // Call it first if tenants that do not trust each other share the device. A card has 32 queues for all of them, and
    // a wait there, for a word or for the host, may last for ever. So such waits, and the work behind them, are held in
    // host memory, and the card gets only work that can run.
    virtual void hold_waits() {}
    // Call it before and after a library's call: libraries work in the thread's current context, and may change it.
    virtual void enter_thread() {}

    // For a tenant's streams; null if the device needs no group for them. It may get more multiprocessors than
    // requested, since a device has units, and may share them with others. Fails if the device cannot be divided.
    virtual Result<std::shared_ptr<StreamGroup>> create_stream_group(const GroupOptions& options = {}) = 0;

    virtual Result<std::unique_ptr<Stream>> create_stream(StreamOptions options = {}) = 0;
    virtual Result<std::unique_ptr<Event>> create_event(const EventOptions& options = {}) = 0;

    // Submit copies to the stream. The host's memory must stay valid and unchanged until they are done.
    virtual Result<void> copy_to_device(Stream& stream, Address to, std::span<const std::byte> from) = 0;
    virtual Result<void> copy_to_host(Stream& stream, std::span<std::byte> to, Address from) = 0;
    virtual Result<void> copy_on_device(Stream& stream, Address to, Address from, std::uint64_t bytes) = 0;
    // Registers whole pages of this process's memory with the device, so that copies run asynchronously and at full
    // speed. Callable from several threads at a time. Memory must not be in use when it is unpinned.
    virtual Result<void> pin(std::span<std::byte> /*memory*/) { return {}; }
    virtual Result<void> unpin(std::span<std::byte> /*memory*/) { return {}; }
    // Copies between any allocations or ranges in address spaces, device or host.
    virtual Result<void> copy_box(Stream& stream, const Box& to, const Box& from, const BoxSize& size) = 0;
    // Like copy_to_device, but the host's memory may change as soon as it returns. For a few kilobytes.
    virtual Result<void> write(Stream& stream, Address to, std::span<const std::byte> from) = 0;
    // Fills with `count` copies of the lowest `width` (1, 2 or 4) bytes of `value`.
    virtual Result<void> fill(Stream& stream, Address to, std::uint32_t value, unsigned width, std::uint64_t count) = 0;
    // The same for `height` rows that are `pitch` bytes apart.
    virtual Result<void> fill_rows(Stream& stream, Address to, std::uint64_t pitch, std::uint32_t value, unsigned width,
                                   std::uint64_t count, std::uint64_t height) = 0;
    // `parameters`: the bytes of the parameter space in FunctionInfo's layout; they are copied.
    virtual Result<void> launch(Stream& stream, const Function& function, const Launch& launch,
                                std::span<const std::byte> parameters) = 0;

    // Makes an array of zeros. check_shape() must have accepted the shape.
    virtual Result<std::shared_ptr<Array>> create_array(const ArrayShape& /*shape*/) { return no_textures(); }
    // Like copy_box; boxes must lie within their arrays.
    virtual Result<void> copy_array(Stream& /*stream*/, const ArrayCopySide& /*to*/, const ArrayCopySide& /*from*/,
                                    const BoxSize& /*size*/) {
        return no_textures();
    }
    // For a tenant's textures and surfaces. Pass it to the tenant's streams (StreamOptions::textures).
    virtual Result<std::shared_ptr<TextureSpace>> create_texture_space() { return no_textures(); }
    // Encodes a tensor map for kernels. check_tensor_map() must have accepted it; its address is not checked.
    virtual Result<TensorMapBytes> encode_tensor_map(const TensorMapDescription& /*map*/) { return no_tensor_maps(); }
    // The same map for another address, which must be aligned. The map's bytes are not checked.
    virtual Result<TensorMapBytes> move_tensor_map(const TensorMapBytes& /*map*/, Address /*address*/) {
        return no_tensor_maps();
    }

    // How many blocks of a kernel can run on a multiprocessor at the same time.
    virtual Result<std::uint32_t> occupancy(const Function& function, std::uint32_t block_threads,
                                            std::uint32_t dynamic_shared) = 0;

    // `group`: the group of streams that it will be launched on; null: the device's default.
    virtual Result<std::unique_ptr<Graph>> create_graph(std::span<const GraphNode> nodes,
                                                        const std::shared_ptr<StreamGroup>& group = nullptr) = 0;
    // Replaces the graph's parameters; its shape (kinds of nodes, dependencies) must stay the same. Earlier launches
    // are not affected.
    virtual Result<void> update_graph(Graph& graph, std::span<const GraphNode> nodes) = 0;
    virtual Result<void> launch_graph(Stream& stream, Graph& graph) = 0;
    // Makes a substitute for a stream in one call of a library, whose work is to become a node of graphs. `group`: the
    // caller's; null: the device's default.
    virtual Result<std::shared_ptr<LibraryRecorder>> record_library(
        const std::shared_ptr<StreamGroup>& /*group*/ = nullptr) {
        constexpr std::int32_t not_supported = 801;
        return Error::bad_input("this device has no libraries").with_status(not_supported);
    }

    // Waits for all work of all streams that is not held back. Returns the first failure that no other wait has
    // returned yet.
    virtual Result<void> synchronize() = 0;

private:
    static Error no_tensor_maps() {
        constexpr std::int32_t not_supported = 801;
        return Error::bad_input("this device has no tensor maps").with_status(not_supported);
    }
    static Error no_textures() {
        constexpr std::int32_t not_supported = 801;
        return Error::bad_input("this device has no arrays, textures and surfaces").with_status(not_supported);
    }
};

}  // namespace ringfence::backend
