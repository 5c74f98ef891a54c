// Passes workers from one daemon to the next.
#include <utility>

#include "supervisor/workers.h"

namespace ringfence::supervisor {

void Workers::write(schema::DaemonState::Builder to, DescriptorList& descriptors) const {
    to.setHostBudget(descriptors.add(host_file_.get()));
    to.setHostLimit(host_limit_);
    to.setRooms(descriptors.add(room_file_.get()));
    to.setHasRooms(true);
    to.setCards(descriptors.add(card_file_.get()));
    to.setHasCards(true);
    to.setWorkersDied(died_);
    to.setQuestions(last_question_);
    // Including workers that are ending: their sessions are over only then, and until then their places are taken.
    auto workers = to.initWorkers(static_cast<unsigned>(workers_.size()));
    for (unsigned i = 0; i < workers.size(); ++i)
        workers_[i]->write(workers[i], descriptors);
    auto ledgers = to.initLedgers(static_cast<unsigned>(ledgers_.all().size()));
    unsigned ledger = 0;
    for (const auto& [tenant, entry] : ledgers_.all()) {
        ledgers[ledger].setTenant(tenant);
        ledgers[ledger++].setFile(descriptors.add(entry.file.get()));
    }
    auto policy = to.initPolicy();
    policy.setNumber(last_order_);
    if (const ShelvedPolicy* const cards = this->policy()) supervisor::write(policy, *cards, descriptors);
    const std::vector<const ShelvedPolicy*> nested = nested_policies();
    auto nested_records = to.initVgpuPolicies(static_cast<unsigned>(nested.size()));
    for (unsigned i = 0; i < nested_records.size(); ++i) {
        supervisor::write(nested_records[i], *nested[i], descriptors);
        nested_records[i].setNumber(shelves_.at(nested[i]->vgpu).number);
    }
    auto unshareable = to.initUnshareable(static_cast<unsigned>(unshareable_.size()));
    unsigned next = 0;
    for (const auto& [backend, why] : unshareable_) {
        unshareable[next].setBackend(std::string(name_of(backend)));
        unshareable[next++].setWhy(why);
    }
}

Result<std::unique_ptr<Workers>> Workers::adopt(rpc::EventLoop& loop, std::string program, const Settings& settings,
                                                Listener& listener, schema::DaemonState::Reader from,
                                                DescriptorList& descriptors,
                                                std::shared_ptr<const SystemService> system) {
    std::unique_ptr<Workers> workers(new Workers(loop, std::move(program), settings, listener));
    workers->system_ = std::move(system);
    RF_TRY(workers->host_file_, descriptors.take(from.getHostBudget()));
    // Earlier daemons have no such file, and their workers do not use it.
    if (from.getHasRooms()) {
        RF_TRY(workers->room_file_, descriptors.take(from.getRooms()));
    } else {
        RF_TRY(workers->room_file_, RoomBoard::create_file());
    }
    // The same for cards.
    if (from.getHasCards()) {
        RF_TRY(workers->card_file_, descriptors.take(from.getCards()));
    } else {
        RF_RETURN_IF_ERROR(workers->create_card_file());
    }
    // The limit that the present workers have.
    workers->host_limit_ = from.getHostLimit();
    workers->host_backing_ = settings.host_backing;
    RF_RETURN_IF_ERROR(workers->join_budget());
    workers->died_ = from.getWorkersDied();
    workers->last_question_ = from.getQuestions();
    for (const auto record : from.getWorkers()) {
        RF_TRY(std::unique_ptr<WorkerProcess> worker, WorkerProcess::adopt(record, descriptors, settings));
        workers->workers_.push_back(std::move(worker));
    }
    for (const auto entry : from.getLedgers()) {
        RF_TRY(UniqueFd file, descriptors.take(entry.getFile()));
        RF_RETURN_IF_ERROR(workers->ledgers_.adopt(entry.getTenant().cStr(), std::move(file)));
    }
    workers->last_order_ = from.getPolicy().getNumber();
    Shelf& cards = workers->shelves_[""];
    RF_TRY(cards.policy, read(from.getPolicy(), descriptors));
    cards.number = workers->last_order_;
    for (const auto record : from.getVgpuPolicies()) {
        Shelf& shelf = workers->shelves_[record.getVgpu().cStr()];
        RF_TRY(shelf.policy, read(record, descriptors));
        shelf.number = record.getNumber();
    }
    for (const auto& worker : workers->workers_) {
        for (const auto& [vgpu, shelf] : workers->shelves_) {
            if (!worker->lacks_order(vgpu)) worker->set_policy_ordered(shelf.number, vgpu);
        }
    }
    for (const auto entry : from.getUnshareable()) {
        RF_TRY(const Backend backend, parse_backend(entry.getBackend().cStr()));
        workers->unshareable_.emplace(backend, entry.getWhy().cStr());
    }
    return workers;
}

void Workers::own() {
    for (const auto& worker : workers_) {
        worker->own();
        watch(*worker);
    }
    for (const auto& [vgpu, shelf] : shelves_)
        hand_out(vgpu, shelf);
}

void Workers::let_go() {
    watches_.clear();
    for (const auto& worker : workers_)
        worker->let_go();
}

}  // namespace ringfence::supervisor
