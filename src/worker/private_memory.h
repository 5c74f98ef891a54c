// Host memory that worker and device share and no client ever sees: replies on their way, the words that streams wait
// on while a client makes a call, what graphs write.
//
// There is so much of it, for all sessions together. Each has a share with a quota, so that none can use it up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>

#include "backend/device.h"
#include "base/result.h"
#include "memory/window.h"

namespace ringfence::worker {

struct PrivateQuota {
    std::uint64_t bytes = std::uint64_t{32} << 20;
    std::uint32_t segments = 256;  // each is a mapping, of which a process may have some ten thousand
};

class PrivateMemory : public std::enable_shared_from_this<PrivateMemory> {
public:
    static Result<std::shared_ptr<PrivateMemory>> create(backend::Device& device);

    class Share;

    // A piece of it, zeroed. Goes back when destroyed: nothing may be using it then.
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

    // What one session has of it.
    class Share : public std::enable_shared_from_this<Share> {
    public:
        Share(std::shared_ptr<PrivateMemory> memory, const PrivateQuota& quota)
            : memory_(std::move(memory)), quota_(quota) {}
        Result<std::unique_ptr<Segment>> allocate(std::uint64_t bytes);

    private:
        friend class Segment;
        void release(backend::Address address, std::uint64_t bytes);

        std::shared_ptr<PrivateMemory> memory_;
        const PrivateQuota quota_;
        std::uint64_t bytes_ = 0;
        std::uint32_t segments_ = 0;
    };
    std::shared_ptr<Share> share(const PrivateQuota& quota) {
        return std::make_shared<Share>(shared_from_this(), quota);
    }

private:
    explicit PrivateMemory(std::unique_ptr<memory::Window> window) : window_(std::move(window)) {}

    std::mutex mutex_;  // guards the window and the shares' counts
    std::unique_ptr<memory::Window> window_;
};

}  // namespace ringfence::worker
