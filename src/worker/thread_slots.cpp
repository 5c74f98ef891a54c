#include "worker/thread_slots.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include <fmt/core.h>

#include "base/cuda_status.h"
#include "worker/objects.h"

namespace ringfence::worker {

namespace {

constexpr std::uint64_t most_threads = std::numeric_limits<std::uint32_t>::max();  // that kernels can number
constexpr std::uint64_t too_much = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t largest_doubling = std::uint64_t{64} << 20;

std::uint64_t threads_of(const wire::Launch& launch) {
    std::uint64_t threads = 1;
    for (const std::uint64_t count :
         {launch.grid_x, launch.grid_y, launch.grid_z, launch.block_x, launch.block_y, launch.block_z}) {
        if (count != 0 && threads > most_threads / count) return too_much;
        threads *= count;
    }
    return threads;
}

std::uint64_t bytes_of(const FunctionObject& function, const wire::Launch& launch) {
    const std::uint64_t threads = threads_of(launch);
    return threads == too_much ? too_much : threads * function.guard.slot_bytes;
}

Error does_not_fit(const FunctionObject& function, const wire::Launch& launch, Error error) {
    error.message = fmt::format(
        "{}: its threads' local variables do not fit into the program's memory, {} bytes for each thread of a grid of "
        "({}, {}, {}) blocks of ({}, {}, {}): {}",
        function.function->name(), function.guard.slot_bytes, launch.grid_x, launch.grid_y, launch.grid_z,
        launch.block_x, launch.block_y, launch.block_z, error.message);
    return error;
}

}  // namespace

ThreadSlots::ThreadSlots(memory::Window& window)
    : window_(window), addresses_(std::make_shared<std::set<backend::Address>>()) {}

bool ThreadSlots::suffices(const Memory& memory, const FunctionObject& function, const wire::Launch& launch) {
    return memory.bytes >= bytes_of(function, launch);
}

Result<std::shared_ptr<const ThreadSlots::Memory>> ThreadSlots::allocate(const FunctionObject& function,
                                                                         const wire::Launch& launch) {
    const std::uint64_t needed = bytes_of(function, launch);
    if (needed == too_much) {
        return does_not_fit(function, launch,
                            Error::bad_input("too many threads").with_status(cuda_status::out_of_memory))
            .with_remedy("launch fewer threads, or run this program in a worker of its own (--isolation private)");
    }
    // Rounded up, so that grids that grow a little each time do not allocate each time.
    const std::uint64_t bytes = needed < largest_doubling ? std::bit_ceil(needed) : needed;
    auto allocated = window_.allocate(bytes, guard::slot_alignment);
    if (!allocated) return does_not_fit(function, launch, allocated.take_error());
    const backend::Address address = allocated.value();
    addresses_->insert(address);
    const std::weak_ptr<std::set<backend::Address>> known = addresses_;
    return std::shared_ptr<const Memory>(new Memory{address, bytes}, [&window = window_, known](const Memory* memory) {
        const auto addresses = known.lock();
        if (addresses && addresses->erase(memory->address) != 0) (void)window.release(memory->address);
        delete memory;
    });
}

std::vector<std::byte> with_slots(const FunctionObject& function, std::span<const std::byte> parameters,
                                  backend::Address slots) {
    std::vector<std::byte> all(function.function->info().parameter_bytes);
    std::copy_n(parameters.begin(), std::min(parameters.size(), all.size()), all.begin());
    const std::size_t place = function.function->info().parameters.back().offset;
    std::memcpy(all.data() + place, &slots, sizeof slots);
    return all;
}

}  // namespace ringfence::worker
