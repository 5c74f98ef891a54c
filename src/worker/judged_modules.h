// Keeps rewritten modules between judging and loading. A starting program first asks whether its modules can be
// guarded, and loads them a moment later: so the guard works on each only once.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>

#include "base/mutex.h"
#include "guard/guard.h"

namespace ringfence::worker {

class JudgedModules {
public:
    explicit JudgedModules(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    // Removes the oldest modules if there are too many bytes.
    void put(std::string key, guard::GuardedPtx module);
    bool has(const std::string& key);
    // Removes it: each module is loaded once.
    std::optional<guard::GuardedPtx> take(const std::string& key);

private:
    struct Entry {
        std::string key;
        guard::GuardedPtx module;
        std::size_t bytes = 0;
    };

    const std::size_t most_bytes_;
    Mutex mutex_;
    std::deque<Entry> entries_ RF_GUARDED_BY(mutex_);
    std::size_t bytes_ RF_GUARDED_BY(mutex_) = 0;
};

}  // namespace ringfence::worker
