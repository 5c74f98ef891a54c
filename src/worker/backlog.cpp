#include "worker/backlog.h"

#include <algorithm>
#include <utility>

#include "worker/objects.h"

namespace ringfence::worker {

namespace {

constexpr std::uint64_t operations_per_mark = 256;
constexpr std::uint64_t bytes_per_mark = 256 << 10;
constexpr std::uint64_t marks_per_limit = 8;

}  // namespace

// A small limit needs marks that are close together, since finished work is noticed only at a mark.
bool Backlog::is_due(const Amount& unmarked) const {
    return unmarked.operations >= std::min(operations_per_mark, limits_.operations / marks_per_limit + 1) ||
           unmarked.bytes >= bytes_per_mark || unmarked.copies > limits_.copies / marks_per_limit;
}

bool Backlog::admits(const StreamObject& stream) const {
    return !is_full() || (stream.backlog.marks_.empty() && !exceeds(limits_.most + 1));
}

void Backlog::add(StreamObject& stream, Amount amount) {
    Account& account = stream.backlog;
    if (is_due(account.unmarked_)) {
        account.marks_.push_back({StreamPoint::after(stream), std::exchange(account.unmarked_, {})});
    }
    const bool was_over = is_over();
    for (Amount* sum : {&account.unmarked_, &total_}) {
        sum->operations += amount.operations;
        sum->bytes += amount.bytes;
        sum->copies += amount.copies;
    }
    if (is_over() && !was_over) last_progress_ = Clock::now();
}

void Backlog::look_at(StreamObject& stream, const IsOver& is_over) {
    Account& account = stream.backlog;
    for (; !account.marks_.empty(); account.marks_.pop_front()) {
        if (!is_over(*account.marks_.front().point)) return;
        subtract(account.marks_.front().before);
    }
    if (account.unmarked_.operations > 0 && is_over(*StreamPoint::after(stream))) clear(stream);
}

void Backlog::clear(StreamObject& stream) {
    for (const Account::Mark& mark : stream.backlog.marks_)
        subtract(mark.before);
    stream.backlog.marks_.clear();
    subtract(std::exchange(stream.backlog.unmarked_, {}));
}

void Backlog::subtract(const Amount& amount) {
    if (amount.operations == 0) return;
    total_.operations -= amount.operations;
    total_.bytes -= amount.bytes;
    total_.copies -= amount.copies;
    last_progress_ = Clock::now();
}

}  // namespace ringfence::worker
