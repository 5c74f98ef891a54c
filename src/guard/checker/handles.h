// The rule for handles of textures and surfaces: they come from the guard's table (conditions/texture_table.h), by this
// sequence and no other, and are used as they were loaded.
//
//     ld.const.b64 table, [__rf_words+48];
//     min.u64 number, any, 4095;
//     shl.b64 distance, number, 9;
//     add.s64 entry, table, distance;
//     ld.global.nc.b64 handle, [entry+8*column];
#pragma once

#include <cstdint>
#include <optional>

#include "guard/checker/flow.h"
#include "guard/conditions/texture_table.h"

namespace ringfence::guard {

class Handles {
public:
    // `words`: __rf_words; null if there are none.
    Handles(Flow& flow, const ptx::Variable* words) : flow_(flow), words_(words) {}

    // True if the statement is the last of the sequence: it reads the table, and nothing else.
    bool is_entry_load(std::uint32_t statement) const { return column_loaded(statement).has_value(); }
    // True if the operand of a statement holds what was loaded from that column.
    bool is_entry(const ptx::Operand& handle, std::uint32_t statement, unsigned column) const;

private:
    std::optional<unsigned> column_loaded(std::uint32_t statement) const;
    bool is_place_of_entry(const ptx::Operand& operand, std::uint32_t statement) const;
    bool is_distance(const ptx::Operand& operand, std::uint32_t statement) const;
    bool is_table(const ptx::Operand& operand, std::uint32_t statement) const;
    // The statement that alone has written the operand's value.
    std::optional<std::uint32_t> writer_of(const ptx::Operand& operand, std::uint32_t statement) const;

    Flow& flow_;
    const ptx::Variable* words_;
};

}  // namespace ringfence::guard
