// Assigns multiprocessors of a device to owners whose kernels may only run on some of them.
//
// A device is divided into units: of eight multiprocessors on today's cards, of one on the software GPU. An owner gets
// as many adjacent units as it needs, where the fewest other owners are. So owners have their own units while there are
// enough, and share units beyond that: the number is an upper bound, and no owner is refused.
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

    // Assigns at least so many multiprocessors while the result exists; null: the whole device. An owner that has a
    // place of this size already gets the same one.
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
