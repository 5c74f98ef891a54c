// Keeps spare workers, checks heartbeats, and delays new starts after failures.
#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "supervisor/log.h"
#include "supervisor/unread.h"
#include "supervisor/workers.h"

namespace ringfence::supervisor {
namespace {

constexpr std::chrono::seconds between_heartbeats{5};
// The driver may be slow: opening a device on a machine with many cards takes a minute, and any call may take long
// while other processes use the driver.
constexpr int patience_with_devices = 4;
// Up to so many consecutive failures do not delay the next start.
constexpr std::uint32_t failures_without_pause = 3;
constexpr unsigned most_doublings = 7;
constexpr std::size_t most_kinds_of_failures = 16;

}  // namespace

Result<WorkerProcess*> Workers::prepare(const Domain& domain) {
    if (domain.settings.is_shared()) return worker_for(domain);
    for (const auto& worker : workers_) {
        if (worker->is_spare() && !worker->is_leaving() && worker->fits(domain)) return worker.get();
    }
    RF_TRY(WorkerProcess * spare, start(domain));
    spare->set_spare();
    return spare;
}

WorkerProcess* Workers::take_spare(const Domain& domain) {
    for (const auto& worker : workers_) {
        const bool is_well = worker->is_spare() && !worker->is_leaving() && worker->state().problem[0] == '\0' &&
                             !has_peer_gone(worker->control());
        if (!is_well || !worker->fits(domain)) continue;
        worker->take_into_use(domain);
        return worker.get();
    }
    return nullptr;
}

// Ends a spare worker, so that a worker of another kind can be started.
void Workers::make_room_for_worker() {
    if (places_taken() < settings_.max_workers) return;
    for (const auto& worker : workers_) {
        if (!worker->is_spare() || worker->is_leaving()) continue;
        dismiss(*worker);
        return;
    }
}

// Spares are kept only on a card, which takes long to open, and once a client has needed a private worker.
std::uint32_t Workers::spares_wanted() const {
    if (settings_.spare_workers) return *settings_.spare_workers;
    const bool is_on_card = std::any_of(workers_.begin(), workers_.end(), [](const auto& worker) {
        return std::string_view(worker->state().backend) == "cuda";
    });
    return is_on_card ? 1 : 0;
}

void Workers::start_spares() {
    if (!private_domain_) return;
    const auto is_fitting = [this](const auto& worker) {
        return worker->is_spare() && !worker->is_leaving() && worker->fits(*private_domain_);
    };
    // The last place is left for clients.
    const auto has_place = [this] { return places_taken() + 1 < settings_.max_workers; };
    for (auto count = std::count_if(workers_.begin(), workers_.end(), is_fitting);
         count < std::ptrdiff_t{spares_wanted()} && has_place(); ++count) {
        if (!check_back_off(*private_domain_).ok()) return;
        Result<WorkerProcess*> spare = start(*private_domain_);
        if (!spare.ok()) return;
        spare.value()->set_spare();
    }
}

// An adopted worker that differs from one that would be started now gets no more clients.
bool Workers::is_outdated(const WorkerProcess& worker) const {
    if (worker.is_child() || worker.is_leaving() || worker.is_foreign()) return false;
    Domain now{settings_, "", worker.tenant()};
    now.settings.backend = worker.settings().backend;
    now.settings.isolation = worker.settings().isolation;
    now.settings.guard = worker.settings().guard;
    return !worker.fits(now);
}

// Ends outdated workers that have no client any more.
void Workers::retire_the_outdated() {
    for (const auto& worker : workers_) {
        const bool is_needed = worker->state().sessions != 0 || worker->sessions_on_the_way() != 0;
        if (is_needed || !is_outdated(*worker)) continue;
        log(fmt::format("worker {} was started with other settings, and has no sessions left: it ends", worker->pid()));
        dismiss(*worker);
    }
}

bool Workers::is_idle() const {
    return std::all_of(workers_.begin(), workers_.end(), [this](const auto& worker) {
        const bool is_needed = worker->state().sessions != 0 || worker->sessions_on_the_way() != 0;
        const bool waits = worker->has_orders_that_wait() && has_policies(*worker);
        // A private one ends soon, or is made to.
        return !is_needed && !waits && !is_used_up(*worker) && !is_outdated(*worker) &&
               (!worker->is_leaving() || worker->has_left_boards());
    });
}

// Workers that cannot end run nothing any more, but their claims and offers on the boards would stay, so they are
// cleared. Their memory stays counted.
void Workers::clear_lines_of_the_stuck() {
    for (const auto& worker : workers_) {
        if (!worker->is_stuck() || !worker->leaves_boards()) continue;
        rooms_->clear(worker->host_place());
        for (const auto& card : cards_)
            card->clear(worker->host_place());
    }
}

void Workers::look_at_clock(bool has_stood_still) {
    clear_lines_of_the_stuck();
    retire_the_outdated();
    start_spares();
    look_for_the_hung(has_stood_still);
}

void Workers::look_for_the_hung(bool has_stood_still) {
    const Clock::time_point now = Clock::now();
    for (const auto& worker : workers_) {
        if (worker->is_leaving() || worker->is_foreign()) continue;
        Heartbeat& heartbeat = heartbeats_.try_emplace(worker.get(), Heartbeat{0, now, {}}).first->second;
        if (has_stood_still) heartbeat.since = now;
        if (has_stood_still && heartbeat.overstays_since) heartbeat.overstays_since = now;
        std::string why = why_hung(*worker, heartbeat);
        if (!why.empty() && has_unread(worker->control())) {
            // The worker has answered: the daemon is late in reading.
            worker->receive_what_is_there();
            listener_.worker_said(*worker);
            why = why_hung(*worker, heartbeat);
        }
        if (why.empty()) continue;
        log(fmt::format("worker {} hangs: {}", worker->pid(), why));
        listener_.worker_hangs(*worker, why);
        // Workers that were never ready are counted at their end; private ones never, as clients may break them.
        if (worker->state().is_ready != 0 && worker->settings().is_shared()) note_failure(*worker, why, true);
        dismiss(*worker);
    }
}

// Workers with sessions are asked regularly. The thread that answers never waits for the driver, so silence means that
// the process is stopped or in an endless loop; the answer says how long other threads have been in one step. Empty: no
// problem is known.
std::string Workers::why_hung(WorkerProcess& worker, Heartbeat& heartbeat) {
    const Clock::time_point now = Clock::now();
    const std::chrono::milliseconds patience(settings_.worker_patience_ms);
    // One that takes no orders any more keeps the daemon awake, and policies from being judged.
    const bool is_needed = worker.state().sessions != 0 || worker.sessions_on_the_way() != 0 ||
                           (worker.has_orders_that_wait() && has_policies(worker));
    const bool is_opening = worker.state().is_ready == 0 && worker.state().problem[0] == '\0';
    if (is_opening && now - heartbeat.since >= patience_with_devices * patience)
        return fmt::format("it has not opened its device for {} ms", (patience_with_devices * patience).count());
    if (is_opening) return "";
    if (std::string why = why_overstaying(worker, heartbeat); !why.empty()) return why;
    if (worker.state().is_ready == 0 || !is_needed) {
        heartbeat.begin(0, now);
        return "";
    }
    const std::chrono::milliseconds busy(worker.state().busy_ms);
    if (busy >= patience_with_devices * patience)
        return fmt::format("it has not come to the end of {} for {} ms", worker.state().busy_with, busy.count());
    if (heartbeat.number != 0 && worker.state().told >= heartbeat.number) {
        heartbeat.begin(0, now);
        forget_failures(worker);
    }
    if (heartbeat.number == 0) {
        if (now - heartbeat.since < std::min<Clock::duration>(between_heartbeats, patience / 2)) return "";
        heartbeat.begin(++last_question_, now);
        // A failure is ignored: a worker that does not read will not answer either.
        static_cast<void>(worker.ask_to_tell(heartbeat.number));
        return "";
    }
    if (now - heartbeat.since < patience) return "";
    return fmt::format("it has not answered for {} ms", patience.count());
}

// True for a private worker that has taken its client: it will get no other.
bool Workers::is_used_up(const WorkerProcess& worker) {
    return !worker.settings().is_shared() && !worker.is_spare() && !worker.is_foreign() && !worker.is_leaving() &&
           worker.has_had_client() && worker.sessions_on_the_way() == 0;
}

// A private worker ends with its session. A hijacked one may not, and could go on although no list shows its session.
std::string Workers::why_overstaying(const WorkerProcess& worker, Heartbeat& heartbeat) const {
    if (!is_used_up(worker) || listener_.has_session(worker)) {
        heartbeat.overstays_since.reset();
        return "";
    }
    const Clock::time_point now = Clock::now();
    const auto patience = patience_with_devices * std::chrono::milliseconds(settings_.worker_patience_ms);
    if (now - heartbeat.overstays_since.value_or(now) >= patience)
        return fmt::format("its session is over, and it has not ended for {} ms", patience.count());
    if (!heartbeat.overstays_since) heartbeat.overstays_since = now;
    return "";
}

void Workers::forget_failures(const WorkerProcess& worker) {
    std::erase_if(failures_, [&worker](const Failures& one) { return one.options == worker.worker_options(); });
}

void Workers::forget_failed_starts(const WorkerProcess& worker) {
    std::erase_if(failures_,
                  [&worker](const Failures& one) { return !one.has_hung && one.options == worker.worker_options(); });
}

// Counts a failure, since a worker that ends or hangs before it serves will most likely do so again.
void Workers::note_failure(const WorkerProcess& worker, const std::string& why, bool has_hung) {
    auto found = std::find_if(failures_.begin(), failures_.end(),
                              [&worker](const Failures& one) { return one.options == worker.worker_options(); });
    if (found == failures_.end()) {
        if (failures_.size() >= most_kinds_of_failures) failures_.erase(failures_.begin());
        found = failures_.insert(failures_.end(), {worker.worker_options(), 0, "", {}, false});
    }
    found->has_hung |= has_hung;
    const std::string problem = worker.state().problem;
    found->why = problem.empty() ? why : problem;
    if (++found->count < failures_without_pause) return;
    const unsigned doublings = std::min(found->count - failures_without_pause, most_doublings);
    found->again = Clock::now() + std::chrono::milliseconds(settings_.worker_pause_ms) * (1U << doublings);
}

Result<void> Workers::check_back_off(const Domain& domain) const {
    for (const Failures& failures : failures_) {
        const auto left = failures.again - Clock::now();
        if (left <= Clock::duration::zero() || failures.options != worker_options(domain)) continue;
        return Error::bad_input(fmt::format("the last {} workers of this kind {} before they could serve: {}",
                                            failures.count, failures.has_hung ? "hung or ended" : "ended",
                                            failures.why))
            .with_remedy(fmt::format("the next one is tried in {} ms; see the daemon's log",
                                     std::chrono::duration_cast<std::chrono::milliseconds>(left).count()));
    }
    return {};
}

}  // namespace ringfence::supervisor
