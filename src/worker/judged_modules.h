// What the guard has made of modules that were judged and are not loaded yet: a program that starts asks first whether
// its modules can be guarded, and loads them a moment later.
#pragma once

#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>

#include "guard/guard.h"

namespace ringfence::worker {

class JudgedModules {
public:
    explicit JudgedModules(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    // The oldest go where there are too many.
    void put(std::string key, guard::GuardedModule module);
    // Each is needed once.
    std::optional<guard::GuardedModule> take(const std::string& key);

private:
    struct Entry {
        std::string key;
        guard::GuardedModule module;
        std::size_t bytes = 0;
    };

    const std::size_t most_bytes_;
    std::mutex mutex_;  // guards what follows
    std::deque<Entry> entries_;
    std::size_t bytes_ = 0;
};

}  // namespace ringfence::worker
