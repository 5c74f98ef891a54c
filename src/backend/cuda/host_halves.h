// Which addresses are host memory: the upper halves of the address spaces that live.
#pragma once

#include <algorithm>
#include <mutex>
#include <shared_mutex>
#include <vector>

#include "backend/device.h"

namespace ringfence::backend::cuda {

class HostHalves {
public:
    void add(Address begin, std::uint64_t bytes) {
        const std::unique_lock lock(mutex_);
        halves_.push_back({begin, bytes});
    }
    void remove(Address begin) {
        const std::unique_lock lock(mutex_);
        std::erase_if(halves_, [&](const Half& half) { return half.begin == begin; });
    }
    bool contain(Address address) const {
        const std::shared_lock lock(mutex_);
        return std::any_of(halves_.begin(), halves_.end(),
                           [&](const Half& half) { return address - half.begin < half.bytes; });
    }

private:
    struct Half {
        Address begin = 0;
        std::uint64_t bytes = 0;
    };
    mutable std::shared_mutex mutex_;
    std::vector<Half> halves_;
};

}  // namespace ringfence::backend::cuda
