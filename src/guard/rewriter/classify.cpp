#include "guard/rewriter/classify.h"

#include <algorithm>
#include <optional>

#include "ptx/described_tile.h"
#include "ptx/image_access.h"
#include "ptx/matrix_tile.h"
#include "ptx/member_mask.h"

namespace ringfence::guard::rewriting {
namespace {

using ptx::Class;
using ptx::Opcode;

constexpr std::string_view run_private = "run this program in a worker of its own (--isolation private)";

// Measured on an H200: an mbarrier with too many arrivals, or one that was overwritten, kills the context (719). Only
// those come here that were not understood before (software_barriers.h).
constexpr std::string_view mbarrier_rule = "mbarrier, which kills every tenant's kernels where it is misused";

constexpr Classification kept{Handling::Keep, {}, {}};
constexpr Classification accessed{Handling::Access, {}, {}};

constexpr Classification refuse(std::string_view rule) {
    return {Handling::Refuse, rule, run_private};
}

Classification classify_memory(const ptx::Instruction& instruction) {
    if (instruction.operation->has(ptx::Modifier::Mmio)) return refuse("device registers (.mmio)");
    switch (instruction.opcode()) {
        case Opcode::Ld:
        case Opcode::Ldu:
        case Opcode::St:
        case Opcode::Atom:
        case Opcode::Red:
        case Opcode::CpAsync: return accessed;
        case Opcode::CpAsyncMbarrierArrive: return refuse(mbarrier_rule);
        case Opcode::StAsync:
        case Opcode::RedAsync:
            // Where blocks do not run as a cluster a card takes it for an illegal instruction, and the context dies.
            return refuse("asynchronous stores to the shared memory of a cluster");
        case Opcode::CpAsyncCommitGroup:
        case Opcode::CpAsyncWaitGroup:
        case Opcode::CpAsyncWaitAll:
        case Opcode::CpAsyncBulkCommitGroup:
        case Opcode::CpAsyncBulkWaitGroup: return kept;
        case Opcode::MultimemLdReduce:
        case Opcode::MultimemSt:
        case Opcode::MultimemRed: return refuse("multicast memory (multimem)");
        case Opcode::CpAsyncBulk:
        case Opcode::CpReduceAsyncBulk:
            if (instruction.operation->has(ptx::Modifier::MbarrierCompleteTxBytes) &&
                instruction.operation->has(ptx::Modifier::Global))
                return refuse(mbarrier_rule);
            // From shared to shared memory: as st.async.
            return instruction.operation->has(ptx::Modifier::MulticastCluster) ||
                           !instruction.operation->has(ptx::Modifier::Global)
                       ? refuse("a copy to the shared memory of other blocks")
                       : accessed;
        case Opcode::StBulk: return refuse("st.bulk, whose size is known at run time only");
        case Opcode::ClusterlaunchcontrolTryCancel: return refuse("cluster launch control");
        default: return refuse("an instruction that the guard does not know");
    }
}

Classification classify_matrix(const ptx::Instruction& instruction) {
    switch (instruction.opcode()) {
        case Opcode::Ldmatrix:
        case Opcode::Stmatrix: return accessed;
        case Opcode::Mma:
        case Opcode::MmaSp:
        case Opcode::MmaSpOrderedMetadata:
        case Opcode::Movmatrix:
        case Opcode::WmmaMma: return kept;
        case Opcode::WmmaLoad:
        case Opcode::WmmaStoreD:
            return ptx::matrix_tile(instruction) ? accessed
                                                 : refuse("a matrix of a shape that the guard does not know");
        default: return refuse("an instruction that the guard does not know");
    }
}

Classification classify_hint(Opcode opcode) {
    switch (opcode) {
        case Opcode::Prefetch:
        case Opcode::Prefetchu:
        case Opcode::Applypriority:
        case Opcode::Discard:
        case Opcode::CpAsyncBulkPrefetchL2:
        // An invalid policy kills the context, so none is used: see without_hint().
        case Opcode::CreatepolicyCvt:
        case Opcode::CreatepolicyFractional: return {Handling::Drop, {}, {}};
        case Opcode::CreatepolicyRange: return refuse("createpolicy.range");
        default: return refuse("an instruction that the guard does not know");
    }
}

Classification classify_address(Opcode opcode) {
    switch (opcode) {
        case Opcode::Cvta:
        case Opcode::Isspacep:
        case Opcode::Getctarank: return kept;
        case Opcode::Mapa: return refuse("shared memory of other blocks (mapa)");
        default: return refuse("texture and surface handles");
    }
}

Classification classify_misc(Opcode opcode) {
    switch (opcode) {
        case Opcode::Nanosleep:
        case Opcode::Pmevent:
        case Opcode::Griddepcontrol: return kept;
        // It only moves registers between warps; one that waits for more than there are waits for ever.
        case Opcode::Setmaxnreg: return {Handling::Drop, {}, {}};
        default: return refuse("cluster launch control");
    }
}

Classification classify_warpgroup(const ptx::Instruction& instruction) {
    switch (instruction.opcode()) {
        case Opcode::WgmmaFence:
        case Opcode::WgmmaCommitGroup:
        case Opcode::WgmmaWaitGroup: return kept;
        case Opcode::WgmmaMmaAsync:
            return ptx::described_tiles(instruction) ? Classification{Handling::Descriptors, {}, {}}
                                                     : refuse("wgmma of a shape that the guard does not know");
        default: return refuse("sparse wgmma, whose matrices have other layouts");
    }
}

Classification classify_image(const ptx::Instruction& instruction, std::string_view rule) {
    return ptx::image_access(instruction) ? Classification{Handling::Image, {}, {}} : refuse(rule);
}

bool has_address(const ptx::Instruction& instruction) {
    return std::any_of(instruction.operands.begin(), instruction.operands.end(), [](const ptx::Operand& operand) {
        return operand.kind == ptx::OperandKind::Address || operand.kind == ptx::OperandKind::Object;
    });
}

// Instructions that only compute are kept; should the table of instructions ever give one an address, it is refused.
Classification keep_without_address(const ptx::Instruction& instruction) {
    return has_address(instruction) ? refuse("an address in an instruction that the guard does not know") : kept;
}

// The contents of %envreg are the driver's own, but for the address where the blocks of a grid meet.
bool reads_environment(const ptx::Instruction& instruction) {
    constexpr auto first = static_cast<std::uint32_t>(ptx::SpecialRegister::Envreg0);
    const bool is_move = instruction.opcode() == Opcode::Mov || instruction.opcode() == Opcode::Cvt;
    return std::any_of(instruction.operands.begin(), instruction.operands.end(), [&](const ptx::Operand& operand) {
        const bool is_one = operand.kind == ptx::OperandKind::Special && operand.id - first < 32;
        return is_one && !(is_move && is_grid_workspace(operand));
    });
}

}  // namespace

bool is_grid_workspace(const ptx::Operand& operand) {
    return operand.kind == ptx::OperandKind::Special &&
           (operand.id == static_cast<std::uint32_t>(ptx::SpecialRegister::Envreg1) ||
            operand.id == static_cast<std::uint32_t>(ptx::SpecialRegister::Envreg2));
}

Classification classify(const ptx::Instruction& instruction) {
    const Opcode opcode = instruction.opcode();
    if (instruction.operation->has(ptx::Modifier::CpMask)) return refuse("copies of single bytes (.cp_mask)");
    if (const auto mask = ptx::member_mask(instruction); mask && !ptx::has_all_lanes(instruction.operands[*mask]))
        return {Handling::Mask, {}, {}};
    if (reads_environment(instruction)) return refuse("registers of the driver's (%envreg)");
    switch (instruction.instruction_class()) {
        case Class::Arith:
        case Class::Compare:
        case Class::Select:
        case Class::Logic:
        case Class::Shift:
        case Class::Bits:
        case Class::Dot:
        case Class::Video:
        case Class::Convert:
        case Class::Move:
        case Class::Warp:
        case Class::Fence:
        case Class::Return: return keep_without_address(instruction);
        case Class::Branch: return {opcode == Opcode::BrxIdx ? Handling::TableBranch : Handling::Keep, {}, {}};
        case Class::Address: return classify_address(opcode);
        case Class::Load:
        case Class::Store:
        case Class::Atomic:
        case Class::Reduce:
        case Class::Async:
        case Class::Bulk: return classify_memory(instruction);
        case Class::Hint: return classify_hint(opcode);
        case Class::Mbarrier: return refuse(mbarrier_rule);
        case Class::Matrix: return classify_matrix(instruction);
        case Class::Wgmma: return classify_warpgroup(instruction);
        case Class::Tcgen05: return refuse("tensor memory (tcgen05)");
        case Class::Barrier: return {Handling::Barrier, {}, {}};
        case Class::Misc: return classify_misc(opcode);
        case Class::Call: return {Handling::Call, {}, {}};
        case Class::Trap: return {Handling::Trap, {}, {}};
        case Class::Tensor: return refuse("tensor maps");
        case Class::Texture:
            return classify_image(instruction, "textures other than by fetches of a handle's elements");
        case Class::Surface: return classify_image(instruction, "surfaces other than by loads and stores of bytes");
        case Class::Stack: return refuse("stack memory of a size known at run time only (alloca)");
    }
    return refuse("an instruction that the guard does not know");
}

namespace {

constexpr std::uint32_t stride_index = 2;  // of wmma's operands

std::uint64_t bytes_of_type(const ptx::Operation& operation) {
    const std::uint64_t bits = std::uint64_t{ptx::isa::info(operation.type).bits} * operation.vector;
    return std::max<std::uint64_t>(1, (bits + 7) / 8);
}

bool is_shared_only(const ptx::Instruction& instruction) {
    switch (instruction.instruction_class()) {
        case Class::Mbarrier:
        case Class::Matrix:
            return instruction.opcode() != Opcode::WmmaLoad && instruction.opcode() != Opcode::WmmaStoreD;
        case Class::Tcgen05:
        case Class::Async:
        case Class::Bulk: return true;
        default: return false;
    }
}

// The bytes that another operand tells: an immediate is as good as written in the table.
void take_size(const ptx::Instruction& instruction, std::uint32_t operand, MemoryOperand& memory) {
    const bool is_known =
        operand < instruction.operands.size() && instruction.operands[operand].kind == ptx::OperandKind::Integer;
    if (instruction.opcode() == Opcode::CpAsync) {
        // n, an immediate, is the third operand; the size that may be smaller comes behind it.
        memory.bytes = instruction.operands[2].bits;
        if (operand == 3) memory.size_operand = 3;
    } else if (is_known && instruction.operands[operand].bits <= 16) {
        memory.bytes = instruction.operands[operand].bits;
    } else {
        memory.size_operand = operand;
    }
}

void take_tile(const ptx::MatrixTile& tile, MemoryOperand& memory) {
    memory.is_tile = true;
    memory.bytes = tile.alignment();
    if (tile.stride == nullptr) memory.extent = tile.bytes(tile.line_elements);
    if (tile.stride != nullptr) memory.stride_operand = stride_index;
}

}  // namespace

std::uint64_t safe_stride(std::uint64_t stride, std::uint64_t multiple) {
    return std::min(stride, most_stride) / multiple * multiple;
}

std::vector<MemoryOperand> memory_operands(const ptx::Instruction& instruction) {
    std::vector<MemoryOperand> result;
    const auto specs = instruction.operation->form->operands();
    for (std::uint32_t i = 0; i < instruction.operands.size() && i < specs.size(); ++i) {
        if (instruction.operands[i].kind != ptx::OperandKind::Address) continue;
        const ptx::isa::OperandSpec& spec = specs[i];
        MemoryOperand memory;
        memory.operand = i;
        memory.space = instruction.operation->space_of(spec);
        if (memory.space == ptx::Space::None) memory.space = ptx::Space::Generic;
        if (memory.space == ptx::Space::Tensor) continue;
        memory.only_shared = is_shared_only(instruction);
        const std::optional<ptx::MatrixTile> tile = ptx::matrix_tile(instruction);
        if (tile) take_tile(*tile, memory);
        memory.is_write = spec.memory == ptx::isa::MemoryUse::Write || spec.memory == ptx::isa::MemoryUse::Atomic;
        if (tile) {
            result.push_back(memory);
            continue;
        }
        switch (spec.bytes.rule) {
            case ptx::isa::ByteRule::FromType: memory.bytes = bytes_of_type(*instruction.operation); break;
            case ptx::isa::ByteRule::Literal: memory.bytes = spec.bytes.value; break;
            case ptx::isa::ByteRule::Operand: take_size(instruction, spec.bytes.value, memory); break;
        }
        result.push_back(memory);
    }
    return result;
}

}  // namespace ringfence::guard::rewriting
