#include "worker/exchange.h"

#include <sys/random.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "base/cuda_status.h"
#include "worker/errors.h"

namespace ringfence::worker {

namespace {

// Compares in constant time, so that the time does not reveal where tokens differ.
bool are_same(const Token& a, const Token& b) {
    volatile unsigned difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        difference = difference | static_cast<unsigned>(a[i] ^ b[i]);
    return difference == 0;
}

Error no_such_token() {
    return Error::bad_input("nothing is shared under this handle, or not with this program")
        .with_remedy(
            "run both programs for the same tenant in one shared worker, and keep the memory or event of the handle "
            "alive in the program that created it")
        .with_status(cuda_status::invalid_handle);
}

Error own_token() {
    return Error::bad_input("the handle is this process's own, which can only be opened by others")
        .with_status(cuda_status::invalid_context);
}

Error no_segment(std::uint32_t id) {
    return invalid(fmt::format("there is no segment {}", id));
}

}  // namespace

Result<Token> read_token(std::span<const std::byte> payload) {
    Token token;
    if (payload.size() != token.size())
        return invalid(fmt::format("a handle of {} bytes; it has {}", payload.size(), token.size()));
    std::memcpy(token.data(), payload.data(), token.size());
    return token;
}

Exchange::Member::Member(std::shared_ptr<Exchange> exchange, std::string tenant,
                         std::function<void(std::uint32_t segment)> on_revoked)
    : exchange_(std::move(exchange)), tenant_(std::move(tenant)), on_revoked_(std::move(on_revoked)) {
    const MutexLock lock(exchange_->mutex_);
    session_ = ++exchange_->last_session_;
    ++exchange_->tenants_[tenant_].sessions;
}

Exchange::Member::~Member() {
    // Destroyed without the lock: it may be the last owner of memory, which takes a while to free.
    std::vector<memory::SharedRange> gone;
    const MutexLock lock(exchange_->mutex_);
    for (auto& [id, segment] : exchange_->segments_)
        segment.guests.erase(this);
    const auto tenant = exchange_->tenants_.find(tenant_);
    if (--tenant->second.sessions != 0) return;
    exchange_->tenants_.erase(tenant);
    for (auto segment = exchange_->segments_.begin(); segment != exchange_->segments_.end();) {
        if (segment->second.tenant != tenant_) {
            ++segment;
            continue;
        }
        tell_revoked(segment->first, segment->second, segment->second.granted);
        gone.push_back(std::move(segment->second.range));
        segment = exchange_->segments_.erase(segment);
    }
}

std::uint64_t Exchange::place_of(const Token& token) {
    std::uint64_t place = 0;
    std::memcpy(&place, token.data(), sizeof place);
    return place;
}

Result<std::shared_ptr<Exchange::Offer>> Exchange::add(const std::string& tenant, std::uint64_t session, Thing thing) {
    Token token;
    if (::getrandom(token.data(), token.size(), 0) != static_cast<ssize_t>(token.size())) {
        return Error::bad_input("the system gives no random numbers for a handle")
            .with_status(cuda_status::operating_system);
    }
    const MutexLock lock(mutex_);
    std::uint32_t& offers = offers_[session];
    if (offers >= most_offers) {
        return Error::bad_input(fmt::format("a program can share {} allocations and events", most_offers))
            .with_status(cuda_status::out_of_memory);
    }
    const bool is_new = entries_.emplace(place_of(token), Entry{token, tenant, session, std::move(thing)}).second;
    if (!is_new) return Error::internal("two handles are the same").with_status(cuda_status::operating_system);
    ++offers;
    return std::make_shared<Offer>(shared_from_this(), token, session);
}

void Exchange::withdraw(const Token& token, std::uint64_t session) {
    std::optional<Thing> gone;
    const MutexLock lock(mutex_);
    const auto entry = entries_.find(place_of(token));
    gone = std::move(entry->second.thing);
    entries_.erase(entry);
    const auto offers = offers_.find(session);
    if (--offers->second == 0) offers_.erase(offers);
}

Result<Exchange::Thing> Exchange::find(const std::string& tenant, std::uint64_t session, const Token& token,
                                       bool also_own) const {
    const MutexLock lock(mutex_);
    const auto entry = entries_.find(place_of(token));
    if (entry == entries_.end() || !are_same(entry->second.token, token) || entry->second.tenant != tenant)
        return no_such_token();
    if (!also_own && entry->second.session == session) return own_token();
    return entry->second.thing;
}

Result<std::shared_ptr<Exchange::Offer>> Exchange::Member::offer(memory::SharedRange range) {
    return exchange_->add(tenant_, session_, std::move(range));
}

Result<std::shared_ptr<Exchange::Offer>> Exchange::Member::offer(CreatedMemory memory) {
    return exchange_->add(tenant_, session_, std::move(memory));
}

Result<std::shared_ptr<Exchange::Offer>> Exchange::Member::offer(Event event) {
    return exchange_->add(tenant_, session_, std::move(event));
}

Result<memory::SharedRange> Exchange::Member::find_memory(const Token& token) const {
    RF_TRY(Thing thing, exchange_->find(tenant_, session_, token));
    auto* range = std::get_if<memory::SharedRange>(&thing);
    return range != nullptr ? Result<memory::SharedRange>(std::move(*range)) : no_such_token();
}

Result<memory::SharedRange> Exchange::Member::find_created(const Token& token) const {
    RF_TRY(Thing thing, exchange_->find(tenant_, session_, token, true));
    auto* memory = std::get_if<CreatedMemory>(&thing);
    return memory != nullptr ? Result<memory::SharedRange>(std::move(memory->range)) : no_such_token();
}

Result<Exchange::Event> Exchange::Member::find_event(const Token& token) const {
    RF_TRY(Thing thing, exchange_->find(tenant_, session_, token));
    auto* event = std::get_if<Event>(&thing);
    return event != nullptr ? Result<Event>(std::move(*event)) : no_such_token();
}

std::optional<std::uint32_t> Exchange::find_key(const std::string& tenant, std::int32_t key) const {
    if (key == 0) return std::nullopt;
    const auto is_it = [&](const auto& one) { return one.second.tenant == tenant && one.second.key == key; };
    const auto segment = std::find_if(segments_.begin(), segments_.end(), is_it);
    return segment != segments_.end() ? std::optional(segment->first) : std::nullopt;
}

std::optional<std::uint32_t> Exchange::Member::find_segment(std::int32_t key) const {
    const MutexLock lock(exchange_->mutex_);
    return exchange_->find_key(tenant_, key);
}

Result<std::uint32_t> Exchange::Member::add_segment(std::int32_t key, memory::SharedRange range) {
    const MutexLock lock(exchange_->mutex_);
    if (const auto id = exchange_->find_key(tenant_, key)) return *id;
    Tenant& tenant = exchange_->tenants_[tenant_];
    if (tenant.segments >= most_segments) {
        return Error::bad_input(fmt::format("a tenant can have {} segments", most_segments))
            .with_remedy("remove those that nobody needs (cuShmCtl with IPC_RMID)")
            .with_status(cuda_status::out_of_memory);
    }
    // An id is not reused soon: an old id of a segment that is gone must not name another.
    constexpr std::uint32_t most = 0x7fff'ffff;
    do
        exchange_->last_segment_ = exchange_->last_segment_ % most + 1;
    while (exchange_->segments_.contains(exchange_->last_segment_));
    if (!range.lease) range.lease = std::make_shared<char>();
    exchange_->segments_[exchange_->last_segment_] = {tenant_, key, std::move(range), {}, {}};
    ++tenant.segments;
    return exchange_->last_segment_;
}

Result<const Exchange::Segment*> Exchange::find_segment(const std::string& tenant, std::uint32_t id,
                                                        bool also_granted) const {
    const auto segment = segments_.find(id);
    if (segment == segments_.end()) return no_segment(id);
    const bool is_granted = also_granted && segment->second.granted.contains(tenant);
    return segment->second.tenant == tenant || is_granted ? Result<const Segment*>(&segment->second) : no_segment(id);
}

void Exchange::tell_revoked(std::uint32_t id, Segment& segment, const std::set<std::string>& tenants) {
    std::erase_if(segment.guests, [&](const Member* guest) {
        const bool is_meant = tenants.contains(guest->tenant_);
        if (is_meant) guest->on_revoked_(id);
        return is_meant;
    });
}

Result<memory::SharedRange> Exchange::Member::segment(std::uint32_t id) const {
    const MutexLock lock(exchange_->mutex_);
    RF_RETURN_IF_ERROR(exchange_->find_segment(tenant_, id, true));
    Segment& found = exchange_->segments_[id];
    if (found.tenant != tenant_) found.guests.insert(this);
    return found.range;
}

Result<Exchange::SegmentFacts> Exchange::Member::segment_facts(std::uint32_t id) const {
    const MutexLock lock(exchange_->mutex_);
    RF_TRY(const Segment* found, exchange_->find_segment(tenant_, id, true));
    // Each window with the segment has a copy of the lease.
    const auto holders = static_cast<std::uint64_t>(found->range.lease.use_count());
    return SegmentFacts{found->range.bytes, holders - 1, found->key, found->tenant != tenant_};
}

Result<void> Exchange::Member::remove_segment(std::uint32_t id) {
    memory::SharedRange gone;
    const MutexLock lock(exchange_->mutex_);
    RF_RETURN_IF_ERROR(exchange_->find_segment(tenant_, id));
    tell_revoked(id, exchange_->segments_[id], exchange_->segments_[id].granted);
    gone = std::move(exchange_->segments_[id].range);
    exchange_->segments_.erase(id);
    --exchange_->tenants_[tenant_].segments;
    return {};
}

Result<void> Exchange::Member::grant_segment(std::uint32_t id, const std::string& tenant) {
    const MutexLock lock(exchange_->mutex_);
    RF_RETURN_IF_ERROR(exchange_->find_segment(tenant_, id));
    if (tenant.empty() || tenant.size() > longest_tenant) return invalid("a tenant's name has 1 to 63 bytes");
    // The owner needs no grant, and cannot lose it.
    if (tenant == tenant_) return {};
    std::set<std::string>& granted = exchange_->segments_[id].granted;
    if (granted.size() >= most_grants && !granted.contains(tenant)) {
        return Error::bad_input(fmt::format("a segment can be given to {} tenants", most_grants))
            .with_status(cuda_status::out_of_memory);
    }
    granted.insert(tenant);
    return {};
}

Result<void> Exchange::Member::revoke_segment(std::uint32_t id, const std::string& tenant) {
    const MutexLock lock(exchange_->mutex_);
    RF_RETURN_IF_ERROR(exchange_->find_segment(tenant_, id));
    if (exchange_->segments_[id].granted.erase(tenant) == 0)
        return invalid(fmt::format("segment {} was not given to this tenant", id));
    tell_revoked(id, exchange_->segments_[id], {tenant});
    return {};
}

}  // namespace ringfence::worker
