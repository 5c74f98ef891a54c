// Moves pieces of one window's device memory to the host and back, at the same device addresses
// (docs/memory-beyond-the-card.md).
//
// Copies go over a stream of their own, several at a time, and nobody waits: poll() ends those that are done. A piece
// is either on the device or on the host, whatever goes wrong in between: the old copy goes only when the new one is
// complete. While a piece is on the host, its place is charged to the session. One thread, the session's.
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
    // Waits for copies that are under way.
    ~Mover();
    Mover(const Mover&) = delete;
    Mover& operator=(const Mover&) = delete;

    // Begins to move what was committed there, exactly, to the host; nothing may be using it. `after`: what must come
    // first; may be null. "Out of memory": the host has no room for it.
    Result<void> begin_out(backend::Address address, std::uint64_t bytes, HostStore::Purpose purpose,
                           backend::Event* after);
    // Begins to bring a piece back. "Out of memory": the device has no room for it.
    Result<void> begin_in(backend::Address address);
    // Ends what is done. How many bytes have arrived, on either side.
    Result<std::uint64_t> poll();

    bool may_begin() const { return moving_.size() < most_moving; }
    bool is_moving() const { return !moving_.empty(); }
    bool is_moving(backend::Address address) const;
    bool is_away(backend::Address address) const { return away_.contains(address); }
    // The first piece that is on the host and not on its way back.
    std::optional<backend::Address> next_to_come() const;
    // On the host, with what is on its way from there.
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
        Away to;  // of what goes out
    };

    Result<backend::Stream*> stream();
    Result<std::uint64_t> copy(backend::Address to, backend::Address from, std::uint64_t bytes);
    Result<std::uint64_t> end(Moving& moving);
    // A copy that failed: what it was to replace is still there.
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
