// Which kernels can run several threads at once in vector code, and how.
//
// In vector code a group of threads with consecutive x runs in step. It assumes that all lanes take every branch the
// same way. Where they do not, the group falls apart: each lane goes on in scalar code from that place (see
// rf_diverge). So no value depends on which way a branch went, and a register is uniform if it is computed from
// uniform values, wherever it is written.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "ptx/analysis/cfg.h"
#include "ptx/model.h"
#include "softgpu/codegen/lane_form.h"

namespace ringfence::softgpu::codegen {

class ModulePlan;

// A place where lanes may part: before a statement, with the registers that are live there.
struct Place {
    std::uint32_t statement = 0;
    std::vector<ptx::RegisterId> registers;
    std::vector<std::uint32_t> offsets;  // of each, in the bytes that a lane takes along
    std::uint32_t bytes = 0;
};

// It holds for any number of lanes.
struct VectorPlan {
    std::string obstacle;  // why there is no vector code; empty if there is
    std::vector<LaneForm> registers;
    // The same, but for registers that vary and yet are strided in nearly all groups: min(i, last), say. Those have a
    // shadow that says what they are in the group at hand. Only registers that lead to adjacent accesses have one.
    std::vector<LaneForm> likely;
    std::vector<Place> places;
    std::unordered_map<std::uint32_t, std::uint32_t> place_at;  // of a statement

    // The barriers, if they are all that threads wait for: with the registers that are live there. Then one call runs
    // all groups of a block, stage by stage; see function_stages.cpp. Otherwise empty.
    std::vector<Place> stages;
    std::unordered_map<std::uint32_t, std::uint32_t> stage_at;  // of a statement

    // Branches over one short block: that block, by the branch's statement. Lanes that take the branch wait for the
    // others instead of parting.
    std::unordered_map<std::uint32_t, ptx::BlockId> bypasses;
    // Accesses that must be done lane by lane: each of them is written out for every lane.
    std::uint32_t single_accesses = 0;
    std::uint32_t live_words = 0;  // registers that are live at a time, in words

    bool possible() const { return obstacle.empty(); }
    bool has_shadow(ptx::RegisterId reg) const { return !(likely[reg] == registers[reg]); }
    // True if the code for that many lanes stays in proportion.
    bool fits(unsigned lane_count) const {
        // With 32 lanes only a few vectors fit into the processor's registers.
        if (lane_count == 32 && live_words > 20) return false;
        return single_accesses * lane_count <= 1024;
    }
};

// Where a group's registers lie that it has at the end of a stage, in the memory that it has for them.
struct StageLayout {
    std::vector<std::uint32_t> offsets;  // of the stage's registers
    std::uint32_t bytes = 0;
};
StageLayout lay_out_stage(const VectorPlan& plan, const ptx::Function& function, const Place& stage, unsigned lanes);
// That memory, enough for the largest of them; 0 if there are no stages.
std::uint32_t stage_bytes(const VectorPlan& plan, const ptx::Function& function, unsigned lanes);

VectorPlan plan_vector(const ModulePlan& module, const ptx::ControlFlowGraph& cfg);

// The form of an operand, given those of the registers. For an address: the form of the sum.
LaneForm form_of(const ptx::Operand& operand, const std::vector<LaneForm>& registers);
bool is_load(const ptx::Instruction& instruction);
// Neither volatile nor ordered with what other threads do.
bool is_plain_access(const ptx::Operation& operation);
// True if a load or store is of adjacent places, so that one access can serve all lanes.
bool is_contiguous(const ptx::Instruction& instruction, const std::vector<LaneForm>& registers);
// The 32-bit type that the instruction widens; None if it does not. The result is only strided if the number it widens
// has not wrapped around in some lane.
ptx::Type widened_type(const ptx::Instruction& instruction);

}  // namespace ringfence::softgpu::codegen
