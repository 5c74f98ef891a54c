#include "worker/residency.h"

#include <algorithm>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace ringfence::worker {

namespace {

// Multiples of the time that moving takes: see ResidencySettings.
constexpr int stay_per_move = 4;
constexpr int moves_per_idle = 4;
// Until sessions use a quarter of the card, no host memory is prepared.
constexpr std::uint64_t parts_of_little = 4;
constexpr std::chrono::milliseconds room_look{1};
constexpr std::chrono::milliseconds far_look{5};  // while others are asked
constexpr std::chrono::milliseconds between_askings{50};

}  // namespace

std::unique_ptr<Residency::Member> Residency::join(std::uint32_t priority, std::function<void()> wake,
                                                   const MemberFacts& facts) {
    const MutexLock lock(mutex_);
    auto member = std::make_unique<Member>(shared_from_this(), priority, std::move(wake), facts, next_number_++);
    member->note_use();
    member->came_in_ = Clock::now();
    members_.push_back(member.get());
    return member;
}

Residency::Member::~Member() {
    const MutexLock lock(owner_->mutex_);
    owner_->remove(*this);
}

Residency::~Residency() {
    if (!settings_.board) return;
    settings_.board->withdraw();
    settings_.board->offer({}, 0);
}

// The others look at the board until no worker needs room. Repeated now and then, since a message may be lost.
void Residency::ask_elsewhere(std::uint64_t bytes, Clock::time_point now) {
    if (!settings_.ask_elsewhere || now < next_asking_) return;
    next_asking_ = now + between_askings;
    settings_.ask_elsewhere(bytes);
}

void Residency::remove(Member& member) {
    members_.remove(&member);
    member.drop_claim();
    prepare_store();
    show_offer(queue_.empty() ? nullptr : queue_.front().member, 0, Clock::now());
    const bool had_turn = !queue_.empty() && queue_.front().member == &member;
    std::erase_if(queue_, [&](const Waiting& one) { return one.member == &member; });
    member.is_queued_ = false;
    if (had_turn) {
        begin_turn();
    } else {
        // The memory that this member has given is free now.
        wake_first();
    }
}

// Begins the turn of another member.
void Residency::begin_turn() {
    choose_first(Clock::now());
    first_.store(queue_.empty() ? nullptr : queue_.front().member, std::memory_order_release);
    if (settings_.board) settings_.board->withdraw();
    forget_askings();
    // The member that had the turn until now can be asked again.
    show_offer(nullptr, 0, Clock::now());
    wake_first();
}

// Withdraws all requests: they belong to an earlier turn.
void Residency::forget_askings() {
    ++turn_;
    for (Member* member : members_)
        member->asked_.store(0, std::memory_order_release);
}

void Residency::wake_first() {
    if (!queue_.empty()) queue_.front().member->wake_();
}

bool Residency::Member::has_turn(Purpose purpose) {
    const MutexLock lock(owner_->mutex_);
    if (!is_queued_) {
        owner_->queue_.push_back({this, purpose, Clock::now()});
        is_queued_ = true;
        if (owner_->queue_.size() == 1) owner_->begin_turn();
    }
    for (Waiting& one : owner_->queue_) {
        if (one.member == this) one.purpose = purpose;
    }
    if (owner_->queue_.front().member != this) return false;
    if (owner_->settings_.board) owner_->settings_.board->want_still(Clock::now());
    return true;
}

void Residency::Member::leave_queue() {
    drop_claim();
    if (!is_queued_) return;
    const MutexLock lock(owner_->mutex_);
    const bool had_turn = owner_->queue_.front().member == this;
    std::erase_if(owner_->queue_, [&](const Waiting& one) { return one.member == this; });
    is_queued_ = false;
    if (had_turn) owner_->begin_turn();
}

void Residency::Member::came_in(std::chrono::nanoseconds took) {
    const MutexLock lock(owner_->mutex_);
    came_in_ = Clock::now();
    move_time_ = took;
    note_use();
}

void Residency::Member::gave(std::uint64_t bytes) {
    const MutexLock lock(owner_->mutex_);
    const std::uint64_t asked = asked_.load(std::memory_order_relaxed);
    asked_.store(asked - std::min(asked, bytes), std::memory_order_release);
    owner_->wake_first();
}

void Residency::Member::refuse() {
    const MutexLock lock(owner_->mutex_);
    asked_.store(0, std::memory_order_release);
    refused_turn_ = owner_->turn_;
    owner_->wake_first();
}

void Residency::Member::note(const memory::Residence& residence) {
    const MutexLock lock(owner_->mutex_);
    movable_ = residence.movable;
    away_ = residence.away;
    drop_claim();
    owner_->prepare_store();
    owner_->show_offer(owner_->queue_.empty() ? nullptr : owner_->queue_.front().member, 0, Clock::now());
}

// Prepares nothing while little of the card is used: then a request to move is unlikely.
void Residency::prepare_store() {
    std::uint64_t movable = 0;
    for (const Member* member : members_)
        movable += member->movable_;
    const std::uint64_t little = device_.properties().total_memory / parts_of_little;
    store_->prepare(movable - std::min(movable, little));
}

bool Residency::is_at_work(const Member& member, Clock::time_point now) const {
    const Clock::time_point used(member.last_use_.load(std::memory_order_relaxed));
    return now - used < std::max<std::chrono::nanoseconds>(settings_.least_idle, member.move_time_ / moves_per_idle);
}

bool Residency::may_be_asked(const Member& member, Clock::time_point now) const {
    if (!is_at_work(member, now)) return true;
    return now - member.came_in_ >=
           std::max<std::chrono::nanoseconds>(settings_.least_stay, member.move_time_ * stay_per_move);
}

bool Residency::goes_before(const Member& a, const Member& b, Clock::time_point now) const {
    const auto key = [&](const Member& member) RF_REQUIRES(mutex_) {
        return std::tuple(is_at_work(member, now), member.priority_, member.last_use_.load(std::memory_order_relaxed));
    };
    return key(a) < key(b);
}

// Null: no member can be asked now.
Residency::Member* Residency::choose(const Member* asker, std::uint64_t needed, Purpose purpose,
                                     Clock::time_point now) const {
    std::vector<Member*> candidates;
    for (Member* member : members_) {
        if (member == asker || member->movable_ == 0 || member->asked() != 0 || member->refused_turn_ == turn_ ||
            !may_be_asked(*member, now))
            continue;
        candidates.push_back(member);
    }
    if (candidates.empty() || !settings_.choose_victim) return usual_choice(candidates, now);
    std::vector<sched::MemoryFacts> facts;
    facts.reserve(candidates.size());
    for (const Member* member : candidates)
        facts.push_back(facts_of(*member, needed, false, now));
    const MemoryChoice choice = settings_.choose_victim(facts);
    if (choice.chosen) return candidates[*choice.chosen];
    // A policy may deny a session more memory, but not the return of memory that it has already.
    const bool is_none = choice.was_asked && purpose == Purpose::MoreMemory;
    return is_none ? nullptr : usual_choice(candidates, now);
}

Residency::Member* Residency::usual_choice(const std::vector<Member*>& candidates, Clock::time_point now) const {
    Member* chosen = nullptr;
    for (Member* member : candidates) {
        if (chosen == nullptr || goes_before(*member, *chosen, now)) chosen = member;
    }
    return chosen;
}

sched::MemoryFacts Residency::facts_of(const Member& member, std::uint64_t needed, bool is_returning,
                                       Clock::time_point now) const {
    sched::MemoryFacts facts{};
    const std::chrono::nanoseconds idle = now.time_since_epoch() - member.last_use_.load(std::memory_order_relaxed);
    facts.now = std::chrono::nanoseconds(now.time_since_epoch()).count();
    facts.idle = std::max<sched::Time>(idle.count(), 0);
    facts.needed = needed;
    facts.resident = member.movable_;
    facts.elsewhere = member.away_;
    facts.share = member.facts_.share;
    facts.vgpu = member.facts_.vgpu;
    facts.session = member.number_;
    facts.priority = member.priority_;
    facts.queued = is_returning || is_at_work(member, now) ? 1 : 0;
    return facts;
}

// Among those that wait to come back, the policy may let another one go before the first.
void Residency::choose_first(Clock::time_point now) {
    if (queue_.size() < 2 || !settings_.choose_returning || queue_.front().purpose != Purpose::WayBack) return;
    if (now - queue_.front().since > settings_.longest_passed_over) return;
    std::vector<sched::MemoryFacts> facts;
    std::vector<std::ptrdiff_t> places;
    for (std::size_t place = 0; place < queue_.size(); ++place) {
        const Member& member = *queue_[place].member;
        if (queue_[place].purpose != Purpose::WayBack) continue;
        facts.push_back(facts_of(member, member.away_, true, now));
        places.push_back(static_cast<std::ptrdiff_t>(place));
    }
    const MemoryChoice choice = settings_.choose_returning(facts);
    if (!choice.chosen) return;
    const auto chosen = queue_.begin() + places[*choice.chosen];
    std::rotate(queue_.begin(), chosen, chosen + 1);
}

// Asks members until so many bytes are on their way.
void Residency::ask_here(const Member* asker, std::uint64_t bytes, Purpose purpose, Clock::time_point now) {
    for (std::uint64_t coming = coming_for(asker); coming < bytes;) {
        Member* victim = choose(asker, bytes - coming, purpose, now);
        if (victim == nullptr) return;
        const std::uint64_t part = std::min(victim->movable_, bytes - coming);
        victim->purpose_.store(purpose, std::memory_order_relaxed);
        victim->asked_.store(part, std::memory_order_release);
        victim->wake_();
        coming += part;
    }
}

void Residency::show_offer(const Member* asker, std::uint64_t question, Clock::time_point now) {
    if (!settings_.board) return;
    RoomBoard::Offer offer;
    const Member* next = nullptr;
    for (const Member* member : members_) {
        if (member == asker || member->movable_ == 0 || member->refused_turn_ == turn_) continue;
        offer.movable += member->movable_;
        if (member->asked() == 0 && !may_be_asked(*member, now)) continue;
        offer.ready += member->movable_;
        if (next == nullptr || goes_before(*member, *next, now)) next = member;
    }
    if (next != nullptr) {
        offer.is_at_work = is_at_work(*next, now);
        offer.priority = next->priority_;
        offer.last_use = next->last_use_.load(std::memory_order_relaxed);
    }
    settings_.board->offer(offer, question);
}

// Of the sessions of all workers of the card, the best suited ones give; this is the part of the sessions here.
std::uint64_t Residency::own_part(const Member& asker, std::uint64_t missing, Clock::time_point now) {
    if (!settings_.board) return missing;
    const std::optional<RoomBoard::Wish> wish = settings_.board->first(now);
    if (!wish || !wish->is_own) return 0;
    show_offer(&asker, wish->question, now);
    const std::uint64_t part = settings_.board->part_of(missing, *wish, now);
    if (part < missing && movable_elsewhere() != 0) ask_elsewhere(missing - part, now);
    return part;
}

Residency::Outlook Residency::Member::ask_others(std::uint64_t missing) {
    Residency& all = *owner_;
    const MutexLock lock(all.mutex_);
    const Clock::time_point now = Clock::now();
    const Purpose purpose = all.queue_.front().purpose;
    if (all.settings_.board) {
        all.settings_.board->want(all.free_bytes() + missing, purpose == Purpose::WayBack, now);
        if (all.settings_.board->is_anothers_turn(now)) return Outlook::Behind;
    }
    std::uint64_t possible = all.coming_for(this) + all.movable_elsewhere();
    for (const Member* member : all.members_) {
        if (member != this && member->refused_turn_ != all.turn_) possible += member->movable_;
    }
    if (possible == 0) {
        // Members that could not move may be able to later; a request for more memory does not wait for that.
        if (purpose == Purpose::WayBack) {
            ++all.turn_;
            if (all.settings_.board) all.settings_.board->ask_again(now);
        }
        return Outlook::Hopeless;
    }
    all.ask_here(this, all.own_part(*this, missing, now), purpose, now);
    return Outlook::Wait;
}

std::uint64_t Residency::coming_for(const Member* asker) const {
    std::uint64_t coming = 0;
    for (const Member* member : members_)
        coming += member == asker ? 0 : member->asked();
    return coming;
}

std::uint64_t Residency::Member::coming() const {
    const MutexLock lock(owner_->mutex_);
    return owner_->coming_for(this);
}

std::uint64_t Residency::free_bytes() const {
    const auto info = device_.memory_info();
    if (!info.ok()) return 0;
    const std::uint64_t claimed = settings_.board ? settings_.board->claimed_elsewhere() : 0;
    const std::uint64_t free = info.value().free - std::min(info.value().free, settings_.headroom);
    return free - std::min(free, claimed);
}

bool Residency::is_room(std::uint64_t bytes) const {
    return free_bytes() >= bytes && !(settings_.board && settings_.board->is_anothers_turn(Clock::now()));
}

bool Residency::Member::may_commit(std::uint64_t bytes) {
    const Member* first = owner_->first_.load(std::memory_order_acquire);
    if (first != nullptr && first != this) return false;
    RoomBoard* const board = owner_->settings_.board.get();
    if (board == nullptr) return is_room(bytes);
    drop_claim();
    // Checked before claiming: a session that keeps asking for too much must not keep others from free memory.
    if (!is_room(bytes)) return false;
    // The wish is withdrawn before the claim: memory that is being taken must not count as missing, too.
    if (first == this) board->want_nothing_more();
    board->claim(bytes);
    claimed_ = bytes;
    if (is_room(bytes)) return true;
    drop_claim();
    return false;
}

// By now the card counts the memory that was taken, and the rest of the claim is not needed.
void Residency::Member::drop_claim() {
    if (claimed_ != 0) owner_->settings_.board->drop_claim(std::exchange(claimed_, 0));
}

bool Residency::Member::is_behind() const {
    return owner_->settings_.board && owner_->settings_.board->is_anothers_turn(Clock::now());
}

// Limited by the room in the host store.
std::uint64_t Residency::Member::movable_of_others() const {
    const std::uint64_t most = owner_->store_->left();
    const MutexLock lock(owner_->mutex_);
    std::uint64_t movable = 0;
    for (const Member* member : owner_->members_)
        movable += member == this ? 0 : member->movable_;
    return std::min(movable, most) + owner_->movable_elsewhere();
}

bool Residency::make_room(std::uint64_t bytes, std::chrono::nanoseconds patience) {
    const std::unique_ptr<Member> guest = join(0, [] {});
    const Clock::time_point until = Clock::now() + patience;
    for (; Clock::now() < until; std::this_thread::sleep_for(room_look)) {
        if (!guest->has_turn(Purpose::MoreMemory)) continue;
        if (is_room(bytes)) return true;
        const std::uint64_t missing = bytes - std::min(bytes - 1, free_bytes());
        if (guest->ask_others(missing) == Outlook::Hopeless) return false;
    }
    return false;
}

// Another worker's turn has precedence over members that wait here: otherwise both workers would wait for each other.
std::optional<std::uint64_t> Residency::answer_others() {
    const MutexLock lock(mutex_);
    const Clock::time_point now = Clock::now();
    const std::optional<RoomBoard::Wish> wish = settings_.board->first(now);
    const std::uint64_t question = wish && !wish->is_own ? wish->question : 0;
    if (std::exchange(question_, question) != question) forget_askings();
    show_offer(nullptr, question, now);
    if (question == 0) return std::nullopt;
    const std::uint64_t missing = settings_.board->missing_for(
        *wish, [this] { return free_bytes(); }, now);
    const std::uint64_t part = settings_.board->part_of(missing, *wish, now);
    ask_here(nullptr, part, wish->is_way_back ? Purpose::WayBack : Purpose::MoreMemory, now);
    return part;
}

void Residency::give_out(const std::function<bool()>& is_over) {
    if (!settings_.board) return;
    while (!is_over()) {
        const std::optional<std::uint64_t> part = answer_others();
        if (!part) return;
        std::this_thread::sleep_for(*part != 0 ? room_look : far_look);
    }
}

void Residency::trim() {
    if (store_->used() == 0) store_->trim();
}

}  // namespace ringfence::worker
