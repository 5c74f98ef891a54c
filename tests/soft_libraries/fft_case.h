// One execution of a plan: right by the definition of the transform, and not a byte read or written beside its
// elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "adapters/fft_extent.h"
#include "soft_libraries/fft/cufft_abi.h"

namespace ringfence::soft_libraries::fft {

// Memory that ends where no other begins: to read or write one byte behind it ends the process.
class GuardedMemory {
public:
    explicit GuardedMemory(std::size_t size);
    GuardedMemory(const GuardedMemory&) = delete;
    GuardedMemory& operator=(const GuardedMemory&) = delete;
    ~GuardedMemory();

    std::byte* data() const { return data_; }
    // With what lies in front of the data, as much as there is.
    std::span<const std::byte> all() const { return {start_, mapped_}; }

private:
    std::byte* start_;
    std::size_t mapped_;
    std::byte* data_;
};

// The function by which a plan is made. Basic: 1d, 2d or 3d, as the rank says.
enum class Entry : std::uint8_t { PlanBasic, MakeBasic, PlanMany, MakeMany, MakeMany64, XtMakeMany };

struct Case {
    adapters::FftPlan plan;
    bool bfloat = false;  // numbers of two bytes: not half
    int direction = forward;
    bool in_place = false;
    Entry entry = Entry::MakeMany64;
};

std::string describe(const Case& c);

// Makes the plan; the caller destroys it.
Status make(const Case& c, Handle& handle);
Status execute(const Case& c, Handle handle, void* input, void* output);

// Offsets of all elements of a side, in elements: transform after transform, row after row.
std::vector<std::int64_t> elements(const adapters::FftPlan& plan, bool input, bool in_place);

enum class Look : std::uint8_t { AtAll, AtMemoryOnly };
// Makes, executes, compares with GoogleTest's expectations, destroys.
void run(const Case& c, std::mt19937_64& random, Look look = Look::AtAll);

}  // namespace ringfence::soft_libraries::fft
