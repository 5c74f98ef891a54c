#include "policy/map.h"

#include <sys/random.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <utility>

namespace ringfence::policy {
namespace {

constexpr std::uint64_t record_head = sizeof(std::uint64_t);  // the record's size, stored before the record

enum How : std::uint64_t { Any, NoExist, Exist };

constexpr std::uint64_t bytes_of_charge = 64;  // bytes that cost one instruction

// Uses both halves of the product, so that the low bits of the result depend on all bits of the word, in a way that
// only the secret factor determines. One half alone would ignore the words' high bits.
std::uint64_t mix(std::uint64_t hash, std::uint64_t word, std::uint64_t factor) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{hash ^ word} * factor;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

bool is_same_key(const std::uint8_t* one, const std::uint8_t* other, std::size_t size) {
    if (size != sizeof(std::uint64_t)) return std::memcmp(one, other, size) == 0;
    std::uint64_t words[2];
    std::memcpy(&words[0], one, sizeof words[0]);
    std::memcpy(&words[1], other, sizeof words[1]);
    return words[0] == words[1];
}

}  // namespace

std::uint64_t random_seed() {
    std::uint64_t seed = 0;
    // If it fails the seed could be guessed; but long chains in a map are charged in any case.
    if (::getrandom(&seed, sizeof seed, 0) != sizeof seed)
        seed = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    return seed;
}

Map::Map(MapSpec spec, std::uint64_t seed)
    : spec_(std::move(spec)),
      seed_(seed ^ spec_.key_size),
      factor_(mix(seed, 0x9e3779b97f4a7c15U, 0xff51afd7ed558ccdU) | 1U) {
    if (spec_.kind == MapKind::Ring) {
        circle_.assign(spec_.max_entries, 0);
        return;
    }
    if (spec_.kind == MapKind::Programs) return;
    stride_ = (std::size_t{spec_.value_size} + 7) / 8;
    value_count_ = spec_.max_entries * (spec_.kind == MapKind::WorkerArray ? most_workers : 1);
    values_.assign(stride_ * value_count_, 0);
    if (!spec_.initial.empty())
        std::memcpy(values_.data(), spec_.initial.data(),
                    std::min<std::size_t>(spec_.initial.size(), spec_.value_size));
    if (spec_.kind != MapKind::Hash && spec_.kind != MapKind::LruHash) return;
    keys_.assign(std::size_t{spec_.key_size} * spec_.max_entries, 0);
    buckets_.assign(std::bit_ceil(spec_.max_entries), none);
    next_.assign(spec_.max_entries, none);
    for (std::uint32_t i = 0; i + 1 < spec_.max_entries; ++i)
        next_[i] = i + 1;
    free_ = 0;
    if (spec_.kind == MapKind::LruHash) {
        newer_.assign(spec_.max_entries, none);
        older_.assign(spec_.max_entries, none);
    }
}

bool Map::is_array() const {
    return spec_.kind == MapKind::Array || spec_.kind == MapKind::WorkerArray;
}

std::optional<std::uint32_t> Map::array_number(ConstBytes key, std::uint32_t worker) const {
    std::uint32_t index = 0;
    std::memcpy(&index, key.data(), sizeof index);
    if (index >= spec_.max_entries) return std::nullopt;
    if (spec_.kind == MapKind::Array) return index;
    return (worker % most_workers) * spec_.max_entries + index;
}

Bytes Map::value(std::uint32_t number) {
    return {reinterpret_cast<std::uint8_t*>(values_.data() + stride_ * number), spec_.value_size};
}

Bytes Map::key_at(std::uint32_t number) {
    return Bytes(keys_).subspan(std::size_t{number} * spec_.key_size, spec_.key_size);
}

// Word by word, since keys are looked up at every decision.
std::uint64_t Map::hash_of(ConstBytes key) const {
    std::uint64_t hash = seed_;
    std::size_t at = 0;
    for (; at + sizeof(std::uint64_t) <= key.size(); at += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, key.data() + at, sizeof word);
        hash = mix(hash, word, factor_);
    }
    for (; at < key.size(); ++at)
        hash = mix(hash, key[at], factor_);
    return hash;
}

std::uint32_t& Map::bucket_of(ConstBytes key) {
    return buckets_[hash_of(key) & (buckets_.size() - 1)];
}

std::uint32_t Map::find(ConstBytes key) {
    std::uint32_t number = bucket_of(key);
    std::uint64_t passed = 0;
    while (number != none && !is_same_key(key_at(number).data(), key.data(), key.size())) {
        number = next_[number];
        ++passed;
    }
    charge_ += passed * (1 + key.size() / bytes_of_charge);
    return number;
}

std::optional<std::uint32_t> Map::lookup(ConstBytes key, std::uint32_t worker) {
    if (!has_lookup(spec_.kind)) return std::nullopt;
    charge_ = spec_.key_size / bytes_of_charge;
    if (is_array()) return array_number(key, worker);
    const std::uint32_t number = find(key);
    if (number == none) return std::nullopt;
    touch(number);
    return number;
}

std::int64_t Map::update(ConstBytes key, ConstBytes value, std::uint64_t how, std::uint32_t worker) {
    charge_ = (std::uint64_t{spec_.key_size} + spec_.value_size) / bytes_of_charge;
    if (how > Exist || !has_lookup(spec_.kind)) return map_error::bad_argument;
    if (is_array()) {
        if (how == NoExist) return map_error::exists;
        const std::optional<std::uint32_t> number = array_number(key, worker);
        if (!number) return map_error::full;
        std::memmove(this->value(*number).data(), value.data(), spec_.value_size);
        return 0;
    }
    // Key and value may lie in values of this map, so values are written last, in one step.
    std::uint32_t number = find(key);
    if (number != none && how == NoExist) return map_error::exists;
    if (number == none && how == Exist) return map_error::not_there;
    if (number == none) number = insert(key);
    if (number == none) return map_error::full;
    touch(number);
    std::memmove(this->value(number).data(), value.data(), spec_.value_size);
    return 0;
}

std::uint32_t Map::insert(ConstBytes key) {
    if (free_ == none && spec_.kind == MapKind::LruHash) remove_entry(oldest_);
    if (free_ == none) return none;
    const std::uint32_t number = free_;
    free_ = next_[number];
    std::ranges::copy(key, key_at(number).begin());
    std::uint32_t& bucket = bucket_of(key);
    next_[number] = bucket;
    bucket = number;
    return number;
}

std::int64_t Map::remove(ConstBytes key) {
    charge_ = spec_.key_size / bytes_of_charge;
    if (keys_.empty()) return map_error::bad_argument;
    const std::uint32_t number = find(key);
    if (number == none) return map_error::not_there;
    remove_entry(number);
    return 0;
}

void Map::remove_entry(std::uint32_t number) {
    unchain(number);
    forget_use(number);
    next_[number] = free_;
    free_ = number;
}

void Map::unchain(std::uint32_t number) {
    std::uint32_t* link = &bucket_of(key_at(number));
    for (; *link != number; ++charge_)
        link = &next_[*link];
    *link = next_[number];
}

// Marks the entry as the most recently used.
void Map::touch(std::uint32_t number) {
    if (spec_.kind != MapKind::LruHash || newest_ == number) return;
    forget_use(number);
    older_[number] = newest_;
    if (newest_ != none) newer_[newest_] = number;
    newest_ = number;
    if (oldest_ == none) oldest_ = number;
}

void Map::forget_use(std::uint32_t number) {
    if (spec_.kind != MapKind::LruHash) return;
    if (newer_[number] != none)
        older_[newer_[number]] = older_[number];
    else if (newest_ == number)
        newest_ = older_[number];
    if (older_[number] != none)
        newer_[older_[number]] = newer_[number];
    else if (oldest_ == number)
        oldest_ = newer_[number];
    newer_[number] = none;
    older_[number] = none;
}

std::int64_t Map::push(ConstBytes value, std::uint64_t how) {
    charge_ = spec_.value_size / bytes_of_charge;
    if (how != Any || (spec_.kind != MapKind::Queue && spec_.kind != MapKind::Stack)) return map_error::bad_argument;
    if (count_ == spec_.max_entries) return map_error::full;
    const std::uint32_t place = (first_ + count_) % spec_.max_entries;
    std::memmove(this->value(place).data(), value.data(), spec_.value_size);
    ++count_;
    return 0;
}

std::int64_t Map::take(Bytes value, bool is_removed) {
    charge_ = value.size() / bytes_of_charge;
    const bool is_known = spec_.kind == MapKind::Queue || spec_.kind == MapKind::Stack;
    if (!is_known || count_ == 0) {
        std::ranges::fill(value, std::uint8_t{0});
        return is_known ? map_error::not_there : map_error::bad_argument;
    }
    const bool is_queue = spec_.kind == MapKind::Queue;
    const std::uint32_t place = is_queue ? first_ : (first_ + count_ - 1) % spec_.max_entries;
    std::memmove(value.data(), this->value(place).data(), spec_.value_size);
    if (!is_removed) return 0;
    --count_;
    if (is_queue) first_ = (first_ + 1) % spec_.max_entries;
    return 0;
}

bool Map::has_room_for(std::uint64_t size, std::uint64_t flags) {
    charge_ = size / bytes_of_charge;
    if (flags != 0 || spec_.kind != MapKind::Ring) return false;
    // Compared this way, since adding to a huge size would overflow.
    const std::uint64_t room = circle_.size() - circle_used_;
    return room >= record_head && size <= room - record_head;
}

std::int64_t Map::write_record(ConstBytes record, std::uint64_t flags) {
    charge_ = record.size() / bytes_of_charge;
    if (flags != 0 || spec_.kind != MapKind::Ring) return map_error::bad_argument;
    const std::uint64_t size = record.size();
    if (!has_room_for(size, flags)) return map_error::full;
    const std::uint64_t end = circle_begin_ + circle_used_;
    write_circle(end, {reinterpret_cast<const std::uint8_t*>(&size), record_head});
    write_circle(end + record_head, record);
    circle_used_ += record_head + size;
    return 0;
}

// Positions continue beyond the end of the circular buffer, and wrap around.
void Map::write_circle(std::uint64_t at, ConstBytes bytes) {
    const std::uint64_t begin = at % circle_.size();
    const std::size_t first = std::min<std::size_t>(bytes.size(), circle_.size() - begin);
    std::ranges::copy(bytes.first(first), circle_.begin() + static_cast<std::ptrdiff_t>(begin));
    std::ranges::copy(bytes.subspan(first), circle_.begin());
}

void Map::read_circle(std::uint64_t at, Bytes bytes) const {
    const std::uint64_t begin = at % circle_.size();
    const std::size_t first = std::min<std::size_t>(bytes.size(), circle_.size() - begin);
    const ConstBytes all(circle_);
    std::ranges::copy(all.subspan(begin, first), bytes.begin());
    std::ranges::copy(all.first(bytes.size() - first), bytes.begin() + static_cast<std::ptrdiff_t>(first));
}

// Oldest first. `visit` gets a copy, since a record may wrap around the end of the buffer.
void Map::each_record(const std::function<void(ConstBytes record)>& visit) const {
    std::vector<std::uint8_t> record;
    for (std::uint64_t at = 0; at < circle_used_; at += record_head + record.size()) {
        std::uint64_t size = 0;
        read_circle(circle_begin_ + at, {reinterpret_cast<std::uint8_t*>(&size), record_head});
        record.resize(size);
        read_circle(circle_begin_ + at + record_head, record);
        visit(record);
    }
}

void Map::each(const std::function<void(ConstBytes key, ConstBytes value)>& visit) {
    if (is_array()) {
        for (std::uint32_t i = 0; i < value_count_; ++i) {
            const std::uint32_t index[] = {i / spec_.max_entries, i % spec_.max_entries};
            const ConstBytes key(reinterpret_cast<const std::uint8_t*>(index), sizeof index);
            visit(spec_.kind == MapKind::Array ? key.subspan(4) : key, value(i));
        }
    }
    for (std::uint32_t number : buckets_) {
        for (; number != none; number = next_[number])
            visit(key_at(number), value(number));
    }
    if (spec_.kind == MapKind::Queue || spec_.kind == MapKind::Stack) {
        for (std::uint32_t i = 0; i < count_; ++i)
            visit({}, value((first_ + i) % spec_.max_entries));
    }
    for (std::uint32_t i = 0; i < spec_.programs.size(); ++i) {
        const auto in_bytes = [](const std::uint32_t& word) {
            return ConstBytes(reinterpret_cast<const std::uint8_t*>(&word), sizeof word);
        };
        if (spec_.programs[i] != no_program) visit(in_bytes(i), in_bytes(spec_.programs[i]));
    }
    each_record([&](ConstBytes record) { visit({}, record); });
}

std::vector<std::vector<std::uint8_t>> Map::drain() {
    std::vector<std::vector<std::uint8_t>> records;
    each_record([&](ConstBytes record) { records.emplace_back(record.begin(), record.end()); });
    if (!circle_.empty()) circle_begin_ = (circle_begin_ + circle_used_) % circle_.size();
    circle_used_ = 0;
    return records;
}

std::vector<Map> make_maps(const std::vector<MapSpec>& specs) {
    std::vector<Map> maps;
    maps.reserve(specs.size());
    for (const MapSpec& spec : specs)
        maps.emplace_back(spec);
    return maps;
}

std::vector<Map> make_maps(const std::vector<MapSpec>& specs, std::uint64_t seed) {
    std::vector<Map> maps;
    maps.reserve(specs.size());
    for (const MapSpec& spec : specs)
        maps.emplace_back(spec, seed);
    return maps;
}

}  // namespace ringfence::policy
