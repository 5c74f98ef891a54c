// The maps of a loaded policy: fixed memory, made when the policy is loaded, so that a pointer to a value stays one as
// long as the policy is there, and no hook ever waits for memory or fails for want of it. A value that was deleted may
// become another key's.
//
// One thread at a time. Keys and values that are handed over may lie in a value of the map itself.
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

// Errors of helpers: Linux's numbers for them, negative.
namespace map_error {
constexpr std::int64_t not_there = -2;
constexpr std::int64_t full = -7;
constexpr std::int64_t exists = -17;
constexpr std::int64_t bad_argument = -22;
}  // namespace map_error

// Authors of policies do not know it, so none can write one whose keys all fall into one bucket.
[[nodiscard]] std::uint64_t random_seed();

class Map {
public:
    // `spec` has passed check_spec(). `seed`: where keys fall depends on it.
    explicit Map(MapSpec spec, std::uint64_t seed = random_seed());

    [[nodiscard]] const MapSpec& spec() const { return spec_; }

    // The number of the value with this key.
    [[nodiscard]] std::optional<std::uint32_t> lookup(ConstBytes key, std::uint32_t worker);
    [[nodiscard]] bool has_value(std::uint32_t number) const { return number < value_count_; }
    [[nodiscard]] Bytes value(std::uint32_t number);

    // The cost of the last operation beside the call, in instructions: 64 bytes that were copied or hashed are one, and
    // so is an entry that was passed on the way to another. 0 for most: small keys and values, short ways.
    [[nodiscard]] std::uint64_t charge() const { return charge_; }

    std::int64_t update(ConstBytes key, ConstBytes value, std::uint64_t how, std::uint32_t worker);
    std::int64_t remove(ConstBytes key);
    std::int64_t push(ConstBytes value, std::uint64_t how);
    // Gives zeros if there is no value.
    std::int64_t take(Bytes value, bool is_removed);
    std::int64_t write_record(ConstBytes record, std::uint64_t flags);
    // True if a record of that size could be written now.
    [[nodiscard]] bool has_room_for(std::uint64_t size, std::uint64_t flags);
    // Visits every entry: the key of an array is the index, for a worker array with the worker's number before it; maps
    // without keys give their values in order, with an empty key. A ring keeps its records.
    void each(const std::function<void(ConstBytes key, ConstBytes value)>& visit);
    // The records of a ring, oldest first, which are gone then.
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
    std::uint64_t factor_;  // odd; from the seed, too
    std::uint64_t charge_ = 0;
    std::uint32_t value_count_ = 0;
    std::size_t stride_ = 0;
    std::vector<std::uint64_t> values_;  // as words, for their alignment

    // Hashes: chains of entries, and those that are free.
    std::vector<std::uint8_t> keys_;
    std::vector<std::uint32_t> buckets_;
    std::vector<std::uint32_t> next_;
    std::uint32_t free_ = none;
    // LRU: entries by their last use.
    std::vector<std::uint32_t> newer_;
    std::vector<std::uint32_t> older_;
    std::uint32_t newest_ = none;
    std::uint32_t oldest_ = none;

    // Queues and stacks: a circle of values.
    std::uint32_t first_ = 0;
    std::uint32_t count_ = 0;
    // Rings: a circle of bytes, in which records lie one behind the other, each after its size.
    std::vector<std::uint8_t> circle_;
    std::uint64_t circle_begin_ = 0;  // of the oldest record
    std::uint64_t circle_used_ = 0;   // bytes
};

[[nodiscard]] std::vector<Map> make_maps(const std::vector<MapSpec>& specs);
[[nodiscard]] std::vector<Map> make_maps(const std::vector<MapSpec>& specs, std::uint64_t seed);

}  // namespace ringfence::policy
