// Stands in for ringfence-worker: refuses every client with a text of its own, so that a test sees who answered. A
// client whose program is called "crash" makes it die; one called "stay" is kept. One called "die" makes it die before
// it has taken the client; one called by the name of a file does so if that file is there, and removes it. One called
// "astray" is kept, and has a violation. One called "liar" makes it say that the first sessions of all have ended, and
// die with the word that the card is not for several. One called "overrun" is kept, and from then on the worker takes
// no more. One called "deaf" is kept, and the first order to end it is not heard. One called "late" is kept, and from
// then on the worker says that it has been busy for a minute; one called "stuck", for two. One called "queued" is taken
// after the next `tell` only, and is kept. One called "linger" is kept, and the worker closes its end and can then not
// be ended, until somebody ends the program behind a file of its (a child of its child). With FAKE_ANSWER it answers
// questions about kernels with that file; with FAKE_VGPU it has a virtual GPU of that name, and tells what it was
// ordered to have. What "mentions", "orphans", "falls", "forges", "boasts", "presents", "overstays", "stubborn" and
// "writes" do, which are kept, stands in be_hostile: a real worker that was taken over could do the same. With
// FAKE_VERSION it says that it is of another version; one called "hang" makes it say nothing any more; a policy is
// verified until a client called "verified" comes, and runs then, unless it was taken out before; with FAKE_BROKEN it
// ends at once, and with FAKE_NEVER_READY it never says anything; with FAKE_UNSHAREABLE in the environment a guarded
// worker for several ends at once, and says that the card is not for that.
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/shared_budget.h"
#include "base/socket.h"
#include "channel/handshake.h"
#include "silent_file.h"
#include "worker/control.h"

namespace {

using namespace ringfence;

// What does not fit waits, as in a real worker: 64 sessions are more than the socket holds.
template <typename T>
void say(const T& message) {
    while (!send_message(worker::control_descriptor, std::as_bytes(std::span(&message, 1))).ok()) {
        pollfd room = {worker::control_descriptor, POLLOUT, 0};
        if (::poll(&room, 1, -1) < 0 || room.revents != POLLOUT) return;
    }
}

bool takes_no_more = false;
bool boasts = false;
std::uint64_t busy_ms = 0;

// `told`: the question that this answers; else the last one that was answered stands there.
void tell(std::uint32_t sessions, std::uint32_t sessions_taken, std::uint32_t told = 0) {
    static std::uint32_t last_told = 0;
    if (told != 0) last_told = told;
    worker::WorkerState state;
    state.told = last_told;
    state.sessions = boasts ? 0xffffffff : sessions;
    state.sessions_taken = sessions_taken;
    state.is_ready = 1;
    if (const char* version = ::getenv("FAKE_VERSION"))
        state.header.version = static_cast<std::uint32_t>(std::atoi(version));
    state.takes_no_more = takes_no_more ? 1 : 0;
    state.busy_ms = busy_ms;
    std::strcpy(state.busy_with, "the opening of a session");
    std::strcpy(state.backend, "fake");
    say(state);
}

void tell_event(worker::EventKind kind, std::uint32_t session, std::uint32_t pid, const char* text) {
    worker::SessionEvent event;
    event.kind = kind;
    event.session = session;
    event.pid = pid;
    event.status = kind == worker::EventKind::Violation ? 700 : 0;
    event.count = kind == worker::EventKind::Violation ? 3 : 0;
    worker::put_text(event.program, "astray");
    worker::put_text(event.text, text);
    say(event);
}

void tell_session(std::uint32_t session, std::uint32_t pid) {
    worker::SessionState state;
    state.session = session;
    state.pid = pid;
    state.memory_used = 4096;
    state.violations = 3;
    worker::put_text(state.program, "astray");
    worker::put_text(state.last_text, "a stray store");
    state.unsupported_calls = 5;
    worker::put_text(state.unsupported_functions, "cuGreenCtxCreate  cudnnOpTensor");
    say(state);
}

void tell_policy(std::uint32_t order, worker::PolicyStage stage, const char* vgpu = "") {
    worker::PolicyState state;
    worker::put_text(state.vgpu, vgpu);
    state.header.number = order;
    state.stage = stage;
    say(state);
}

void tell_vgpu(const worker::VgpuGrant& vgpu) {
    worker::VgpuState state;
    state.vgpu = vgpu;
    say(state);
}

// Until nobody reads it any more, but not for ever.
void say_without_end(std::uint32_t session) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    worker::SessionState state;
    state.session = session;
    while (std::chrono::steady_clock::now() < end) {
        pollfd room = {worker::control_descriptor, POLLOUT, 0};
        if (::poll(&room, 1, 1000) > 0 && (room.revents & (POLLERR | POLLHUP)) != 0) return;
        say(state);
    }
}

void be_hostile(const std::string& program, std::uint32_t session) {
    if (program == "mentions") {
        // Of sessions that it never had.
        for (std::uint32_t number = 0; number < 300'000; ++number)
            tell_session(number + 1000, 1);
    }
    if (program == "forges") {
        // It has the others' sessions, it says, and dies.
        for (std::uint32_t other = 1; other < 32; ++other) {
            if (other != session) tell_event(worker::EventKind::Begins, other, 1, "");
        }
        std::_Exit(1);
    }
    if (program == "boasts") boasts = true;
    if (program == "overstays") {
        // Its session is over, and it is not.
        tell_event(worker::EventKind::Begins, session, 1, "");
        tell_event(worker::EventKind::Ends, session, 1, "");
    }
    if (program == "stubborn") tell_event(worker::EventKind::Begins, session, 1, "");
    if (program == "writes") {
        std::string text =
            "\x1b[31mall is well\nringfenced: listening at /tmp/elsewhere\n" + std::string(10'000, 'x') + "\n";
        for (int i = 0; i < 20'000; ++i)
            text += "flood\n";
        static_cast<void>(!::write(STDERR_FILENO, text.data(), text.size()));
    }
    if (program == "orphans") {
        // It is gone, and its end of the socket is not: children of it go on, and the daemon cannot read as fast.
        for (int child = 0; child < 16; ++child) {
            if (::fork() != 0) continue;
            say_without_end(session);
            std::_Exit(0);
        }
        std::_Exit(0);
    }
    if (program == "falls") {
        // Policies that nobody has sent it.
        for (std::uint32_t change = 1; change <= 2000; ++change) {
            worker::PolicyState state;
            state.header.number = change;
            state.stage = worker::PolicyStage::Fallen;
            state.changes = change;
            worker::put_text(state.vgpu, change % 2 == 0 ? "" : "others");
            worker::put_text(state.exit, "all is well\nringfenced: listening at /tmp");
            say(state);
        }
    }
    if (program == "presents") {
        const worker::SessionState state;
        static_cast<void>(
            send_message(worker::control_descriptor, std::as_bytes(std::span(&state, 1)), std::vector{0}));
    }
}

// Before it takes a client that waits: it has no sessions. Returns the question's number.
std::uint32_t answer_next_question(std::uint32_t taken) {
    while (true) {
        const Result<SocketMessage> message = receive_message(worker::control_descriptor, 8192);
        if (!message.ok() || message.value().is_end) std::_Exit(0);
        worker::ControlHeader header;
        std::memcpy(&header, message.value().bytes.data(), sizeof header);
        if (header.kind != worker::ControlKind::Tell) continue;
        tell(0, taken, header.number);
        return header.number;
    }
}

// False: that is not possible here.
bool be_unable_to_end(const worker::ControlHeader& client, std::uint32_t taken) {
    // Nobody's close of it is answered, and it is never destroyed.
    static const auto* const silent = new SilentFile(0);
    if (!silent->file) return false;
    tell_event(worker::EventKind::Begins, client.session, client.number, "");
    tell(1, taken);
    ::shutdown(worker::control_descriptor, SHUT_RDWR);
    while (true)
        ::pause();
}

// 300 bytes of it.
void grant_host_memory(int argc, char** argv) {
    for (int i = 1; i + 1 < argc; ++i) {
        if (std::string(argv[i]) != "--host-place") continue;
        const auto place = static_cast<std::size_t>(std::atoi(argv[i + 1]));
        const auto budget = SharedBudget::join(worker::host_budget_descriptor, place);
        if (!budget.ok() || !budget.value()->take(Limit::HostMemory, 300)) std::abort();
    }
}

}  // namespace

int main(int argc, char** argv) {
    std::string line;
    for (int i = 1; i < argc; ++i)
        line += std::string(i > 1 ? " " : "") + argv[i];
    if (::getenv("FAKE_UNSHAREABLE") != nullptr && line.find("--isolation shared --guard fence") != std::string::npos) {
        worker::WorkerState state;
        state.is_unshareable = 1;
        worker::put_text(state.problem, ::getenv("FAKE_UNSHAREABLE"));
        say(state);
        std::_Exit(1);  // as the real one; and a sanitizer does not look for leaks for seconds
    }
    if (::getenv("FAKE_BROKEN") != nullptr) std::_Exit(1);
    while (::getenv("FAKE_NEVER_READY") != nullptr)
        ::pause();
    tell(0, 0);
    std::uint32_t taken = 0;
    std::map<std::uint32_t, UniqueFd> kept;  // by their sessions
    std::map<std::uint32_t, std::uint32_t> pids;
    std::set<std::uint32_t> deaf;      // sessions
    std::uint32_t policy_in_hand = 0;  // its order's number
    std::uint32_t astray = 0;          // the process of the client that is
    std::uint32_t astray_session = 0;
    bool is_stubborn = false;
    worker::VgpuGrant vgpu;
    if (const char* name = ::getenv("FAKE_VGPU")) worker::put_text(vgpu.name, name);
    while (true) {
        Result<SocketMessage> message = receive_message(worker::control_descriptor, 8192);
        if (!message.ok() || message.value().is_end) return 0;
        worker::ControlHeader header;
        std::memcpy(&header, message.value().bytes.data(), sizeof header);
        if (header.kind == worker::ControlKind::Quit) return 0;
        // It does not understand the daemon either.
        if (::getenv("FAKE_VERSION") != nullptr) return 0;
        if (header.kind == worker::ControlKind::Kernels && ::getenv("FAKE_ANSWER") != nullptr) {
            const UniqueFd file(::open(::getenv("FAKE_ANSWER"), O_RDONLY | O_CLOEXEC));
            worker::TextAnswer answer;
            answer.header.number = header.number;
            static_cast<void>(send_message(worker::control_descriptor, std::as_bytes(std::span(&answer, 1)),
                                           std::vector{file.get()}));
            continue;
        }
        if (header.kind == worker::ControlKind::Vgpu) {
            worker::VgpuOrder order;
            std::memcpy(&order, message.value().bytes.data(), sizeof order);
            vgpu = order.vgpu;
            continue;
        }
        if (header.kind == worker::ControlKind::Tell) {
            if (vgpu.name[0] != '\0') tell_vgpu(vgpu);
            for (const auto& [session, client] : kept)
                tell_session(session, pids[session]);
            tell(static_cast<std::uint32_t>(kept.size()), taken, header.number);
            continue;
        }
        if (header.kind == worker::ControlKind::EndSession) {
            worker::EndSession order;
            std::memcpy(&order, message.value().bytes.data(), sizeof order);
            if (is_stubborn || deaf.erase(order.session) != 0) continue;
            if (kept.erase(order.session) != 0) tell_event(worker::EventKind::Ends, order.session, 0, order.reason);
            tell(static_cast<std::uint32_t>(kept.size()), taken);
            continue;
        }
        if (header.kind == worker::ControlKind::Policy) {
            worker::PolicyOrder order;
            std::memcpy(&order, message.value().bytes.data(), sizeof order);
            policy_in_hand = order.is_to_load != 0 ? header.number : 0;
            if (policy_in_hand == 0) tell_policy(header.number, worker::PolicyStage::BuiltIn, order.vgpu);
            continue;
        }
        if (header.kind != worker::ControlKind::Session) continue;
        const Result<channel::Hello> hello = channel::decode_hello(
            std::span<const std::byte>(message.value().bytes).subspan(sizeof header + sizeof(worker::SessionGrant)));
        if (!hello.ok()) return 3;
        const std::string& program = hello.value().program;
        if (program == "die" || (program[0] == '/' && ::unlink(program.c_str()) == 0)) std::abort();
        const std::uint32_t told = program == "queued" ? answer_next_question(taken) : 0;
        tell(static_cast<std::uint32_t>(kept.size()), ++taken, told);
        if (program == "crash") std::abort();
        if (program == "hang") {
            tell(1, taken);
            while (true)
                ::pause();
        }
        if (program == "linger" && !be_unable_to_end(header, taken)) {
            static_cast<void>(channel::send_refused(message.value().descriptors.at(0).get(), "no FUSE"));
            continue;
        }
        if (program == "astray") {
            astray = header.number;
            astray_session = header.session;
            tell_event(worker::EventKind::Begins, astray_session, astray, "");
            tell_event(worker::EventKind::Violation, astray_session, astray, "a stray store");
        }
        if (program == "liar") {
            for (std::uint32_t session = 1; session < 32; ++session) {
                if (session == header.session) continue;
                tell_event(worker::EventKind::Begins, session, 1, "");
                tell_event(worker::EventKind::Ends, session, 1, "a lie");
            }
            worker::WorkerState state;
            state.is_unshareable = 1;
            state.sessions_taken = taken;
            worker::put_text(state.problem, "a lie");
            say(state);
            std::_Exit(1);
        }
        is_stubborn = is_stubborn || program == "stubborn";
        const bool is_hostile = is_stubborn || program == "mentions" || program == "orphans" || program == "falls" ||
                                program == "forges" || program == "boasts" || program == "presents" ||
                                program == "overstays" || program == "writes";
        if (is_hostile) be_hostile(program, header.session);
        if (program == "verified" && policy_in_hand != 0) tell_policy(policy_in_hand, worker::PolicyStage::Runs);
        if (program == "granted") grant_host_memory(argc, argv);
        takes_no_more = takes_no_more || program == "overrun";
        if (program == "late") busy_ms = 60'000;
        if (program == "stuck") busy_ms = 120'000;
        if (program == "late" || program == "stuck" || program == "stay" || program == "queued" ||
            program == "granted" || is_hostile || program == "astray" || program == "overrun" || program == "deaf") {
            pids[header.session] = header.number;
            kept[header.session] = std::move(message.value().descriptors.at(0));
            if (program == "deaf") deaf.insert(header.session);
            if (program == "stay" || program == "deaf")
                tell_event(worker::EventKind::Begins, header.session, header.number, "");
            tell(static_cast<std::uint32_t>(kept.size()), taken);
            continue;
        }
        static_cast<void>(channel::send_refused(
            message.value().descriptors.at(0).get(),
            "worker " + std::to_string(::getpid()) + ": " + line + " token '" + hello.value().token + "'"));
        tell_event(worker::EventKind::NotBegun, header.session, header.number, "refused as all are");
    }
}
