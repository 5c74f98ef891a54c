// The protocol between supervisor and worker, over a socket (SOCK_SEQPACKET) that the worker finds as descriptor 3.
//
// For each client the supervisor sends `session` with the client's Hello, unchanged, and its descriptors: the
// client's socket, and the client's standard output if the Hello brought one. The worker opens sessions one
// after the other. When it begins to open one, it counts the session as taken and reports its state; only then
// does it answer the client. So a supervisor whose worker dies knows which clients have had no answer yet, and
// gives them to another worker. The worker also reports its state when it has started, and whenever the number
// of sessions changes. It reports events in its sessions (`event`) as they happen. When it is asked (`tell`), it
// sends the usage of virtual GPUs (`vgpu_state`), the state of each session (`session_state`), and then its own
// state. When the supervisor closes its end of the socket or sends `quit`, the worker ends its sessions and
// exits.
//
// The supervisor chooses each session's number, and all later messages about the session carry it. So the supervisor
// can revoke a session (`end_session`) at any time, even before the worker has reported that the session has begun.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/limits.h"
#include "sched/virtual_gpu.h"

namespace ringfence::worker {

constexpr int control_descriptor = 3;
// The host memory of all workers' sessions together (base/shared_budget.h), if the command line says --host-place.
constexpr int host_budget_descriptor = 4;
// The needs and offers of all workers of a card (base/room_board.h); the worker's line has the same number.
constexpr int room_board_descriptor = 5;
// The turns of all workers of a card (sched/card_board.h); the worker's line has the same number.
constexpr int card_board_descriptor = 6;
// The limit of one worker. A supervisor that has more clients starts another.
constexpr std::uint32_t most_sessions = 64;

enum class ControlKind : std::uint32_t {
    Session = 1,  // supervisor to worker: ControlHeader, SessionGrant, Hello; descriptors {socket, ledger[, stdout]}
    Quit = 2,     // supervisor to worker
    State = 3,    // worker to supervisor: WorkerState
    Event = 4,    // worker to supervisor: SessionEvent
    SessionState = 5,  // worker to supervisor: SessionState
    Tell = 6,          // supervisor to worker: ControlHeader
    EndSession = 7,    // supervisor to worker: EndSession
    Vgpu = 8,          // supervisor to worker: VgpuOrder
    VgpuState = 9,     // worker to supervisor: VgpuState
    Room = 10,         // worker to supervisor, and from there to the other workers of the device: RoomOrder
    Policy = 20,       // supervisor to worker: PolicyOrder; descriptor {object}, a memory file, if it is to load one
    PolicyState = 21,  // worker to supervisor: PolicyState
    Map = 22,          // supervisor to worker: MapQuestion
    Text = 23,         // worker to supervisor: TextAnswer; descriptor {text}, a memory file
    Kernels = 24,      // supervisor to worker: ControlHeader; the answer is a Text
    Weight = 25,       // supervisor to worker: WeightOrder
};

// A receiver that finds another version reports that and stops.
constexpr std::uint32_t control_version = 10;

struct ControlHeader {
    ControlKind kind = ControlKind::State;
    std::uint32_t number = 0;  // `session`: the client's process id, from the kernel; `tell`: its own number
    std::uint32_t version = control_version;  // at this offset in every version
    std::uint32_t session = 0;                // of `session`: the number of the new session; 0: the worker chooses
};

constexpr std::size_t tenant_bytes = 64;
constexpr std::size_t vgpu_bytes = sched::longest_vgpu_name + 1;

// The settings of a virtual GPU (sched/virtual_gpu.h) that a worker needs.
struct VgpuGrant {
    char name[vgpu_bytes] = {};    // empty: for sessions that are bound to none
    std::uint32_t shares[3] = {};  // millionths of compute, copies to the device, copies from it
    std::uint32_t priority = 0;
    std::uint32_t sms = 0;  // multiprocessors that its kernels run on; 0: all
    std::uint32_t reserved = 0;
};

// Changes a virtual GPU's settings, also for its present sessions. Ignored if no session here is bound to it.
struct VgpuOrder {
    ControlHeader header{ControlKind::Vgpu, 0};
    VgpuGrant vgpu;
};

// The device is full, and a worker needs so many bytes more. The other workers look at the board (base/room_board.h),
// which says how much each must free. There is no answer (docs/memory-beyond-the-card.md).
struct RoomOrder {
    ControlHeader header{ControlKind::Room, 0};
    std::uint64_t bytes = 0;
};

// A virtual GPU's usage in this worker. Sent before the states of sessions.
struct VgpuState {
    ControlHeader header{ControlKind::VgpuState, 0};
    VgpuGrant vgpu;
    std::uint32_t sessions = 0;
    std::uint32_t multiprocessors = 0;  // granted, of those requested; 0: all
    std::uint64_t queued = 0;           // jobs that have not begun
    std::uint64_t jobs = 0;             // that have begun, since the start
    std::uint64_t device_ns[3] = {};    // indexed like VgpuGrant::shares
    std::uint64_t waited_ns = 0;        // time that all jobs together waited for their turn
    std::uint64_t longest_wait_ns = 0;
};

// Loads the policy that decides which job is next (docs/policies.md). The header's number is the order's, and grows.
struct PolicyOrder {
    ControlHeader header{ControlKind::Policy, 0};
    std::uint32_t is_to_load = 0;  // 0: return to the built-in policy
    std::uint32_t most_wrong = 0;
    std::uint64_t budget = 0;  // as in policy/seat.h: WatchSettings
    std::int64_t patience_ns = 0;
    std::int64_t longest_idle_ns = 0;
    std::uint32_t is_native = 0;  // run it as compiled code, not in the interpreter
    std::uint32_t reserved = 0;
    char vgpu[vgpu_bytes] = {};      // the virtual GPU in which it decides; empty: on the card
    char tenant[tenant_bytes] = {};  // its owner; empty: an administrator
};

// Reads or changes the maps of the active policy. The answer has the same number in its header.
enum class MapAction : std::uint32_t { List, Dump, Get, Set };
constexpr std::size_t map_name_bytes = 128;
constexpr std::size_t map_text_bytes = 16 << 10;  // of a key or a value, as text
struct MapQuestion {
    ControlHeader header{ControlKind::Map, 0};
    MapAction action = MapAction::List;
    std::uint32_t reserved = 0;
    char vgpu[vgpu_bytes] = {};  // of the policy within this virtual GPU; empty: of the card's
    char map[map_name_bytes] = {};
    char key[map_text_bytes] = {};
    char value[map_text_bytes] = {};
};

// The answer to the question with the same number: lines of text, or the reason of a refusal. The lines that answer
// Kernels are described in worker/kernel_counts.h.
struct TextAnswer {
    ControlHeader header{ControlKind::Text, 0};
    std::uint32_t is_refused = 0;
    std::uint32_t reserved = 0;
};

enum class PolicyStage : std::uint32_t { BuiltIn, Runs, Fallen };
constexpr std::size_t policy_hooks = 11;
constexpr std::array<std::string_view, policy_hooks> policy_hook_names{
    "init",    "submit", "admit", "dispatch", "retire", "copy_enqueue", "memory_pressure",
    "reclaim", "tick",   "exit",  "thermal"};
// As in policy/wait_histogram.h: the bounds are a microsecond times powers of 4; 0: no bound.
constexpr std::size_t policy_wait_buckets = 13;
constexpr std::uint64_t policy_wait_bound_ns(std::size_t bucket) {
    return bucket + 1 < policy_wait_buckets ? std::uint64_t{1000} << (2 * bucket) : 0;
}
constexpr std::size_t policy_name_bytes = 32;

// The active policy of the card, or of a virtual GPU that has its own policy. Sent after an order, after the watchdog
// has removed a policy, and on request.
struct PolicyState {
    ControlHeader header{ControlKind::PolicyState, 0};  // number: of the last order, done or refused
    PolicyStage stage = PolicyStage::BuiltIn;
    std::uint32_t is_refused = 0;  // that order was refused: `refusal` says why; nothing has changed
    char name[policy_name_bytes] = {};
    char vgpu[vgpu_bytes] = {};              // in which it decides; empty: on the card
    std::uint64_t runs[policy_hooks] = {};   // of each hook, in the order of rf_ops
    std::uint64_t steps[policy_hooks] = {};  // their instructions
    std::uint64_t waits[policy_wait_buckets] = {};
    std::uint64_t waits_sum_ns = 0;
    std::uint64_t wrong = 0;  // invalid answers
    std::uint64_t changes = 0;
    std::uint64_t longest_change_ns = 0;
    char refusal[2048] = {};
    char exit[4096] = {};  // Fallen: the exit record, in lines
};

// Sets a session's weight. Ignored if the session is over.
struct WeightOrder {
    ControlHeader header{ControlKind::Weight, 0};
    std::uint32_t session = 0;
    std::uint32_t weight = 0;  // as in SessionGrant
};

// A session's owner and limits. The ledger's descriptor is a SharedBudget's file, with the limits of all sessions of
// the tenant together. The worker's place in it is the same as in the budget of host memory.
struct SessionGrant {
    char tenant[tenant_bytes] = {};
    VgpuGrant vgpu;
    SessionLimits limits;
    std::uint32_t weight = sched::whole;  // among sessions of the virtual GPU (sched/member_weights.h)
    std::uint32_t reserved = 0;
};

struct WorkerState {
    ControlHeader header;
    std::uint32_t sessions = 0;          // now, including one that is being opened
    std::uint32_t sessions_started = 0;  // since the worker started
    std::uint32_t sessions_refused = 0;  // ended because of their client's behaviour
    std::uint32_t sessions_taken = 0;    // how many `session` messages it has begun to carry out, in order
    std::uint32_t is_ready = 0;          // the device is open
    std::uint32_t told = 0;              // number of the last `tell` that was answered
    std::uint32_t takes_no_more = 0;     // the supervisor should send it no more clients
    std::uint32_t is_unshareable = 0;    // the card lacks a property that the guard rests on; the problem names it
    std::uint64_t memory_used = 0;
    std::uint64_t memory_total = 0;
    char device[64] = {};    // its name
    char backend[16] = {};   // soft or cuda
    char problem[256] = {};  // why it is not ready
    std::uint32_t multiprocessors = 0;
    std::uint32_t compute_major = 0;
    std::uint32_t compute_minor = 0;
    std::uint32_t reserved = 0;
    // For how long one of the worker's own threads has been in its present step, and which step (worker/occupation.h).
    std::uint64_t busy_ms = 0;
    char busy_with[64] = {};
};

constexpr std::size_t program_bytes = 96;
constexpr std::size_t event_text_bytes = 600;
constexpr std::size_t unsupported_functions_bytes = 768;

enum class EventKind : std::uint32_t {
    Begins = 1,
    Ends = 2,           // the text says why
    Violation = 3,      // by a guarded kernel: an access, a trap, a failed assertion
    ModuleRefused = 4,  // the guard refused it
    Overrun = 5,        // a kernel ran longer than its limit
    Malformed = 6,      // the client broke the channel's rules
    ModuleLoaded = 7,   // subject: the image's digest; amount: its bytes; text: the guard's verdict
    Launches = 8,       // amount: launches since the last such event; every `count`th was recorded
    Copies = 9,         // count: reported copies since the last such event; amount: their bytes
    LimitReached = 10,  // subject: the limit's name; amount: its value; count: since the last report
    NotBegun = 11,      // the session could not be opened; the text says why
};
constexpr std::uint32_t most_event_kind = 11;
constexpr std::size_t event_subject_bytes = 72;

// Texts are printable and end with a zero; `text` has one line or several.
struct SessionEvent {
    ControlHeader header{ControlKind::Event, 0};
    EventKind kind = EventKind::Begins;
    std::uint32_t session = 0;  // its number
    std::uint32_t pid = 0;      // the client's
    std::int32_t status = 0;    // CUDA's, as the client got it; 0: it got none
    std::uint32_t count = 0;    // Violation: how many there were; Ends: how many events were not reported
    std::uint32_t reserved = 0;
    char program[program_bytes] = {};
    char text[event_text_bytes] = {};
    std::uint64_t amount = 0;                // see EventKind
    char subject[event_subject_bytes] = {};  // see EventKind
};

struct SessionState {
    ControlHeader header{ControlKind::SessionState, 0};
    std::uint32_t session = 0;
    std::uint32_t pid = 0;
    std::uint64_t memory_used = 0;
    std::uint64_t host_memory = 0;
    std::uint64_t launches = 0;
    std::uint64_t violations = 0;
    char program[program_bytes] = {};
    char last_text[event_text_bytes] = {};  // of the session's last fault; empty: there was none
    std::uint64_t copies = 0;
    std::uint64_t copied_bytes = 0;
    std::uint64_t limits_reached = 0;
    char tenant[tenant_bytes] = {};
    SessionLimits limits;   // in force for it; 0: none
    SessionLimits used;     // of the limits that are counted
    SessionLimits reached;  // how often each was exceeded
    // The client's count of calls of unsupported functions, and the functions' names, separated by spaces.
    std::uint64_t unsupported_calls = 0;
    char unsupported_functions[unsupported_functions_bytes] = {};
};

// Ends a session: its client's calls, also waiting ones, return `status` at once. Ignored if the session is over.
struct EndSession {
    ControlHeader header{ControlKind::EndSession, 0};
    std::uint32_t session = 0;
    std::int32_t status = 0;             // CUDA's, a sticky one (channel/status.h); 0: the usual one, 709
    char reason[event_text_bytes] = {};  // for the client, the log and the audit log
};

// Cuts the text if it is too long.
inline void put_text(std::span<char> field, std::string_view text) {
    const std::size_t bytes = text.size() < field.size() ? text.size() : field.size() - 1;
    for (std::size_t i = 0; i < field.size(); ++i)
        field[i] = i < bytes ? text[i] : '\0';
}

// The command line: ringfence-worker --backend auto|soft|cuda --isolation private|shared --guard off|fence|check
// [--host-place N] [--memory BYTES] [--workers N] [--launch-limit-ms N] [--kernel-limit-ms N]
// [--kernel-grace-ms N]. A private worker ends after its one session.

}  // namespace ringfence::worker
