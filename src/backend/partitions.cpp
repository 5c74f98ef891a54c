#include "backend/partitions.h"

#include <algorithm>
#include <numeric>

namespace ringfence::backend {

std::shared_ptr<const Partitions::Place> Partitions::take(const std::string& owner, std::uint32_t multiprocessors) {
    const std::uint32_t count = multiprocessors / unit_size_ + (multiprocessors % unit_size_ != 0 ? 1 : 0);
    if (count == 0 || count >= units_) return nullptr;
    const MutexLock lock(mutex_);
    std::erase_if(taken_, [](const Taken& one) { return one.place.expired(); });
    for (const Taken& one : taken_) {
        std::shared_ptr<const Place> place = one.place.lock();
        if (place && one.owner == owner && place->units == count) return place;
    }
    const std::vector<std::uint32_t> users = this->users();
    Place best{0, count};
    std::uint64_t least = UINT64_MAX;
    for (std::uint32_t first = 0; first + count <= units_; ++first) {
        const auto begin = users.begin() + first;
        const std::uint64_t others = std::accumulate(begin, begin + count, std::uint64_t{0});
        if (others >= least) continue;
        least = others;
        best.first_unit = first;
    }
    auto place = std::make_shared<const Place>(best);
    taken_.push_back({owner, place});
    return place;
}

std::vector<std::uint32_t> Partitions::users() const {
    std::vector<std::uint32_t> users(units_);
    for (const Taken& one : taken_) {
        const std::shared_ptr<const Place> place = one.place.lock();
        for (std::uint32_t unit = 0; place && unit < place->units; ++unit)
            ++users[place->first_unit + unit];
    }
    return users;
}

}  // namespace ringfence::backend
