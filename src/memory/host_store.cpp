#include "memory/host_store.h"

#include <algorithm>
#include <bit>

#include <fmt/core.h>

#include "base/cuda_status.h"
#include "memory/window.h"

namespace ringfence::memory {

namespace {

// Of addresses, so that places of several sizes find room beside each other.
constexpr std::uint64_t spare_addresses = 4;
constexpr std::uint64_t least_window = std::uint64_t{64} << 20;
constexpr std::uint64_t largest_window = std::uint64_t{1} << 42;

}  // namespace

HostStore::~HostStore() = default;

Result<std::shared_ptr<HostStore>> HostStore::create(backend::Device& device, const Options& options) {
    auto store = std::make_shared<HostStore>(device, options);
    WindowOptions window;
    const std::uint64_t addresses = std::min(options.most, largest_window / spare_addresses) * spare_addresses;
    window.bytes = std::clamp(std::bit_ceil(addresses), least_window, largest_window);
    window.quota = 0;
    window.host_quota = options.most;
    const MutexLock lock(store->mutex_);
    RF_TRY(store->window_, Window::create(device, window));
    return store;
}

Result<std::unique_ptr<HostStore::Place>> HostStore::take(std::uint64_t bytes, Purpose purpose) {
    const MutexLock lock(mutex_);
    const std::uint64_t kept = purpose == Purpose::WayBack ? 0 : std::min(options_.reserve, options_.most);
    if (bytes > options_.most - kept || used_ > options_.most - kept - bytes) {
        return Error::bad_input(
                   fmt::format("{} more bytes of device memory do not fit into the {} bytes of host memory "
                               "that there are for what the card has no room for",
                               bytes, options_.most))
            .with_remedy("raise host_backing in [memory] of the daemon's settings (ringfence.toml)")
            .with_status(cuda_status::out_of_memory);
    }
    RF_TRY(const backend::Address address, find_place(bytes));
    used_ += bytes;
    return std::make_unique<Place>(shared_from_this(), address, bytes);
}

Result<backend::Address> HostStore::find_place(std::uint64_t bytes) {
    if (const auto found = unused_.find(bytes); found != unused_.end()) {
        const backend::Address address = found->second;
        unused_.erase(found);
        return address;
    }
    auto made = window_->allocate_host(bytes);
    if (!made && !unused_.empty()) {
        // Places of other sizes are in the way.
        drop_unused();
        made = window_->allocate_host(bytes);
    }
    if (!made) return made.take_error().with_status(cuda_status::out_of_memory);
    return made.value().address;
}

void HostStore::give_back(backend::Address address, std::uint64_t bytes) {
    const MutexLock lock(mutex_);
    used_ -= bytes;
    unused_.emplace(bytes, address);
}

void HostStore::trim() {
    const MutexLock lock(mutex_);
    drop_unused();
}

void HostStore::drop_unused() {
    // Fails only on a card that is lost, and there the memory is lost with it.
    for (const auto& [bytes, address] : unused_)
        (void)window_->release_host(address);
    unused_.clear();
}

std::uint64_t HostStore::used() const {
    const MutexLock lock(mutex_);
    return used_;
}

std::uint64_t HostStore::left() const {
    const MutexLock lock(mutex_);
    const std::uint64_t most = options_.most - std::min(options_.reserve, options_.most);
    return most - std::min(most, used_);
}

}  // namespace ringfence::memory
