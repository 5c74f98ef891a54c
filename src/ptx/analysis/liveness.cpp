#include "ptx/analysis/liveness.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace ringfence::ptx {
namespace {

constexpr std::uint32_t never = UINT32_MAX;

// Follows one register after the other from its reads backwards.
class Propagation {
public:
    Propagation(const ControlFlowGraph& cfg, const DefUse& def_use, const LivenessLimits& limits)
        : cfg_(cfg),
          def_use_(def_use),
          limits_(limits),
          results_(parameter_registers(cfg.function()).results),
          live_for_(cfg.size() + 1, never),
          killed_for_(cfg.size() + 1, never) {}

    // False if a limit was met.
    bool run() {
        for (std::uint32_t index = 0; index < def_use_.size(); ++index) {
            first_.push_back(static_cast<std::uint32_t>(blocks_.size()));
            look_into_blocks(index);
            if (!follow(index)) return false;
        }
        first_.push_back(static_cast<std::uint32_t>(blocks_.size()));
        return true;
    }

    // Turns "register: blocks" into "block: registers".
    Rows<RegisterId> by_block() const {
        std::vector<std::uint32_t> first(cfg_.size() + 2, 0);
        for (const BlockId block : blocks_)
            ++first[block + 1];
        for (std::size_t block = 0; block + 1 < first.size(); ++block)
            first[block + 1] += first[block];
        std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
        std::vector<RegisterId> registers(blocks_.size());
        for (std::size_t index = 0; index < def_use_.size(); ++index) {
            for (std::uint32_t i = first_[index]; i < first_[index + 1]; ++i)
                registers[next[blocks_[i]]++] = def_use_.registers()[index];
        }
        return {std::move(first), std::move(registers)};
    }

private:
    // Marks the blocks that write the register, and begins at those that read it before they do.
    void look_into_blocks(std::uint32_t index) {
        const auto all = def_use_.occurrences(index);
        for (std::size_t i = 0; i < all.size();) {
            const std::uint32_t statement = all[i].statement;
            const BlockId block = cfg_.block_of(statement);
            bool reads = false;
            bool kills = false;
            for (; i < all.size() && all[i].statement == statement; ++i) {
                reads |= all[i].reads;
                kills |= all[i].kills;
            }
            if (reads && killed_for_[block] != index) mark(block, index);
            if (kills) killed_for_[block] = index;
        }
        if (def_use_.registers()[index] < results_) mark(cfg_.exit(), index);
    }

    void mark(BlockId block, std::uint32_t index) {
        if (live_for_[block] == index) return;
        live_for_[block] = index;
        blocks_.push_back(block);
    }

    bool follow(std::uint32_t index) {
        for (std::size_t next = first_.back(); next < blocks_.size(); ++next) {
            const auto before = cfg_.graph().predecessors(blocks_[next]);
            steps_ += before.size();
            if (steps_ > limits_.steps || blocks_.size() > limits_.entries) return false;
            for (const BlockId from : before) {
                if (killed_for_[from] != index) mark(from, index);
            }
        }
        return true;
    }

    const ControlFlowGraph& cfg_;
    const DefUse& def_use_;
    const LivenessLimits& limits_;
    RegisterId results_;                     // the registers below this are read at the exit
    std::vector<std::uint32_t> live_for_;    // by block: the last register found live at its start
    std::vector<std::uint32_t> killed_for_;  // by block: the last register found to be written in it
    std::vector<BlockId> blocks_;            // for each register the blocks it is live in
    std::vector<std::uint32_t> first_;
    std::uint64_t steps_ = 0;
};

enum Width : std::uint8_t { predicate, bits16, bits32, bits64, bits128 };

struct Weight {
    Width width = bits32;
    std::uint8_t count = 1;
};

Weight weight_of(const RegisterGroup& group) {
    const TypeInfo& type = isa::info(group.type);
    if (type.kind == TypeKind::Predicate) return {predicate, group.vector};
    if (type.bits <= 16) return {bits16, group.vector};
    if (type.bits <= 32) return {bits32, group.vector};
    return {type.bits <= 64 ? bits64 : bits128, group.vector};
}

// How many registers of each width are live, and the most that ever were.
class Meter {
public:
    void add(Weight weight) { change(weight, 1); }
    void remove(Weight weight) { change(weight, -1); }

    void note() {
        constexpr std::array<std::uint32_t, 5> words = {0, 1, 1, 2, 4};
        std::uint32_t sum = 0;
        for (std::size_t width = 0; width < now_.size(); ++width) {
            most_[width] = std::max(most_[width], now_[width]);
            sum += now_[width] * words[width];
        }
        most_words_ = std::max(most_words_, sum);
    }

    Pressure most() const {
        return {most_[predicate], most_[bits16], most_[bits32], most_[bits64], most_[bits128], most_words_};
    }

private:
    void change(Weight weight, int sign) { now_[weight.width] += static_cast<std::uint32_t>(sign * weight.count); }

    std::array<std::uint32_t, 5> now_{};
    std::array<std::uint32_t, 5> most_{};
    std::uint32_t most_words_ = 0;
};

// Walks through each block from its end to its start.
class PressureWalk {
public:
    PressureWalk(const ControlFlowGraph& cfg, const DefUse& def_use, const Liveness& liveness)
        : cfg_(cfg), def_use_(def_use), liveness_(liveness), live_(def_use.size(), false) {
        weights_.reserve(def_use.size());
        for (const RegisterId reg : def_use.registers())
            weights_.push_back(weight_of(cfg.function().group_of(reg)));
    }

    Pressure run() {
        for (BlockId block = 0; block < cfg_.size(); ++block) {
            if (cfg_.is_reachable(block)) walk(block);
        }
        return meter_.most();
    }

private:
    void walk(BlockId block) {
        for (const BlockId next : cfg_.graph().successors(block)) {
            for (const RegisterId reg : liveness_.live_in(next))
                add(def_use_.index_of(reg));
        }
        meter_.note();
        for (std::uint32_t i = cfg_.block(block).end; i > cfg_.block(block).begin; --i) {
            const Statement& statement = cfg_.function().body[i - 1];
            if (statement.is_instruction()) step(statement.instruction);
        }
        for (const RegisterId reg : liveness_.live_in(block))
            remove(def_use_.index_of(reg));
    }

    // From behind an instruction to the place in front of it.
    void step(const Instruction& instruction) {
        written_.clear();
        for_each_register_use(instruction, [&](const RegisterUse& use) {
            if (!use.writes()) return;
            const std::size_t index = def_use_.index_of(use.reg);
            const bool needed = live_[index];
            add(index);
            if (!needed || kills(instruction, use)) written_.push_back(index);
        });
        meter_.note();
        for (const std::size_t index : written_)
            remove(index);
        for_each_register_use(instruction, [&](const RegisterUse& use) {
            if (use.reads()) add(def_use_.index_of(use.reg));
        });
        meter_.note();
    }

    void add(std::size_t index) {
        if (live_[index]) return;
        live_[index] = true;
        meter_.add(weights_[index]);
    }
    void remove(std::size_t index) {
        if (!live_[index]) return;
        live_[index] = false;
        meter_.remove(weights_[index]);
    }

    const ControlFlowGraph& cfg_;
    const DefUse& def_use_;
    const Liveness& liveness_;
    std::vector<bool> live_;
    std::vector<Weight> weights_;
    std::vector<std::size_t> written_;
    Meter meter_;
};

}  // namespace

Result<Liveness> Liveness::compute(const ControlFlowGraph& cfg, const DefUse& def_use, const LivenessLimits& limits) {
    Propagation propagation(cfg, def_use, limits);
    if (!propagation.run()) {
        return Error::bad_input(fmt::format("too many registers of `{}` are live in too many blocks ({} blocks, {} "
                                            "registers)",
                                            cfg.function().name, cfg.size(), def_use.size()))
            .with_remedy("split the function, or raise the limits");
    }
    return Liveness(cfg, propagation.by_block());
}

std::vector<RegisterId> Liveness::live_out(BlockId block) const {
    std::vector<RegisterId> all;
    for (const BlockId next : cfg_->graph().successors(block))
        all.insert(all.end(), live_in(next).begin(), live_in(next).end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

bool Liveness::is_live_in(BlockId block, RegisterId reg) const {
    const auto live = live_in(block);
    return std::binary_search(live.begin(), live.end(), reg);
}

std::vector<RegisterId> Liveness::read_before_written() const {
    const ParameterRegisters passed = parameter_registers(cfg_->function());
    std::vector<RegisterId> result;
    for (const RegisterId reg : live_in(ControlFlowGraph::entry)) {
        if (!passed.is_parameter(reg)) result.push_back(reg);
    }
    return result;
}

Pressure max_pressure(const ControlFlowGraph& cfg, const DefUse& def_use, const Liveness& liveness) {
    return PressureWalk(cfg, def_use, liveness).run();
}

}  // namespace ringfence::ptx
