// Host memory to which device memory moves while the card is full (docs/memory-beyond-the-card.md).
//
// Each device has one store. Its places consist of pinned parts (memory/host_supply.h), so that copies run at full
// speed; clients have no access to them. A place is not cleared between owners: a new owner must write all of it before
// anything is read. Safe for several threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "backend/device.h"
#include "base/mutex.h"
#include "base/result.h"
#include "memory/host_supply.h"

namespace ringfence::memory {

class HostStore : public std::enable_shared_from_this<HostStore> {
public:
    struct Options {
        HostSupply::Options supply;
        // Bytes reserved for moves that make room for returning memory: each such move out is followed by one in, so a
        // full store never keeps a session from coming back.
        std::uint64_t reserve = 0;
    };
    static std::shared_ptr<HostStore> create(backend::Device& device, const Options& options) {
        return std::make_shared<HostStore>(device, options);
    }
    HostStore(backend::Device& device, const Options& options);
    HostStore(const HostStore&) = delete;
    HostStore& operator=(const HostStore&) = delete;

    // Returned to the store when destroyed: no copy to or from it may be in progress.
    class Place {
    public:
        Place(std::shared_ptr<HostStore> store, std::vector<HostSupply::Part> parts, std::uint64_t bytes)
            : store_(std::move(store)), parts_(std::move(parts)), bytes_(bytes) {}
        ~Place() { store_->give_back(std::move(parts_)); }
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;

        std::uint64_t bytes() const { return bytes_; }
        // The contiguous piece at `offset` of the place. The next piece begins where this one ends.
        std::span<std::byte> piece_at(std::uint64_t offset) const;

    private:
        std::shared_ptr<HostStore> store_;
        std::vector<HostSupply::Part> parts_;
        std::uint64_t bytes_;
    };

    enum class Purpose : std::uint8_t { MoreMemory, WayBack };
    // Null if the memory is still being prepared: ask again. `soon`: how much will be taken soon, including this. The
    // error has CUDA's status "out of memory".
    Result<std::unique_ptr<Place>> take(std::uint64_t bytes, Purpose purpose, std::uint64_t soon = 0);
    // Announces that so much memory will probably be taken, so that it is prepared within the limits.
    void prepare(std::uint64_t bytes) { supply_.prepare(bytes); }
    // Gives unused memory back to the machine.
    void trim() { supply_.trim(); }

    // How much memory so many bytes take here, in whole parts.
    std::uint64_t footprint(std::uint64_t bytes) const { return parts_of(bytes) * supply_.part_bytes(); }
    std::uint64_t used() const;
    // How many bytes can still be taken with Purpose::MoreMemory.
    std::uint64_t left() const;
    std::uint64_t ready() const { return supply_.ready(); }

private:
    void give_back(std::vector<HostSupply::Part> parts);
    std::uint64_t parts_of(std::uint64_t bytes) const;

    const std::uint64_t most_;
    const std::uint64_t reserve_;
    mutable Mutex mutex_;
    std::uint64_t used_ RF_GUARDED_BY(mutex_) = 0;  // whole parts
    HostSupply supply_;
};

}  // namespace ringfence::memory
