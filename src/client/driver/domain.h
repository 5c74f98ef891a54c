// Which domain this process gets: a shared one, where the guard rewrites its kernels, or one of its own (docs/core.md).
//
// With isolation "auto" a process is in a shared domain as long as the guard refuses none of its modules. The modules
// that are registered when the program first needs the GPU are judged then. A module that is refused later moves the
// process to a private domain, as long as it has nothing on the device; after that the load fails, and the message says
// what to do.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "client/session/session.h"

namespace ringfence::driver {

// An image that a constructor of the program has registered.
struct RegisteredImage {
    const void* image = nullptr;  // the wrapper
};

// How to find out; the runtime API knows.
void set_image_list(std::vector<RegisteredImage> (*list)());

[[nodiscard]] Result<std::unique_ptr<client::Session>> connect_to_domain();

// While a module is being loaded, it may still be refused, and has memory for the time being: nothing is settled by
// that.
class LoadUnderWay {
public:
    LoadUnderWay();
    LoadUnderWay(const LoadUnderWay&) = delete;
    LoadUnderWay& operator=(const LoadUnderWay&) = delete;
    ~LoadUnderWay();
};

// False once the domain is settled.
bool may_move_to_private_domain();

// After a refusal: whether the process is in a private domain now, so that trying again may help. Nothing of the
// session may be in use by the caller.
bool move_to_private_domain(const std::string& why);

}  // namespace ringfence::driver
