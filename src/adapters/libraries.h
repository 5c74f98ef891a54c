// The libraries of a worker, each loaded when a session needs it first.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "adapters/adapter.h"
#include "soft_libraries/host.h"

namespace ringfence::adapters {

// The files of the software GPU's libraries: beside the program that asks, or in the installed place.
std::string soft_library_folder();

class Libraries {
public:
    // `folder`: where libringfence-soft-*.so lie. Empty: there are none, and every call is refused.
    explicit Libraries(std::string folder);
    // NVIDIA's, on a card, from these folders; none: from the usual ones. `log` is told what is loaded, and why
    // something is not.
    Libraries(std::vector<std::string> folders, std::function<void(const std::string&)> log);
    ~Libraries();

    // Before anything is asked of it.
    void set_log(std::function<void(const std::string&)> log) { log_ = std::move(log); }

    // Objects of theirs are in use until the stream is done with them.
    bool are_on_card() const { return !card_folders_.empty(); }

    // An error if the library cannot be loaded, for tenants to read: it names no folder. Tried once.
    Result<Adapter*> find(channel::Library library);

private:
    struct Entry {
        std::once_flag once;
        std::unique_ptr<Adapter> adapter;
        std::string problem;
    };
    Result<std::unique_ptr<Adapter>> load(channel::Library library);
    Error not_loaded(channel::Library library, const char* file, const Error& why) const;
    Result<std::unique_ptr<Adapter>> load_soft(channel::Library library);
    Result<std::unique_ptr<Adapter>> load_for_card(channel::Library library);

    std::string folder_;
    std::vector<std::string> card_folders_;
    std::function<void(const std::string&)> log_;
    std::unique_ptr<soft_libraries::Host> host_;
    std::array<Entry, channel::library_count> entries_;
};

}  // namespace ringfence::adapters
