#include "base/shared_budget.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/kept_places.h"
#include "base/memory_file.h"

namespace ringfence {

// Others may write any number to any of it.
struct SharedBudget::File {
    Word places;  // no process has joined at this one, or above
    Word limits[limit_count];
    Word reached[limit_count];
    Word taken[limit_count][most_processes];
    Word kept[most_processes];
};

Result<UniqueFd> SharedBudget::create_file() {
    static_assert(Word::is_always_lock_free && sizeof(Word) == sizeof(std::uint64_t));
    return create_memory_file("ringfence-budget", sizeof(File));
}

Result<std::shared_ptr<SharedBudget>> SharedBudget::join(int file, std::size_t place) {
    if (place >= most_processes) return Error::internal("there is no place " + std::to_string(place) + " in a budget");
    RF_TRY(const std::uint64_t bytes, memory_file_bytes(file));
    if (bytes != sizeof(File)) return Error::internal("a budget's file has another size");
    RF_TRY(MappedMemory memory, MappedMemory::map(file, sizeof(File)));
    return std::shared_ptr<SharedBudget>(new SharedBudget(std::move(memory), place, identity_of(file)));
}

Result<std::shared_ptr<SharedBudget>> SharedBudget::create(const SessionLimits& limits) {
    RF_TRY(const UniqueFd file, create_file());
    RF_TRY(std::shared_ptr<SharedBudget> budget, join(file.get(), 0));
    budget->set_limits(limits);
    return budget;
}

SharedBudget::SharedBudget(MappedMemory memory, std::size_t place, const Identity& identity)
    : memory_(std::move(memory)), place_(place), identity_(identity) {
    std::uint64_t places = file().places;
    while (places <= place && !file().places.compare_exchange_weak(places, place + 1)) {
    }
}

SharedBudget::File& SharedBudget::file() const {
    return *reinterpret_cast<File*>(memory_.bytes().data());
}

SharedBudget::Identity SharedBudget::identity_of(int file) {
    struct stat info = {};
    if (::fstat(file, &info) != 0) return {};
    return {info.st_dev, info.st_ino};
}

bool SharedBudget::is_of(int file) const {
    return identity_of(file) == identity_;
}

// Several threads may write it at a time: the last write is the current value.
void SharedBudget::say(const Word& own, Word& said) {
    std::uint64_t value = 0;
    do {
        value = own;
        said = value;
    } while (own != value);
}

void SharedBudget::change(Limit kind, std::uint64_t difference) {
    const auto index = static_cast<std::size_t>(kind);
    own_[index] += difference;
    say(own_[index], file().taken[index][place_]);
}

void SharedBudget::say_own() {
    for (std::size_t index = 0; index < limit_count; ++index)
        say(own_[index], file().taken[index][place_]);
    say(own_kept_, file().kept[place_]);
}

void SharedBudget::set_limits(const SessionLimits& limits) {
    each_limit([&](Limit kind) {
        const bool is_sum = facts_of(kind).reach != LimitReach::EachSession;
        file().limits[static_cast<std::size_t>(kind)] = is_sum ? limits[kind] : 0;
    });
}

std::uint64_t SharedBudget::limit(Limit kind) const {
    return file().limits[static_cast<std::size_t>(kind)];
}

bool SharedBudget::has_room(Limit kind, std::uint64_t amount, std::uint64_t most) const {
    return amount <= most && taken(kind) <= most - amount;
}

// Checked first, so that a client that asks for too much, again and again, is not counted for a moment each time. Then
// added, and checked again: two that come at the same time may both be refused, and never both get it.
bool SharedBudget::take(Limit kind, std::uint64_t amount, std::uint64_t leaving) {
    const std::uint64_t limit = this->limit(kind);
    const std::uint64_t most = limit - std::min(limit, leaving);
    if (limit != 0 && !has_room(kind, amount, most)) return false;
    // Also without a limit: one may be set later.
    change(kind, amount);
    if (limit == 0 || taken(kind) <= most) return true;
    change(kind, 0 - amount);
    return false;
}

std::uint64_t SharedBudget::taken(Limit kind) const {
    const std::size_t places = std::min<std::uint64_t>(file().places, most_processes);
    std::uint64_t sum = 0;
    for (std::size_t place = 0; place < places; ++place) {
        if (__builtin_add_overflow(sum, taken_at(kind, place), &sum)) return UINT64_MAX;
    }
    return sum;
}

std::uint64_t SharedBudget::left(Limit kind) const {
    const std::uint64_t most = limit(kind);
    if (most == 0) return UINT64_MAX;
    const std::uint64_t sum = taken(kind);
    return sum < most ? most - sum : 0;
}

std::uint64_t SharedBudget::taken_at(Limit kind, std::size_t place) const {
    return file().taken[static_cast<std::size_t>(kind)][place];
}

void SharedBudget::clear(std::size_t place) {
    each_limit([&](Limit kind) { file().taken[static_cast<std::size_t>(kind)][place] = 0; });
    file().kept[place] = 0;
}

void SharedBudget::set_kept(std::uint64_t bytes) {
    own_kept_ = bytes;
    say(own_kept_, file().kept[place_]);
}

std::uint64_t SharedBudget::kept() const {
    const std::size_t places = std::min<std::uint64_t>(file().places, most_processes);
    std::uint64_t sum = 0;
    for (std::size_t place = 0; place < places; ++place) {
        if (__builtin_add_overflow(sum, file().kept[place].load(), &sum)) return UINT64_MAX;
    }
    return sum;
}

void SharedBudget::keep_only(std::span<const std::size_t> places) {
    const KeptPlaces kept(places);
    file().places = kept.end();
    for (std::size_t place = 0; place < most_processes; ++place) {
        if (!kept.has(place)) clear(place);
    }
}

void SharedBudget::note_reached(Limit kind) {
    ++file().reached[static_cast<std::size_t>(kind)];
}

std::uint64_t SharedBudget::reached(Limit kind) const {
    return file().reached[static_cast<std::size_t>(kind)];
}

std::uint64_t usual_host_memory() {
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    const long page = ::sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page <= 0) return std::uint64_t{2} << 30;
    return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page) / 2;
}

}  // namespace ringfence
