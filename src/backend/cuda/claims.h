// Records the addresses of a device's address spaces and their zones, so that no two overlap, even where the driver and
// the operating system would allow that.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "backend/device.h"
#include "base/mutex.h"

namespace ringfence::backend::cuda {

class Claims {
public:
    // Releases the addresses when it is destroyed.
    class Claim {
    public:
        Claim(Claims& owner, Address begin) : owner_(&owner), begin_(begin) {}
        Claim(Claim&& other) noexcept : owner_(std::exchange(other.owner_, nullptr)), begin_(other.begin_) {}
        Claim& operator=(Claim&&) = delete;
        ~Claim() {
            if (owner_ != nullptr) owner_->remove(begin_);
        }

    private:
        Claims* owner_;
        Address begin_;
    };

    // Nothing if one of the addresses is claimed already.
    std::optional<Claim> claim(Address begin, std::uint64_t bytes) {
        const MutexLock lock(mutex_);
        const bool is_taken = std::any_of(ranges_.begin(), ranges_.end(), [&](const Range& range) {
            return begin < range.begin + range.bytes && range.begin < begin + bytes;
        });
        if (is_taken) return std::nullopt;
        ranges_.push_back({begin, bytes});
        return Claim(*this, begin);
    }

private:
    struct Range {
        Address begin = 0;
        std::uint64_t bytes = 0;
    };

    void remove(Address begin) {
        const MutexLock lock(mutex_);
        std::erase_if(ranges_, [&](const Range& range) { return range.begin == begin; });
    }

    Mutex mutex_;
    std::vector<Range> ranges_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::backend::cuda
