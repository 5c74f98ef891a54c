// Moves pieces of one window's device memory to the host and back, at the same device addresses
// (docs/memory-beyond-the-card.md).
//
// Copies run asynchronously, several at a time, on the mover's own stream; poll() completes those that are done.
// Whatever fails, a piece is always intact on the device or on the host: the old copy is freed only when the new one is
// complete. While a piece is on the host, the session is charged for its place there. For the session's thread only.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>

#include "backend/device.h"
#include "base/account.h"
#include "base/result.h"
#include "memory/host_store.h"

namespace ringfence::memory {

class Mover {
public:
    // How many copies are in progress at a time: while one runs the next is prepared.
    static constexpr std::size_t most_moving = 4;

    // `space` and `device` must outlive it.
    Mover(backend::Device& device, backend::AddressSpace& space, std::shared_ptr<HostStore> store,
          std::shared_ptr<Account> account)
        : device_(device), space_(space), store_(std::move(store)), account_(std::move(account)) {}
    // Waits for copies in progress.
    ~Mover();
    Mover(const Mover&) = delete;
    Mover& operator=(const Mover&) = delete;

    // A piece that is to move to the host.
    struct Leaving {
        backend::Address address = 0;  // where the committed piece begins
        std::uint64_t bytes = 0;
        HostStore::Purpose purpose = HostStore::Purpose::MoreMemory;
        std::uint64_t soon = 0;           // bytes that will leave soon, including this piece
        backend::Event* after = nullptr;  // the work that must be done first; may be null
    };
    // Begins to move a piece, which nothing may be using. False: host memory for it is not prepared yet. The status
    // "out of memory": the host has no room for it.
    Result<bool> begin_out(const Leaving& leaving);
    // Begins to move a piece back. The status "out of memory": the device has no room for it.
    Result<void> begin_in(backend::Address address);
    // Completes copies that are done. Returns how many bytes have arrived, on both sides together.
    Result<std::uint64_t> poll();

    bool may_begin() const { return moving_.size() < most_moving; }
    bool is_moving() const { return !moving_.empty(); }
    bool is_moving(backend::Address address) const;
    bool is_away(backend::Address address) const { return away_.contains(address); }
    // The first piece on the host that is not on its way back.
    std::optional<backend::Address> next_to_come() const;
    // Bytes on the host, including those on their way back.
    std::uint64_t away_bytes() const { return away_bytes_; }
    // Bytes on the host, without those on their way back.
    std::uint64_t waiting_bytes() const;
    std::uint64_t bytes_at(backend::Address address) const;
    // The piece was freed while it was on the host.
    void forget(backend::Address address);

private:
    struct Away {
        std::uint64_t bytes = 0;
        std::unique_ptr<HostStore::Place> place;
        Account::Holding charge;
    };
    struct Moving {
        backend::Address address = 0;
        bool is_out = false;
        std::uint64_t mark = 0;
        Away to;  // for a piece that moves to the host
    };

    Result<backend::Stream*> stream();
    // Put copies on the stream. They return the stream's mark behind the copy.
    Result<std::uint64_t> copy_out(const HostStore::Place& to, backend::Address from);
    Result<std::uint64_t> copy_in(backend::Address to, const HostStore::Place& from);
    Result<std::uint64_t> end(Moving& moving);
    // Undoes a copy that failed: the original is still there.
    void undo(const Moving& moving);

    backend::Device& device_;
    backend::AddressSpace& space_;
    std::shared_ptr<HostStore> store_;
    std::shared_ptr<Account> account_;
    std::map<backend::Address, Away> away_;
    std::uint64_t away_bytes_ = 0;
    std::deque<Moving> moving_;
    std::unique_ptr<backend::Stream> stream_;  // destroyed first, which waits for its copies
};

}  // namespace ringfence::memory
