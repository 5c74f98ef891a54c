// Tells host memory by its address: the upper halves of all existing address spaces.
#pragma once

#include <algorithm>
#include <vector>

#include "backend/device.h"
#include "base/mutex.h"

namespace ringfence::backend::cuda {

class HostHalves {
public:
    void add(Address begin, std::uint64_t bytes) {
        const WriterLock lock(mutex_);
        halves_.push_back({begin, bytes});
    }
    void remove(Address begin) {
        const WriterLock lock(mutex_);
        std::erase_if(halves_, [&](const Half& half) { return half.begin == begin; });
    }
    bool contain(Address address) const {
        const ReaderLock lock(mutex_);
        return std::any_of(halves_.begin(), halves_.end(),
                           [&](const Half& half) { return address - half.begin < half.bytes; });
    }

private:
    struct Half {
        Address begin = 0;
        std::uint64_t bytes = 0;
    };
    mutable SharedMutex mutex_;
    std::vector<Half> halves_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::backend::cuda
