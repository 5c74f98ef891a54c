// Host memory that worker and device share and no client ever sees: replies on their way, the words that streams wait
// on while a client makes a call.
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

class PrivateMemory : public std::enable_shared_from_this<PrivateMemory> {
public:
    static Result<std::shared_ptr<PrivateMemory>> create(backend::Device& device);

    // A piece of it, zeroed. Goes back when destroyed: nothing may be using it then.
    class Segment {
    public:
        Segment(std::shared_ptr<PrivateMemory> owner, backend::Address address, std::uint64_t bytes)
            : owner_(std::move(owner)), address_(address), bytes_(bytes) {}
        ~Segment() { owner_->release(address_); }
        Segment(const Segment&) = delete;
        Segment& operator=(const Segment&) = delete;

        backend::Address address() const { return address_; }
        std::uint64_t size() const { return bytes_; }
        std::span<std::byte> bytes() const { return {reinterpret_cast<std::byte*>(address_), bytes_}; }

    private:
        std::shared_ptr<PrivateMemory> owner_;
        backend::Address address_;
        std::uint64_t bytes_;
    };
    Result<std::unique_ptr<Segment>> allocate(std::uint64_t bytes);

private:
    explicit PrivateMemory(std::unique_ptr<memory::Window> window) : window_(std::move(window)) {}
    void release(backend::Address address);

    std::mutex mutex_;
    std::unique_ptr<memory::Window> window_;
};

}  // namespace ringfence::worker
