// The call graph of a module.
//
// A name is one function here, however often it is declared; an alias stands for its target. A call through a register
// names either a `.calltargets` table, and then may go to any function of it, or only a prototype, and then may go to
// any function whose address the module takes (prototypes are not compared), or out of the module. Everything that can
// be called at run time is an edge; guards and dead code are not looked at. Building takes linear time.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ptx/analysis/graph.h"
#include "ptx/model.h"

namespace ringfence::ptx {

using FunctionId = NodeId;
constexpr FunctionId no_function = no_node;

struct CallSite {
    FunctionId caller = no_function;
    std::uint32_t statement = 0;               // in the caller's body
    FunctionId callee = no_function;           // of a direct call; aliases are followed
    const TargetTable* table = nullptr;        // of an indirect call: its targets, if they are listed
    const CallPrototype* prototype = nullptr;  // of an indirect call without such a list

    bool is_direct() const { return callee != no_function; }
};

class CallGraph {
public:
    // `module` must outlive the graph.
    explicit CallGraph(const Module& module);

    // One per name, in the order of the module; the definition where there is one.
    std::span<const Function* const> functions() const { return functions_; }
    const Function& function(FunctionId id) const { return *functions_[id]; }
    std::size_t size() const { return functions_.size(); }
    // The number of a function, a declaration, or an alias (then that of its target). `function` is of this module.
    FunctionId id_of(const Function& function) const;
    FunctionId find(std::string_view name) const;

    // The calls in a function's body, in the order of the text.
    std::span<const CallSite> calls(FunctionId caller) const { return calls_[caller]; }
    std::span<const CallSite> all_calls() const { return calls_.values(); }
    // The tables that calls name, each once: many calls may share one, and it may be long.
    std::span<const TargetTable* const> tables() const { return tables_; }

    // True if something other than a direct call names it: a `mov`, an initialiser, an argument.
    bool is_address_taken(FunctionId id) const { return address_taken_[id]; }
    // True if it has a call of which only the prototype is known.
    bool calls_unknown(FunctionId id) const { return calls_unknown_[id]; }
    // Functions that are called, listed or whose address is taken, and that have no body in this module; ascending.
    std::span<const FunctionId> unresolved() const { return unresolved_; }

    // True if it can call itself, directly or through others, by calls whose targets are known.
    bool is_recursive(FunctionId id) const { return recursive_[id]; }
    // The groups of functions that call each other in a circle, each ascending.
    std::span<const std::vector<FunctionId>> recursions() const { return recursions_; }

    // The functions that a function can reach by calls, itself included, ascending. A call of which only the prototype
    // is known counts as a call of every function whose address is taken. Takes time linear in the visited part of the
    // module, for any number of roots.
    std::vector<FunctionId> reachable_from(std::span<const FunctionId> roots) const;
    std::vector<FunctionId> reachable_from(FunctionId id) const { return reachable_from({&id, 1}); }

    // The calls themselves, also those of which only the prototype is known. The functions are its first nodes.
    const Graph& graph() const { return graph_; }

private:
    void find_recursions(const Graph& graph);

    std::vector<const Function*> functions_;
    std::unordered_map<std::string_view, FunctionId> by_name_;
    std::vector<FunctionId> stands_for_;  // of an alias: its target; otherwise itself
    Rows<CallSite> calls_;
    std::vector<const TargetTable*> tables_;
    Graph graph_;  // functions, then call tables, then one node for all whose address is taken
    std::vector<bool> address_taken_;
    std::vector<bool> calls_unknown_;
    std::vector<FunctionId> unresolved_;
    std::vector<bool> recursive_;
    std::vector<std::vector<FunctionId>> recursions_;
};

}  // namespace ringfence::ptx
