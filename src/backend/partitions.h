// Which of a device's multiprocessors each owner's kernels run on, where owners may have some of them only.
//
// A device is divided into units of some multiprocessors: eight on today's cards, one on the software GPU. An owner
// gets as many adjacent units as it needs, where the fewest others are. So owners have units of their own while there
// are enough, and share some beyond that: the number is a bound, and nobody is refused.
//
// Safe for several threads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/mutex.h"

namespace ringfence::backend {

class Partitions {
public:
    struct Place {
        std::uint32_t first_unit = 0;
        std::uint32_t units = 0;

        friend bool operator==(const Place&, const Place&) = default;
        friend bool operator<(const Place& one, const Place& other) {
            return std::pair(one.first_unit, one.units) < std::pair(other.first_unit, other.units);
        }
    };

    // None of them may be 0.
    Partitions(std::uint32_t units, std::uint32_t unit_size) : units_(units), unit_size_(unit_size) {}

    // At least so many multiprocessors, the owner's as long as the result lives; null: that is the whole device. An
    // owner that has as many already has those.
    [[nodiscard]] std::shared_ptr<const Place> take(const std::string& owner, std::uint32_t multiprocessors);
    [[nodiscard]] std::uint32_t unit_size() const { return unit_size_; }

private:
    struct Taken {
        std::string owner;
        std::weak_ptr<const Place> place;
    };

    [[nodiscard]] std::vector<std::uint32_t> users() const RF_REQUIRES(mutex_);

    const std::uint32_t units_;
    const std::uint32_t unit_size_;
    Mutex mutex_;
    std::vector<Taken> taken_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::backend
