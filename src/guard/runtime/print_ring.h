// The print ring: the output of a tenant's kernels, as the guard's device functions write it (runtime.ptx).
//
// It lies in host memory of the worker's that the device can write and no tenant can. A kernel reserves room by moving
// `head`, writes its record and marks it as complete; the host takes complete records in order, zeroes their bytes and
// moves `tail`. Records that do not fit are counted as dropped. Formats and strings stay in the tenant's memory: they
// are read when the text is made, so records must be taken before a module is unloaded.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace ringfence::guard {

// As it lies in memory; the records follow. A record is a multiple of 16 bytes.
struct PrintRingHeader {
    std::uint64_t head;  // bytes reserved since the beginning
    std::uint64_t tail;  // bytes taken since the beginning
    std::uint32_t mask;  // bytes for records, a power of two, less 1
    std::uint32_t dropped;
    std::array<std::uint64_t, 5> unused;
};
static_assert(sizeof(PrintRingHeader) == 64);

struct PrintRecordHeader {
    std::uint32_t is_complete;
    std::uint32_t argument_bytes;
    std::uint64_t format;  // its address
};
static_assert(sizeof(PrintRecordHeader) == 16);

constexpr std::size_t largest_print_arguments = 1024;
constexpr std::size_t least_print_ring = sizeof(PrintRingHeader) + 2048;

struct PrintRecord {
    std::uint64_t format = 0;
    std::vector<std::byte> arguments;
};

class PrintRing {
public:
    // Makes an empty ring of this memory, which must be aligned to 16 and outlive it.
    static Result<PrintRing> make(std::span<std::byte> memory);

    // The complete records, oldest first; at most as many as the ring holds at once. Safe while kernels run.
    std::vector<PrintRecord> take();
    // Forgets all records. Only while no kernel runs: for when one was ended in the middle of a record.
    void clear();
    // How many were dropped since this was asked last; kernels stop to count at a million.
    std::uint32_t take_dropped();

private:
    PrintRing(std::span<std::byte> memory, std::uint32_t mask) : memory_(memory), mask_(mask) {}
    PrintRingHeader& header() const;
    bool take_one(std::uint64_t head, PrintRecord& record);
    std::byte* at(std::uint64_t place) const;

    std::span<std::byte> memory_;
    std::uint32_t mask_;
    std::uint64_t tail_ = 0;
    std::uint32_t dropped_ = 0;  // at the last time
};

// Reads a string of the tenant that begins there: up to its zero, `limit` bytes, or the end of readable memory. Must
// check the address: it may be anything.
using ReadString = std::function<std::string(std::uint64_t address, std::size_t limit)>;

// The text of the record. It is the tenant's: not fit for a terminal as it is.
std::string print(const PrintRecord& record, const ReadString& read);

}  // namespace ringfence::guard
