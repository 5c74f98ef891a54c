#include "worker/private_memory.h"

namespace ringfence::worker {

Result<std::shared_ptr<PrivateMemory>> PrivateMemory::create(backend::Device& device) {
    memory::WindowOptions options;
    options.bytes = std::uint64_t{1} << 32;
    options.quota = 0;
    options.host_quota = options.bytes / 2;
    RF_TRY(auto window, memory::Window::create(device, options));
    return std::shared_ptr<PrivateMemory>(new PrivateMemory(std::move(window)));
}

Result<std::unique_ptr<PrivateMemory::Segment>> PrivateMemory::allocate(std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    RF_TRY(const memory::HostSegment segment, window_->allocate_host(bytes));
    return std::make_unique<Segment>(shared_from_this(), segment.address, segment.bytes);
}

void PrivateMemory::release(backend::Address address) {
    const std::lock_guard lock(mutex_);
    // Fails only on a card that is lost, and there the memory is lost with it.
    (void)window_->release_host(address);
}

}  // namespace ringfence::worker
