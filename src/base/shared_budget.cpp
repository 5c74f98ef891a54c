#include "base/shared_budget.h"

#include <unistd.h>

#include <string>
#include <utility>

#include "base/memory_file.h"

namespace ringfence {
namespace {

using Word = std::atomic<std::uint64_t>;
static_assert(Word::is_always_lock_free && sizeof(Word) == sizeof(std::uint64_t));
constexpr std::size_t file_bytes = SharedBudget::most_processes * sizeof(Word);

}  // namespace

Result<UniqueFd> SharedBudget::create_file() {
    return create_memory_file("ringfence-budget", file_bytes);
}

Result<std::shared_ptr<SharedBudget>> SharedBudget::join(int file, std::size_t place, std::uint64_t limit) {
    if (place >= most_processes) return Error::internal("there is no place " + std::to_string(place) + " in a budget");
    RF_TRY(const std::uint64_t bytes, memory_file_bytes(file));
    if (bytes != file_bytes) return Error::internal("a budget's file has another size");
    RF_TRY(MappedMemory memory, MappedMemory::map(file, file_bytes));
    return std::shared_ptr<SharedBudget>(new SharedBudget(std::move(memory), place, limit));
}

Result<std::shared_ptr<SharedBudget>> SharedBudget::create(std::uint64_t limit) {
    RF_TRY(const UniqueFd file, create_file());
    return join(file.get(), 0, limit);
}

SharedBudget::SharedBudget(MappedMemory memory, std::size_t place, std::uint64_t limit)
    : memory_(std::move(memory)),
      words_(reinterpret_cast<Word*>(memory_.bytes().data()), most_processes),
      place_(place),
      limit_(limit) {}

// Added first and looked at then: two that come at the same time may both be refused, and never both get it.
bool SharedBudget::take(std::uint64_t bytes, std::uint64_t leaving) {
    if (leaving > limit_ || bytes > limit_ - leaving) return false;
    words_[place_] += bytes;
    if (taken() <= limit_ - leaving) return true;
    words_[place_] -= bytes;
    return false;
}

std::uint64_t SharedBudget::taken() const {
    std::uint64_t sum = 0;
    for (const Word& word : words_) {
        if (__builtin_add_overflow(sum, word.load(), &sum)) return UINT64_MAX;
    }
    return sum;
}

std::uint64_t usual_host_memory() {
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    const long page = ::sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page <= 0) return std::uint64_t{2} << 30;
    return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page) / 2;
}

}  // namespace ringfence
