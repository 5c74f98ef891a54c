// The control-flow graph of one function.
//
// A block is a run of statements that is entered at its first and left at its last instruction. Declarations, scopes
// and
// `.loc` are no instructions, but lie in blocks too: the blocks cover the body without gaps, in its order.
//
//   - Block 0 is the entry. Nothing jumps to it: where a body begins with the target of a branch, block 0 is empty.
//   - A block begins at a label that some branch names, and after an instruction that may leave the straight path: bra,
//     brx.idx, ret, exit, trap, and a call of a function (or through a prototype) that is `.noreturn`. Other calls do
//     not end a block. With a guard all of these fall through as well.
//   - There is one exit, which is no block: its number is `exit()`. ret, exit, trap and calls that do not return lead
//     there, and so does the end of the body.
//   - A `.branchtargets` table that more than one brx.idx uses gets a block of its own, without statements, behind the
//     others: brx.idx leads to it, and it leads to the targets. The paths are the same; the number of edges stays
//     linear in the text, where it would otherwise be branches times targets.
//
// Guards are taken to go either way, an index to select any target: every path that execution can take is a path here,
// not the other way round. Building takes linear time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ptx/analysis/graph.h"
#include "ptx/model.h"

namespace ringfence::ptx {

using BlockId = NodeId;
constexpr BlockId no_block = no_node;

enum class EdgeKind : std::uint8_t {
    Fallthrough,  // to what follows; to the exit from the end of the body
    Taken,        // bra
    Table,        // brx.idx, to a target or to the table's block; and from that to a target
    Leave,        // ret, exit, trap, and calls that do not return
};
std::string_view name(EdgeKind kind);

struct FlowEdge {
    BlockId from = no_block;
    BlockId to = no_block;
    EdgeKind kind = EdgeKind::Fallthrough;

    friend bool operator==(const FlowEdge&, const FlowEdge&) = default;
};

struct Block {
    std::uint32_t begin = 0;  // statements [begin, end) of the body
    std::uint32_t end = 0;
    std::uint32_t instruction_count = 0;
    const Label* label = nullptr;        // the first label in front of its instructions, if there is one
    const TargetTable* table = nullptr;  // of a table's block: the table
};

class ControlFlowGraph {
public:
    // `function` must have a body, and outlive the graph.
    explicit ControlFlowGraph(const Function& function);

    const Function& function() const { return *function_; }
    std::span<const Block> blocks() const { return blocks_; }
    const Block& block(BlockId id) const { return blocks_[id]; }
    std::size_t size() const { return blocks_.size(); }
    // How many blocks have statements of their own: these come first.
    std::size_t code_block_count() const { return code_block_count_; }

    static constexpr BlockId entry = 0;
    BlockId exit() const { return static_cast<BlockId>(blocks_.size()); }

    // The block of a statement.
    BlockId block_of(std::uint32_t statement) const { return block_of_[statement]; }
    bool is_reachable(BlockId block) const { return reachable_[block]; }

    // A guarded branch to the block that follows gives two edges, of different kinds.
    std::span<const FlowEdge> successors(BlockId block) const { return successors_[block]; }
    std::span<const FlowEdge> edges() const { return successors_.values(); }

    // The bare graph. Its nodes are the blocks and, last, the exit.
    const Graph& graph() const { return graph_; }

    // The last instruction of a block; null if it has none.
    const Statement* last_instruction(BlockId block) const;

private:
    const Function* function_;
    std::vector<Block> blocks_;
    std::size_t code_block_count_ = 0;
    std::vector<BlockId> block_of_;
    Rows<FlowEdge> successors_;
    Graph graph_;
    std::vector<bool> reachable_;
};

// True if control may go elsewhere than to the next instruction afterwards.
bool ends_block(const Function& function, const Instruction& instruction);

// The label of a statement, whatever it stands in front of; null if there is none.
const Label* label_of(const Statement& statement);

// The table or prototype of the function's body that a label operand names; null if it names something else.
const TargetTable* target_table(const Function& function, const Operand& operand);
const CallPrototype* call_prototype(const Function& function, const Operand& operand);

// The parts of a call, see OperandKind::List.
struct CallOperands {
    const Operand* results = nullptr;
    const Operand* target = nullptr;
    const Operand* arguments = nullptr;
    const Operand* prototype = nullptr;  // null or Empty for a direct call
};
CallOperands call_operands(const Instruction& call);

}  // namespace ringfence::ptx
