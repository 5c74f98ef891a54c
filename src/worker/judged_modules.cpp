#include "worker/judged_modules.h"

#include <algorithm>
#include <utility>

namespace ringfence::worker {

namespace {

std::size_t bytes_of(const guard::GuardedPtx& module) {
    std::size_t bytes = sizeof module + module.ptx.size() + module.late_ptx.size() + module.block.contents_bytes();
    for (const guard::Explanation& access : module.accesses)
        bytes += sizeof access + access.why.size();
    return bytes;
}

}  // namespace

void JudgedModules::put(std::string key, guard::GuardedPtx module) {
    const std::size_t bytes = bytes_of(module);
    if (bytes > most_bytes_) return;
    const MutexLock lock(mutex_);
    for (; bytes_ + bytes > most_bytes_; entries_.pop_front())
        bytes_ -= entries_.front().bytes;
    bytes_ += bytes;
    entries_.push_back({std::move(key), std::move(module), bytes});
}

bool JudgedModules::has(const std::string& key) {
    const MutexLock lock(mutex_);
    return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.key == key; });
}

std::optional<guard::GuardedPtx> JudgedModules::take(const std::string& key) {
    const MutexLock lock(mutex_);
    const auto found =
        std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.key == key; });
    if (found == entries_.end()) return std::nullopt;
    std::optional<guard::GuardedPtx> module(std::move(found->module));
    bytes_ -= found->bytes;
    entries_.erase(found);
    return module;
}

}  // namespace ringfence::worker
