// The libraries of a worker, each loaded when a session needs it first.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <string>

#include "adapters/adapter.h"
#include "soft_libraries/host.h"

namespace ringfence::adapters {

// The files of the software GPU's libraries: beside the program that asks, or in the installed place.
std::string soft_library_folder();

class Libraries {
public:
    // `folder`: where libringfence-soft-*.so lie. Empty: there are none, and every call is refused.
    explicit Libraries(std::string folder);
    ~Libraries();

    // An error, with the reason, if the library cannot be loaded. Tried once.
    Result<Adapter*> find(channel::Library library);

private:
    struct Entry {
        std::once_flag once;
        std::unique_ptr<Adapter> adapter;
        std::string problem;
    };
    Result<std::unique_ptr<Adapter>> load(channel::Library library);

    std::string folder_;
    std::unique_ptr<soft_libraries::Host> host_;
    std::array<Entry, channel::library_count> entries_;
};

}  // namespace ringfence::adapters
