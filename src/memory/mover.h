// Moves pieces of one window's device memory to the host and back, at the same device addresses
// (docs/memory-beyond-the-card.md).
//
// Copies run on a stream of their own, several at a time, and are asynchronous: poll() ends those that are done. A
// piece is either on the device or on the host, whatever goes wrong in between: the old copy goes only when the new one
// is complete. While a piece is on the host, its place is charged to the session. One thread, the session's.
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
    // As many copies are on their way at a time: while one is made the next is prepared.
    static constexpr std::size_t most_moving = 4;

    // `space` and `device` must outlive it.
    Mover(backend::Device& device, backend::AddressSpace& space, std::shared_ptr<HostStore> store,
          std::shared_ptr<Account> account)
        : device_(device), space_(space), store_(std::move(store)), account_(std::move(account)) {}
    // Waits for copies that are in progress.
    ~Mover();
    Mover(const Mover&) = delete;
    Mover& operator=(const Mover&) = delete;

    // A piece that is to go to the host.
    struct Leaving {
        backend::Address address = 0;  // of the committed piece, exactly
        std::uint64_t bytes = 0;
        HostStore::Purpose purpose = HostStore::Purpose::MoreMemory;
        std::uint64_t soon = 0;           // bytes that will leave before long, with this
        backend::Event* after = nullptr;  // the work that must come first; may be null
    };
    // Begins to move it; nothing may be using it. False: the host's memory for it is not ready yet. "Out of memory":
    // the host has no room for it.
    Result<bool> begin_out(const Leaving& leaving);
    // Begins to bring a piece back. "Out of memory": the device has no room for it.
    Result<void> begin_in(backend::Address address);
    // Ends copies that are done. Returns how many bytes have arrived, on either side.
    Result<std::uint64_t> poll();

    bool may_begin() const { return moving_.size() < most_moving; }
    bool is_moving() const { return !moving_.empty(); }
    bool is_moving(backend::Address address) const;
    bool is_away(backend::Address address) const { return away_.contains(address); }
    // The first piece that is on the host and not on its way back.
    std::optional<backend::Address> next_to_come() const;
    // Bytes on the host, with those that are on their way back.
    std::uint64_t away_bytes() const { return away_bytes_; }
    // The same without those.
    std::uint64_t waiting_bytes() const;
    std::uint64_t bytes_at(backend::Address address) const;
    // It was freed while it was there.
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
        Away to;  // for a piece that goes out
    };

    Result<backend::Stream*> stream();
    // Where the stream is when it has been made.
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
    std::unique_ptr<backend::Stream> stream_;  // goes first, and waits
};

}  // namespace ringfence::memory
