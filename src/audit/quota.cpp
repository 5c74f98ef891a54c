#include "audit/quota.h"

#include <algorithm>
#include <utility>

namespace ringfence::audit {
namespace {

constexpr std::size_t most_peers =
    4096;  // beyond it, idle ones are removed; the administrator decides how many tenants there are
constexpr std::size_t most_events = 64;
constexpr std::size_t longest_text = 600;
constexpr double all_at_once = 4;     // factor over a single kind of event
constexpr double all_per_minute = 2;  // the same
// Not valid names of tenants. All peers without a tenant share one, since a user can get more uids (subordinate uids).
constexpr std::string_view strangers = "(strangers)";
constexpr std::string_view nobody = "(nobody)";

std::string_view who_shares(const Peer& peer) {
    if (!peer.tenant.empty()) return peer.tenant;
    return peer.uid ? strangers : nobody;
}

}  // namespace

void Quota::fill(Bucket& bucket, double most, double per_minute, Clock::time_point now) {
    const std::chrono::duration<double, std::ratio<60>> passed = now - bucket.at;
    bucket.records = std::min(most, bucket.records + std::max(0.0, passed.count()) * per_minute);
    bucket.at = now;
}

Quota::Entry& Quota::entry_of(const Peer& peer, Clock::time_point now) {
    const std::string_view key = who_shares(peer);
    if (const auto found = peers_.find(key); found != peers_.end()) return found->second;
    if (peers_.size() >= most_peers) forget_idle(now);
    Entry& entry = peers_[std::string(key)];
    entry.all = {all_at_once * options_.at_once, now};
    return entry;
}

// Removes peers that have been silent until their quota is full again.
void Quota::forget_idle(Clock::time_point now) {
    for (auto peer = peers_.begin(); peer != peers_.end();) {
        Entry& entry = peer->second;
        fill(entry.all, all_at_once * options_.at_once, all_per_minute * options_.per_minute, now);
        const bool is_idle = entry.left_out.events.empty() && entry.all.records >= all_at_once * options_.at_once;
        peer = is_idle ? peers_.erase(peer) : std::next(peer);
    }
}

bool Quota::admits(const Peer& peer, std::string_view event, std::string_view text, Clock::time_point now) {
    Entry& entry = entry_of(peer, now);
    const bool is_known = entry.events.contains(event) || entry.events.size() < most_events;
    const std::string name(is_known ? event : "others");
    const double at_once = options_.at_once;
    Bucket& own = entry.events.try_emplace(name, Bucket{at_once, now}).first->second;
    fill(own, at_once, options_.per_minute, now);
    fill(entry.all, all_at_once * at_once, all_per_minute * options_.per_minute, now);
    // Left-out records must be reported before further ones of the same kind are written, so that the order is right.
    if (own.records >= 1 && entry.all.records >= 1 && !entry.left_out.events.contains(name)) {
        own.records -= 1;
        entry.all.records -= 1;
        return true;
    }
    if (entry.left_out.events.empty()) {
        entry.left_out_since = now;
        ++waiting_;
    }
    ++left_out_;
    ++entry.left_out.events[name];
    entry.left_out.peer = peer;
    entry.left_out.last_text = text.substr(0, longest_text);
    return false;
}

std::vector<Quota::LeftOut> Quota::take_due(Clock::time_point now) {
    std::vector<LeftOut> due;
    if (waiting_ == 0) return due;
    for (auto& [key, entry] : peers_) {
        if (entry.left_out.events.empty() || now < entry.left_out_since + options_.between_summaries) continue;
        due.push_back(entry.left_out);
        entry.left_out.events.clear();
        --waiting_;
    }
    return due;
}

}  // namespace ringfence::audit
