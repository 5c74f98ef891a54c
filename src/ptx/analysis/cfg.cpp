#include "ptx/analysis/cfg.h"

#include <algorithm>
#include <unordered_map>

namespace ringfence::ptx {
namespace {

// The statement that a label stands for: a table or prototype of this kind, or null.
const Statement* statement_of(const Function& function, const Operand& operand, StatementKind kind) {
    if (operand.kind != OperandKind::Label || operand.label->statement >= function.body.size()) return nullptr;
    const Statement& statement = function.body[operand.label->statement];
    return statement.kind == kind ? &statement : nullptr;
}

bool find_noreturn(std::span<const Directive> directives) {
    return std::any_of(directives.begin(), directives.end(),
                       [](const Directive& directive) { return directive.name == ".noreturn"; });
}

// CUDA's own for a failed assertion does not come back either, though nvcc does not say so.
bool is_assertion(const Function& callee) {
    return callee.name == "__assertfail" && !callee.has_body && callee.definition == nullptr;
}

bool find_noreturn(const Function& callee) {
    return find_noreturn(callee.directives) || is_assertion(callee) ||
           (callee.definition != nullptr && find_noreturn(callee.definition->directives));
}

bool find_noreturn(const CallPrototype& prototype) {
    return find_noreturn(prototype.directives);
}

enum class Ending : std::uint8_t { None, Branch, Table, Leave };

// How instructions end blocks. Remembers what it found out about the functions that are called.
class Endings {
public:
    explicit Endings(const Function& function) : function_(function) {}

    Ending of(const Instruction& instruction) {
        switch (instruction.instruction_class()) {
            case Class::Branch: return instruction.opcode() == Opcode::BrxIdx ? Ending::Table : Ending::Branch;
            case Class::Return: return Ending::Leave;
            case Class::Trap: return instruction.opcode() == Opcode::Trap ? Ending::Leave : Ending::None;
            case Class::Call: return never_returns(instruction) ? Ending::Leave : Ending::None;
            default: return Ending::None;
        }
    }

private:
    bool never_returns(const Instruction& call) {
        const CallOperands operands = call_operands(call);
        if (operands.target == nullptr) return false;
        if (operands.target->kind == OperandKind::Function) return is_noreturn(*operands.target->function);
        const CallPrototype* prototype =
            operands.prototype == nullptr ? nullptr : call_prototype(function_, *operands.prototype);
        return prototype != nullptr && is_noreturn(*prototype);
    }

    template <typename Callee>
    bool is_noreturn(const Callee& callee) {
        const auto [known, is_new] = noreturn_.try_emplace(&callee, false);
        if (is_new) known->second = find_noreturn(callee);
        return known->second;
    }

    const Function& function_;
    std::unordered_map<const void*, bool> noreturn_;  // by function or prototype
};

// The label or table that a branch names: its last operand.
const Operand* branch_target(const Instruction& branch) {
    return branch.operands.empty() ? nullptr : &branch.operands.back();
}

// Cuts a body into blocks and draws the edges.
class Builder {
public:
    explicit Builder(const Function& function)
        : function_(function),
          is_target_(function.label_count, false),
          table_uses_(function.label_count, 0),
          table_block_(function.label_count, no_block) {}

    void build() {
        find_endings();
        find_targets();
        cut();
        code_block_count = blocks.size();
        add_table_blocks();
        last_edge_to_.assign(blocks.size() + 1, no_block);
        for (BlockId block = 0; block < code_block_count; ++block)
            connect(block);
        for (auto block = static_cast<BlockId>(code_block_count); block < blocks.size(); ++block)
            connect_table(block, *blocks[block].table);
    }

    std::vector<Block> blocks;
    std::size_t code_block_count = 0;
    std::vector<BlockId> block_of;
    std::vector<FlowEdge> edges;

private:
    void find_endings() {
        Endings endings(function_);
        endings_.reserve(function_.body.size());
        for (const Statement& statement : function_.body)
            endings_.push_back(statement.is_instruction() ? endings.of(statement.instruction) : Ending::None);
    }

    void find_targets() {
        for (std::size_t i = 0; i < endings_.size(); ++i) {
            const Operand* target = branch_target(function_.body[i].instruction);
            if (target == nullptr || target->kind != OperandKind::Label) continue;
            if (endings_[i] == Ending::Branch) is_target_[target->label->number] = true;
            if (endings_[i] == Ending::Table) use_table(*target);
        }
    }

    void use_table(const Operand& operand) {
        const TargetTable* table = target_table(function_, operand);
        if (table == nullptr || table_uses_[operand.label->number]++ != 0) return;
        for (const Label* label : table->labels)
            is_target_[label->number] = true;
    }

    void cut() {
        block_of.resize(function_.body.size());
        blocks.emplace_back();
        bool ended = false;
        for (std::uint32_t i = 0; i < function_.body.size(); ++i) {
            const Statement& statement = function_.body[i];
            if (ended || (begins_block(statement) && !can_join())) {
                blocks.push_back({i, i, 0, nullptr, nullptr});
            }
            ended = append(i, statement);
        }
        drop_empty_tail();
    }

    bool begins_block(const Statement& statement) const {
        const Label* label = label_of(statement);
        return label != nullptr && is_target_[label->number];
    }
    // A label may join the block in front of it as long as that has no instructions. The entry stays free of jumps.
    bool can_join() const { return blocks.size() > 1 && blocks.back().instruction_count == 0; }

    // True if the block ends with this statement.
    bool append(std::uint32_t index, const Statement& statement) {
        Block& block = blocks.back();
        block.end = index + 1;
        block_of[index] = static_cast<BlockId>(blocks.size() - 1);
        if (statement.kind == StatementKind::Label && block.instruction_count == 0 && block.label == nullptr)
            block.label = statement.label;
        if (!statement.is_instruction()) return false;
        ++block.instruction_count;
        return endings_[index] != Ending::None;
    }

    // The braces and declarations behind the last instruction belong to its block, unless something jumps to them.
    void drop_empty_tail() {
        const Block& tail = blocks.back();
        if (blocks.size() == 1 || tail.instruction_count != 0) return;
        for (std::uint32_t i = tail.begin; i < tail.end; ++i) {
            if (begins_block(function_.body[i])) return;
        }
        for (std::uint32_t i = tail.begin; i < tail.end; ++i)
            --block_of[i];
        blocks[blocks.size() - 2].end = tail.end;
        blocks.pop_back();
    }

    void add_table_blocks() {
        const auto end = static_cast<std::uint32_t>(function_.body.size());
        for (const Statement& statement : function_.body) {
            if (statement.kind != StatementKind::TargetTable || table_uses_[statement.targets->label->number] < 2)
                continue;
            table_block_[statement.targets->label->number] = static_cast<BlockId>(blocks.size());
            blocks.push_back({end, end, 0, statement.targets->label, statement.targets});
        }
    }

    void connect(BlockId block) {
        std::uint32_t last = blocks[block].end;
        while (last > blocks[block].begin && !function_.body[last - 1].is_instruction())
            --last;
        const bool has_last = last > blocks[block].begin;
        const Instruction* instruction = has_last ? &function_.body[last - 1].instruction : nullptr;
        const Ending ending = has_last ? endings_[last - 1] : Ending::None;
        if (ending == Ending::Branch) connect_label(block, *branch_target(*instruction));
        if (ending == Ending::Table) connect_brx(block, *branch_target(*instruction));
        if (ending == Ending::Leave) edges.push_back({block, exit(), EdgeKind::Leave});
        if (ending == Ending::None || instruction->guard) {
            edges.push_back({block, block + 1 < code_block_count ? block + 1 : exit(), EdgeKind::Fallthrough});
        }
    }

    void connect_label(BlockId block, const Operand& target) {
        if (target.kind == OperandKind::Label) edges.push_back({block, block_at(*target.label), EdgeKind::Taken});
    }

    void connect_brx(BlockId block, const Operand& operand) {
        const TargetTable* table = target_table(function_, operand);
        if (table == nullptr) return;
        const BlockId shared = table_block_[operand.label->number];
        if (shared != no_block) {
            edges.push_back({block, shared, EdgeKind::Table});
        } else {
            connect_table(block, *table);
        }
    }

    void connect_table(BlockId block, const TargetTable& table) {
        for (const Label* label : table.labels) {
            const BlockId to = block_at(*label);
            if (last_edge_to_[to] == block) continue;
            last_edge_to_[to] = block;
            edges.push_back({block, to, EdgeKind::Table});
        }
    }

    BlockId block_at(const Label& label) const {
        return label.statement < block_of.size() ? block_of[label.statement] : exit();
    }
    BlockId exit() const { return static_cast<BlockId>(blocks.size()); }

    const Function& function_;
    std::vector<Ending> endings_;            // by statement
    std::vector<bool> is_target_;            // by label number
    std::vector<std::uint32_t> table_uses_;  // by label number
    std::vector<BlockId> table_block_;       // by label number
    std::vector<BlockId> last_edge_to_;      // by block: where the last table edge to it came from
};

std::vector<GraphEdge> bare(std::span<const FlowEdge> edges) {
    std::vector<GraphEdge> result;
    result.reserve(edges.size());
    for (const FlowEdge& edge : edges)
        result.push_back({edge.from, edge.to});
    return result;
}

}  // namespace

std::string_view name(EdgeKind kind) {
    switch (kind) {
        case EdgeKind::Fallthrough: return "fallthrough";
        case EdgeKind::Taken: return "taken";
        case EdgeKind::Table: return "table";
        case EdgeKind::Leave: return "leave";
    }
    return "";
}

ControlFlowGraph::ControlFlowGraph(const Function& function) : function_(&function) {
    Builder builder(function);
    builder.build();
    blocks_ = std::move(builder.blocks);
    code_block_count_ = builder.code_block_count;
    block_of_ = std::move(builder.block_of);
    successors_ = make_rows<FlowEdge>(
        blocks_.size() + 1, builder.edges, [](const FlowEdge& edge) { return edge.from; },
        [](const FlowEdge& edge) { return edge; });
    graph_ = Graph(blocks_.size() + 1, bare(edges()));
    const NodeId roots[] = {entry};
    reachable_ = reachable(graph_, roots, Direction::Forward);
}

const Statement* ControlFlowGraph::last_instruction(BlockId block) const {
    for (std::uint32_t i = blocks_[block].end; i > blocks_[block].begin; --i) {
        if (function_->body[i - 1].is_instruction()) return &function_->body[i - 1];
    }
    return nullptr;
}

bool ends_block(const Function& function, const Instruction& instruction) {
    return Endings(function).of(instruction) != Ending::None;
}

const Label* label_of(const Statement& statement) {
    switch (statement.kind) {
        case StatementKind::Label: return statement.label;
        case StatementKind::TargetTable: return statement.targets->label;
        case StatementKind::CallPrototype: return statement.prototype->label;
        default: return nullptr;
    }
}

const TargetTable* target_table(const Function& function, const Operand& operand) {
    const Statement* statement = statement_of(function, operand, StatementKind::TargetTable);
    return statement == nullptr ? nullptr : statement->targets;
}

const CallPrototype* call_prototype(const Function& function, const Operand& operand) {
    const Statement* statement = statement_of(function, operand, StatementKind::CallPrototype);
    return statement == nullptr ? nullptr : statement->prototype;
}

CallOperands call_operands(const Instruction& call) {
    const auto part = [&](std::size_t index) { return index < call.operands.size() ? &call.operands[index] : nullptr; };
    return {part(0), part(1), part(2), part(3)};
}

}  // namespace ringfence::ptx
