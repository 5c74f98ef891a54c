// Objects that the sessions of a tenant share: memory and events by tokens, segments by keys. A tenant can also grant a
// segment to other tenants, and revoke it.
//
// A token is 64 unguessable bytes. It is valid only in sessions of the same tenant, and only while its Offer exists. In
// every other case the answer is the same "no such token". Safe for several threads. See docs/shared-memory.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <variant>

#include "backend/device.h"
#include "base/mutex.h"
#include "base/result.h"
#include "memory/piece.h"

namespace ringfence::worker {

constexpr std::size_t token_bytes = 64;
using Token = std::array<std::byte, token_bytes>;

// The token in the payload of a record; an error if the payload has another length.
Result<Token> read_token(std::span<const std::byte> payload);

// Memory from cuMemCreate, which a program maps at addresses of its choice: an offer covers all of its pieces.
struct CreatedMemory {
    memory::SharedRange range;
};

class Exchange : public std::enable_shared_from_this<Exchange> {
public:
    using Event = std::shared_ptr<backend::Event>;
    static constexpr std::uint32_t most_offers = 4096;    // of a session
    static constexpr std::uint32_t most_segments = 1024;  // of a tenant
    static constexpr std::size_t most_grants = 64;        // of a segment
    static constexpr std::size_t longest_tenant = 63;

    // An object that is offered under a token, until this is destroyed.
    class Offer {
    public:
        Offer(std::shared_ptr<Exchange> exchange, const Token& token, std::uint64_t session)
            : exchange_(std::move(exchange)), token_(token), session_(session) {}
        ~Offer() { exchange_->withdraw(token_, session_); }
        Offer(const Offer&) = delete;
        Offer& operator=(const Offer&) = delete;
        const Token& token() const { return token_; }

    private:
        std::shared_ptr<Exchange> exchange_;
        Token token_;
        std::uint64_t session_;
    };

    struct SegmentFacts {
        std::uint64_t bytes = 0;
        std::uint64_t attached = 0;  // times
        std::int32_t key = 0;
        bool is_foreign = false;  // another tenant's
    };

    // A session's membership. A tenant's segments are removed with its last member.
    class Member {
    public:
        // `on_revoked` is called by any thread with a segment that this session uses and that was revoked from its
        // tenant. It must not call the Exchange.
        Member(std::shared_ptr<Exchange> exchange, std::string tenant,
               std::function<void(std::uint32_t segment)> on_revoked);
        ~Member();
        Member(const Member&) = delete;
        Member& operator=(const Member&) = delete;

        Result<std::shared_ptr<Offer>> offer(memory::SharedRange range);
        Result<std::shared_ptr<Offer>> offer(CreatedMemory memory);
        Result<std::shared_ptr<Offer>> offer(Event event);
        // Fails with CUDA's "invalid handle" if there is no such token, "invalid context" if it is this session's own.
        Result<memory::SharedRange> find_memory(const Token& token) const;
        Result<Event> find_event(const Token& token) const;
        // Finds this session's own memory too, as CUDA does.
        Result<memory::SharedRange> find_created(const Token& token) const;

        // The tenant's segment with this key; nothing if there is none. Key 0 never finds one.
        std::optional<std::uint32_t> find_segment(std::int32_t key) const;
        // Adds a segment with this key. If another session has added one meanwhile, returns that one.
        Result<std::uint32_t> add_segment(std::int32_t key, memory::SharedRange range);
        // A segment of this tenant, or one that another has granted to it.
        Result<memory::SharedRange> segment(std::uint32_t id) const;
        Result<SegmentFacts> segment_facts(std::uint32_t id) const;
        // No session can attach it any more. The tenant's sessions keep their mappings; other tenants' must unmap it.
        Result<void> remove_segment(std::uint32_t id);
        Result<void> grant_segment(std::uint32_t id, const std::string& tenant);
        Result<void> revoke_segment(std::uint32_t id, const std::string& tenant);

    private:
        std::shared_ptr<Exchange> exchange_;
        std::string tenant_;
        std::uint64_t session_ = 0;
        std::function<void(std::uint32_t segment)> on_revoked_;
        friend class Exchange;
    };

private:
    using Thing = std::variant<memory::SharedRange, CreatedMemory, Event>;
    struct Entry {
        Token token;
        std::string tenant;
        std::uint64_t session = 0;
        Thing thing;
    };
    struct Segment {
        std::string tenant;
        std::int32_t key = 0;
        memory::SharedRange range;
        std::set<std::string> granted;   // tenants
        std::set<const Member*> guests;  // sessions of these tenants that use it: revoking notifies only them
    };
    struct Tenant {
        std::uint32_t sessions = 0;
        std::uint32_t segments = 0;
    };

    Result<std::shared_ptr<Offer>> add(const std::string& tenant, std::uint64_t session, Thing thing);
    Result<Thing> find(const std::string& tenant, std::uint64_t session, const Token& token,
                       bool also_own = false) const;
    void withdraw(const Token& token, std::uint64_t session);
    Result<const Segment*> find_segment(const std::string& tenant, std::uint32_t id, bool also_granted = false) const
        RF_REQUIRES(mutex_);
    // Notifies the guests of these tenants and removes them from the segment's guests.
    static void tell_revoked(std::uint32_t id, Segment& segment, const std::set<std::string>& tenants);
    std::optional<std::uint32_t> find_key(const std::string& tenant, std::int32_t key) const RF_REQUIRES(mutex_);
    static std::uint64_t place_of(const Token& token);

    mutable Mutex mutex_;
    std::uint64_t last_session_ RF_GUARDED_BY(mutex_) = 0;
    std::uint32_t last_segment_ RF_GUARDED_BY(mutex_) = 0;
    std::unordered_map<std::uint64_t, Entry> entries_ RF_GUARDED_BY(mutex_);  // by the first bytes of their tokens
    std::unordered_map<std::uint64_t, std::uint32_t> offers_ RF_GUARDED_BY(mutex_);  // of each session
    std::map<std::uint32_t, Segment> segments_ RF_GUARDED_BY(mutex_);
    std::map<std::string, Tenant> tenants_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::worker
