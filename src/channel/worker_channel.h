// The worker's end of the channel. The client is not trusted, and can write all of its memory at any time.
//
// So no value that matters is read from there twice, or read back: positions, slots that wait for a reply and host
// functions are stored here. A client that overwrites shared words can confuse or stop itself, waste its own session's
// thread's time, and delay a wake() by up to `longest_sleep`, but no more.
//
// One thread, the session's, calls next() and wait(). Everything else may be called by any thread.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "channel/layout.h"
#include "channel/status.h"

namespace ringfence::channel {

constexpr std::chrono::milliseconds longest_sleep{1000};

class WorkerChannel {
public:
    // `memory` (shared_memory.h) must outlive this.
    explicit WorkerChannel(std::span<std::byte> memory);
    WorkerChannel(const WorkerChannel&) = delete;
    WorkerChannel& operator=(const WorkerChannel&) = delete;

    enum class Next : std::uint8_t {
        Record,     // `record` holds one
        Empty,      // there is no new record
        Malformed,  // the client broke the rules: end its session. malformed_reason() says how. Stays so.
    };
    // Removes the next record from the ring: header, fields, payload, padding. Its header was checked against the
    // record's size and the outstanding calls; operation and fields were not (dispatch.h does that).
    Next next(std::vector<std::byte>& record);
    [[nodiscard]] const std::string& malformed_reason() const { return malformed_reason_; }

    // True if next() would find something.
    [[nodiscard]] bool has_records() const { return client_.produced.load(std::memory_order_acquire) != consumed_; }
    // Waits for records: spins for `spin`, then sleeps for at most `sleep` (and at most `longest_sleep`). Returns early
    // after wake(). True: call next().
    bool wait(std::chrono::nanoseconds spin, std::chrono::nanoseconds sleep);
    // Ends the present wait(), or the next one.
    void wake();

    // Answers a call: exactly once for each slot that came with a record. Fields and payload together have at most
    // `largest_reply` bytes; the payload of a failure is its text, and is cut.
    void complete(std::uint32_t slot, std::int32_t status, std::span<const std::byte> fields,
                  std::span<const std::byte> payload);
    void fail(std::uint32_t slot, std::int32_t status, std::string_view text);

    // Reports the failure of an operation without reply. The first stays until the client has taken it, but a sticky
    // one replaces another. The text is cut if it is too long.
    void set_failure(std::int32_t status, std::uint16_t operation, std::string_view text = {});
    // Call it when the session is reset.
    void clear_failure();

    // Asks the client to run a host function. If the mailbox is full, the request waits until there is room.
    void post_host_call(std::uint64_t token);
    // For one thread, not the session's, that waits for the client's answers: until there are some, until `timeout` (at
    // most `longest_sleep`) has passed, or until wake_answers() is called.
    void wait_for_answers(std::chrono::nanoseconds timeout);
    void wake_answers();
    // The tokens that were answered since the last call, unchecked. False if the client broke the rules.
    [[nodiscard]] bool take_answers(std::vector<std::uint64_t>& tokens);
    // Call it for each answer, after checking that its token was posted.
    void host_call_answered();

    // True if the client has not answered all host calls.
    [[nodiscard]] bool is_host_call_due();

    // The client's own count of calls of unsupported functions, and their names, separated by spaces. Both may be any
    // bytes, of limited length.
    struct Unsupported {
        std::uint64_t calls = 0;
        std::string names;
    };
    [[nodiscard]] Unsupported unsupported() const;

    // Ends the session for the client: all waiting and later calls fail with `status`, which is sticky. Only the first
    // call counts.
    void close(std::string_view reason, std::int32_t status = context_is_destroyed);

private:
    Next malformed(const char* reason);
    [[nodiscard]] bool has_news() const;
    const char* refresh_produced();
    const char* check_header(const RecordHeader& header);
    void take_record(const RecordHeader& header, std::vector<std::byte>& record);
    [[nodiscard]] std::size_t room_to_end() const { return ring_bytes - consumed_ % ring_bytes; }
    void publish_consumed();
    void deliver_host_calls() RF_REQUIRES(host_call_mutex_);

    std::span<std::byte> ring_;
    ClientWords& client_;
    WorkerWords& worker_;
    std::span<Slot, slot_count> slots_;

    // Used by the session's thread only.
    std::uint64_t produced_ = 0;   // as last seen, and checked
    std::uint64_t consumed_ = 0;   // read
    std::uint64_t published_ = 0;  // as the client was told
    std::string malformed_reason_;

    alignas(64) std::atomic<std::uint64_t> outstanding_slots_{0};  // one bit for each slot whose reply is due
    std::atomic<bool> is_wake_asked_{false};
    std::atomic<bool> is_asleep_{false};

    Mutex failure_mutex_;  // held while the failure is written, or by close(); guards the next
    bool is_closed_ RF_GUARDED_BY(failure_mutex_) = false;

    std::uint32_t answers_read_ = 0;  // used by the thread that takes them

    Mutex host_call_mutex_;  // guards the three below and the mailbox
    std::deque<std::uint64_t> held_host_calls_ RF_GUARDED_BY(host_call_mutex_);
    std::uint32_t mailbox_written_ RF_GUARDED_BY(host_call_mutex_) = 0;
    std::uint32_t unanswered_host_calls_ RF_GUARDED_BY(host_call_mutex_) = 0;
};

}  // namespace ringfence::channel
