// Host memory that stands in for device memory while the card is full (docs/memory-beyond-the-card.md).
//
// One store for each device. Its places are made of pinned parts (memory/host_supply.h), so that they are copied at
// full speed, and no client knows of them. A place holds its last owner's data: a new owner writes all of it before
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
        // Bytes that only moves may take which make room for memory on its way back: each move out is followed by one
        // in, so a full store does not keep any session out.
        std::uint64_t reserve = 0;
    };
    static std::shared_ptr<HostStore> create(backend::Device& device, const Options& options) {
        return std::make_shared<HostStore>(device, options);
    }
    HostStore(backend::Device& device, const Options& options);
    HostStore(const HostStore&) = delete;
    HostStore& operator=(const HostStore&) = delete;

    // Goes back when destroyed: no copy to or from it may be in progress.
    class Place {
    public:
        Place(std::shared_ptr<HostStore> store, std::vector<HostSupply::Part> parts, std::uint64_t bytes)
            : store_(std::move(store)), parts_(std::move(parts)), bytes_(bytes) {}
        ~Place() { store_->give_back(std::move(parts_)); }
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;

        std::uint64_t bytes() const { return bytes_; }
        // The contents, in pieces: the piece at `offset` of the place; the next one begins where it ends.
        std::span<std::byte> piece_at(std::uint64_t offset) const;

    private:
        std::shared_ptr<HostStore> store_;
        std::vector<HostSupply::Part> parts_;
        std::uint64_t bytes_;
    };

    enum class Purpose : std::uint8_t { MoreMemory, WayBack };
    // Null: it is being made, and is to be asked for again. `soon`: how much will be taken before long, with this. The
    // error is CUDA's "out of memory".
    Result<std::unique_ptr<Place>> take(std::uint64_t bytes, Purpose purpose, std::uint64_t soon = 0);
    // Announces memory that is likely to be taken: it is made ready as far as that is allowed.
    void prepare(std::uint64_t bytes) { supply_.prepare(bytes); }
    // Gives unused memory back to the machine.
    void trim() { supply_.trim(); }

    // The memory that so many bytes take here: a part has one owner.
    std::uint64_t footprint(std::uint64_t bytes) const { return parts_of(bytes) * supply_.part_bytes(); }
    std::uint64_t used() const;
    // The bytes that could still be taken for more memory.
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
