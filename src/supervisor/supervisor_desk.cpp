// RPC calls that are not about sessions.
#include <unistd.h>

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "supervisor/supervisor.h"

namespace ringfence::supervisor {
namespace {

constexpr std::size_t most_askers = 64;
constexpr std::chrono::milliseconds longest_wait_for_device{20'000};

}  // namespace

kj::Promise<void> Supervisor::wait_until(std::function<bool()> is_ready, std::chrono::milliseconds limit) {
    if (is_ready()) return kj::READY_NOW;
    // If too many callers wait, the oldest is answered at once with what is known.
    if (askers_.size() >= most_askers) askers_.front().until = {};
    auto answer = kj::newPromiseAndFulfiller<void>();
    askers_.push_back({std::move(is_ready), kj::mv(answer.fulfiller), Clock::now() + limit});
    answer_askers();
    // Also called when the time is over, in case no event answers the question.
    deadlines_.add(loop_->after(limit).then([this] { answer_askers(); }));
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

// The workers' last reports may be old, so they are asked again. If one does not answer soon, its last report is used.
kj::Promise<std::string> Supervisor::status() {
    const std::uint32_t number = workers_->ask_to_tell();
    return wait_until([this, number] { return workers_->have_told(number); }, options_.patience.with_telling)
        .then([this] { return status_text(); });
}

kj::Promise<std::string> Supervisor::policy_status(const PolicyActor& actor) {
    // While a question is open, further ones get what is known: a tenant's questions must not displace others'.
    const bool is_first = asking_for_status_.insert(actor.vgpu).second;
    kj::Promise<void> told = kj::READY_NOW;
    if (is_first) {
        const std::uint32_t number = workers_->ask_to_tell();
        told = wait_until([this, number] { return workers_->have_told(number); }, options_.patience.with_telling);
    }
    return told.then([this, is_first, vgpu = actor.vgpu] {
        if (is_first) asking_for_status_.erase(vgpu);
        return policy_status_text(vgpu);
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

// Only a worker knows the device. If there is no worker, one is started, as for a program.
kj::Promise<std::vector<DeviceFacts>> Supervisor::devices(const Holder& holder) {
    const auto list = [this] {
        const std::optional<DeviceFacts> device = known_device();
        return device ? std::vector{*device} : std::vector<DeviceFacts>();
    };
    if (known_device()) return list();
    const Result<Domain> domain = domain_for({}, {}, &holder.guest);
    if (!domain.ok()) return list();
    const Result<WorkerProcess*> worker = workers_->prepare(domain.value());
    if (!worker.ok()) return list();
    const pid_t pid = worker.value()->pid();
    const auto is_known = [this, pid] { return known_device().has_value() || workers_->find(pid) == nullptr; };
    // A lambda with a copy: then() would keep a reference to the named one.
    return wait_until(is_known, longest_wait_for_device).then([list] { return list(); });
}

bool Supervisor::may_administer(const PeerProcess& peer) {
    if (Reception::may_administer(peer)) return true;
    records_.refused(peer, "only the daemon's user, or root, may administer it");
    return false;
}

std::uint32_t Supervisor::down(const PeerProcess& peer) {
    // Removed at once, so that new programs do not connect to a daemon that is about to end.
    if (!std::exchange(has_given_up_names_, true) && options_.system == nullptr) {
        ::unlink(options_.socket.c_str());
        ::unlink(control_path_.c_str());
    }
    end(fmt::format("process {} of user {} said down", peer.pid, peer.uid));
    return workers_->session_count();
}

kj::Promise<std::vector<std::string>> Supervisor::audit_tail(const PeerProcess& peer, const std::string& tenant,
                                                             std::uint32_t count) {
    return tails_->look(peer.uid, [path = records_.path(), tenant, count] { return tail_of(path, tenant, count); });
}

}  // namespace ringfence::supervisor
