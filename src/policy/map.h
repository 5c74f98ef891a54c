// The maps of a loaded policy. All memory is allocated when the policy is loaded, so that pointers to values stay valid
// as long as the policy, and no hook waits for memory or fails without it. The memory of a deleted value may be reused
// for another key.
//
// For one thread at a time. Keys and values in arguments may lie in a value of the same map.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "policy/map_spec.h"

namespace ringfence::policy {

using Bytes = std::span<std::uint8_t>;
using ConstBytes = std::span<const std::uint8_t>;

// Errors of helpers: Linux's error numbers, negative.
namespace map_error {
constexpr std::int64_t not_there = -2;
constexpr std::int64_t full = -7;
constexpr std::int64_t exists = -17;
constexpr std::int64_t bad_argument = -22;
}  // namespace map_error

// A seed that authors of policies do not know, so that they cannot choose keys that all fall into one bucket.
[[nodiscard]] std::uint64_t random_seed();

class Map {
public:
    // check_spec() must have accepted `spec`. `seed`: for the hashes of keys.
    explicit Map(MapSpec spec, std::uint64_t seed = random_seed());

    [[nodiscard]] const MapSpec& spec() const { return spec_; }

    // The index of the value with this key.
    [[nodiscard]] std::optional<std::uint32_t> lookup(ConstBytes key, std::uint32_t worker);
    [[nodiscard]] bool has_value(std::uint32_t number) const { return number < value_count_; }
    [[nodiscard]] Bytes value(std::uint32_t number);

    // The cost of the last operation, beyond the call, in instructions: one for each 64 bytes that were copied or
    // hashed, and for each entry that was skipped in a search. 0 for most operations.
    [[nodiscard]] std::uint64_t charge() const { return charge_; }

    std::int64_t update(ConstBytes key, ConstBytes value, std::uint64_t how, std::uint32_t worker);
    std::int64_t remove(ConstBytes key);
    std::int64_t push(ConstBytes value, std::uint64_t how);
    // Copies the next value of a queue or stack to `value`; zeros if there is none.
    std::int64_t take(Bytes value, bool is_removed);
    std::int64_t write_record(ConstBytes record, std::uint64_t flags);
    // True if a record of that size could be written now.
    [[nodiscard]] bool has_room_for(std::uint64_t size, std::uint64_t flags);
    // Visits every entry. The key of an array is the index, for a worker array after the worker's number; maps without
    // keys pass their values in order, with an empty key. A ring's records stay.
    void each(const std::function<void(ConstBytes key, ConstBytes value)>& visit);
    // Removes and returns the records of a ring, oldest first.
    [[nodiscard]] std::vector<std::vector<std::uint8_t>> drain();

private:
    static constexpr std::uint32_t none = UINT32_MAX;

    [[nodiscard]] bool is_array() const;
    [[nodiscard]] std::optional<std::uint32_t> array_number(ConstBytes key, std::uint32_t worker) const;
    [[nodiscard]] std::uint64_t hash_of(ConstBytes key) const;
    [[nodiscard]] std::uint32_t& bucket_of(ConstBytes key);
    [[nodiscard]] std::uint32_t find(ConstBytes key);
    [[nodiscard]] Bytes key_at(std::uint32_t number);
    std::uint32_t insert(ConstBytes key);
    void remove_entry(std::uint32_t number);
    void unchain(std::uint32_t number);
    void touch(std::uint32_t number);
    void forget_use(std::uint32_t number);
    void write_circle(std::uint64_t at, ConstBytes bytes);
    void read_circle(std::uint64_t at, Bytes bytes) const;
    void each_record(const std::function<void(ConstBytes record)>& visit) const;

    MapSpec spec_;
    std::uint64_t seed_;
    std::uint64_t factor_;  // odd; also from the seed
    std::uint64_t charge_ = 0;
    std::uint32_t value_count_ = 0;
    std::size_t stride_ = 0;
    std::vector<std::uint64_t> values_;  // as words, for their alignment

    // Hashes: chains of entries, and a chain of free ones.
    std::vector<std::uint8_t> keys_;
    std::vector<std::uint32_t> buckets_;
    std::vector<std::uint32_t> next_;
    std::uint32_t free_ = none;
    // LRU: entries by their last use.
    std::vector<std::uint32_t> newer_;
    std::vector<std::uint32_t> older_;
    std::uint32_t newest_ = none;
    std::uint32_t oldest_ = none;

    // Queues and stacks: a circular buffer of values.
    std::uint32_t first_ = 0;
    std::uint32_t count_ = 0;
    // Rings: a circular buffer of bytes, with records one behind the other, each after its size.
    std::vector<std::uint8_t> circle_;
    std::uint64_t circle_begin_ = 0;  // of the oldest record
    std::uint64_t circle_used_ = 0;   // bytes
};

[[nodiscard]] std::vector<Map> make_maps(const std::vector<MapSpec>& specs);
[[nodiscard]] std::vector<Map> make_maps(const std::vector<MapSpec>& specs, std::uint64_t seed);

}  // namespace ringfence::policy
