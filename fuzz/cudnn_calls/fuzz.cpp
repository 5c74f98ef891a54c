// Any bytes may come as calls of cuDNN. The adapter is the real one; behind it stands a library that computes nothing,
// and traps when it is given an object that is not there (tests/fake_cudnn). For fuzz/cudnn_soft_calls it is the
// software GPU's: whatever is accepted runs, on memory that ends where a page does.
//
//   | function: 2 bytes | bytes of the arguments: 2 bytes | arguments, as channel/library_frame.h lays them out | ...
//
// All calls of an input belong to one session, since most of what can go wrong is what outlives what. A word whose
// upper 16 bits are 0xadd1 or 0xadd2 stands for an address in the session's memory, its lower 16 bits being added. 0x10
// is the session's handle, 0x11 what its descriptors of graphs belong to.
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "../../tests/adapters/library_caller.h"
#include "adapters/cudnn.h"
#include "adapters/libraries.h"
#include "adapters/library_file.h"
#include "channel/cudnn_wire.h"

namespace ringfence::adapters {
namespace {

constexpr std::size_t word_bytes = 8;
constexpr std::uint64_t handle = 0x10;
constexpr std::uint64_t session = 0x11;
using channel::cudnn::Function;

struct World {
#ifdef RINGFENCE_FAKE_CUDNN
    LibraryFile file = LibraryFile::open(RINGFENCE_FAKE_CUDNN).take();
    std::unique_ptr<Adapter> own = make_cudnn(file).take();
    Adapter* adapter = own.get();
    // Whatever the calls were, nothing stays.
    bool is_empty() const {
        return file.function<int()>("fake_alive")() == 0;
    }
#else
    Libraries libraries{soft_library_folder()};
    Adapter* adapter = libraries.find(channel::Library::Cudnn).value();
    static bool is_empty() {
        return true;
    }
#endif
    std::vector<std::unique_ptr<EdgeMemory>> memory;
    LibraryCaller caller;

    World() {
        caller.alone = true;
        for (const std::size_t bytes : {std::size_t{0x40}, std::size_t{0x1000}}) {
            memory.push_back(std::make_unique<EdgeMemory>(bytes));
            caller.memory[memory.back()->address()] = bytes;
        }
    }
    void call(Function function, std::uint64_t object) {
        channel::LibraryFrame frame;
        frame.add(object);
        if (!adapter->call(caller, static_cast<std::uint32_t>(function), frame.bytes()).ok()) std::abort();
    }
};

void put_addresses(std::span<std::byte> arguments, const World& world) {
    for (std::size_t at = word_bytes; at + word_bytes <= arguments.size(); at += word_bytes) {
        std::uint64_t word = 0;
        std::memcpy(&word, arguments.data() + at, word_bytes);
        const std::uint64_t mark = word >> 48;
        if (mark != 0xadd1 && mark != 0xadd2) continue;
        word = world.memory[mark - 0xadd1]->address() + (word & 0xffff);
        std::memcpy(arguments.data() + at, &word, word_bytes);
    }
}

void run(std::span<const std::byte> bytes) {
    static World& world = *std::make_unique<World>().release();
    world.call(Function::Begin, session);
    world.call(Function::Create, handle);
    constexpr std::size_t head = 4;
    while (bytes.size() >= head) {
        std::uint16_t function = 0;
        std::uint16_t length = 0;
        std::memcpy(&function, bytes.data(), sizeof function);
        std::memcpy(&length, bytes.data() + sizeof function, sizeof length);
        bytes = bytes.subspan(head);
        const std::size_t there = std::min<std::size_t>(length, bytes.size());
        std::vector<std::byte> arguments(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(there));
        bytes = bytes.subspan(there);
        put_addresses(arguments, world);
        (void)world.adapter->call(world.caller, function, arguments);
    }
    world.caller.objects.clear();
    if (!world.is_empty()) std::abort();
}

}  // namespace
}  // namespace ringfence::adapters

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    ringfence::adapters::run(std::as_bytes(std::span(data, size)));
    return 0;
}
