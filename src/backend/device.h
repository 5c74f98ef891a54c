// A GPU as the rest of the project sees it: memory, modules, launches, streams and events.
//
// Two things implement it: `soft` (backend/soft/soft.h) runs PTX on the CPU, `cuda` (backend/cuda/cuda.h) drives a real
// card. Everything above this line works with either and cannot tell them apart but by their names and speed.
//
// Work that is put on a stream is done in the stream's order; streams run beside each other. A failure of such work (a
// fault in a kernel, say) is kept by the stream and given, once, by the next call that waits for it. Work that was put
// on the stream before the failure was given, and comes after it in the stream, is dropped; its events count as done. A
// card that met a fault does nothing any more: there every later call fails, and says so. (Work that a card refuses
// later than it was put on the stream, because something before it was held back, is not done; the rest is.)
//
// An error's status is CUDA's number for it.
//
// Objects must be destroyed before the device that made them, kernels and graphs before their module is. Destroying a
// stream waits for its work; the software GPU, and a card that holds waits back, then give up waiting for words.
// Nothing else waits, since the work of others goes on: a caller that destroys a module or a graph, or takes memory
// away, must know that no work on the device uses it any more. All calls may come from several threads. A card
// remembers each thread that calls: they should live long.
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
    std::int32_t ptx_version = 0;     // 10 * major + minor of the architecture it was written for
    std::int32_t binary_version = 0;  // and of the one it was compiled for
};

// A kernel of a module; lives as long as that.
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

// A variable of a module that shall lie at an address of the caller's choice.
struct Placement {
    std::string name;
    Address address = 0;
    std::uint64_t bytes = 0;  // that there are for it
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
    // The initial contents of placed variables, once: the caller writes them, since it knows whether their memory is
    // still there.
    virtual std::vector<PlacedContents> take_placed_contents() { return {}; }
    // The names of its kernels.
    virtual Result<std::vector<std::string>> function_names() = 0;
};

class Event {
public:
    virtual ~Event() = default;
    virtual Result<void> synchronize() = 0;
    // True if everything before it is done; then this gives the failure, if any, as synchronize() does. An event that
    // was never recorded is done.
    virtual Result<bool> is_done() = 0;
    // The same for a caller that failures of others' streams do not concern: they stay with their streams.
    virtual Result<bool> has_passed() { return is_done(); }
    virtual Result<double> milliseconds_since(Event& start) = 0;
};

// As cuStreamWaitValue numbers them.
enum class WordCondition : std::uint8_t {
    GreaterOrEqual,  // of the signed difference
    Equal,
    AnyBit,  // word & value is not 0
    NorBit,  // ~(word | value) is not 0
};

class Stream {
public:
    virtual ~Stream() = default;
    virtual Result<void> synchronize() = 0;
    // True if all is done; then this gives the failure, if any, as synchronize() does.
    virtual Result<bool> is_idle() = 0;
    // A number for the place after all that was put on the stream so far. Asking whether it is reached costs next to
    // nothing. If it is, this gives the failure, if any, as synchronize() does. One thread at a time.
    virtual Result<std::uint64_t> mark() = 0;
    virtual Result<bool> is_reached(std::uint64_t mark) = 0;
    // The same from any thread, and without what went wrong. On a card a mark that comes after a fault is never passed.
    virtual bool has_passed(std::uint64_t mark) = 0;
    virtual Result<void> record(Event& event) = 0;
    virtual Result<void> wait_for(Event& event) = 0;
    // Runs on a thread of the device's, when all that came before on the stream is done. It must not call the device.
    virtual Result<void> call_host(std::function<void()> function) = 0;

    // A word in an address space: written when the stream comes to it; or the stream goes on when the condition holds.
    // 4 or 8 bytes, aligned. Others (the host, another stream) may write or read the word at any time.
    virtual Result<void> write_word(Address address, std::uint64_t value, unsigned bytes) = 0;
    virtual Result<void> wait_word(Address address, std::uint64_t value, unsigned bytes, WordCondition condition) = 0;

    // From any thread: whether it has come to a word that it waits for (a card: where waits are held back), or its
    // kernel is being compiled (the software GPU), so that nothing of it is running.
    virtual bool is_waiting() { return false; }

    // From any thread: its work is no longer wanted, nor its failure. The software GPU stops running work and drops the
    // rest; a card cannot, and finishes what it has.
    virtual void abandon() {}
    // For work that runs on the stream: true after abandon().
    virtual bool is_abandoned() const { return false; }

    // The stream for the device's libraries (cuFFT, cuBLAS…): a card's own handle, or this.
    virtual void* native() { return this; }
    // Around each call of a library that puts work on the stream, on one thread. A card's stream that is held back
    // (Device::hold_waits) has the work recorded meanwhile, and does it when its turn comes: a library cannot be told
    // to wait. Between the two, native() is the library's stream, and nothing else may be put on the stream.
    virtual Result<void> begin_library() { return {}; }
    // Between the two: whether the work is not done now, but recorded for later.
    virtual bool is_recording() const { return false; }
    virtual Result<void> end_library() { return {}; }
};

// Whose streams are in a group, and how many of the device's multiprocessors their kernels may use.
struct GroupOptions {
    std::string owner = {};             // groups of one owner have the same ones
    std::uint32_t multiprocessors = 0;  // 0: all
};

// Streams of one tenant: work that is held back for one tenant (Device::hold_waits) does not delay others.
class StreamGroup {
public:
    virtual ~StreamGroup() = default;
    // From any thread: a word was written that one of its streams may be waiting for. Otherwise that is noticed a
    // little later.
    virtual void look() = 0;
    // So many multiprocessors do its work; 0: all.
    [[nodiscard]] virtual std::uint32_t multiprocessors() const { return 0; }
};

struct Launch {
    Dim3 grid;
    Dim3 block;
    std::uint32_t dynamic_shared = 0;
    bool cooperative = false;  // all blocks run at once, so that they may wait for each other
    Dim3 cluster = {0, 0, 0};  // blocks of one; zeros: as the kernel says
    // Which kernel it is to who decides whose turn it is (JobFacts), by the name that its program knows; 0: no matter.
    std::uint64_t kernel = 0;

    // The facts that a scheduler is told.
    [[nodiscard]] JobFacts facts() const { return {JobKind::Compute, kernel, grid.count() * block.count()}; }
    bool has_cluster() const { return cluster.x != 0; }
};

struct LoadOptions {
    std::string file_name = "<ptx>";  // for messages
    // Only the software GPU can; a card's driver places variables itself.
    std::vector<Placement> placements = {};
    // If any, what load_image() takes is put there, to be kept. Not together with placements.
    std::vector<std::byte>* image = nullptr;
    // How much a card's compiler optimizes, 0 to 4; none: as much as it can.
    std::optional<unsigned> optimization = {};
    // True if its kernels may print in the device's own way. False: they do not, whatever names they use.
    bool may_print = true;
};

struct StreamOptions {
    int priority = 0;  // as CUDA's: lower numbers go first
    // Takes the output of kernels on this stream; empty: the device's own way. A card prints to this process's output
    // in any case.
    std::function<void(std::string_view text)> print;
    std::shared_ptr<StreamGroup> group = {};      // null: the device's own
    std::shared_ptr<JobGate> gate = {};           // for a stream with a thread; null: its work needs no turns
    std::shared_ptr<JobQueue> queue = {};         // the same of a card's stream
    std::shared_ptr<TextureSpace> textures = {};  // that its kernels may use; null: none
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
    std::uint64_t zone_bytes = 0;  // on both sides, where nothing of others lies
    // On a card: every page of it and of its zones that holds no memory maps to scratch memory of its own, so that no
    // access there faults. The software GPU needs none: its faults are the launch's alone.
    bool has_sinks = false;
    std::uint64_t sink_bytes = std::uint64_t{512} << 20;
};

// Device memory that may lie in several address spaces at once, or in none. It is freed when the last of them has
// released it and no reference is left. Must not outlive its device.
class MemoryPiece {
public:
    virtual ~MemoryPiece() = default;
    virtual std::uint64_t bytes() const = 0;
};

struct PlacedPiece {
    std::shared_ptr<MemoryPiece> piece;
    Address begin = 0;  // where it lies
};

// The addresses of one tenant's memory: a naturally aligned power of two, apart from all others. In its lower half lies
// device memory, in its upper half host memory that is shared with the tenant. The memory manager decides what lies
// where (src/memory); the address space carries it out. Must be destroyed when nothing uses it any more.
class AddressSpace {
public:
    virtual ~AddressSpace() = default;
    virtual Address begin() const = 0;
    virtual std::uint64_t bytes() const = 0;
    Address host_begin() const { return begin() + bytes() / 2; }
    // Device memory comes in multiples of this.
    virtual std::uint64_t granularity() const = 0;
    // And host memory of this.
    virtual std::uint64_t host_granularity() const = 0;
    virtual bool has_sinks() const = 0;
    // True if mapping or unmapping memory leaves other addresses without a page for a moment: then none of the tenant's
    // kernels may run meanwhile. The software GPU says so where sinks were asked for, as a card.
    virtual bool needs_quiet() const = 0;

    // Puts device memory at these addresses. Its contents are undefined.
    virtual Result<void> commit(Address address, std::uint64_t bytes) = 0;
    // Takes it away again; the range is one or several that were committed. Nothing may be using it.
    virtual Result<void> decommit(Address address, std::uint64_t bytes) = 0;

    // The memory that was committed at this address, whole, so that other spaces of the device can have it too. It
    // stays at its addresses.
    virtual Result<PlacedPiece> share(Address address) = 0;
    // True if that moves the memory, so that none of the tenant's work may be in progress.
    virtual bool moves_to_share() const { return false; }
    // Puts a piece at these addresses, as many as it has bytes. decommit() takes it away again.
    virtual Result<void> put_piece(Address address, std::shared_ptr<MemoryPiece> piece) = 0;

    // Puts the first bytes of a memory file at these addresses (in the upper half), for the device and,
    // at the same address, for this process.
    virtual Result<void> attach_host(Address address, int fd, std::uint64_t bytes) = 0;
    virtual Result<void> detach_host(Address address, std::uint64_t bytes) = 0;

    // Which pieces of it are allocated just now. A card does not care; the software GPU checks every access by it.
    virtual void announce(Address address, std::uint64_t bytes) = 0;
    virtual void retract(Address address) = 0;
};

// Work that is described once and launched often. The software GPU does the nodes one after the other, in the order of
// the list; a card may do those beside each other that do not depend on each other.
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
    // How many pieces of work it is; none, for a call that only asked something.
    virtual std::size_t pieces() const = 0;
};
struct LibraryNode {
    std::shared_ptr<const RecordedLibrary> recorded;
};

enum class ConditionKind : std::uint8_t { If, While, Switch };
struct GraphBodies;
// Other graphs, one of which is done, or none: as a word of 4 bytes says when the graph comes to it.
struct ConditionNode {
    Address word = 0;
    ConditionKind kind = ConditionKind::If;
    std::shared_ptr<const GraphBodies> bodies;
};

struct GraphNode {
    std::variant<EmptyNode, LaunchNode, CopyNode, FillNode, WriteWordNode, WaitWordNode, RecordNode, WaitNode,
                 LibraryNode, ConditionNode>
        work;
    std::vector<std::uint32_t> dependencies;  // numbers of nodes that come before it in the list
};

// If: the first is done if the word is not 0, the second, if there is one, otherwise. While: the one is done as long as
// the word is not 0. Switch: that with the word's number. They hold launches, copies, fills and conditions.
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
    // Nothing may be using it.
    virtual Result<void> release(Address address) = 0;

    virtual Result<std::unique_ptr<AddressSpace>> create_address_space(const AddressSpaceOptions& options) = 0;

    virtual Result<std::unique_ptr<Module>> load(std::string ptx, const LoadOptions& options = {}) = 0;
    // Machine code for this card. The software GPU refuses it.
    virtual Result<std::unique_ptr<Module>> load_binary(std::span<const std::byte> cubin,
                                                        const LoadOptions& options = {}) = 0;
    // Loads an image from load(), by this device or by any other of the same image_kind(), without compiling. It is
    // trusted, so it must come from a place that only we can write to.
    virtual Result<std::unique_ptr<Module>> load_image(std::span<const std::byte> image,
                                                       const LoadOptions& options = {}) = 0;
    // Everything that images depend on besides the PTX: the backend, its version, the card.
    virtual std::string image_kind() const = 0;

    // Tenants that do not trust each other share the device. A card has 32 queues for all of them, and a wait there for
    // a word, or for the host, may last for ever: from now on such waits, and the work behind them, are kept in the
    // host's memory, and the card gets only work that can run. To be called before anything else is made.
    virtual void hold_waits() {}
    // Libraries work in the context that is this thread's current one, and may leave another: called before and after.
    virtual void enter_thread() {}

    // For a tenant's streams. May be null, where it would make no difference. It may get more multiprocessors than it
    // asks for, as the device can be divided, and share them with others; an error says that it cannot be divided.
    virtual Result<std::shared_ptr<StreamGroup>> create_stream_group(const GroupOptions& options = {}) = 0;

    virtual Result<std::unique_ptr<Stream>> create_stream(StreamOptions options = {}) = 0;
    virtual Result<std::unique_ptr<Event>> create_event(const EventOptions& options = {}) = 0;

    // Put on the stream. The host's memory must stay as it is until that part of the stream is done.
    virtual Result<void> copy_to_device(Stream& stream, Address to, std::span<const std::byte> from) = 0;
    virtual Result<void> copy_to_host(Stream& stream, std::span<std::byte> to, Address from) = 0;
    virtual Result<void> copy_on_device(Stream& stream, Address to, Address from, std::uint64_t bytes) = 0;
    // Registers memory of this process, whole pages of it, with the device, so that copies to and from it run at full
    // speed and asynchronously. From any thread, several at a time. Memory that is unpinned must not be in use.
    virtual Result<void> pin(std::span<std::byte> /*memory*/) { return {}; }
    virtual Result<void> unpin(std::span<std::byte> /*memory*/) { return {}; }
    // Between any places that are allocated or in address spaces, device or host.
    virtual Result<void> copy_box(Stream& stream, const Box& to, const Box& from, const BoxSize& size) = 0;
    // As copy_to_device, but the host's memory may change as soon as it returns. For a few kilobytes.
    virtual Result<void> write(Stream& stream, Address to, std::span<const std::byte> from) = 0;
    // Fills with `count` copies of the lowest `width` (1, 2 or 4) bytes of `value`.
    virtual Result<void> fill(Stream& stream, Address to, std::uint32_t value, unsigned width, std::uint64_t count) = 0;
    // The same for `height` rows that are `pitch` bytes apart.
    virtual Result<void> fill_rows(Stream& stream, Address to, std::uint64_t pitch, std::uint32_t value, unsigned width,
                                   std::uint64_t count, std::uint64_t height) = 0;
    // `parameters` are the bytes of the parameter space, laid out as FunctionInfo says; they are copied.
    virtual Result<void> launch(Stream& stream, const Function& function, const Launch& launch,
                                std::span<const std::byte> parameters) = 0;

    // It holds zeros. The shape is one that check_shape() let pass.
    virtual Result<std::shared_ptr<Array>> create_array(const ArrayShape& /*shape*/) { return no_textures(); }
    // As copy_box; boxes must lie within their arrays.
    virtual Result<void> copy_array(Stream& /*stream*/, const ArrayCopySide& /*to*/, const ArrayCopySide& /*from*/,
                                    const BoxSize& /*size*/) {
        return no_textures();
    }
    // For a tenant's textures and surfaces. Its streams must be told of it.
    virtual Result<std::shared_ptr<TextureSpace>> create_texture_space() { return no_textures(); }
    // The form in which kernels get a tensor map that check_tensor_map() let pass. Any address can stand in it.
    virtual Result<TensorMapBytes> encode_tensor_map(const TensorMapDescription& /*map*/) { return no_tensor_maps(); }
    // The same map for another address, which must be aligned. The bytes may be anything.
    virtual Result<TensorMapBytes> move_tensor_map(const TensorMapBytes& /*map*/, Address /*address*/) {
        return no_tensor_maps();
    }

    // How many blocks of a kernel run on a multiprocessor at a time.
    virtual Result<std::uint32_t> occupancy(const Function& function, std::uint32_t block_threads,
                                            std::uint32_t dynamic_shared) = 0;

    // `group`: of the streams that it will be launched on; null: the device's own.
    virtual Result<std::unique_ptr<Graph>> create_graph(std::span<const GraphNode> nodes,
                                                        const std::shared_ptr<StreamGroup>& group = nullptr) = 0;
    // Gives the graph other parameters; its shape (kinds of nodes, dependencies) stays. Work of earlier launches is not
    // affected.
    virtual Result<void> update_graph(Graph& graph, std::span<const GraphNode> nodes) = 0;
    virtual Result<void> launch_graph(Stream& stream, Graph& graph) = 0;
    // Stands in for a stream in one call of a library's, whose work shall be a node of graphs. `group`: whose call it
    // is; null: the device's own.
    virtual Result<std::shared_ptr<LibraryRecorder>> record_library(
        const std::shared_ptr<StreamGroup>& /*group*/ = nullptr) {
        constexpr std::int32_t not_supported = 801;
        return Error::bad_input("this device has no libraries").with_status(not_supported);
    }

    // Waits for all that is on the streams and not held back. Gives the first failure that no stream's own wait has
    // given yet.
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
