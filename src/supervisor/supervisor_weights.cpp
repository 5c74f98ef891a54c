// A session's weight among those of its virtual GPU follows the operating system's priority of its client's process,
// also when that changes (docs/scheduling.md).
#include "supervisor/supervisor.h"

namespace ringfence::supervisor {

// Uses the process id from the connection. A session ends with its client's process, so the id can belong to another
// process only for an instant.
std::uint32_t Supervisor::weigh(SessionRecord& record) const {
    if (!options_.settings.follow_processes) return tenants::usual_weight;
    record.standing = tenants::look_at_process(record.peer.pid);
    return weight_of(record.standing, options_.settings.most_process_weight * tenants::usual_weight);
}

void Supervisor::follow_processes() {
    for (const auto& worker : workers_->all()) {
        if (worker->is_leaving() || worker->is_foreign()) continue;
        for (const auto& [number, session] : worker->sessions().sessions()) {
            SessionRecord* const record = sessions_.find(number);
            if (record == nullptr || record->worker != worker->pid()) continue;
            const std::uint32_t weight = weigh(*record);
            // A failure is ignored: workers that do not read or are gone are noticed elsewhere.
            if (weight != record->weight && worker->set_weight(number, weight).ok()) record->weight = weight;
        }
    }
}

}  // namespace ringfence::supervisor
