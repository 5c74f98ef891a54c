#include "channel/client_channel.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <thread>
#include <utility>

#include "base/futex.h"
#include "base/per_thread.h"
#include "base/spin.h"
#include "channel/shared_memory.h"

namespace ringfence::channel {
namespace {

using namespace std::chrono_literals;

// Waking a thread takes some ten microseconds, which is much for an operation of a hundred. CUDA's own runtime spins
// without a limit by default. This spins for a while, longer if there are many cores.
constexpr std::chrono::microseconds reply_spin = 200us;
constexpr std::chrono::microseconds reply_spin_of_many_cores = 4ms;
constexpr unsigned many_cores = 8;
constexpr std::chrono::microseconds room_spin = 20us;
// After so many submissions without progress the client checks whether the worker is alive.
constexpr std::uint32_t unanswered_submissions = 256;

struct FailureText {
    std::string text;
};

std::chrono::nanoseconds longest_reply_spin() {
    static const bool has_many = std::thread::hardware_concurrency() >= many_cores;
    return has_many ? reply_spin_of_many_cores : spin_budget(reply_spin);
}

std::string& failure_text() {
    return PerThread<FailureText>::get().text;
}

template <std::size_t bytes>
std::string text_of(const char (&text)[bytes]) {
    return std::string(text, std::find(text, text + bytes, '\0'));
}

std::uint64_t padded(std::uint64_t bytes) {
    return (bytes + record_alignment - 1) & ~(record_alignment - 1);
}

}  // namespace

ClientChannel::ClientChannel(std::span<std::byte> memory, IsWorkerAlive is_worker_alive,
                             std::chrono::milliseconds liveness_interval)
    : ring_(ring_of(memory)),
      client_(client_words_of(memory)),
      worker_(worker_words_of(memory)),
      slots_(&slot_of(memory, 0), slot_count),
      is_worker_alive_(std::move(is_worker_alive)),
      liveness_interval_(liveness_interval) {}

const std::string& ClientChannel::last_failure_text() {
    return failure_text();
}

std::int32_t ClientChannel::submit_bytes(std::uint16_t operation, std::span<const std::byte> fields,
                                         std::span<const std::byte> payload, std::uint32_t slot) {
    const std::uint64_t bytes = padded(sizeof(RecordHeader) + fields.size() + payload.size());
    if (bytes > largest_record) return invalid_value;
    const RecordHeader header = {static_cast<std::uint32_t>(bytes), operation, 0,
                                 static_cast<std::uint32_t>(payload.size()), slot};
    {
        const SubmitScope lock(submit_lock_);
        if (!is_open()) return end_status();
        const std::uint64_t room_to_end = ring_bytes - produced_ % ring_bytes;
        const std::uint64_t skipped = bytes > room_to_end ? room_to_end : 0;
        if (!has_room(skipped + bytes) && !wait_for_room(skipped + bytes)) return end_status();
        if (skipped != 0) write_record({static_cast<std::uint32_t>(skipped), skip, 0, 0, 0}, {}, {});
        write_record(header, fields, payload);
        // Sequentially consistent, like the loads in wake_worker and in the worker's wait: at least one side sees the
        // other, so that no record is left while the worker sleeps.
        client_.produced.store(produced_, std::memory_order_seq_cst);
        if (++submitted_since_check_ >= unanswered_submissions) look_after_worker();
    }
    wake_worker();
    return success;
}

void ClientChannel::write_record(const RecordHeader& header, std::span<const std::byte> fields,
                                 std::span<const std::byte> payload) {
    std::byte* to = ring_.data() + produced_ % ring_bytes;
    std::memcpy(to, &header, sizeof header);
    to += sizeof header;
    if (!fields.empty()) std::memcpy(to, fields.data(), fields.size());
    if (!payload.empty()) std::memcpy(to + fields.size(), payload.data(), payload.size());
    produced_ += header.bytes;
}

bool ClientChannel::has_room(std::uint64_t bytes) {
    const auto fits = [&]() RF_REQUIRES(submit_lock_) { return produced_ + bytes - consumed_seen_ <= ring_bytes; };
    if (fits()) return true;
    consumed_seen_ = worker_.consumed.load(std::memory_order_seq_cst);
    return fits();
}

// Waits with the lock held, since later submissions must not overtake.
bool ClientChannel::wait_for_room(std::uint64_t bytes) {
    const std::chrono::nanoseconds spin = spin_budget(room_spin);
    // The lock is held, but the analysis cannot see that inside spin_until.
    while (!spin_until([&]() RF_NO_THREAD_SAFETY_ANALYSIS { return has_room(bytes); }, spin)) {
        client_.is_waiting_for_space.store(1, std::memory_order_seq_cst);
        if (!has_room(bytes) && !is_closed_by_worker()) {
            wake_worker();
            futex_wait(client_.is_waiting_for_space, 1, liveness_interval_);
        }
        client_.is_waiting_for_space.store(0, std::memory_order_relaxed);
        if (!has_room(bytes) && !check_open()) return false;
    }
    return true;
}

void ClientChannel::wake_worker() {
    if (worker_.is_sleeping.load(std::memory_order_seq_cst) == 0) return;
    if (worker_.is_sleeping.exchange(0, std::memory_order_seq_cst) == 0) return;
    // No thread was woken: either the worker was about to sleep, and now will not, or it died asleep.
    if (futex_wake(worker_.is_sleeping) == 0) check_open();
}

void ClientChannel::look_after_worker() {
    submitted_since_check_ = 0;
    consumed_seen_ = worker_.consumed.load(std::memory_order_acquire);
    if (consumed_seen_ == consumed_when_checked_) check_open();
    consumed_when_checked_ = consumed_seen_;
}

std::int32_t ClientChannel::call_bytes(std::uint16_t operation, std::span<const std::byte> fields,
                                       std::span<const std::byte> payload, std::span<std::byte> reply_fields,
                                       std::vector<std::byte>* reply_payload) {
    failure_text().clear();
    const std::optional<std::uint32_t> number = take_slot();
    if (!number) return end_status();
    Slot& slot = slots_[*number];
    slot.state.store(static_cast<std::uint32_t>(SlotState::Free), std::memory_order_relaxed);
    const std::int32_t submitted = submit_bytes(operation, fields, payload, *number + 1);
    if (submitted != success) {
        give_slot_back(*number);
        return submitted;
    }
    // The slot of an abandoned call is never reused, since a late reply may still come.
    if (!wait_for_reply(slot)) return end_status();

    const std::int32_t status = slot.status;
    const std::size_t got_fields = std::min<std::size_t>(slot.field_bytes, largest_reply);
    const std::size_t got_payload = std::min<std::size_t>(slot.payload_bytes, largest_reply - got_fields);
    const std::byte* const reply = slot.bytes;
    if (status == success) {
        if (!reply_fields.empty()) std::memcpy(reply_fields.data(), reply, std::min(got_fields, reply_fields.size()));
        if (reply_payload != nullptr) reply_payload->assign(reply + got_fields, reply + got_fields + got_payload);
    } else {
        failure_text().assign(reinterpret_cast<const char*>(reply) + got_fields, got_payload);
    }
    give_slot_back(*number);
    return status;
}

bool ClientChannel::wait_for_reply(Slot& slot) {
    constexpr auto done = static_cast<std::uint32_t>(SlotState::Done);
    constexpr auto sleeping = static_cast<std::uint32_t>(SlotState::Sleeping);
    const auto is_done = [&] { return slot.state.load(std::memory_order_acquire) == done; };
    const bool spins = spins_for_replies_.load(std::memory_order_relaxed);
    if (spin_until(is_done, spins ? longest_reply_spin() : std::chrono::nanoseconds::zero())) return true;
    while (true) {
        auto expected = static_cast<std::uint32_t>(SlotState::Free);
        slot.state.compare_exchange_strong(expected, sleeping, std::memory_order_seq_cst);
        if (is_done()) return true;
        if (!is_closed_by_worker()) futex_wait(slot.state, sleeping, liveness_interval_);
        if (is_done()) return true;
        // The reply may have come just before the end.
        if (!check_open()) return is_done();
    }
}

std::optional<std::uint32_t> ClientChannel::take_slot() {
    while (is_open()) {
        const std::uint32_t seen = slots_given_back_.load(std::memory_order_acquire);
        std::uint64_t free = free_slots_.load(std::memory_order_acquire);
        while (free != 0) {
            const auto number = static_cast<std::uint32_t>(std::countr_zero(free));
            const std::uint64_t without = free & (free - 1);
            if (free_slots_.compare_exchange_weak(free, without, std::memory_order_acq_rel)) return number;
        }
        slot_waiters_.fetch_add(1, std::memory_order_seq_cst);
        if (free_slots_.load(std::memory_order_seq_cst) == 0) {
            futex_wait(slots_given_back_, seen, liveness_interval_);
            check_open();
        }
        slot_waiters_.fetch_sub(1, std::memory_order_relaxed);
    }
    return std::nullopt;
}

void ClientChannel::give_slot_back(std::uint32_t slot) {
    free_slots_.fetch_or(std::uint64_t{1} << slot, std::memory_order_seq_cst);
    if (slot_waiters_.load(std::memory_order_seq_cst) == 0) return;
    slots_given_back_.fetch_add(1, std::memory_order_seq_cst);
    futex_wake(slots_given_back_);
}

ClientChannel::Failure ClientChannel::take_failure() {
    std::int32_t status = worker_.failure.load(std::memory_order_acquire);
    if (status == success) return {};
    const Failure failure = {status, worker_.failed_operation.load(std::memory_order_relaxed)};
    // Another thread may have taken it meanwhile, or the worker has replaced it by a sticky one.
    if (!is_sticky(status) && !worker_.failure.compare_exchange_strong(status, success, std::memory_order_acq_rel)) {
        return is_sticky(status) ? Failure{status, worker_.failed_operation.load(std::memory_order_relaxed)}
                                 : Failure{};
    }
    return failure;
}

std::int32_t ClientChannel::peek_failure() const {
    return worker_.failure.load(std::memory_order_acquire);
}

std::optional<std::uint64_t> ClientChannel::wait_for_host_call(std::chrono::milliseconds timeout) {
    const auto end = std::chrono::steady_clock::now() + timeout;
    while (true) {
        const std::uint32_t written = worker_.mailbox_written.load(std::memory_order_acquire);
        if ((written & mailbox_position) != (mailbox_read_ & mailbox_position)) {
            return worker_.mailbox[mailbox_read_++ % mailbox_count];
        }
        if ((written & mailbox_wake) != 0) {
            worker_.mailbox_written.fetch_and(mailbox_position, std::memory_order_acq_rel);
            check_open();
            return std::nullopt;
        }
        if (!is_open()) return std::nullopt;
        const auto left = end - std::chrono::steady_clock::now();
        if (left <= 0ns) return std::nullopt;
        futex_wait(worker_.mailbox_written, written, left);
    }
}

// Changes the word, so that a thread that is about to sleep on it does not.
void ClientChannel::wake_host_call_thread() {
    worker_.mailbox_written.fetch_or(mailbox_wake, std::memory_order_acq_rel);
    futex_wake(worker_.mailbox_written);
}

void ClientChannel::answer_host_call(std::uint64_t token) {
    const MutexLock lock(answer_mutex_);
    client_.answers[answers_written_++ % mailbox_count] = token;
    client_.answers_written.store(answers_written_ & mailbox_position, std::memory_order_release);
    futex_wake(client_.answers_written);
}

bool ClientChannel::check_open() {
    if (!is_open()) return false;
    if (!is_closed_by_worker() && is_worker_alive_()) return true;
    mark_gone();
    return false;
}

// Sequentially consistent, as in WorkerChannel::close: either a thread that is about to sleep sees that the channel is
// closed, or close() sees the sleeping thread.
bool ClientChannel::is_closed_by_worker() const {
    return worker_.is_closed.load(std::memory_order_seq_cst) != 0;
}

void ClientChannel::mark_gone() {
    is_gone_.store(true, std::memory_order_release);
    // Written for threads that only submit and check for failures, since the worker no longer can.
    worker_.failure.store(end_status(), std::memory_order_release);
    futex_wake(client_.is_waiting_for_space);
    slots_given_back_.fetch_add(1, std::memory_order_seq_cst);
    futex_wake(slots_given_back_);
    for (Slot& slot : slots_)
        futex_wake(slot.state);
    wake_host_call_thread();
}

void ClientChannel::tell_unsupported(std::uint64_t calls, std::span<const std::string> names) {
    const MutexLock lock(unsupported_mutex_);
    for (; unsupported_told_ < names.size(); ++unsupported_told_) {
        const std::string name = names[unsupported_told_] + ' ';
        if (name.size() > unsupported_names_bytes - unsupported_bytes_) continue;
        std::memcpy(client_.unsupported_names + unsupported_bytes_, name.data(), name.size());
        unsupported_bytes_ += static_cast<std::uint32_t>(name.size());
        client_.unsupported_bytes.store(unsupported_bytes_, std::memory_order_release);
    }
    // Another thread may have reported a higher number already.
    unsupported_calls_ = std::max(unsupported_calls_, calls);
    client_.unsupported_calls.store(unsupported_calls_, std::memory_order_relaxed);
}

std::int32_t ClientChannel::end_status() const {
    const auto status = static_cast<std::int32_t>(worker_.is_closed.load(std::memory_order_acquire));
    return is_sticky(status) ? status : context_is_destroyed;
}

std::string ClientChannel::untaken_failure_text() const {
    return peek_failure() != success ? text_of(worker_.failure_text) : std::string();
}

std::string ClientChannel::sticky_failure_text() const {
    return is_sticky(peek_failure()) ? untaken_failure_text() : std::string();
}

std::string ClientChannel::closing_reason() const {
    if (worker_.is_closed.load(std::memory_order_acquire) != 0) return text_of(worker_.closing_reason);
    return is_open() ? std::string() : "the worker process is gone";
}

}  // namespace ringfence::channel
