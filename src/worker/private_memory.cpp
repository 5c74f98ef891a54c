#include "worker/private_memory.h"

#include <algorithm>

#include <fmt/core.h>

#include "base/cuda_status.h"

namespace ringfence::worker {

Result<std::shared_ptr<PrivateMemory::Share>> PrivateMemory::share(const PrivateQuota& quota) {
    memory::WindowOptions options;
    options.bytes = std::uint64_t{1} << 32;
    options.quota = 0;
    options.host_quota = options.bytes / 2;
    RF_TRY(auto window, memory::Window::create(device_, options));
    return std::make_shared<Share>(std::move(window), quota);
}

PrivateMemory::Segment::~Segment() {
    owner_->release(address_, bytes_);
}

Result<std::unique_ptr<PrivateMemory::Segment>> PrivateMemory::Share::allocate(std::uint64_t bytes) {
    const MutexLock lock(mutex_);
    if (segments_ >= quota_.segments || bytes > quota_.bytes - std::min(bytes_, quota_.bytes)) {
        return Error::bad_input(fmt::format("the session's graphs need more than the {} bytes, in {} pieces, that "
                                            "the worker has for what they write and for their calls of the host",
                                            quota_.bytes, quota_.segments))
            .with_remedy("destroy graphs that are not used any more")
            .with_status(cuda_status::out_of_memory);
    }
    RF_TRY(const memory::HostSegment segment, window_->allocate_host(bytes));
    bytes_ += segment.bytes;
    ++segments_;
    return std::make_unique<Segment>(shared_from_this(), segment.address, segment.bytes);
}

void PrivateMemory::Share::release(backend::Address address, std::uint64_t bytes) {
    const MutexLock lock(mutex_);
    // Fails only if the card is lost, and the memory with it.
    (void)window_->release_host(address);
    bytes_ -= bytes;
    --segments_;
}

}  // namespace ringfence::worker
