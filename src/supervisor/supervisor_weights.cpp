// A session counts beside others of its virtual GPU as its client's process does for the operating system, also when
// that changes (docs/scheduling.md).
#include "supervisor/supervisor.h"

namespace ringfence::supervisor {

// By the number that the kernel gave with the connection. A session ends with its client's process, so the number is
// another's for an instant at most.
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
            // One that does not read, or is gone, is noticed elsewhere.
            if (weight != record->weight && worker->set_weight(number, weight).ok()) record->weight = weight;
        }
    }
}

}  // namespace ringfence::supervisor
