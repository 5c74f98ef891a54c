#include "channel/worker_channel.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/futex.h"
#include "base/spin.h"
#include "channel/shared_memory.h"

namespace ringfence::channel {
namespace {

// The shared position is updated after so many bytes, or at the end: writing its cache line is expensive.
constexpr std::uint64_t publish_step = 64 << 10;

// Copies memory that the client may be changing. The barrier keeps the compiler from reading the original again.
void copy_from_client(void* to, const void* from, std::size_t bytes) {
    std::memcpy(to, from, bytes);
    asm volatile("" ::: "memory");
}

void write_reply(Slot& slot, std::int32_t status, std::span<const std::byte> fields,
                 std::span<const std::byte> payload) {
    slot.status = status;
    slot.field_bytes = static_cast<std::uint32_t>(fields.size());
    slot.payload_bytes = static_cast<std::uint32_t>(payload.size());
    if (!fields.empty()) std::memcpy(slot.bytes, fields.data(), fields.size());
    if (!payload.empty()) std::memcpy(slot.bytes + fields.size(), payload.data(), payload.size());
}

// Copies a text and ends it with a zero.
template <std::size_t bytes>
void put_text(char (&to)[bytes], std::string_view text) {
    const std::string_view cut = text.substr(0, bytes - 1);
    std::fill(std::begin(to), std::end(to), '\0');
    std::copy(cut.begin(), cut.end(), to);
}

}  // namespace

WorkerChannel::WorkerChannel(std::span<std::byte> memory)
    : ring_(ring_of(memory)),
      client_(client_words_of(memory)),
      worker_(worker_words_of(memory)),
      slots_(&slot_of(memory, 0), slot_count) {}

WorkerChannel::Next WorkerChannel::next(std::vector<std::byte>& record) {
    if (!malformed_reason_.empty()) return Next::Malformed;
    while (true) {
        if (const char* const wrong = refresh_produced()) return malformed(wrong);
        if (produced_ == consumed_) {
            publish_consumed();
            return Next::Empty;
        }
        RecordHeader header;
        copy_from_client(&header, ring_.data() + consumed_ % ring_bytes, sizeof header);
        if (const char* const wrong = check_header(header)) return malformed(wrong);
        if (header.operation != skip) {
            take_record(header, record);
            return Next::Record;
        }
        consumed_ += header.bytes;
    }
}

const char* WorkerChannel::refresh_produced() {
    if (produced_ != consumed_) return nullptr;
    const std::uint64_t seen = client_.produced.load(std::memory_order_acquire);
    if (seen % record_alignment != 0) return "the ring's position is not aligned";
    if (seen - consumed_ > ring_bytes) return "the ring's position is out of range";
    produced_ = seen;
    return nullptr;
}

const char* WorkerChannel::check_header(const RecordHeader& header) {
    // A header always fits before the ring's end: all positions are multiples of its size.
    if (header.bytes < sizeof(RecordHeader) || header.bytes % record_alignment != 0) return "a record's size is bad";
    if (header.bytes > produced_ - consumed_) return "a record is larger than what was submitted";
    if (header.bytes > room_to_end()) return "a record goes beyond the ring's end";
    if (header.reserved != 0) return "a record's reserved field is used";
    if (header.operation == skip) {
        const bool is_right = header.bytes == room_to_end() && room_to_end() != ring_bytes && header.slot == 0;
        return is_right ? nullptr : "a skip does not end the ring";
    }
    if (header.bytes > largest_record) return "a record is too large";
    if (header.payload_bytes > header.bytes - sizeof header) return "a payload is larger than its record";
    if (header.slot > slot_count) return "a slot is out of range";
    if (header.slot != 0) {
        const std::uint64_t bit = std::uint64_t{1} << (header.slot - 1);
        if ((outstanding_slots_.fetch_or(bit, std::memory_order_acq_rel) & bit) != 0) return "a slot is used twice";
    }
    return nullptr;
}

// The header has been read already, and the client may have changed it since (time-of-check): the checked copy counts.
void WorkerChannel::take_record(const RecordHeader& header, std::vector<std::byte>& record) {
    record.resize(header.bytes);
    std::memcpy(record.data(), &header, sizeof header);
    const std::byte* const from = ring_.data() + consumed_ % ring_bytes;
    copy_from_client(record.data() + sizeof header, from + sizeof header, header.bytes - sizeof header);
    consumed_ += header.bytes;
    if (consumed_ - published_ >= publish_step) publish_consumed();
}

void WorkerChannel::publish_consumed() {
    if (published_ == consumed_) return;
    published_ = consumed_;
    worker_.consumed.store(consumed_, std::memory_order_seq_cst);
    if (client_.is_waiting_for_space.load(std::memory_order_seq_cst) == 0) return;
    client_.is_waiting_for_space.store(0, std::memory_order_relaxed);
    futex_wake(client_.is_waiting_for_space);
}

WorkerChannel::Next WorkerChannel::malformed(const char* reason) {
    malformed_reason_ = reason;
    malformed_reason_ += " (at byte " + std::to_string(consumed_) + " of the channel)";
    return Next::Malformed;
}

bool WorkerChannel::has_news() const {
    return client_.produced.load(std::memory_order_seq_cst) != consumed_ ||
           is_wake_asked_.load(std::memory_order_seq_cst);
}

bool WorkerChannel::wait(std::chrono::nanoseconds spin, std::chrono::nanoseconds sleep) {
    if (!spin_until([this] { return has_news(); }, spin) && sleep > std::chrono::nanoseconds::zero()) {
        is_asleep_.store(true, std::memory_order_seq_cst);
        worker_.is_sleeping.store(1, std::memory_order_seq_cst);
        if (!has_news()) futex_wait(worker_.is_sleeping, 1, std::min<std::chrono::nanoseconds>(sleep, longest_sleep));
        worker_.is_sleeping.store(0, std::memory_order_relaxed);
        is_asleep_.store(false, std::memory_order_relaxed);
    }
    is_wake_asked_.store(false, std::memory_order_seq_cst);
    return client_.produced.load(std::memory_order_acquire) != consumed_;
}

void WorkerChannel::wake() {
    is_wake_asked_.store(true, std::memory_order_seq_cst);
    if (!is_asleep_.load(std::memory_order_seq_cst)) return;
    worker_.is_sleeping.store(0, std::memory_order_seq_cst);
    futex_wake(worker_.is_sleeping);
}

void WorkerChannel::complete(std::uint32_t slot_number, std::int32_t status, std::span<const std::byte> fields,
                             std::span<const std::byte> payload) {
    const std::uint64_t bit = slot_number < slot_count ? std::uint64_t{1} << slot_number : 0;
    if ((outstanding_slots_.load(std::memory_order_acquire) & bit) == 0) return;
    if (fields.size() + payload.size() > largest_reply) {
        return fail(slot_number, unknown_failure, "the worker's reply is too large for the channel");
    }
    Slot& slot = slots_[slot_number];
    write_reply(slot, status, fields, payload);
    // From here on another record may use the slot, so only its state is accessed after this.
    outstanding_slots_.fetch_and(~bit, std::memory_order_acq_rel);
    const std::uint32_t before =
        slot.state.exchange(static_cast<std::uint32_t>(SlotState::Done), std::memory_order_acq_rel);
    if (before == static_cast<std::uint32_t>(SlotState::Sleeping)) futex_wake(slot.state);
}

void WorkerChannel::fail(std::uint32_t slot, std::int32_t status, std::string_view text) {
    complete(slot, status, {}, std::as_bytes(std::span(text.substr(0, largest_reply))));
}

void WorkerChannel::set_failure(std::int32_t status, std::uint16_t operation, std::string_view text) {
    const MutexLock lock(failure_mutex_);
    // Read back, since the client clears failures. A client that writes wrong values there harms only itself.
    const std::int32_t before = worker_.failure.load(std::memory_order_acquire);
    if (before != success && (is_sticky(before) || !is_sticky(status))) return;
    worker_.failed_operation.store(operation, std::memory_order_relaxed);
    put_text(worker_.failure_text, text);
    worker_.failure.store(status, std::memory_order_release);
}

void WorkerChannel::clear_failure() {
    const MutexLock lock(failure_mutex_);
    worker_.failure.store(success, std::memory_order_release);
}

void WorkerChannel::post_host_call(std::uint64_t token) {
    const MutexLock lock(host_call_mutex_);
    held_host_calls_.push_back(token);
    deliver_host_calls();
}

void WorkerChannel::wait_for_answers(std::chrono::nanoseconds timeout) {
    const std::uint32_t written = client_.answers_written.load(std::memory_order_acquire);
    if (written == answers_read_) {
        futex_wait(client_.answers_written, written, std::min<std::chrono::nanoseconds>(timeout, longest_sleep));
    }
    client_.answers_written.fetch_and(mailbox_position, std::memory_order_acq_rel);
}

// A client may clear the bit; then the thread wakes up at its timeout.
void WorkerChannel::wake_answers() {
    client_.answers_written.fetch_or(mailbox_wake, std::memory_order_acq_rel);
    futex_wake(client_.answers_written);
}

bool WorkerChannel::take_answers(std::vector<std::uint64_t>& tokens) {
    tokens.clear();
    const std::uint32_t written = client_.answers_written.load(std::memory_order_acquire) & mailbox_position;
    const std::uint32_t count = (written - answers_read_) & mailbox_position;
    if (count > mailbox_count) return false;
    for (std::uint32_t i = 0; i < count; ++i) {
        std::uint64_t token = 0;
        copy_from_client(&token, &client_.answers[answers_read_ % mailbox_count], sizeof token);
        tokens.push_back(token);
        answers_read_ = (answers_read_ + 1) & mailbox_position;
    }
    return true;
}

void WorkerChannel::host_call_answered() {
    const MutexLock lock(host_call_mutex_);
    if (unanswered_host_calls_ > 0) --unanswered_host_calls_;
    deliver_host_calls();
}

bool WorkerChannel::is_host_call_due() {
    const MutexLock lock(host_call_mutex_);
    return unanswered_host_calls_ > 0;
}

void WorkerChannel::deliver_host_calls() {
    const std::uint32_t before = mailbox_written_;
    while (!held_host_calls_.empty() && unanswered_host_calls_ < mailbox_count) {
        worker_.mailbox[mailbox_written_++ % mailbox_count] = held_host_calls_.front();
        held_host_calls_.pop_front();
        ++unanswered_host_calls_;
    }
    if (mailbox_written_ == before) return;
    worker_.mailbox_written.store(mailbox_written_ & mailbox_position, std::memory_order_release);
    futex_wake(worker_.mailbox_written);
}

WorkerChannel::Unsupported WorkerChannel::unsupported() const {
    const std::uint32_t said = client_.unsupported_bytes.load(std::memory_order_acquire);
    Unsupported told;
    told.calls = client_.unsupported_calls.load(std::memory_order_relaxed);
    told.names.resize(std::min<std::size_t>(said, unsupported_names_bytes));
    copy_from_client(told.names.data(), client_.unsupported_names, told.names.size());
    if (told.names.ends_with(' ')) told.names.pop_back();
    return told;
}

void WorkerChannel::close(std::string_view reason, std::int32_t status) {
    {
        const MutexLock lock(failure_mutex_);
        if (std::exchange(is_closed_, true)) return;
        put_text(worker_.closing_reason, reason);
        worker_.is_closed.store(static_cast<std::uint32_t>(status), std::memory_order_seq_cst);
    }
    set_failure(status, 0);
    // Changes the words, so that a thread that is about to sleep on one does not.
    client_.is_waiting_for_space.store(0, std::memory_order_seq_cst);
    futex_wake(client_.is_waiting_for_space);
    for (Slot& slot : slots_) {
        auto expected = static_cast<std::uint32_t>(SlotState::Sleeping);
        slot.state.compare_exchange_strong(expected, static_cast<std::uint32_t>(SlotState::Free),
                                           std::memory_order_seq_cst);
        futex_wake(slot.state);
    }
    worker_.mailbox_written.fetch_or(mailbox_wake, std::memory_order_acq_rel);
    futex_wake(worker_.mailbox_written);
}

}  // namespace ringfence::channel
