// What supervisor and worker say to each other, over a socket (SOCK_SEQPACKET) that the worker finds as descriptor 3.
//
// The supervisor sends a message for each client: `session`, with the client's Hello as it came, and the descriptors
// that belong to it: the client's socket, and the client's standard output if the Hello brought one. The worker counts
// it as taken and tells its state, and only then answers the client, itself. So a supervisor whose worker dies knows
// which clients have heard nothing yet, and gives them to another. The worker tells its state when it has started, too,
// and whenever the number of sessions changes. When
// the supervisor's end is closed, or it says `quit`, the worker ends its sessions and itself.
#pragma once

#include <cstdint>

namespace ringfence::worker {

constexpr int control_descriptor = 3;
// Of one worker. A supervisor that has more clients starts another.
constexpr std::uint32_t most_sessions = 64;

enum class ControlKind : std::uint32_t {
    Session = 1,  // supervisor to worker: ControlHeader, Hello bytes; descriptors {socket[, stdout]}
    Quit = 2,     // supervisor to worker
    State = 3,    // worker to supervisor: WorkerState
};

struct ControlHeader {
    ControlKind kind = ControlKind::State;
    std::uint32_t reserved = 0;
};

struct WorkerState {
    ControlHeader header;
    std::uint32_t sessions = 0;          // now
    std::uint32_t sessions_started = 0;  // since the worker started
    std::uint32_t sessions_refused = 0;  // ended because of what they did
    std::uint32_t sessions_taken = 0;    // messages `session` that it has received
    std::uint32_t is_ready = 0;          // the device is open
    std::uint32_t reserved = 0;
    std::uint64_t memory_used = 0;
    std::uint64_t memory_total = 0;
    char device[64] = {};    // its name
    char backend[16] = {};   // soft or cuda
    char problem[256] = {};  // why it is not ready
};

// The command line: ringfence-worker --backend auto|soft|cuda --isolation private|shared --guard off|fence|check
// [--memory BYTES] [--workers N] [--launch-limit-ms N]. A private worker ends after its one session.

}  // namespace ringfence::worker
