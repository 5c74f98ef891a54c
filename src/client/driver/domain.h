// Chooses this process's domain: a shared one, where the guard rewrites kernels, or a private one (docs/core.md).
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

// Sets the function that lists registered images; the runtime API provides it.
void set_image_list(std::vector<RegisteredImage> (*list)());

[[nodiscard]] Result<std::unique_ptr<client::Session>> connect_to_domain();

// Exists while a module is being loaded. The module may still be refused, so what it has on the device does not settle
// the domain yet.
class LoadUnderWay {
public:
    LoadUnderWay();
    LoadUnderWay(const LoadUnderWay&) = delete;
    LoadUnderWay& operator=(const LoadUnderWay&) = delete;
    ~LoadUnderWay();
};

// False when the domain is settled.
bool may_move_to_private_domain();

// Call it after a refusal. True if the process is in a private domain now, so that a retry may succeed. The caller must
// not be using anything of the session.
bool move_to_private_domain(const std::string& why);

}  // namespace ringfence::driver
