#include "guard/rewriter/call_tables.h"

#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "base/cuda_status.h"
#include "guard/rewriter/heads.h"
#include "guard/rewriter/refusal.h"
#include "ptx/writer.h"

namespace ringfence::guard::rewriting {
namespace {

void append_key(std::string& key, std::span<const ptx::Variable* const> list) {
    for (const ptx::Variable* one : list) {
        key += fmt::format("{}:{}:{}:{},", static_cast<int>(one->space), one->bytes(), one->alignment(), one->is_array);
    }
    key += ';';
}

// Functions with the same key can stand for each other in a call.
std::string key_of(const ptx::Signature& signature) {
    std::string key;
    append_key(key, signature.results);
    append_key(key, signature.parameters);
    return key;
}

}  // namespace

const ptx::Signature* signature_of(const ptx::CallSite& call) {
    if (call.prototype != nullptr) return &call.prototype->signature;
    if (call.table != nullptr && !call.table->functions.empty()) return &call.table->functions[0]->signature;
    return nullptr;
}

bool is_service(std::string_view function_name) {
    constexpr std::array<std::string_view, 4> services = {"vprintf", "malloc", "free", "__assertfail"};
    return std::find(services.begin(), services.end(), function_name) != services.end();
}

CallTables::CallTables(const ptx::Module& module) : module_(module), graph_(module), number_(graph_.size(), 0) {
    std::vector<bool> listed(graph_.size());
    for (const ptx::TargetTable* table : graph_.tables()) {
        for (const ptx::Function* function : table->functions)
            listed[graph_.id_of(*function)] = true;
    }
    for (ptx::FunctionId id = 0; id < graph_.size(); ++id) {
        if ((!graph_.is_address_taken(id) && !listed[id]) || graph_.function(id).is_entry) continue;
        numbered_.push_back(id);
        number_[id] = static_cast<std::uint32_t>(numbered_.size());
    }
    number_kernels();
    collect_tables();
}

void CallTables::number_kernels() {
    auto number = static_cast<std::uint32_t>(last());
    for (ptx::FunctionId id = 0; id < graph_.size(); ++id)
        if (graph_.function(id).is_entry) number_[id] = ++number;
}

void CallTables::collect_tables() {
    for (const ptx::CallSite& call : graph_.all_calls()) {
        if (call.is_direct()) continue;
        const ptx::Signature* signature = signature_of(call);
        if (signature != nullptr) add_table(*signature);
    }
}

void CallTables::add_table(const ptx::Signature& signature) {
    std::string key = key_of(signature);
    if (by_key_.try_emplace(key, static_cast<std::uint32_t>(tables_.size())).second) {
        tables_.push_back({&signature, std::move(key)});
    }
}

std::uint64_t CallTables::number_of(const ptx::Function& function) const {
    return number_[graph_.id_of(function)];
}

std::uint32_t CallTables::table_for(const ptx::Signature& signature) const {
    return by_key_.at(key_of(signature));
}

Result<void> CallTables::check(std::vector<Error>* all) const {
    constexpr std::size_t most_entries = 2048;
    if (tables_.size() * (last() + 1) > most_entries) {
        return Error::bad_input(
                   fmt::format("the tables for indirect calls would have more than {} entries", most_entries))
            .with_remedy("run this program in a worker of its own (--isolation private)");
    }
    const auto has_several = [](const Table& table) { return table.signature->results.size() > 1; };
    if (std::any_of(tables_.begin(), tables_.end(), has_several)) {
        return Error::bad_input("an indirect call has several results")
            .with_remedy("run this program in a worker of its own (--isolation private)");
    }
    RF_RETURN_IF_ERROR(check_resolved(all));
    return check_recursion(all);
}

Result<void> CallTables::check_resolved(std::vector<Error>* all) const {
    Refusals refusals(all);
    for (const ptx::FunctionId id : graph_.unresolved()) {
        const ptx::Function& function = graph_.function(id);
        if (is_service(function.name) && number_[id] == 0) continue;
        if (refusals.are_enough()) break;
        refusals.add(refusal(module_, function.where,
                             fmt::format("the function '{}' is used, but has no body in this module", function.name),
                             "link it in before the module is loaded; if it belongs to the driver, run this program in "
                             "a worker of its own (--isolation private)")
                         .with_status(cuda_status::invalid_ptx));
    }
    return refusals.verdict();
}

Result<void> CallTables::check_recursion(std::vector<Error>* all) const {
    std::vector<ptx::GraphEdge> edges;
    const auto node_of_table = [&](std::uint32_t table) { return static_cast<ptx::NodeId>(graph_.size() + table); };
    for (const ptx::CallSite& call : graph_.all_calls()) {
        const ptx::Signature* signature = call.is_direct() ? nullptr : signature_of(call);
        if (call.is_direct()) edges.push_back({call.caller, call.callee});
        if (signature != nullptr) edges.push_back({call.caller, node_of_table(table_for(*signature))});
    }
    for (const ptx::FunctionId id : numbered_) {
        const auto table = by_key_.find(key_of(graph_.function(id).signature));
        if (table != by_key_.end()) edges.push_back({node_of_table(table->second), id});
    }
    const ptx::Graph graph(graph_.size() + tables_.size(), edges);
    const ptx::Components components = ptx::strongly_connected(graph);
    Refusals refusals(all);
    for (const ptx::GraphEdge& edge : edges) {
        if (edge.from >= graph_.size() || components.of[edge.from] != components.of[edge.to]) continue;
        if (refusals.are_enough()) break;
        refusals.add(
            refusal(module_, graph_.function(edge.from).where,
                    fmt::format("recursion: '{}' can come to call itself, and no stack is large enough for that",
                                graph_.function(edge.from).name),
                    "write it as a loop, or run this program in a worker of its own (--isolation private)"));
    }
    return refusals.verdict();
}

void CallTables::no_call(std::string& out, std::uint32_t table, std::string_view argument) const {
    Arena arena;
    ptx::Function function;
    const std::string name = fmt::format("__rf_no_call_{}", table);
    function.name = name;
    function.signature = *tables_[table].signature;
    const auto renamed = [&](std::span<const ptx::Variable* const> list, char letter) {
        const auto copies = arena.allocate_span<const ptx::Variable*>(list.size());
        for (std::size_t i = 0; i < list.size(); ++i) {
            auto* copy = arena.allocate<ptx::Variable>(*list[i]);
            copy->name = arena.copy_string(fmt::format("__rf_{}{}", letter, i));
            copies[i] = copy;
        }
        return std::span<const ptx::Variable* const>(copies);
    };
    function.signature.results = renamed(function.signature.results, 'r');
    function.signature.parameters = renamed(function.signature.parameters, 'p');
    ptx::Writer(out).function_head(function);
    out += fmt::format(
        "\n{{\n\t.param .b32 {0}0;\n\tst.param.b32 [{0}0], -1;\n\tcall __rf_trap, ({0}0);\n\texit;\n}}\n", argument);
}

std::string CallTables::text(std::string_view argument) const {
    std::string out;
    if (tables_.empty()) return out;
    for (const ptx::FunctionId id : numbered_) {
        write_head(out, graph_.function(id), graph_.function(id).name);
        out += ";\n";
    }
    for (std::uint32_t table = 0; table < tables_.size(); ++table) {
        no_call(out, table, argument);
        out += fmt::format(".const .align 8 .u64 __rf_calls_{}[{}] = {{__rf_no_call_{}", table, last() + 1, table);
        for (const ptx::FunctionId id : numbered_) {
            const ptx::Function& function = graph_.function(id);
            const bool fits = key_of(function.signature) == tables_[table].key;
            out += ", ";
            out += fits ? std::string(function.name) : fmt::format("__rf_no_call_{}", table);
        }
        out += fmt::format(", __rf_no_call_{}}};\n", table);
    }
    return out;
}

}  // namespace ringfence::guard::rewriting
