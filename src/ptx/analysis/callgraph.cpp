#include "ptx/analysis/callgraph.h"

#include <algorithm>
#include <unordered_set>

#include "base/effort.h"
#include "ptx/analysis/cfg.h"
#include "ptx/analysis/registers_of.h"

namespace ringfence::ptx {
namespace {

// The functions of a module by name, and what aliases stand for.
struct Names {
    std::vector<const Function*> functions;
    std::unordered_map<std::string_view, FunctionId> by_name;
    std::vector<FunctionId> stands_for;

    explicit Names(const Module& module) {
        for (const Item& item : module.items) {
            if (item.kind == ItemKind::Function) add(*item.function);
        }
        stands_for.resize(functions.size());
        for (FunctionId id = 0; id < functions.size(); ++id)
            stands_for[id] = id;
        for (const Item& item : module.items) {
            if (item.kind == ItemKind::Alias) add_alias(*item.alias);
        }
        follow_aliases();
    }

    FunctionId id_of(const Function& function) const { return stands_for[by_name.at(function.name)]; }

private:
    void add(const Function& function) {
        const auto [known, is_new] = by_name.try_emplace(function.name, static_cast<FunctionId>(functions.size()));
        if (is_new) {
            functions.push_back(&function);
        } else if (function.has_body) {
            functions[known->second] = &function;
        }
    }

    void add_alias(const Alias& alias) {
        const auto from = by_name.find(alias.name->name);
        const auto to = by_name.find(alias.target->name);
        if (from != by_name.end() && to != by_name.end()) stands_for[from->second] = to->second;
    }

    // Makes every alias point at the end of its chain. A circle of aliases stands for nothing else: its members stay.
    void follow_aliases() {
        std::vector<std::uint32_t> seen_by(functions.size(), no_function);
        std::vector<FunctionId> chain;
        for (FunctionId id = 0; id < functions.size(); ++id) {
            chain.clear();
            FunctionId at = id;
            while (stands_for[at] != at && seen_by[at] != id) {
                seen_by[at] = id;
                chain.push_back(at);
                at = stands_for[at];
            }
            for (const FunctionId link : chain)
                stands_for[link] = at;
            stands_for[at] = at;
        }
    }
};

// Reads the bodies and initialisers.
class Reader {
public:
    explicit Reader(const Names& names)
        : address_taken(names.functions.size(), false),
          calls_unknown(names.functions.size(), false),
          mentioned(names.functions.size(), false),
          names_(names) {}

    void read(const Module& module) {
        for (const Item& item : module.items) {
            if (must_stop()) return;
            if (item.kind == ItemKind::Variables) read_variables(*item.variables);
            if (item.kind == ItemKind::Function && item.function->has_body) read_body(*item.function);
        }
    }

    std::vector<bool> address_taken;
    std::vector<bool> calls_unknown;
    std::vector<bool> mentioned;
    std::vector<CallSite> calls;
    std::vector<const TargetTable*> tables;
    std::vector<GraphEdge> table_edges;  // from a function to a place in `tables`

private:
    void read_body(const Function& function) {
        const FunctionId caller = names_.by_name.at(function.name);
        for (std::uint32_t i = 0; i < function.body.size(); ++i) {
            const Statement& statement = function.body[i];
            if (statement.kind == StatementKind::Variables) read_variables(*statement.variables);
            if (!statement.is_instruction()) continue;
            if (statement.instruction.instruction_class() == Class::Call) {
                read_call(function, caller, i);
            } else {
                take_addresses(statement.instruction.operands);
            }
        }
    }

    void read_call(const Function& function, FunctionId caller, std::uint32_t statement) {
        const CallOperands operands = call_operands(function.body[statement].instruction);
        if (operands.target == nullptr) return;
        CallSite site{caller, statement, no_function, nullptr, nullptr};
        if (operands.target->kind == OperandKind::Function) {
            site.callee = names_.id_of(*operands.target->function);
            mentioned[site.callee] = true;
        } else if (operands.prototype != nullptr) {
            site.table = target_table(function, *operands.prototype);
            site.prototype = call_prototype(function, *operands.prototype);
        }
        if (site.table != nullptr) use_table(caller, *site.table);
        if (!site.is_direct() && site.table == nullptr) calls_unknown[caller] = true;
        calls.push_back(site);
        if (operands.arguments != nullptr) take_addresses({operands.arguments, 1});
    }

    void use_table(FunctionId caller, const TargetTable& table) {
        const auto [known, is_new] = table_number_.try_emplace(&table, static_cast<NodeId>(tables.size()));
        if (is_new) {
            tables.push_back(&table);
            for (const Function* target : table.functions)
                mentioned[names_.id_of(*target)] = true;
        }
        table_edges.push_back({caller, known->second});
    }

    void take_addresses(std::span<const Operand> operands) {
        const auto look = [&](const Operand& operand) {
            if (operand.kind == OperandKind::Function) take_address(*operand.function);
        };
        for_each_operand(operands, look);
    }

    void take_address(const Function& function) {
        const FunctionId id = names_.id_of(function);
        address_taken[id] = mentioned[id] = true;
    }

    void read_variables(const VariableDeclaration& declaration) {
        for (const Variable* variable : declaration.variables) {
            if (variable->initializer == nullptr) continue;
            std::vector<std::span<const InitialValue>> open = {variable->initializer->values};
            while (!open.empty()) {
                const std::span<const InitialValue> values = open.back();
                open.pop_back();
                for (const InitialValue& value : values) {
                    if (value.function != nullptr) take_address(*value.function);
                    if (!value.list.empty()) open.push_back(value.list);
                }
            }
        }
    }

    const Names& names_;
    std::unordered_map<const TargetTable*, NodeId> table_number_;
};

// Calls whose targets are known. Nodes: functions, then tables, then one for the functions whose address is taken.
std::vector<GraphEdge> known_edges(const Names& names, const Reader& reader) {
    std::vector<GraphEdge> edges;
    const auto first_table = static_cast<NodeId>(names.functions.size());
    for (const CallSite& call : reader.calls) {
        if (call.is_direct()) edges.push_back({call.caller, call.callee});
    }
    for (const GraphEdge& edge : reader.table_edges)
        edges.push_back({edge.from, first_table + edge.to});
    for (NodeId table = 0; table < reader.tables.size(); ++table) {
        for (const Function* target : reader.tables[table]->functions)
            edges.push_back({first_table + table, names.id_of(*target)});
    }
    return edges;
}

void add_unknown_edges(std::vector<GraphEdge>& edges, const Reader& reader, NodeId anything) {
    for (FunctionId id = 0; id < reader.calls_unknown.size(); ++id) {
        if (reader.calls_unknown[id]) edges.push_back({id, anything});
        if (reader.address_taken[id]) edges.push_back({anything, id});
    }
}

}  // namespace

CallGraph::CallGraph(const Module& module) {
    Names names(module);
    Reader reader(names);
    reader.read(module);
    const std::size_t node_count = names.functions.size() + reader.tables.size() + 1;
    std::vector<GraphEdge> edges = known_edges(names, reader);
    functions_ = std::move(names.functions);
    find_recursions(Graph(node_count, edges));
    add_unknown_edges(edges, reader, static_cast<NodeId>(node_count - 1));
    graph_ = Graph(node_count, edges);
    calls_ = make_rows<CallSite>(
        functions_.size(), reader.calls, [](const CallSite& call) { return call.caller; },
        [](const CallSite& call) { return call; });
    for (FunctionId id = 0; id < functions_.size(); ++id) {
        if (reader.mentioned[id] && !functions_[id]->has_body) unresolved_.push_back(id);
    }
    tables_ = std::move(reader.tables);
    by_name_ = std::move(names.by_name);
    stands_for_ = std::move(names.stands_for);
    address_taken_ = std::move(reader.address_taken);
    calls_unknown_ = std::move(reader.calls_unknown);
}

void CallGraph::find_recursions(const Graph& graph) {
    recursive_.assign(functions_.size(), false);
    const Components components = strongly_connected(graph);
    for (std::uint32_t component = 0; component < components.size(); ++component) {
        const auto nodes = components.nodes[component];
        const auto first_calls = graph.successors(nodes[0]);
        const bool calls_itself = std::find(first_calls.begin(), first_calls.end(), nodes[0]) != first_calls.end();
        if (nodes.size() == 1 && !calls_itself) continue;
        std::vector<FunctionId> members;
        std::copy_if(nodes.begin(), nodes.end(), std::back_inserter(members),
                     [&](NodeId node) { return node < functions_.size(); });
        for (const FunctionId member : members)
            recursive_[member] = true;
        recursions_.push_back(std::move(members));
    }
    std::sort(recursions_.begin(), recursions_.end());
}

FunctionId CallGraph::find(std::string_view name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? no_function : stands_for_[found->second];
}

FunctionId CallGraph::id_of(const Function& function) const {
    return find(function.name);
}

std::vector<FunctionId> CallGraph::reachable_from(std::span<const FunctionId> roots) const {
    std::vector<FunctionId> result;
    std::unordered_set<NodeId> seen;
    std::vector<NodeId> open;
    for (const FunctionId root : roots) {
        if (seen.insert(root).second) open.push_back(root);
    }
    while (!open.empty()) {
        const NodeId node = open.back();
        open.pop_back();
        if (node < functions_.size()) result.push_back(node);
        for (const NodeId next : graph_.successors(node)) {
            if (seen.insert(next).second) open.push_back(next);
        }
    }
    std::sort(result.begin(), result.end());
    return result;
}

}  // namespace ringfence::ptx
