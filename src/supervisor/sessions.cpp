#include "supervisor/sessions.h"

#include <algorithm>
#include <utility>

namespace ringfence::supervisor {

bool SessionRecord::is_stuck() const {
    return stage == SessionStage::Over &&
           Clock::now() - over_since > patience_with_processes + patience_with_the_killed;
}

SessionRecord& Sessions::add(SessionRecord record) {
    const std::uint32_t id = record.facts.id;
    return records_.insert_or_assign(id, std::move(record)).first->second;
}

SessionRecord* Sessions::find(std::uint64_t id) {
    const auto found = id > UINT32_MAX ? records_.end() : records_.find(static_cast<std::uint32_t>(id));
    return found == records_.end() ? nullptr : &found->second;
}

std::size_t Sessions::not_in_workers() const {
    return static_cast<std::size_t>(std::count_if(records_.begin(), records_.end(), [](const auto& one) {
        return one.second.stage != SessionStage::Served && !one.second.is_stuck();
    }));
}

std::size_t Sessions::not_in_workers_of(pid_t client) const {
    return static_cast<std::size_t>(std::count_if(records_.begin(), records_.end(), [client](const auto& one) {
        return one.second.stage != SessionStage::Served && one.second.peer.pid == client;
    }));
}

std::size_t Sessions::stuck_of(const std::string& tenant) const {
    return static_cast<std::size_t>(std::count_if(records_.begin(), records_.end(), [&tenant](const auto& one) {
        return one.second.is_stuck() && one.second.facts.tenant == tenant;
    }));
}

bool Sessions::are_all_channels() const {
    return std::all_of(records_.begin(), records_.end(), [](const auto& one) { return one.second.process == nullptr; });
}

std::vector<std::uint32_t> Sessions::of_tenant(const std::string& tenant) const {
    std::vector<std::uint32_t> ids;
    for (const auto& [id, record] : records_) {
        if (record.facts.tenant == tenant) ids.push_back(id);
    }
    return ids;
}

std::vector<std::uint32_t> Sessions::of_worker(pid_t worker) const {
    std::vector<std::uint32_t> ids;
    for (const auto& [id, record] : records_) {
        if (record.worker == worker && record.stage == SessionStage::Served) ids.push_back(id);
    }
    return ids;
}

void Sessions::let_go_of_processes() {
    for (auto& [id, record] : records_) {
        record.process_says.reset();
        record.process_ends.reset();
        record.process_writes.reset();
        if (record.process != nullptr) record.process->let_go();
    }
}

std::string_view name_of(schema::SessionKind kind) {
    switch (kind) {
        case schema::SessionKind::COPY: return "copy";
        case schema::SessionKind::PROGRAM: return "program";
        case schema::SessionKind::COMPUTE: return "compute";
        case schema::SessionKind::CHANNEL: return "channel";
    }
    return "?";
}

}  // namespace ringfence::supervisor
