// Any bytes may come as the arguments of a library's function. The adapter is the real one, and so is the library
// behind it: whatever is accepted runs, on memory that ends where a page does.
//
//   | library: 1 byte | function: 2 bytes | arguments, as channel/library_frame.h lays them out |
//
// If the library's byte has its highest bit, the call is captured: its work is done twice, after its objects are gone.
//
// A word whose upper 16 bits are 0xadd1 to 0xadd4 stands for an address in the session's memory, its lower 16 bits
// being added. 0x10 is the session's handle or plan; 0x11 to 0x15 are cuSOLVER's and cuSPARSE's other objects.
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "../../tests/adapters/library_caller.h"
#include "adapters/libraries.h"
#include "channel/cublaslt_state.h"
#include "channel/library_functions.h"

namespace ringfence::adapters {
namespace {

constexpr std::size_t word_bytes = 8;
constexpr std::uint64_t handle = 0x10;

struct World {
    Libraries libraries{soft_library_folder()};
    LibraryCaller caller;
    std::vector<std::unique_ptr<EdgeMemory>> memory;

    World() {
        for (const std::size_t bytes : {std::size_t{0x40}, std::size_t{0x400}, std::size_t{0x1000}, std::size_t{8}}) {
            memory.push_back(std::make_unique<EdgeMemory>(bytes));
            caller.memory[memory.back()->address()] = bytes;
        }
    }
    // The number of kinds of a library's objects; 0: all are of one kind.
    static std::uint32_t kinds_of(channel::Library library) {
        switch (library) {
            case channel::Library::Cusolver: return 4;
            case channel::Library::Cusparse: return 8;
            case channel::Library::Curand: return 1;
            default: return 0;
        }
    }
    // One of each kind; cuRAND's is a generator, Philox.
    bool make_objects(channel::Library library) {
        const std::uint32_t kinds = kinds_of(library);
        for (std::uint32_t kind = 0; kind < kinds; ++kind) {
            channel::LibraryFrame frame;
            frame.add(handle + kind);
            frame.add(kind);
            frame.add(161);
            const auto create = static_cast<std::uint32_t>(channel::ObjectFunction::Create);
            if (!libraries.find(library).value()->call(caller, create, frame.bytes()).ok()) return false;
        }
        return true;
    }
    // Before each input: what the last one made or destroyed is forgotten.
    bool begin(channel::Library library) {
        auto found = libraries.find(library);
        if (!found.ok()) return false;
        caller.objects.clear();
        channel::LibraryFrame frame;
        frame.add(handle);
        if (library == channel::Library::Cublas) {
            const auto create = static_cast<std::uint32_t>(channel::CublasFunction::Create);
            return found.value()->call(caller, create, frame.bytes()).ok();
        }
        if (kinds_of(library) != 0) return make_objects(library);
        if (library == channel::Library::CublasLt) {
            const auto create = static_cast<std::uint32_t>(channel::lt::Function::Create);
            return found.value()->call(caller, create, frame.bytes()).ok();
        }
        channel::PlanShape shape;
        shape.rank = 1;
        shape.n[0] = 8;
        shape.types = channel::plan_types(0x29);
        shape.batch = 1;
        frame.add_copy(&shape, sizeof shape);
        const auto make = static_cast<std::uint32_t>(channel::CufftFunction::MakePlan);
        return found.value()->call(caller, make, frame.bytes()).ok();
    }
};

void put_addresses(std::vector<std::byte>& arguments, const World& world) {
    for (std::size_t at = word_bytes; at + word_bytes <= arguments.size(); at += word_bytes) {
        std::uint64_t word = 0;
        std::memcpy(&word, arguments.data() + at, word_bytes);
        const std::uint64_t mark = word >> 48;  // 0xadd1 to 0xadd4
        if (mark < 0xadd1 || mark > 0xadd4) continue;
        word = world.memory[mark - 0xadd1]->address() + (word & 0xffff);
        std::memcpy(arguments.data() + at, &word, word_bytes);
    }
}

void run(std::span<const std::byte> bytes) {
    // Never destroyed: the libraries' own tables are gone by the time that the program ends.
    static World& world = *std::make_unique<World>().release();
    constexpr std::size_t head = 3;
    if (bytes.size() < head) return;
    const unsigned first = std::to_integer<unsigned>(bytes[0]);
    const bool is_captured = first >= 0x80;
    const auto library = static_cast<channel::Library>(first % 0x80 % channel::library_count);
    const auto function = std::to_integer<std::uint32_t>(bytes[1]) | std::to_integer<std::uint32_t>(bytes[2]) << 8;
    if (!world.begin(library)) return;  // the software GPU has no such library
    std::vector<std::byte> arguments(bytes.begin() + head, bytes.end());
    put_addresses(arguments, world);
    ImmediateStream& stream = world.caller.stream;
    stream.records = is_captured;
    (void)world.libraries.find(library).value()->call(world.caller, function, arguments);
    if (!is_captured) return;
    world.caller.objects.clear();
    arguments.assign(arguments.size(), std::byte{0xff});
    for (int i = 0; i < 2; ++i)
        stream.replay();
    stream.recorded.clear();
    stream.records = false;
}

}  // namespace
}  // namespace ringfence::adapters

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    ringfence::adapters::run(std::as_bytes(std::span(data, size)));
    return 0;
}
