// Host memory that worker and device share and no client can access: buffers for replies, words that streams wait for
// while a client runs a host function, and data that graphs write.
//
// Each session has a share with its own quota and addresses. To unmap memory a card waits until all its work is done;
// with separate shares that delays only one session, and others can allocate and free, and new ones can begin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "backend/device.h"
#include "base/mutex.h"
#include "base/result.h"
#include "memory/window.h"

namespace ringfence::worker {

struct PrivateQuota {
    std::uint64_t bytes = std::uint64_t{32} << 20;
    std::uint32_t segments = 256;  // each is a mapping, of which a process may have some ten thousand
};

class PrivateMemory {
public:
    explicit PrivateMemory(backend::Device& device) : device_(device) {}

    class Share;

    // A zeroed allocation. It is freed with this object, when nothing may be using it any more.
    class Segment {
    public:
        Segment(std::shared_ptr<Share> owner, backend::Address address, std::uint64_t bytes)
            : owner_(std::move(owner)), address_(address), bytes_(bytes) {}
        ~Segment();
        Segment(const Segment&) = delete;
        Segment& operator=(const Segment&) = delete;

        backend::Address address() const { return address_; }
        std::uint64_t size() const { return bytes_; }
        std::span<std::byte> bytes() const { return {reinterpret_cast<std::byte*>(address_), bytes_}; }

    private:
        std::shared_ptr<Share> owner_;
        backend::Address address_;
        std::uint64_t bytes_;
    };

    // One session's share.
    class Share : public std::enable_shared_from_this<Share> {
    public:
        Share(std::unique_ptr<memory::Window> window, const PrivateQuota& quota)
            : window_(std::move(window)), quota_(quota) {}
        Result<std::unique_ptr<Segment>> allocate(std::uint64_t bytes);

    private:
        friend class Segment;
        void release(backend::Address address, std::uint64_t bytes);

        Mutex mutex_;
        std::unique_ptr<memory::Window> window_ RF_GUARDED_BY(mutex_);
        const PrivateQuota quota_;
        std::uint64_t bytes_ RF_GUARDED_BY(mutex_) = 0;
        std::uint32_t segments_ RF_GUARDED_BY(mutex_) = 0;
    };
    Result<std::shared_ptr<Share>> share(const PrivateQuota& quota);

private:
    backend::Device& device_;
};

}  // namespace ringfence::worker
