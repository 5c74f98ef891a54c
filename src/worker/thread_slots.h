// Memory in a session's window for the local variables that the guard has moved there (guard/rewriter/moved_locals.h):
// one slot for each thread of a launch.
//
// Launches of one stream come one after the other, so they share theirs; a graph's nodes have their own. Nothing but
// the program's own results depends on what lies there. One thread, the session's, uses it.
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
    // Given back when it goes: nothing that runs may use it any more then.
    struct Memory {
        backend::Address address = 0;
        std::uint64_t bytes = 0;
    };

    explicit ThreadSlots(memory::Window& window);

    // For a launch of this kernel, which needs some. Fails like Window::allocate.
    Result<std::shared_ptr<const Memory>> allocate(const FunctionObject& function, const wire::Launch& launch);
    // True if this is enough for the launch.
    static bool suffices(const Memory& memory, const FunctionObject& function, const wire::Launch& launch);
    // True if the client must not free it.
    bool owns(backend::Address address) const { return addresses_->contains(address); }
    // All that was in the window is gone.
    void forget_all() { addresses_->clear(); }

private:
    memory::Window& window_;
    std::shared_ptr<std::set<backend::Address>> addresses_;
};

// A launch's parameters as the kernel gets them, with the address of its threads' slots.
std::vector<std::byte> with_slots(const FunctionObject& function, std::span<const std::byte> parameters,
                                  backend::Address slots);

}  // namespace ringfence::worker
