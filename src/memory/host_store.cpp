#include "memory/host_store.h"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "base/cuda_status.h"

namespace ringfence::memory {

HostStore::HostStore(backend::Device& device, const Options& options)
    : most_(options.supply.most / options.supply.part_bytes * options.supply.part_bytes),
      reserve_(std::min(options.reserve, most_)),
      supply_(device, options.supply) {}

std::uint64_t HostStore::parts_of(std::uint64_t bytes) const {
    return bytes / supply_.part_bytes() + (bytes % supply_.part_bytes() != 0 ? 1 : 0);
}

Result<std::unique_ptr<HostStore::Place>> HostStore::take(std::uint64_t bytes, Purpose purpose, std::uint64_t soon) {
    const MutexLock lock(mutex_);
    const std::uint64_t most = most_ - (purpose == Purpose::WayBack ? 0 : reserve_);
    const std::uint64_t parts = parts_of(bytes);
    const std::uint64_t rounded = parts * supply_.part_bytes();
    if (bytes > most || rounded > most || used_ > most - rounded) {
        return Error::bad_input(
                   fmt::format("{} more bytes of device memory do not fit into the {} bytes of host memory "
                               "that back a full card",
                               bytes, most_))
            .with_remedy("raise host_backing in [memory] of the daemon's settings (ringfence.toml)")
            .with_status(cuda_status::out_of_memory);
    }
    RF_TRY(auto taken, supply_.take(parts, std::max(parts, parts_of(std::min(soon, most - used_)))));
    if (!taken) return std::unique_ptr<Place>();
    used_ += rounded;
    return std::make_unique<Place>(shared_from_this(), std::move(*taken), bytes);
}

void HostStore::give_back(std::vector<HostSupply::Part> parts) {
    const MutexLock lock(mutex_);
    used_ -= parts.size() * supply_.part_bytes();
    supply_.give_back(std::move(parts));
}

std::uint64_t HostStore::used() const {
    const MutexLock lock(mutex_);
    return used_;
}

std::uint64_t HostStore::left() const {
    const MutexLock lock(mutex_);
    const std::uint64_t most = most_ - reserve_;
    return most - std::min(most, used_);
}

std::span<std::byte> HostStore::Place::piece_at(std::uint64_t offset) const {
    const std::uint64_t part_bytes = parts_.front().size();
    const std::uint64_t within = offset % part_bytes;
    return parts_[offset / part_bytes].bytes().subspan(within, std::min(part_bytes - within, bytes_ - offset));
}

}  // namespace ringfence::memory
