// Modules that were judged and are not loaded yet, as the guard has rewritten them: a program that starts asks first
// whether its modules can be guarded, and loads them a moment later.
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

    // The oldest go where there are too many.
    void put(std::string key, guard::GuardedPtx module);
    bool has(const std::string& key);
    // Each is needed once.
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
