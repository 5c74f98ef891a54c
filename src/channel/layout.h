// The layout of the memory that client and worker share.
//
// One sealed memory file, made by the worker, holds the words below, the completion slots and the ring:
//
//     | Header | ClientWords | WorkerWords | slots | ring |
//
// Each part has its own pages. The client can write all of it, so the worker never reads back what it has written, but
// keeps private copies; and it copies each record to private memory once, before checking it (time-of-check).
//
// The ring holds records in the order in which the client's threads submitted them. Positions count bytes from the
// beginning of the channel and never wrap; a record is contiguous (if it does not fit before the ring's end, a record
// of operation `skip` precedes it). Records are multiples of 16 bytes.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace ringfence::channel {

constexpr std::uint32_t magic = 0x52465631;  // "RFV1"
// Both sides must have the same version.
constexpr std::uint32_t version = 4;

constexpr std::size_t page = 4096;
constexpr std::uint32_t slot_count = 64;     // calls that can wait for replies at a time
constexpr std::size_t slot_bytes = 4096;     // of a reply, with its payload
constexpr std::size_t ring_bytes = 4 << 20;  // a power of two
constexpr std::size_t largest_record = 1 << 20;
constexpr std::uint32_t internal_events = 256;  // the first ones are for the client's own copies, and not counted
constexpr std::uint32_t mailbox_count = 256;    // host functions that can be unanswered
constexpr std::uint32_t mailbox_position = 0x7fff'ffff;
constexpr std::uint32_t mailbox_wake = 0x8000'0000;  // not a call: wakes the waiting thread
constexpr std::size_t closing_reason_bytes = 256;
constexpr std::size_t failure_text_bytes = 2048;
constexpr std::size_t unsupported_names_bytes = 768;
constexpr std::size_t record_alignment = 16;

struct RecordHeader {
    std::uint32_t bytes = 0;      // of the whole record: header, fields, payload, padding
    std::uint16_t operation = 0;  // wire::Operation, or `skip`
    std::uint16_t reserved = 0;
    std::uint32_t payload_bytes = 0;
    std::uint32_t slot = 0;  // 1 + the slot for the reply; 0: no reply
};
static_assert(sizeof(RecordHeader) == 16);

constexpr std::uint16_t skip = 0xffff;

// Written once by the worker, before the client gets the memory.
struct Header {
    std::uint32_t magic_number = magic;
    std::uint32_t version_number = version;
    std::uint64_t total_bytes = 0;
    std::uint64_t window_begin = 0;  // the session's addresses, which the client must keep free
    std::uint64_t window_bytes = 0;
    std::uint64_t staging_begin = 0;  // host memory that the session has from the start (see allocate_host)
    std::uint64_t staging_bytes = 0;
};

struct ClientWords {
    alignas(64) std::atomic<std::uint64_t> produced{0};  // ring position after the last record
    alignas(64) std::atomic<std::uint32_t> is_waiting_for_space{0};
    // Tokens of host functions that have run, from the worker's count to answers_written. There are never more than
    // requested, so they always fit. They are not in the ring, since a record there may wait for the answer.
    alignas(64) std::atomic<std::uint32_t> answers_written{0};  // a position and mailbox_wake; futex word
    std::uint64_t answers[mailbox_count] = {};
    // For `ringfence status`: the number of calls of unsupported functions, and the functions' names, each followed by
    // a space. A name is written before the word that counts its bytes.
    alignas(64) std::atomic<std::uint64_t> unsupported_calls{0};
    std::atomic<std::uint32_t> unsupported_bytes{0};
    char unsupported_names[unsupported_names_bytes] = {};
};

struct WorkerWords {
    alignas(64) std::atomic<std::uint64_t> consumed{0};  // ring position after the last record that was read
    // If it is 1, the client must wake the worker (futex on this word).
    alignas(64) std::atomic<std::uint32_t> is_sleeping{0};
    // The first failure of an operation without reply, as a CUDA status; 0: none. `failed_operation` has the
    // operation's number. A sticky failure stays until the session is reset.
    alignas(64) std::atomic<std::int32_t> failure{0};
    std::atomic<std::uint32_t> failed_operation{0};
    // Tokens of host functions that streams have reached, from mailbox_read (the client's count) to mailbox_written.
    // The worker holds further calls back while mailbox_count are unanswered.
    alignas(64) std::atomic<std::uint32_t> mailbox_written{0};  // a position and mailbox_wake; futex word
    std::uint64_t mailbox[mailbox_count] = {};
    // Not 0: the worker has ended the session, and this is CUDA's status for all later calls. The reason is written
    // before this word.
    alignas(64) std::atomic<std::uint32_t> is_closed{0};
    char closing_reason[closing_reason_bytes] = {};  // ended by a zero
    // The text of the failure. Written before `failure`, so that a client that sees the failure can read it.
    char failure_text[failure_text_bytes] = {};  // ended by a zero
};

enum class SlotState : std::uint32_t {
    Free,      // or waiting for the worker
    Done,      // the reply has been written
    Sleeping,  // the client sleeps (futex); the worker must wake it
};

// A reply: this, the fields, the payload.
struct Slot {
    std::atomic<std::uint32_t> state{0};  // SlotState; futex word
    std::int32_t status = 0;              // CUDA's
    std::uint32_t field_bytes = 0;
    std::uint32_t payload_bytes = 0;  // of a failure: its text
    std::byte bytes[slot_bytes - 16] = {};
};
static_assert(sizeof(Slot) == slot_bytes);

constexpr std::size_t largest_reply = sizeof(Slot::bytes);  // fields and payload

constexpr std::size_t header_offset = 0;
constexpr std::size_t client_words_offset = page;
constexpr std::size_t worker_words_offset = 2 * page;
constexpr std::size_t slots_offset = 4 * page;
constexpr std::size_t ring_offset = slots_offset + slot_count * slot_bytes;
constexpr std::size_t total_bytes = ring_offset + ring_bytes;
static_assert(sizeof(ClientWords) <= page && sizeof(WorkerWords) <= 2 * page);

}  // namespace ringfence::channel
