// The worker's end of the channel. The client may write any of its memory at any time, and is not trusted.
//
// So nothing that decides anything is read from there twice, or read back: positions, slots that wait for a reply and
// host functions are kept here. A client that scribbles into shared words can confuse or stop itself, waste the time
// of its own session's thread, and delay a wake() by up to `longest_sleep`; no more.
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
        Empty,      // nothing has been submitted since
        Malformed,  // the client broke the rules: end its session. malformed_reason() says how. Stays so.
    };
    // Takes the next record out of the ring: header, fields, payload, padding. The header has been checked against the
    // record's size and against the outstanding calls; operation and fields have not (dispatch.h does that).
    Next next(std::vector<std::byte>& record);
    [[nodiscard]] const std::string& malformed_reason() const { return malformed_reason_; }

    // True if next() would find something.
    [[nodiscard]] bool has_records() const { return client_.produced.load(std::memory_order_acquire) != consumed_; }
    // Waits for records: spins for `spin`, then sleeps for at most `sleep` (and at most `longest_sleep`). Returns early
    // after wake(). True: look at next().
    bool wait(std::chrono::nanoseconds spin, std::chrono::nanoseconds sleep);
    // Ends a wait() that is going on, or the next one.
    void wake();

    // Answers a call: exactly once for each slot that came with a record. Fields and payload together have at most
    // `largest_reply` bytes; the payload of a failure is its text, and is cut.
    void complete(std::uint32_t slot, std::int32_t status, std::span<const std::byte> fields,
                  std::span<const std::byte> payload);
    void fail(std::uint32_t slot, std::int32_t status, std::string_view text);

    // Tells the client of a failure of an operation without reply. The first stays until the client has taken it; a
    // sticky one takes the place of another, and its text, which is cut, goes with it.
    void set_failure(std::int32_t status, std::uint16_t operation, std::string_view text = {});
    // For a session that is reset.
    void clear_failure();

    // Asks the client to run a host function. If the mailbox is full it is kept until there is room.
    void post_host_call(std::uint64_t token);
    // For one thread, not the session's, that waits for the client's answers: until there are some, until `timeout` (at
    // most `longest_sleep`) has passed, or until wake_answers() is called.
    void wait_for_answers(std::chrono::nanoseconds timeout);
    void wake_answers();
    // The tokens that were answered since, whatever they are worth. False: the client broke the rules.
    [[nodiscard]] bool take_answers(std::vector<std::uint64_t>& tokens);
    // To be called for each answer to a token that was posted, after the token was checked.
    void host_call_answered();

    // True if the client has been asked for one and has not answered.
    [[nodiscard]] bool is_host_call_due();

    // What the client says of itself: calls of functions that are not supported, and their names, with spaces between
    // them. Any bytes may come, of limited length.
    struct Unsupported {
        std::uint64_t calls = 0;
        std::string names;
    };
    [[nodiscard]] Unsupported unsupported() const;

    // Ends the session for the client: everything that it waits for or asks for fails from now on, with `status`, a
    // sticky one. The first reason counts.
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

    // The session's thread alone uses these.
    std::uint64_t produced_ = 0;   // as last seen, and checked
    std::uint64_t consumed_ = 0;   // read
    std::uint64_t published_ = 0;  // the part that the client has been told of
    std::string malformed_reason_;

    alignas(64) std::atomic<std::uint64_t> outstanding_slots_{0};  // a bit each: a reply is due
    std::atomic<bool> is_wake_asked_{false};
    std::atomic<bool> is_asleep_{false};

    Mutex failure_mutex_;  // orders those who write the failure or close; guards the next
    bool is_closed_ RF_GUARDED_BY(failure_mutex_) = false;

    std::uint32_t answers_read_ = 0;  // of the thread that takes them

    Mutex host_call_mutex_;  // guards the three below and the mailbox
    std::deque<std::uint64_t> held_host_calls_ RF_GUARDED_BY(host_call_mutex_);
    std::uint32_t mailbox_written_ RF_GUARDED_BY(host_call_mutex_) = 0;
    std::uint32_t unanswered_host_calls_ RF_GUARDED_BY(host_call_mutex_) = 0;
};

}  // namespace ringfence::channel
