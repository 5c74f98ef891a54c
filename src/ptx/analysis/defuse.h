// Where each register of a function is written and read.
//
// Only registers that occur take space: `%r<1000000>` costs nothing as long as its registers are not used.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "ptx/analysis/registers_of.h"
#include "ptx/model.h"

namespace ringfence::ptx {

// One mention of a register.
struct Occurrence {
    RegisterId reg = no_register;
    std::uint32_t statement = 0;
    std::uint32_t operand = 0;  // index, or guard_operand
    bool reads = false;
    bool writes = false;
    bool kills = false;  // a write that leaves nothing of the old value: no guard, all of the register
};

class DefUse {
public:
    explicit DefUse(const Function& function);

    // The registers that occur, ascending. Their places in this list are the `index` below.
    std::span<const RegisterId> registers() const { return registers_; }
    std::size_t size() const { return registers_.size(); }
    // The place of a register, or size() if it does not occur. Takes logarithmic time.
    std::size_t index_of(RegisterId reg) const;
    // True if any register of [first, first + count) occurs.
    bool any_of(RegisterId first, std::uint32_t count) const;

    // All mentions, in the order of the text.
    std::span<const Occurrence> occurrences(std::size_t index) const {
        return std::span<const Occurrence>(occurrences_).subspan(first_[index], first_[index + 1] - first_[index]);
    }
    std::span<const Occurrence> occurrences_of(RegisterId reg) const {
        const std::size_t index = index_of(reg);
        return index == size() ? std::span<const Occurrence>() : occurrences(index);
    }
    std::vector<Occurrence> definitions(RegisterId reg) const;
    std::vector<Occurrence> uses(RegisterId reg) const;
    // The one that writes a register, null if there are none or several. Takes logarithmic time.
    const Occurrence* only_definition(RegisterId reg) const;
    // The two that write a register, if there are exactly two; else nulls.
    std::pair<const Occurrence*, const Occurrence*> both_definitions(RegisterId reg) const;

    bool is_written(std::size_t index) const { return written_[index]; }
    bool is_read(std::size_t index) const { return read_[index]; }

private:
    struct FirstWrites {
        std::uint32_t count = 0;
        std::uint32_t at[2] = {};  // of occurrences_
    };

    std::vector<Occurrence> occurrences_;  // by register, then in the order of the text
    std::vector<RegisterId> registers_;
    std::vector<std::uint32_t> first_;
    std::vector<FirstWrites> writes_;
    std::vector<bool> written_;
    std::vector<bool> read_;
};

}  // namespace ringfence::ptx
