// Every call that copies, fills or waits, with addresses that are not the program's own, or that reach one byte beyond
// what it has: all are refused, and no byte changes. Run under `ringfence run`.
//
// $HOSTILE_FOREIGN, if set, is an address of another session's memory.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "../e2e/driver/program.h"

namespace {

constexpr std::size_t size = 1000;  // of an allocation: not a multiple of anything that memory is made of
int refusals = 0;

template <typename... Arguments>
int call(const char* symbol, Arguments... arguments) {
    auto* function = reinterpret_cast<int (*)(Arguments...)>(dlsym(RTLD_DEFAULT, symbol));
    EXPECT(function, "libcuda.so.1 has no %s", symbol);
    return function(arguments...);
}

// An error, at once or when the device is next waited for.
void expect_refused(const char* what, int status) {
    const int later = cuCtxSynchronize();
    EXPECT(status != 0 || later != 0, "%s was not refused", what);
    const int said = status != 0 ? status : later;
    EXPECT(said == status_invalid_value, "%s: status %d, expected %d", what, said, status_invalid_value);
    ++refusals;
}
#define REFUSED(symbol, ...) expect_refused(symbol, call(symbol, __VA_ARGS__))

using Bytes = std::vector<unsigned char>;

struct Memory {
    Address own = 0;
    Address other = 0;
    Address guards[2] = {};  // allocations before and after, that must stay as they are
    Handle stream = nullptr;
    Bytes host = Bytes(4096, 0xee);

    Memory() {
        guards[0] = device_memory(size);
        own = device_memory(size);
        guards[1] = device_memory(size);
        other = device_memory(size);
        CHECK(cuStreamCreate(&stream, 1));
        for (const Address address : {guards[0], own, guards[1], other})
            CHECK(cuMemsetD8(address, 0x5a, size));
        CHECK(cuCtxSynchronize());
    }
    void expect_unchanged() const {
        for (const Address address : {guards[0], own, guards[1], other})
            expect_each("memory", fetch<unsigned char>(address, size), size, [](auto) { return 0x5a; });
        expect_each("host memory", host, host.size(), [](auto) { return 0xee; });
    }
};

// `bytes` at `bad` are not all the program's.
void try_copies(Memory& memory, Address bad, std::size_t bytes) {
    void* host = memory.host.data();
    const Address good = memory.other;
    REFUSED("cuMemcpyHtoD_v2", bad, static_cast<const void*>(host), bytes);
    REFUSED("cuMemcpyDtoH_v2", host, bad, bytes);
    REFUSED("cuMemcpyDtoD_v2", bad, good, bytes);
    REFUSED("cuMemcpyDtoD_v2", good, bad, bytes);
    REFUSED("cuMemcpyHtoDAsync_v2", bad, static_cast<const void*>(host), bytes, memory.stream);
    REFUSED("cuMemcpyDtoHAsync_v2", host, bad, bytes, memory.stream);
    REFUSED("cuMemcpyDtoDAsync_v2", bad, good, bytes, memory.stream);
    REFUSED("cuMemcpyDtoDAsync_v2", good, bad, bytes, memory.stream);
}

// An address in the program's own window is device memory for these; others would be taken for its own pages.
void try_unified_copies(Memory& memory, Address bad, std::size_t bytes) {
    REFUSED("cuMemcpy", bad, memory.other, bytes);
    REFUSED("cuMemcpy", memory.other, bad, bytes);
    REFUSED("cuMemcpyAsync", bad, memory.other, bytes, memory.stream);
    REFUSED("cuMemcpyAsync", memory.other, bad, bytes, memory.stream);
}

Copy2D rows(Address to, Address from, std::size_t width, std::size_t height, std::size_t pitch) {
    Copy2D copy = {};
    copy.from_type = 2;
    copy.from_device = from;
    copy.from_pitch = pitch;
    copy.to_type = 2;
    copy.to_device = to;
    copy.to_pitch = pitch;
    copy.width = width;
    copy.height = height;
    return copy;
}

// CUDA_MEMCPY3D
struct Copy3D {
    std::size_t from_x, from_y, from_z, from_lod;
    unsigned from_type;
    const void* from_host;
    Address from_device;
    Handle from_array;
    void* reserved0;
    std::size_t from_pitch, from_height;
    std::size_t to_x, to_y, to_z, to_lod;
    unsigned to_type;
    void* to_host;
    Address to_device;
    Handle to_array;
    void* reserved1;
    std::size_t to_pitch, to_height;
    std::size_t width, height, depth;
};

Copy3D boxes(Address to, Address from, std::size_t width, std::size_t height, std::size_t depth, std::size_t pitch) {
    Copy3D copy = {};
    copy.from_type = 2;
    copy.from_device = from;
    copy.from_pitch = pitch;
    copy.from_height = height;
    copy.to_type = 2;
    copy.to_device = to;
    copy.to_pitch = pitch;
    copy.to_height = height;
    copy.width = width;
    copy.height = height;
    copy.depth = depth;
    return copy;
}

// The last row ends one byte beyond the end: 9 rows of 100, the 10th has 101.
void try_boxes(Memory& memory, Address bad) {
    for (const bool writes : {true, false}) {
        const Address to = writes ? bad : memory.other;
        const Address from = writes ? memory.other : bad;
        const Copy2D flat = rows(to, from, 101, 10, 101);
        REFUSED("cuMemcpy2D_v2", &flat);
        REFUSED("cuMemcpy2DUnaligned_v2", &flat);
        REFUSED("cuMemcpy2DAsync_v2", &flat, memory.stream);
        const Copy3D deep = boxes(to, from, 100, 5, 2, 101);
        Copy3D far = boxes(to, from, 100, 5, 2, 100);
        far.to_z = far.from_z = std::size_t{1} << 61;
        REFUSED("cuMemcpy3D_v2", &deep);
        REFUSED("cuMemcpy3DAsync_v2", &deep, memory.stream);
        REFUSED("cuMemcpy3D_v2", &far);
    }
}

void try_fills(Memory& memory, Address bad, std::size_t bytes) {
    using Byte = unsigned char;
    using Half = unsigned short;
    const Address even = bad & ~Address{3};
    const std::size_t more = bytes + 4;
    REFUSED("cuMemsetD8_v2", bad, Byte{1}, bytes);
    REFUSED("cuMemsetD16_v2", even, Half{1}, more / 2);
    REFUSED("cuMemsetD32_v2", even, 1u, more / 4);
    REFUSED("cuMemsetD8Async", bad, Byte{1}, bytes, memory.stream);
    REFUSED("cuMemsetD16Async", even, Half{1}, more / 2, memory.stream);
    REFUSED("cuMemsetD32Async", even, 1u, more / 4, memory.stream);
    REFUSED("cuMemsetD2D8_v2", bad, std::size_t{2048}, Byte{1}, bytes, std::size_t{2});
    REFUSED("cuMemsetD2D16_v2", even, std::size_t{2048}, Half{1}, more / 2, std::size_t{2});
    REFUSED("cuMemsetD2D32_v2", even, std::size_t{2048}, 1u, more / 4, std::size_t{2});
    REFUSED("cuMemsetD2D8Async", bad, std::size_t{2048}, Byte{1}, bytes, std::size_t{2}, memory.stream);
    REFUSED("cuMemsetD2D32Async", even, ~std::size_t{3}, 1u, more / 4, std::size_t{3}, memory.stream);
}

void try_words(Memory& memory, Address bad) {
    REFUSED("cuStreamWriteValue32_v2", memory.stream, bad, 1u, 0u);
    REFUSED("cuStreamWriteValue64_v2", memory.stream, bad, 1ull, 0u);
    REFUSED("cuStreamWaitValue32_v2", memory.stream, bad, 1u, 1u);
    REFUSED("cuStreamWaitValue64_v2", memory.stream, bad, 1ull, 1u);
}

void try_graph_nodes(Address bad, Address good, std::size_t bytes) {
    Handle context = nullptr;
    CHECK(call("cuCtxGetCurrent", &context));
    const auto launch = [&](const char* what, auto&& add) {
        Handle graph = nullptr;
        Handle node = nullptr;
        Handle ready = nullptr;
        CHECK(cuGraphCreate(&graph, 0));
        int status = add(&node, graph);
        if (status == 0) status = cuGraphInstantiate(&ready, graph, 0);
        if (status == 0) status = cuGraphLaunch(ready, nullptr);
        expect_refused(what, status);
        CHECK(cuGraphDestroy(graph));
    };
    const auto none = static_cast<const Handle*>(nullptr);
    for (const bool writes : {true, false}) {
        const Copy3D copy = boxes(writes ? bad : good, writes ? good : bad, bytes, 1, 1, bytes);
        launch("a memcpy node", [&](Handle* node, Handle graph) {
            return call("cuGraphAddMemcpyNode", node, graph, none, std::size_t{0}, &copy, context);
        });
    }
    const MemsetNode fill = {bad, 0, 1, 1, bytes, 1};
    launch("a memset node",
           [&](Handle* node, Handle graph) { return cuGraphAddMemsetNode(node, graph, none, 0, &fill, context); });
}

void try_symbol(Memory& memory, Handle module) {
    Address symbol = 0;
    std::size_t bytes = 0;
    CHECK(cuModuleGetGlobal(&symbol, &bytes, module, "counter"));
    REFUSED("cuMemcpyHtoD_v2", symbol, static_cast<const void*>(memory.host.data()), bytes + 1);
    REFUSED("cuMemcpyDtoH_v2", static_cast<void*>(memory.host.data()), symbol, bytes + 1);
    REFUSED("cuMemcpyDtoD_v2", symbol, memory.other, bytes + 1);
    REFUSED("cuMemcpyDtoD_v2", memory.other, symbol + 1, bytes);
    REFUSED("cuMemsetD8_v2", symbol, static_cast<unsigned char>(1), bytes + 1);
    expect_each("counter", fetch<int>(symbol, 1), 1, [](auto) { return 10; });
}

}  // namespace

void test(Handle module) {
    Memory memory;
    // One byte beyond the end; one before the beginning; wholly behind the end; all of it and much more; nothing at
    // all.
    struct Range {
        Address begin;
        std::size_t bytes;
        bool is_in_window;
    };
    std::vector<Range> ranges = {{memory.own, size + 1, true},
                                 {memory.own + 1, size, true},
                                 {memory.own - 1, size, true},
                                 {memory.own + size, 8, true},
                                 {memory.own, ~std::size_t{0} >> 1, true},
                                 {0x1000, 8, false},
                                 {~Address{0} - 7, 8, false}};
    if (const char* foreign = std::getenv("HOSTILE_FOREIGN"))
        ranges.push_back({std::strtoull(foreign, nullptr, 16), 8, false});
    const Address freed = device_memory(size);
    CHECK(cuMemFree(freed));
    ranges.push_back({freed, 8, true});
    for (const Range& range : ranges) {
        try_copies(memory, range.begin, range.bytes);
        if (range.is_in_window) try_unified_copies(memory, range.begin, range.bytes);
        try_fills(memory, range.begin, range.bytes);
        try_graph_nodes(range.begin, memory.other, range.bytes);
    }
    for (const Address bad : {memory.own, Address{0x1000}})
        try_boxes(memory, bad);
    for (const Address bad : {memory.own + size, memory.own - 8, freed, Address{0x1000}, memory.own + 1})
        try_words(memory, bad);
    try_symbol(memory, module);
    memory.expect_unchanged();
    std::printf("%d refusals\n", refusals);
}
