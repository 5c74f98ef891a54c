// Runs turns in the order of their tickets, however long each takes to become ready.
//
// A call must first resolve the objects that it names, which takes a varying time; even so its effect must come after
// those of earlier calls.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>

namespace ringfence::session {

class Sequence {
public:
    class Ticket {
    public:
        Ticket(Ticket&& other) noexcept : sequence_(std::exchange(other.sequence_, nullptr)), number_(other.number_) {}
        Ticket& operator=(Ticket&&) = delete;
        Ticket(const Ticket&) = delete;
        Ticket& operator=(const Ticket&) = delete;
        // A ticket that is destroyed unused does not block the others.
        ~Ticket() {
            if (sequence_ != nullptr) sequence_->put(number_, [] { return true; });
        }

    private:
        friend class Sequence;
        Ticket(Sequence& sequence, std::uint64_t number) : sequence_(&sequence), number_(number) {}
        Sequence* sequence_;
        std::uint64_t number_;
    };
    // False: it cannot run yet, and is called again at the next poke().
    using Turn = std::function<bool()>;

    Ticket take() { return {*this, last_++}; }
    void ready(Ticket ticket, Turn turn) {
        std::exchange(ticket.sequence_, nullptr);
        put(ticket.number_, std::move(turn));
    }
    void poke();

private:
    void put(std::uint64_t number, Turn turn) {
        ready_.emplace(number, std::move(turn));
        poke();
    }

    std::uint64_t last_ = 0;
    std::uint64_t next_ = 0;
    bool is_running_ = false;
    std::map<std::uint64_t, Turn> ready_;
};

inline void Sequence::poke() {
    // A turn may call poke() itself.
    if (std::exchange(is_running_, true)) return;
    for (auto turn = ready_.find(next_); turn != ready_.end(); turn = ready_.find(next_)) {
        if (!turn->second()) break;
        ready_.erase(turn);
        ++next_;
    }
    is_running_ = false;
}

}  // namespace ringfence::session
