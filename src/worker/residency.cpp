#include "worker/residency.h"

#include <algorithm>
#include <thread>
#include <tuple>
#include <utility>

namespace ringfence::worker {

namespace {

// Of the time that moving takes: see ResidencySettings.
constexpr int stay_per_move = 4;
constexpr int moves_per_idle = 4;
constexpr std::chrono::milliseconds room_look{1};
constexpr std::chrono::milliseconds between_askings{50};

}  // namespace

std::unique_ptr<Residency::Member> Residency::join(std::uint32_t priority, std::function<void()> wake) {
    auto member = std::make_unique<Member>(shared_from_this(), priority, std::move(wake));
    member->note_use();
    const std::lock_guard lock(mutex_);
    member->came_in_ = Clock::now();
    members_.push_back(member.get());
    return member;
}

Residency::Member::~Member() {
    const std::lock_guard lock(owner_->mutex_);
    owner_->remove(*this);
}

Residency::~Residency() {
    if (settings_.machine) settings_.machine->give_back(Limit::DeviceMemory, movable_);
}

// Told to other workers too.
void Residency::set_movable(Member& member, std::uint64_t bytes) {
    const std::uint64_t before = std::exchange(member.movable_, bytes);
    movable_ += bytes - before;
    if (!settings_.machine) return;
    if (bytes > before) (void)settings_.machine->take(Limit::DeviceMemory, bytes - before);
    if (bytes < before) settings_.machine->give_back(Limit::DeviceMemory, before - bytes);
}

std::uint64_t Residency::movable_elsewhere() const {
    if (!settings_.ask_elsewhere || !settings_.machine) return 0;
    const std::uint64_t all = settings_.machine->taken(Limit::DeviceMemory);
    return all - std::min(all, movable_);
}

// They look for themselves when somebody can move; so it is said again now and then.
void Residency::ask_elsewhere(std::uint64_t bytes, Clock::time_point now) {
    if (now < next_asking_) return;
    next_asking_ = now + between_askings;
    settings_.ask_elsewhere(bytes);
}

void Residency::remove(Member& member) {
    members_.remove(&member);
    set_movable(member, 0);
    const bool had_turn = !queue_.empty() && queue_.front().member == &member;
    std::erase_if(queue_, [&](const Waiting& one) { return one.member == &member; });
    member.is_queued_ = false;
    if (had_turn) {
        begin_turn();
    } else {
        // What it had is free now.
        wake_first();
    }
}

// Somebody else is the first.
void Residency::begin_turn() {
    ++turn_;
    first_.store(queue_.empty() ? nullptr : queue_.front().member, std::memory_order_release);
    // What the last one asked for nobody needs now.
    for (Member* member : members_)
        member->asked_.store(0, std::memory_order_release);
    wake_first();
}

void Residency::wake_first() {
    if (!queue_.empty()) queue_.front().member->wake_();
}

bool Residency::Member::has_turn(Purpose purpose) {
    const std::lock_guard lock(owner_->mutex_);
    if (!is_queued_) {
        owner_->queue_.push_back({this, purpose});
        is_queued_ = true;
        if (owner_->queue_.size() == 1) owner_->begin_turn();
    }
    for (Waiting& one : owner_->queue_) {
        if (one.member == this) one.purpose = purpose;
    }
    return owner_->queue_.front().member == this;
}

void Residency::Member::leave_queue() {
    if (!is_queued_) return;
    const std::lock_guard lock(owner_->mutex_);
    const bool had_turn = owner_->queue_.front().member == this;
    std::erase_if(owner_->queue_, [&](const Waiting& one) { return one.member == this; });
    is_queued_ = false;
    if (had_turn) owner_->begin_turn();
}

void Residency::Member::came_in(std::chrono::nanoseconds took) {
    const std::lock_guard lock(owner_->mutex_);
    came_in_ = Clock::now();
    move_time_ = took;
    note_use();
}

void Residency::Member::gave(std::uint64_t bytes) {
    const std::lock_guard lock(owner_->mutex_);
    const std::uint64_t asked = asked_.load(std::memory_order_relaxed);
    asked_.store(asked - std::min(asked, bytes), std::memory_order_release);
    owner_->wake_first();
}

void Residency::Member::refuse() {
    const std::lock_guard lock(owner_->mutex_);
    asked_.store(0, std::memory_order_release);
    refused_turn_ = owner_->turn_;
    owner_->wake_first();
}

void Residency::Member::note(const memory::Residence& residence) {
    const std::lock_guard lock(owner_->mutex_);
    owner_->set_movable(*this, residence.movable);
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
    const auto key = [&](const Member& member) {
        return std::tuple(is_at_work(member, now), member.priority_, member.last_use_.load(std::memory_order_relaxed));
    };
    return key(a) < key(b);
}

// Null: nobody can be asked now.
Residency::Member* Residency::choose(const Member& asker, Clock::time_point now) const {
    Member* chosen = nullptr;
    for (Member* member : members_) {
        if (member == &asker || member->movable_ == 0 || member->asked() != 0 || member->refused_turn_ == turn_ ||
            !may_be_asked(*member, now))
            continue;
        if (chosen == nullptr || goes_before(*member, *chosen, now)) chosen = member;
    }
    return chosen;
}

Residency::Outlook Residency::Member::ask_others(std::uint64_t bytes) {
    const std::lock_guard lock(owner_->mutex_);
    Residency& all = *owner_;
    const Clock::time_point now = Clock::now();
    std::uint64_t coming = all.coming_for(*this);
    std::uint64_t possible = coming + all.movable_elsewhere();
    for (const Member* member : all.members_) {
        if (member != this && member->refused_turn_ != all.turn_) possible += member->movable_;
    }
    if (possible == 0) {
        // Whoever could not move may be able to later; who only wants more memory does not wait for that.
        if (all.queue_.front().purpose == Purpose::WayBack) ++all.turn_;
        return Outlook::Hopeless;
    }
    while (coming < bytes) {
        Member* victim = all.choose(*this, now);
        if (victim == nullptr) break;
        const std::uint64_t part = std::min(victim->movable_, bytes - coming);
        victim->purpose_.store(all.queue_.front().purpose, std::memory_order_relaxed);
        victim->asked_.store(part, std::memory_order_release);
        victim->wake_();
        coming += part;
    }
    if (coming < bytes && all.movable_elsewhere() != 0) all.ask_elsewhere(bytes - coming, now);
    return Outlook::Wait;
}

std::uint64_t Residency::coming_for(const Member& asker) const {
    std::uint64_t coming = 0;
    for (const Member* member : members_)
        coming += member == &asker ? 0 : member->asked();
    return coming;
}

std::uint64_t Residency::Member::coming() const {
    const std::lock_guard lock(owner_->mutex_);
    return owner_->coming_for(*this);
}

std::uint64_t Residency::free_bytes() const {
    const auto info = device_.memory_info();
    if (!info.ok()) return 0;
    return info.value().free - std::min(info.value().free, settings_.headroom);
}

bool Residency::Member::may_commit(std::uint64_t bytes) const {
    const Member* first = owner_->first_.load(std::memory_order_acquire);
    return (first == nullptr || first == this) && is_room(bytes);
}

// No more than the host has room for.
std::uint64_t Residency::Member::movable_of_others() const {
    const std::uint64_t most = owner_->store_->left();
    const std::lock_guard lock(owner_->mutex_);
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
        if (free_bytes() >= bytes) return true;
        if (guest->ask_others(bytes) == Outlook::Hopeless) return false;
    }
    return false;
}

// Whoever asked takes what becomes free at once, so it is what was given that counts.
void Residency::give_out(std::uint64_t bytes, std::chrono::nanoseconds patience) {
    const std::unique_ptr<Member> guest = join(0, [] {});
    const Clock::time_point until = Clock::now() + patience;
    for (bool was_asked = false; Clock::now() < until; std::this_thread::sleep_for(room_look)) {
        if (!guest->has_turn(Purpose::WayBack)) continue;
        if (was_asked && guest->coming() == 0) return;
        if (was_asked) continue;
        if (free_bytes() >= bytes || guest->ask_others(bytes) == Outlook::Hopeless) return;
        was_asked = guest->coming() != 0;
    }
}

void Residency::trim() {
    if (store_->used() == 0) store_->trim();
}

}  // namespace ringfence::worker
