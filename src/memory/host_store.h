// Host memory that stands in for device memory while the card is full (docs/memory-beyond-the-card.md).
//
// One store for each device. Its places are pinned, so that they are copied at full speed, and no client knows of them.
// What is given back is kept for the next one, since pinning takes longer than copying. A place holds what its last
// owner left there: whoever takes one writes all of it before anything is read. Safe for several threads.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "backend/device.h"
#include "base/mutex.h"
#include "base/result.h"

namespace ringfence::memory {

class Window;

class HostStore : public std::enable_shared_from_this<HostStore> {
public:
    struct Options {
        std::uint64_t most = 0;  // bytes, of all places together
        // Of these, what only moves may take that make room for memory on its way back: each move out is followed by
        // one in, so that a full store does not keep anybody out.
        std::uint64_t reserve = 0;
    };
    static Result<std::shared_ptr<HostStore>> create(backend::Device& device, const Options& options);
    HostStore(backend::Device& device, const Options& options) : device_(device), options_(options) {}
    ~HostStore();
    HostStore(const HostStore&) = delete;
    HostStore& operator=(const HostStore&) = delete;

    // Goes back when destroyed: no copy to or from it may be under way.
    class Place {
    public:
        Place(std::shared_ptr<HostStore> store, backend::Address address, std::uint64_t bytes)
            : store_(std::move(store)), address_(address), bytes_(bytes) {}
        ~Place() { store_->give_back(address_, bytes_); }
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;

        backend::Address address() const { return address_; }
        std::uint64_t bytes() const { return bytes_; }

    private:
        std::shared_ptr<HostStore> store_;
        backend::Address address_;
        std::uint64_t bytes_;
    };

    enum class Purpose : std::uint8_t { MoreMemory, WayBack };
    // The error is CUDA's "out of memory".
    Result<std::unique_ptr<Place>> take(std::uint64_t bytes, Purpose purpose);
    // Gives what nobody uses back to the machine.
    void trim();

    std::uint64_t used() const;
    // What could still be taken for more memory.
    std::uint64_t left() const;

private:
    void give_back(backend::Address address, std::uint64_t bytes);
    Result<backend::Address> find_place(std::uint64_t bytes) RF_REQUIRES(mutex_);
    void drop_unused() RF_REQUIRES(mutex_);

    backend::Device& device_;
    const Options options_;
    mutable Mutex mutex_;  // guards what follows
    std::unique_ptr<Window> window_ RF_GUARDED_BY(mutex_);
    std::uint64_t used_ RF_GUARDED_BY(mutex_) = 0;
    std::multimap<std::uint64_t, backend::Address> unused_ RF_GUARDED_BY(mutex_);  // bytes to address
};

}  // namespace ringfence::memory
