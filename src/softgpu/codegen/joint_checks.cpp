#include "softgpu/codegen/joint_checks.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "ptx/analysis/registers_of.h"

namespace ringfence::softgpu::codegen {
namespace {

using ptx::Opcode;
using ptx::Space;

// Offsets beyond this are left alone, so that sums of them are small numbers.
constexpr std::int64_t farthest = 1 << 20;

// Accesses with the same key are checked against the same memory, and are aligned if one of them is.
using Key = std::tuple<ptx::RegisterId, Space, unsigned, std::int64_t>;

struct Access {
    Key key;
    std::int64_t offset = 0;
};

std::optional<Access> access_of(const ptx::Instruction& instruction) {
    const Opcode opcode = instruction.opcode();
    if (instruction.guard || (opcode != Opcode::Ld && opcode != Opcode::Ldu && opcode != Opcode::St)) return {};
    const ptx::Operation& operation = *instruction.operation;
    const Space space = operation.space == Space::None ? Space::Generic : operation.space;
    if (space == Space::Local || space == Space::Param || space == Space::SharedCluster) return {};
    const bool store = opcode == Opcode::St;
    const ptx::Operand& at = instruction.operands[store ? 0 : 1];
    const ptx::Operand& data = instruction.operands[store ? 1 : 0];
    if (at.kind != ptx::OperandKind::Address || !at.address_base().is_register() || at.address_base().component)
        return {};
    if (at.offset < -farthest || at.offset > farthest || at.address_base().offset != 0) return {};
    const std::size_t count = data.kind == ptx::OperandKind::Vector ? data.elements().size() : 1;
    const auto bytes = static_cast<unsigned>(ptx::isa::info(operation.type).bits / 8 * count);
    if (bytes == 0) return {};
    const std::int64_t within = ((at.offset % bytes) + bytes) % bytes;
    return Access{{at.address_base().id, space, bytes, within}, at.offset};
}

}  // namespace

JointChecks::JointChecks(const ptx::ControlFlowGraph& cfg) {
    for (ptx::BlockId block = 0; block < cfg.code_block_count(); ++block)
        find_in(cfg.function(), cfg.block(block));
}

void JointChecks::find_in(const ptx::Function& function, const ptx::Block& block) {
    struct Open {
        std::uint32_t statement = 0;  // of its first access
        std::uint32_t number = none;  // once there is a second
        Stretch stretch;
    };
    std::map<Key, Open> open;
    for (std::uint32_t index = block.begin; index < block.end; ++index) {
        if (!function.body[index].is_instruction()) continue;
        const ptx::Instruction& instruction = function.body[index].instruction;
        if (const std::optional<Access> access = access_of(instruction)) {
            const auto [found, is_first] = open.try_emplace(
                access->key, Open{index, none, {access->offset, access->offset, std::get<2>(access->key)}});
            if (!is_first) {
                Open& known = found->second;
                if (known.number == none) {
                    known.number = static_cast<std::uint32_t>(stretches_.size());
                    stretches_.push_back(known.stretch);
                    stretch_at_[known.statement] = known.number;
                }
                Stretch& stretch = stretches_[known.number];
                stretch.first = std::min(stretch.first, access->offset);
                stretch.last = std::max(stretch.last, access->offset);
                stretch_at_[index] = known.number;
            }
        }
        // With another value in the register, other places are meant.
        ptx::for_each_register_use(instruction, [&](const ptx::RegisterUse& use) {
            if (!use.writes()) return;
            const auto begin = open.lower_bound({use.reg, Space{}, 0, 0});
            open.erase(begin, std::find_if(begin, open.end(),
                                           [&](const auto& entry) { return std::get<0>(entry.first) != use.reg; }));
        });
    }
}

std::uint32_t JointChecks::stretch_of(std::uint32_t statement) const {
    const auto found = stretch_at_.find(statement);
    return found == stretch_at_.end() ? none : found->second;
}

}  // namespace ringfence::softgpu::codegen
