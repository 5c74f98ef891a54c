#include "supervisor/workers.h"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "base/escape.h"
#include "supervisor/log.h"

namespace ringfence::supervisor {
namespace {

constexpr std::ptrdiff_t most_leaving_for_all = 4;

}  // namespace

Result<std::unique_ptr<Workers>> Workers::create(rpc::EventLoop& loop, std::string program, const Settings& settings,
                                                 Listener& listener, std::shared_ptr<const SystemService> system) {
    std::unique_ptr<Workers> workers(new Workers(loop, std::move(program), settings, listener));
    workers->system_ = std::move(system);
    RF_TRY(workers->host_file_, SharedBudget::create_file());
    RF_TRY(workers->room_file_, RoomBoard::create_file());
    RF_RETURN_IF_ERROR(workers->create_card_file());
    workers->host_limit_ = settings.host_memory != 0 ? settings.host_memory : usual_host_memory();
    workers->host_backing_ = settings.host_backing;
    RF_RETURN_IF_ERROR(workers->join_budget());
    if (settings.spare_workers.value_or(0) > 0) {
        workers->private_domain_ = {settings, ""};
        workers->private_domain_->settings.isolation = Isolation::Private;
    }
    return workers;
}

Result<void> Workers::create_card_file() {
    RF_TRY(card_file_, sched::CardBoard::create_file(now_on_cards()));
    return {};
}

sched::Time Workers::now_on_cards() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch()).count();
}

Result<void> Workers::join_budget() {
    RF_TRY(host_budget_, SharedBudget::join(host_file_.get(), 0));
    set_machine_limits();
    RF_TRY(rooms_, RoomBoard::join(room_file_.get(), 0));
    for (std::size_t card = 0; card < cards_.size(); ++card) {
        RF_TRY(cards_[card], sched::CardBoard::join(card_file_.get(), 0, static_cast<sched::CardBoard::Card>(card)));
    }
    return {};
}

void Workers::set_machine_limits() {
    SessionLimits machine;
    machine[Limit::HostMemory] = host_limit_;
    machine[Limit::HostBacking] = host_backing_;
    host_budget_->set_limits(machine);
}

Result<pid_t> Workers::give(Handover& client, const Domain& domain) {
    RF_TRY(WorkerProcess * worker, worker_for(domain));
    const pid_t pid = client.peer.pid;
    for (const auto& card : cards_)
        card->know(client.vgpu);
    Result<void> given = worker->give_session(client);
    if (given.ok()) {
        log(fmt::format("process {} goes to worker {}", pid, worker->pid()));
        return worker->pid();
    }
    if (!has_peer_gone(worker->control())) return given.take_error();
    worker->keep_for_another(std::move(client));
    dismiss(*worker);
    return 0;
}

std::string Workers::why_unshareable(Backend backend) const {
    const auto found = unshareable_.find(backend);
    if (found != unshareable_.end()) return found->second;
    const bool has_one = std::any_of(workers_.begin(), workers_.end(), [&](const auto& worker) {
        return is_for_all(*worker) && worker->settings().backend == backend && has_place(*worker);
    });
    return has_one ? "" : why_no_more_for_all();
}

// A limit on shared workers that cannot end: each may hold its tenants' memory on the card, and whoever blocks it is
// unknown. Workers that are just ending count, too: otherwise many could be blocked at once.
std::string Workers::why_no_more_for_all() const {
    const auto leaving = std::count_if(workers_.begin(), workers_.end(),
                                       [](const auto& worker) { return worker->is_leaving() && is_for_all(*worker); });
    if (leaving < most_leaving_for_all) return "";
    return fmt::format(
        "{} workers that were for all were ended and are still there: a file that they have open is of "
        "a file system that does not answer (FUSE), or the card does not; until then there are no more",
        leaving);
}

bool Workers::is_for_all(const WorkerProcess& worker) {
    return worker.settings().is_shared() && worker.tenant().empty();
}

// The worker may have died without being noticed. A worker that hangs in the driver may recover: its sessions continue,
// but new clients get another worker.
bool Workers::has_place(const WorkerProcess& worker) const {
    const bool is_late = worker.state().busy_ms >= settings_.worker_patience_ms;
    return !is_late && !worker.is_foreign() && worker.state().problem[0] == '\0' && worker.state().takes_no_more == 0 &&
           !worker.is_leaving() && !has_peer_gone(worker.control()) &&
           worker.state().sessions + worker.sessions_on_the_way() < worker::most_sessions;
}

// Private: a spare worker or a new one. Shared: a present one with room that could open its device, or a new one.
Result<WorkerProcess*> Workers::worker_for(const Domain& domain) {
    const Settings& settings = domain.settings;
    if (!settings.is_shared()) {
        private_domain_ = domain;
        WorkerProcess* const spare = take_spare(domain);
        return spare != nullptr ? spare : start(domain);
    }
    for (const auto& worker : workers_) {
        if (worker->settings().is_shared() && worker->fits(domain) && has_place(*worker)) return worker.get();
    }
    if (const std::string why = domain.tenant.empty() ? why_no_more_for_all() : ""; !why.empty()) {
        return Error::bad_input(why).with_remedy(
            "run the program in a worker of its own (--isolation private), or end what keeps them: the program behind "
            "the file system ('umount -f')");
    }
    return start(domain);
}

Result<WorkerProcess*> Workers::start(const Domain& domain) {
    RF_RETURN_IF_ERROR(check_back_off(domain));
    make_room_for_worker();
    if (const std::size_t taken = places_taken(); taken >= settings_.max_workers) {
        return Error::bad_input(fmt::format("there are {} workers, as many as there may be", taken))
            .with_remedy("end other programs, or raise max_workers in the daemon's settings (ringfence.toml)");
    }
    RF_TRY(const HostPlace host, free_host_place());
    Settings settings = domain.settings;
    RF_TRY(ProcessPlace place, place_for_worker(system_.get(), settings, workers_));
    RF_TRY(std::unique_ptr<WorkerProcess> worker,
           WorkerProcess::start(program_, domain, settings, host, std::move(place)));
    log(fmt::format("started worker {} ({}, {}, guard {}){}{}", worker->pid(), name_of(settings.backend),
                    name_of(settings.isolation), name_of(settings.guard_in_use()),
                    domain.why_private.empty() ? "" : ": ", escape(domain.why_private)));
    return &add(std::move(worker));
}

WorkerProcess& Workers::add(std::unique_ptr<WorkerProcess> worker) {
    WorkerProcess& added = *workers_.emplace_back(std::move(worker));
    watch(added);
    hand_out_policies();
    return added;
}

void Workers::watch(WorkerProcess& worker) {
    Watches& watches = watches_[&worker];
    // Messages of another version cannot be read, and those of a worker that is leaving are ignored.
    if (!worker.is_foreign() && !worker.is_leaving())
        watches.control = loop_.watch(worker.control(), [this, &worker] { hear(worker); });
    watches.process = loop_.watch(worker.process_descriptor(), [this, &worker] { bury(worker); });
    if (worker.log() == nullptr) return;
    watches.log = loop_.watch(worker.log()->descriptor(), [this, &worker] {
        if (!worker.log()->read()) watches_[&worker].log.reset();
    });
}

Result<HostPlace> Workers::free_host_place() const {
    for (std::size_t place = 1; place < SharedBudget::most_processes; ++place) {
        const bool is_taken = std::any_of(workers_.begin(), workers_.end(),
                                          [place](const auto& worker) { return worker->host_place() == place; });
        if (!is_taken) return HostPlace{host_file_.get(), room_file_.get(), card_file_.get(), place};
    }
    return Error::bad_input("there are more workers than can be counted").with_remedy("end other programs");
}

void Workers::hear(WorkerProcess& worker) {
    const bool was_ready = worker.state().is_ready != 0;
    const Result<bool> heard = worker.receive();
    if (!was_ready && worker.state().is_ready != 0) forget_failed_starts(worker);
    pass_on_wish_for_room(worker);
    listener_.worker_said(worker);
    if (heard.ok() && heard.value()) return;
    // The worker has closed its end, or has sent a malformed message: it is of no more use.
    if (!heard.ok()) log(fmt::format("worker {}: {}", worker.pid(), heard.error().message));
    dismiss(worker);
}

// Tells the other workers of the card. Workers on the software GPU do not share memory.
void Workers::pass_on_wish_for_room(WorkerProcess& worker) {
    const std::uint64_t bytes = worker.take_wanted_room();
    const std::string_view backend = worker.state().backend;
    if (bytes == 0 || backend == "soft") return;
    for (const auto& other : workers_) {
        const bool can_hear = !other->is_leaving() && !other->is_foreign() && other->state().is_ready != 0;
        if (other.get() != &worker && can_hear && backend == other->state().backend) other->ask_for_room(bytes);
    }
}

// Kills the worker; bury() follows when it has ended.
void Workers::dismiss(WorkerProcess& worker) {
    watches_[&worker].control.reset();
    worker.kill();
}

// Removes a worker that has ended. Its clients notice that their sockets are closed; the next client starts a new one.
void Workers::bury(WorkerProcess& worker) {
    watches_.erase(&worker);
    heartbeats_.erase(&worker);
    if (!worker.is_foreign()) worker.receive_what_is_there();
    if (worker.log() != nullptr) worker.log()->finish();
    listener_.worker_said(worker);
    const bool was_killed_by_us = worker.is_leaving();
    const std::string how = worker.reap();
    clear_boards_of(worker);
    // A private worker whose session has ended closes its end before it exits, so dismiss() may have killed it.
    const worker::WorkerState& state = worker.state();
    // The end of the session is always reported, a last state is not.
    const bool has_served = !worker.settings().is_shared() && state.sessions_started > 0 &&
                            (state.sessions == 0 || worker.sessions().sessions().empty());
    // The exit status of a worker that another daemon has started is unknown here.
    const bool may_have_ended_well = was_killed_by_us || !worker.is_child();
    const bool was_its_time = how == "exit status 0" || worker.is_foreign() ||
                              (may_have_ended_well && has_served && state.problem[0] == '\0');
    if (!was_its_time) ++died_;
    if (!was_its_time && state.is_ready == 0 && state.is_unshareable == 0) note_failure(worker, how);
    log(fmt::format("worker {} {}: {}", worker.pid(), was_its_time ? "has ended" : "died", how));
    take_back(worker);
    listener_.worker_said(worker);
    listener_.worker_ended(worker, how, was_its_time);
    std::erase_if(workers_, [&worker](const auto& one) { return one.get() == &worker; });
}

// A compromised worker may have written to any place, so all places are cleared that no other worker has.
void Workers::clear_boards_of(const WorkerProcess& gone) {
    std::vector<std::size_t> places;
    for (const auto& worker : workers_) {
        if (worker.get() != &gone) places.push_back(worker->host_place());
    }
    host_budget_->keep_only(places);
    set_machine_limits();
    rooms_->keep_only(places);
    for (const auto& card : cards_)
        card->keep_only(places, now_on_cards());
    ledgers_.keep_only(places);
}

// Clients that the dead worker had not taken have had no answer yet, so another worker can serve them.
void Workers::take_back(WorkerProcess& worker) {
    std::deque<Handover> clients = worker.take_back();
    const std::string problem = worker.state().problem;
    // Only a shared worker's report decides whether the card can be shared.
    if (worker.state().is_unshareable != 0 && worker.settings().is_shared()) {
        const bool is_new = unshareable_.emplace(worker.settings().backend, problem).second;
        if (is_new) listener_.card_is_unshareable(worker, problem);
        // Returned, since clients that do not insist on sharing can get another domain.
        for (Handover& client : clients)
            returned_.push_back(std::move(client));
        return;
    }
    for (Handover& client : clients) {
        if (problem.empty() && !std::exchange(client.is_second_try, true)) {
            returned_.push_back(std::move(client));
            continue;
        }
        listener_.client_lost(
            client, Error::bad_input(problem.empty() ? "two workers in a row ended before they took the program; "
                                                       "see the daemon's log"
                                                     : problem));
    }
}

void Workers::change_vgpus(const std::vector<sched::VirtualGpu>& vgpus) {
    for (const auto& card : cards_) {
        for (const sched::VirtualGpu& vgpu : vgpus)
            card->know(vgpu);
    }
    repeat_orders(vgpus);
}

// A worker that has orders once has them: nothing is lost on the way. A virtual GPU of which an adopted worker has told
// since may be another by now, too.
void Workers::repeat_orders(const std::vector<sched::VirtualGpu>& vgpus) {
    for (const auto& worker : workers_) {
        if (worker->is_leaving() || worker->is_foreign()) continue;
        worker->send_orders_that_wait();
        for (const sched::VirtualGpu& vgpu : vgpus)
            worker->change_vgpu(vgpu);
    }
}

std::uint32_t Workers::ask_to_tell() {
    ++last_question_;
    for (const auto& worker : workers_) {
        if (!worker->is_leaving() && !worker->is_foreign()) static_cast<void>(worker->ask_to_tell(last_question_));
    }
    return last_question_;
}

bool Workers::have_told(std::uint32_t number) const {
    return std::all_of(workers_.begin(), workers_.end(), [number](const auto& worker) {
        return worker->is_leaving() || worker->state().is_ready == 0 || worker->state().told >= number;
    });
}

bool Workers::end_session(pid_t worker, std::uint32_t session, const std::string& reason) {
    WorkerProcess* const found = find(worker);
    return found != nullptr && !found->is_leaving() && found->end_session(session, reason).ok();
}

bool Workers::is_returned(std::uint32_t session) const {
    return std::any_of(returned_.begin(), returned_.end(),
                       [session](const Handover& one) { return one.session == session; });
}

WorkerProcess* Workers::find(pid_t pid) const {
    const auto found =
        std::find_if(workers_.begin(), workers_.end(), [pid](const auto& worker) { return worker->pid() == pid; });
    return found == workers_.end() ? nullptr : found->get();
}

std::uint32_t Workers::session_count() const {
    std::uint32_t count = 0;
    for (const auto& worker : workers_)
        count += worker->is_stuck() ? 0 : worker->state().sessions;
    return count;
}

std::size_t Workers::places_taken() const {
    return static_cast<std::size_t>(
        std::count_if(workers_.begin(), workers_.end(), [](const auto& worker) { return !worker->is_stuck(); }));
}

std::size_t Workers::stuck_of(const std::string& tenant) const {
    return static_cast<std::size_t>(std::count_if(workers_.begin(), workers_.end(), [&tenant](const auto& worker) {
        return worker->is_stuck() && !is_for_all(*worker) && worker->last_tenant() == tenant;
    }));
}

std::size_t Workers::stuck() const {
    return workers_.size() - places_taken();
}

std::size_t Workers::sessions_on_the_way() const {
    std::size_t count = 0;
    for (const auto& worker : workers_)
        count += worker->sessions_on_the_way();
    return count;
}

std::size_t Workers::sessions_of(pid_t client) const {
    std::size_t count = 0;
    for (const auto& worker : workers_)
        count += worker->sessions_of(client);
    return count;
}

}  // namespace ringfence::supervisor
