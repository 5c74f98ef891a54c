#include "guard/checker/accesses.h"

#include <bit>
#include <cstdint>

#include <fmt/format.h>

namespace ringfence::guard {

using ptx::Class;
using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;

namespace {

constexpr std::uint32_t row_bytes = 16;  // of a matrix, that a thread names; and what bulk copies are made of

constexpr const char* mbarrier_reason = "an mbarrier that is misused kills the kernels of all tenants";

class Classifier {
public:
    explicit Classifier(const Instruction& instruction)
        : instruction_(instruction), operation_(*instruction.operation), specs_(operation_.form->operands()) {}

    Effects run() {
        classify();
        if (effects_.refusal.empty() && operation_.has(Modifier::L2CacheHint))
            refuse("a cache policy that is none kills the kernels of all tenants; drop the hint");
        if (effects_.refusal.empty() && operation_.has(Modifier::Mmio)) refuse("device registers are not for tenants");
        if (effects_.refusal.empty() && is_promise())
            refuse("it promises that a warp's threads come there together, which the assembler believes");
        if (effects_.refusal.empty() &&
            count_brackets(instruction_.operands) != effects_.accesses.size() + (effects_.image ? 1 : 0))
            refuse("it has an address that no rule of the guard is about");
        return std::move(effects_);
    }

private:
    void refuse(std::string why) { effects_.refusal = std::move(why); }

    // ptxas keeps values that are computed behind such an instruction in registers that a warp's threads share. If they
    // do come one by one, they overwrite each other's values, and nothing that was proven of a thread holds.
    bool is_promise() const {
        const bool is_cluster_barrier = instruction_.opcode() == Opcode::BarrierClusterArrive ||
                                        instruction_.opcode() == Opcode::BarrierClusterWait;
        // In a vote `.uni` asks whether all agree.
        const bool is_uniform = operation_.has(Modifier::Uni) && instruction_.opcode() != Opcode::Vote;
        return is_uniform || (is_cluster_barrier && operation_.has(Modifier::Aligned));
    }

    static std::size_t count_brackets(std::span<const Operand> operands) {
        std::size_t count = 0;
        for (const Operand& operand : operands) {
            const bool is_one = operand.kind == OperandKind::Address || operand.kind == OperandKind::Object;
            count += is_one ? 1 : count_brackets(operand.elements());
        }
        return count;
    }

    void access(std::size_t index, std::uint64_t bytes, std::uint32_t alignment, const Operand* size = nullptr) {
        if (index >= instruction_.operands.size() || index >= specs_.size()) return;
        const Operand& operand = instruction_.operands[index];
        if (operand.kind != OperandKind::Address) return;
        const ptx::isa::MemoryUse use = specs_[index].memory;
        const bool is_write = use == ptx::isa::MemoryUse::Write || use == ptx::isa::MemoryUse::Atomic;
        const Class kind = instruction_.instruction_class();
        Access access = {&operand, operation_.space_of(specs_[index]), bytes, size, alignment, is_write};
        access.is_plain = (instruction_.opcode() == Opcode::Ld || instruction_.opcode() == Opcode::St) &&
                          !operation_.has(Modifier::Relaxed) && !operation_.has(Modifier::Acquire) &&
                          !operation_.has(Modifier::Release);
        access.tile = ptx::matrix_tile(instruction_);
        access.only_shared = kind == Class::Mbarrier || (kind == Class::Matrix && !access.tile) ||
                             kind == Class::Bulk || (kind == Class::Async && !operation_.has(Modifier::Release));
        effects_.accesses.push_back(access);
    }

    // ld, st, atom, red: one address, as many bytes as the vector has.
    void plain(std::size_t index) {
        const std::uint64_t bytes = ptx::isa::info(operation_.type).bits / 8ULL * operation_.vector;
        if (bytes == 0 || bytes > 32 || (bytes & (bytes - 1)) != 0) return refuse("the guard does not know its size");
        access(index, bytes, static_cast<std::uint32_t>(bytes));
    }

    // destination, source, bytes, perhaps how many of them to read or whether to read none.
    void copy_async() {
        const Operand& count = instruction_.operands[2];
        if (count.kind != OperandKind::Integer || (count.bits != 4 && count.bits != 8 && count.bits != 16))
            return refuse("copies are of 4, 8 or 16 bytes");
        const auto bytes = static_cast<std::uint32_t>(count.bits);
        access(0, bytes, bytes);
        access(1, bytes, bytes);
        if (instruction_.operands.size() > 3 && operation_.type_of(specs_[3]).type == ptx::Type::U32)
            effects_.bounds.push_back({&instruction_.operands[3], 0, bytes, 0});
    }

    void bulk(std::size_t size) {
        if (operation_.has(Modifier::MulticastCluster))
            return refuse("it writes to other blocks, which may have ended");
        const Operand& bytes = instruction_.operands[size];
        for (std::size_t i = 0; i < size; ++i)
            access(i, 0, row_bytes, &bytes);
    }

    void classify() {
        switch (instruction_.instruction_class()) {
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
            case Class::Branch:
            case Class::Call:
            case Class::Return: return;
            case Class::Address:
                return instruction_.opcode() == Opcode::Istypep ? refuse("texture handles can be forged") : void();
            case Class::Load:
            case Class::Store:
            case Class::Atomic:
            case Class::Reduce: return classify_plain();
            case Class::Async: return classify_async();
            case Class::Bulk: return classify_bulk();
            case Class::Mbarrier: return refuse(mbarrier_reason);
            case Class::Barrier: return classify_barrier();
            case Class::Matrix: return classify_matrix();
            case Class::Wgmma: return classify_warpgroup();
            case Class::Hint: return classify_hint();
            case Class::Misc: return classify_misc();
            case Class::Trap: return refuse("it would end the kernels of all tenants; record, then `exit`");
            case Class::Stack: return refuse("nothing bounds the stack");
            case Class::Tensor: return refuse("tensor maps hold addresses that can be forged");
            case Class::Texture:
            case Class::Surface: return image();
            case Class::Tcgen05: return refuse("nothing bounds addresses in tensor memory");
        }
        refuse("the guard does not know it");
    }

    // Whatever the coordinates are, a card reads and writes the object alone, as far as their bytes are aligned.
    void image() {
        effects_.image = ptx::image_access(instruction_);
        if (!effects_.image) return refuse("the guard knows fetches, and plain loads and stores of surfaces");
        if (!effects_.image->is_surface) return;
        if (!operation_.has(Modifier::Zero) && !operation_.has(Modifier::Clamp))
            return refuse("outside of the surface it ends the kernels of all tenants; use `.zero`");
        const Operand& byte = effects_.image->coordinates(instruction_).elements()[effects_.image->byte_number];
        const auto zeros = static_cast<unsigned>(std::countr_zero(effects_.image->bytes));
        effects_.bounds.push_back({&byte, INT64_MIN, INT64_MAX, zeros});
    }

    void classify_plain() {
        switch (instruction_.opcode()) {
            case Opcode::Ld:
            case Opcode::Ldu:
            case Opcode::Atom: return plain(1);
            case Opcode::St:
            case Opcode::Red: return plain(0);
            default: return refuse("addresses of several devices at once are not for tenants");
        }
    }

    void classify_async() {
        switch (instruction_.opcode()) {
            case Opcode::CpAsync: return copy_async();
            case Opcode::CpAsyncCommitGroup:
            case Opcode::CpAsyncWaitGroup:
            case Opcode::CpAsyncWaitAll: return;
            case Opcode::CpAsyncMbarrierArrive: return refuse(mbarrier_reason);
            case Opcode::StAsync:
            case Opcode::RedAsync: return refuse("a card that runs no cluster takes it for an illegal instruction");
            default: return refuse("the guard does not know it");
        }
    }

    void classify_bulk() {
        switch (instruction_.opcode()) {
            case Opcode::CpAsyncBulk:
            case Opcode::CpReduceAsyncBulk:
                if (operation_.has(Modifier::MbarrierCompleteTxBytes)) return refuse(mbarrier_reason);
                if (!instruction_.operation->has(ptx::Modifier::Global))
                    return refuse("from shared to shared memory it is an illegal instruction where no cluster runs");
                return bulk(2);
            case Opcode::StBulk: return bulk(1);
            case Opcode::CpAsyncBulkCommitGroup:
            case Opcode::CpAsyncBulkWaitGroup: return;
            default: return refuse("the guard does not know it");
        }
    }

    void classify_barrier() {
        switch (instruction_.opcode()) {
            case Opcode::Bar:  // barriers.cpp
            case Opcode::Barrier:
            case Opcode::BarWarpSync:
            case Opcode::BarrierClusterArrive:
            case Opcode::BarrierClusterWait: return;
            default: return refuse("the guard does not know it");
        }
    }

    void tile() {
        const std::optional<ptx::MatrixTile> tile = ptx::matrix_tile(instruction_);
        if (!tile) return refuse("the guard does not know its shape");
        access(tile->address, tile->bytes(tile->line_elements), tile->alignment());
    }

    void classify_matrix() {
        switch (instruction_.opcode()) {
            case Opcode::Ldmatrix: return access(1, row_bytes, row_bytes);
            case Opcode::Stmatrix: return access(0, row_bytes, row_bytes);
            case Opcode::Movmatrix:
            case Opcode::Mma:
            case Opcode::MmaSp:
            case Opcode::MmaSpOrderedMetadata:
            case Opcode::WmmaMma: return;
            case Opcode::WmmaLoad:
            case Opcode::WmmaStoreD: return tile();
            default: return refuse("nothing bounds what it touches; use `ldmatrix`, or plain loads and stores");
        }
    }

    void classify_warpgroup() {
        switch (instruction_.opcode()) {
            case Opcode::WgmmaFence:
            case Opcode::WgmmaCommitGroup:
            case Opcode::WgmmaWaitGroup: return;
            case Opcode::WgmmaMmaAsync: {
                const auto tiles = ptx::described_tiles(instruction_);
                if (!tiles) return refuse("the guard does not know its shape");
                effects_.descriptors = *tiles;
                return;
            }
            default: return refuse("nothing bounds what its descriptors reach");
        }
    }

    void classify_hint() {
        switch (instruction_.opcode()) {
            default: return refuse("hints are to be dropped");
        }
    }

    void classify_misc() {
        switch (instruction_.opcode()) {
            case Opcode::Nanosleep:
            case Opcode::Pmevent:
            case Opcode::Griddepcontrol: return;
            case Opcode::Setmaxnreg: return refuse("it may wait for ever; it is to be dropped");
            default: return refuse("the guard does not know it");
        }
    }

    const Instruction& instruction_;
    const ptx::Operation& operation_;
    std::span<const ptx::isa::OperandSpec> specs_;
    Effects effects_;
};

}  // namespace

Effects effects_of(const Instruction& instruction) {
    return Classifier(instruction).run();
}

}  // namespace ringfence::guard
