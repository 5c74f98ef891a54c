// What is asked over RPC beside sessions.
#include <unistd.h>

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "supervisor/supervisor.h"

namespace ringfence::supervisor {
namespace {

constexpr std::size_t most_askers = 64;
constexpr std::chrono::milliseconds longest_wait_for_telling{500};
constexpr std::chrono::milliseconds longest_wait_for_device{20'000};

Refusal no_tenants_yet() {
    return {schema::ErrorCode::UNSUPPORTED, Error::bad_input("this daemon serves one user, and has no tenants"), ""};
}

}  // namespace

Outcome<Holder> Supervisor::identify(const PeerProcess& peer, std::span<const std::byte> token) {
    if (!token.empty()) {
        records_.refused(peer, "it shows a token, and this daemon knows none");
        return Refusal{schema::ErrorCode::DENIED, Error::bad_input("the token is not known here"), ""};
    }
    if (options_.system == nullptr && !is_own_user(peer))
        return Refusal{schema::ErrorCode::UNKNOWN_PEER, Error::bad_input("the daemon is another user's"), ""};
    return Holder{peer, fmt::format("user-{}", peer.uid)};
}

kj::Promise<void> Supervisor::wait_until(std::function<bool()> is_ready, std::chrono::milliseconds limit) {
    if (is_ready()) return kj::READY_NOW;
    // Who asks too often gets what is known.
    if (askers_.size() >= most_askers) askers_.front().until = {};
    auto answer = kj::newPromiseAndFulfiller<void>();
    askers_.push_back({std::move(is_ready), kj::mv(answer.fulfiller), Clock::now() + limit});
    answer_askers();
    // It ticks faster now.
    is_ticking_ = false;
    arm_tick();
    return kj::mv(answer.promise);
}

void Supervisor::answer_askers() {
    const Clock::time_point now = Clock::now();
    askers_.remove_if([&](Asker& asker) {
        if (asker.answer->isWaiting() && now < asker.until && !asker.is_ready()) return false;
        asker.answer->fulfill();
        return true;
    });
}

// What the workers said last may be old, so they are asked. One that does not answer soon has what it said last.
kj::Promise<std::string> Supervisor::status() {
    const std::uint32_t number = workers_->ask_to_tell();
    return wait_until([this, number] { return workers_->have_told(number); }, longest_wait_for_telling).then([this] {
        return status_text();
    });
}

std::optional<DeviceFacts> Supervisor::known_device() const {
    for (const auto& worker : workers_->all()) {
        const worker::WorkerState& state = worker->state();
        if (state.is_ready == 0) continue;
        return DeviceFacts{state.device,          state.backend,       state.memory_total,
                           state.multiprocessors, state.compute_major, state.compute_minor};
    }
    return std::nullopt;
}

// Only a worker knows the device; if there is none one is started, as for a program.
kj::Promise<std::vector<DeviceFacts>> Supervisor::devices(const Holder&) {
    const auto list = [this] {
        const std::optional<DeviceFacts> device = known_device();
        return device ? std::vector{*device} : std::vector<DeviceFacts>();
    };
    if (known_device()) return list();
    const Result<Domain> domain = domain_for({}, {});
    if (!domain.ok()) return list();
    const Result<WorkerProcess*> worker = workers_->prepare(domain.value());
    if (!worker.ok()) return list();
    const pid_t pid = worker.value()->pid();
    const auto is_known = [this, pid] { return known_device().has_value() || workers_->find(pid) == nullptr; };
    // A copy: what is given as a name is kept by reference.
    return wait_until(is_known, longest_wait_for_device).then([list] { return list(); });
}

bool Supervisor::may_administer(const PeerProcess& peer) {
    if (is_own_user(peer)) return true;
    records_.refused(peer, "only the daemon's user, or root, may administer it");
    return false;
}

std::uint32_t Supervisor::down(const PeerProcess& peer) {
    // New programs must not find a daemon that is about to end.
    if (!std::exchange(has_given_up_names_, true) && options_.system == nullptr) {
        ::unlink(options_.socket.c_str());
        ::unlink(control_path_.c_str());
    }
    end(fmt::format("process {} of user {} said down", peer.pid, peer.uid));
    return workers_->session_count();
}

Outcome<std::vector<std::string>> Supervisor::audit_tail(const std::string& tenant, std::uint32_t count) {
    return records_.tail(tenant, count);
}

Outcome<std::string> Supervisor::tenants() {
    return no_tenants_yet();
}

Outcome<Done> Supervisor::set_tenant(const PeerProcess&, const std::string&, const std::string&) {
    return no_tenants_yet();
}

Outcome<std::uint32_t> Supervisor::remove_tenant(const PeerProcess&, const std::string&) {
    return no_tenants_yet();
}

Outcome<std::uint32_t> Supervisor::revoke_token(const PeerProcess&, const std::string&) {
    return no_tenants_yet();
}

Outcome<UniqueFd> Supervisor::take_over(const PeerProcess&) {
    return Refusal{schema::ErrorCode::UNSUPPORTED, Error::bad_input("this daemon cannot hand over"), ""};
}

}  // namespace ringfence::supervisor
