#include "guard/runtime/print_ring.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <utility>

#include "base/print_format.h"

namespace ringfence::guard {
namespace {

constexpr std::uint64_t unit = 16;
constexpr std::size_t longest_string = 64 << 10;

class RecordSource final : public PrintSource {
public:
    RecordSource(const PrintRecord& record, const ReadString& read) : record_(record), read_(read) {}

    bool argument(std::span<std::byte> to) override {
        next_ = (next_ + to.size() - 1) & ~(to.size() - 1);
        if (next_ > record_.arguments.size() || record_.arguments.size() - next_ < to.size()) return false;
        std::memcpy(to.data(), record_.arguments.data() + next_, to.size());
        next_ += to.size();
        return true;
    }

    bool string(std::uint64_t address, std::string& text) override {
        text = read_(address, longest_string);
        return true;
    }

private:
    const PrintRecord& record_;
    const ReadString& read_;
    std::size_t next_ = 0;
};

}  // namespace

Result<PrintRing> PrintRing::make(std::span<std::byte> memory) {
    if (memory.size() < least_print_ring || reinterpret_cast<std::uintptr_t>(memory.data()) % unit != 0) {
        return Error::internal("a print ring of " + std::to_string(memory.size()) + " bytes, or not aligned");
    }
    const std::size_t largest = std::size_t{1} << 30;
    const std::size_t bytes = std::bit_floor(std::min(memory.size() - sizeof(PrintRingHeader), largest));
    std::fill(memory.begin(), memory.end(), std::byte{0});
    const auto mask = static_cast<std::uint32_t>(bytes - 1);
    PrintRing ring(memory, mask);
    ring.header().mask = mask;
    return ring;
}

PrintRingHeader& PrintRing::header() const {
    return *reinterpret_cast<PrintRingHeader*>(memory_.data());
}

std::byte* PrintRing::at(std::uint64_t place) const {
    return memory_.data() + sizeof(PrintRingHeader) + (place & mask_);
}

std::vector<PrintRecord> PrintRing::take() {
    std::vector<PrintRecord> records;
    const std::uint64_t head = std::atomic_ref(header().head).load(std::memory_order_acquire);
    PrintRecord record;
    // More than the ring's size cannot be reserved: then the memory is corrupt.
    while (head - tail_ <= std::uint64_t{mask_} + 1 && head != tail_ && take_one(head, record))
        records.push_back(std::move(record));
    return records;
}

bool PrintRing::take_one(std::uint64_t head, PrintRecord& record) {
    PrintRecordHeader* const is = reinterpret_cast<PrintRecordHeader*>(at(tail_));
    if (std::atomic_ref(is->is_complete).load(std::memory_order_acquire) != 1) return false;
    const std::uint64_t bytes = is->argument_bytes;
    const std::uint64_t size = sizeof(PrintRecordHeader) + ((bytes + unit - 1) & ~(unit - 1));
    if (bytes > largest_print_arguments || size > head - tail_) return false;
    record.format = is->format;
    record.arguments.resize(bytes);
    for (std::uint64_t i = 0; i < bytes; ++i)
        record.arguments[i] = *at(tail_ + sizeof(PrintRecordHeader) + i);
    for (std::uint64_t i = 0; i < size; i += unit)
        std::memset(at(tail_ + i), 0, unit);
    tail_ += size;
    std::atomic_ref(header().tail).store(tail_, std::memory_order_release);
    return true;
}

void PrintRing::clear() {
    tail_ = std::atomic_ref(header().head).load(std::memory_order_acquire) & ~(unit - 1);
    std::fill(memory_.begin() + sizeof(PrintRingHeader), memory_.end(), std::byte{0});
    std::atomic_ref(header().head).store(tail_, std::memory_order_relaxed);
    std::atomic_ref(header().tail).store(tail_, std::memory_order_release);
}

std::uint32_t PrintRing::take_dropped() {
    const std::uint32_t now = std::atomic_ref(header().dropped).load(std::memory_order_relaxed);
    return now - std::exchange(dropped_, now);
}

std::string print(const PrintRecord& record, const ReadString& read) {
    RecordSource source(record, read);
    PrintedText out;
    print_device_text(read(record.format, longest_string), source, out);
    return std::move(out.text);
}

}  // namespace ringfence::guard
