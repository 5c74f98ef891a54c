// Memory in a session's window for the local variables that the guard has moved there (guard/rewriter/moved_locals.h):
// one slot for each thread of a launch.
//
// Launches of one stream run one after the other, so they share one allocation; a graph's nodes have their own. A
// program that overwrites its slots harms only its own results. Used by the session's thread only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "backend/device.h"
#include "base/result.h"
#include "memory/window.h"
#include "wire/operations.h"

namespace ringfence::worker {

struct FunctionObject;

class ThreadSlots {
public:
    // Freed with the last reference, when no running kernel may use it any more.
    struct Memory {
        backend::Address address = 0;
        std::uint64_t bytes = 0;
    };

    explicit ThreadSlots(memory::Window& window);

    // Allocates slots for a launch of this kernel, which must need them. Fails like Window::allocate.
    Result<std::shared_ptr<const Memory>> allocate(const FunctionObject& function, const wire::Launch& launch);
    // True if this is enough for the launch.
    static bool suffices(const Memory& memory, const FunctionObject& function, const wire::Launch& launch);
    // True if the client must not free it.
    bool owns(backend::Address address) const { return addresses_->contains(address); }
    // Call it when all memory of the window was freed.
    void forget_all() { addresses_->clear(); }

private:
    memory::Window& window_;
    std::shared_ptr<std::set<backend::Address>> addresses_;
};

// The parameters that the kernel gets: the launch's, followed by the address of its threads' slots.
std::vector<std::byte> with_slots(const FunctionObject& function, std::span<const std::byte> parameters,
                                  backend::Address slots);

}  // namespace ringfence::worker
