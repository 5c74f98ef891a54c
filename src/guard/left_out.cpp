#include "guard/left_out.h"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include "base/escape.h"
#include "ptx/analysis/callgraph.h"
#include "ptx/analysis/registers_of.h"

namespace ringfence::guard {
namespace {

using ptx::FunctionId;
using ptx::Item;
using ptx::ItemKind;
using ptx::NodeId;

// Who names whom in a module: a call, an address that is taken, a list of targets, an initial value. Not only calls,
// since a name that nothing defines any more would be an error of the text. An alias stands for its target. The nodes
// are the call graph's functions; behind them one that stands for all variables of the module.
class Naming {
public:
    explicit Naming(const ptx::Module& module)
        : functions_(module), variables_(static_cast<NodeId>(functions_.size())) {
        NodeId owner = variables_;
        // A function's own variables stand in front of it, and nowhere in the text.
        for (std::size_t i = module.items.size(); i > 0; --i) {
            const Item& item = module.items[i - 1];
            if (item.kind == ItemKind::Function && item.function->has_body) {
                owner = functions_.id_of(*item.function);
                read_body(owner, *item.function);
            }
            if (item.kind == ItemKind::Variables)
                read_variables(item.where.empty() ? owner : variables_, *item.variables);
        }
        graph_ = ptx::Graph(functions_.size() + 1, edges_);
    }

    const ptx::CallGraph& functions() const { return functions_; }
    const ptx::Graph& graph() const { return graph_; }
    NodeId variables() const { return variables_; }

private:
    void add(NodeId from, const ptx::Function& to) { edges_.push_back({from, functions_.id_of(to)}); }

    void read_body(NodeId from, const ptx::Function& function) {
        const auto look = [&](const ptx::Operand& operand) {
            if (operand.kind == ptx::OperandKind::Function) add(from, *operand.function);
        };
        for (const ptx::Statement& statement : function.body) {
            if (statement.is_instruction()) ptx::for_each_operand(statement.instruction.operands, look);
            if (statement.kind == ptx::StatementKind::Variables) read_variables(from, *statement.variables);
            if (statement.kind != ptx::StatementKind::TargetTable) continue;
            for (const ptx::Function* target : statement.targets->functions)
                add(from, *target);
        }
    }

    void read_variables(NodeId from, const ptx::VariableDeclaration& declaration) {
        for (const ptx::Variable* variable : declaration.variables)
            if (variable->initializer != nullptr) read_values(from, variable->initializer->values);
    }

    void read_values(NodeId from, std::span<const ptx::InitialValue> first) {
        std::vector<std::span<const ptx::InitialValue>> open = {first};
        while (!open.empty()) {
            const std::span<const ptx::InitialValue> values = open.back();
            open.pop_back();
            for (const ptx::InitialValue& value : values) {
                if (value.function != nullptr) add(from, *value.function);
                if (!value.list.empty()) open.push_back(value.list);
            }
        }
    }

    ptx::CallGraph functions_;
    NodeId variables_;
    std::vector<ptx::GraphEdge> edges_;
    ptx::Graph graph_;
};

constexpr std::size_t nobody = SIZE_MAX;

// For each node the refusal that it is refused for: its own, or one of what it names.
std::optional<std::vector<std::size_t>> blamed(const Naming& naming, std::span<const Refusal> refusals) {
    std::vector<std::size_t> blame(naming.graph().size(), nobody);
    std::vector<NodeId> open;
    for (std::size_t i = 0; i < refusals.size(); ++i) {
        const FunctionId id = naming.functions().find(refusals[i].function);
        if (id == ptx::no_function) return std::nullopt;
        if (blame[id] != nobody) continue;
        blame[id] = i;
        open.push_back(id);
    }
    for (std::size_t next = 0; next < open.size(); ++next) {
        for (const NodeId user : naming.graph().predecessors(open[next])) {
            if (blame[user] != nobody) continue;
            blame[user] = blame[open[next]];
            open.push_back(user);
        }
    }
    return blame;
}

// What stays: all but the refused, and what only these need.
std::vector<bool> kept_nodes(const Naming& naming, const std::vector<std::size_t>& blame) {
    std::vector<NodeId> refused;
    for (NodeId node = 0; node < blame.size(); ++node)
        if (blame[node] != nobody) refused.push_back(node);
    const std::vector<bool> is_needed_by_refused = ptx::reachable(naming.graph(), refused, ptx::Direction::Forward);
    std::vector<NodeId> roots = {naming.variables()};
    for (FunctionId id = 0; id < naming.functions().size(); ++id) {
        const bool is_root = naming.functions().function(id).is_entry || !is_needed_by_refused[id];
        if (blame[id] == nobody && is_root) roots.push_back(id);
    }
    return ptx::reachable(naming.graph(), roots, ptx::Direction::Forward);
}

RefusedKernel refused_kernel(const ptx::Function& kernel, const Refusal& refusal) {
    constexpr std::size_t longest = 1024;  // each of many kernels may have a copy
    const Error& why = refusal.why;
    const SourceLocation place = why.location.value_or(SourceLocation());
    std::string reason = why.message;
    if (refusal.function != kernel.name)
        reason = fmt::format("it uses '{}': {}", escape(refusal.function, longest / 4), reason);
    reason.resize(std::min(reason.size(), longest));
    return {std::string(kernel.name), std::move(reason), place.line, place.column, why.remedy, why.status};
}

void blank(std::string& text, ptx::SourceRange where) {
    std::replace_if(
        text.begin() + where.begin, text.begin() + where.end, [](char one) { return one != '\n'; }, ' ');
}

// Of debug information only the strings stay, which lines of functions name: the rest tells of all functions.
bool stays(const Item& item, const ptx::CallGraph& functions, const std::vector<bool>& kept) {
    switch (item.kind) {
        case ItemKind::Function: return kept[functions.id_of(*item.function)];
        case ItemKind::Alias: return kept[functions.id_of(*item.alias->name)];
        case ItemKind::Section: return item.section->name == ".debug_str";
        default: return true;
    }
}

}  // namespace

std::optional<LeftOut> leave_out(const ptx::Module& module, std::span<const Refusal> refusals) {
    const Naming naming(module);
    const ptx::CallGraph& functions = naming.functions();
    const std::optional<std::vector<std::size_t>> blame = blamed(naming, refusals);
    if (!blame || (*blame)[naming.variables()] != nobody) return std::nullopt;
    const std::vector<bool> kept = kept_nodes(naming, *blame);
    LeftOut result{*module.source, {}, {}};
    bool has_kernel = false;
    for (FunctionId id = 0; id < functions.size(); ++id) {
        const ptx::Function& function = functions.function(id);
        has_kernel = has_kernel || (kept[id] && function.is_entry && function.has_body);
        if (kept[id]) continue;
        result.functions.emplace_back(function.name);
        if (!function.is_entry || !function.has_body) continue;
        if (result.kernels.size() == most_left_out) return std::nullopt;
        result.kernels.push_back(refused_kernel(function, refusals[(*blame)[id]]));
    }
    if (!has_kernel) return std::nullopt;
    for (const Item& item : module.items)
        if (!stays(item, functions, kept)) blank(result.text, item.where);
    return result;
}

}  // namespace ringfence::guard
