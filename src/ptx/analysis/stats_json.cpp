#include "ptx/analysis/stats_json.h"

#include <nlohmann/json.hpp>

#include "base/escape.h"

namespace ringfence::ptx {
namespace {

using Json = nlohmann::json;

Json classes_json(const FunctionStats& stats) {
    Json json = Json::object();
    for (std::size_t i = 0; i < class_count; ++i) {
        if (stats.by_class[i] != 0) json[std::string(isa::name(static_cast<Class>(i)))] = stats.by_class[i];
    }
    return json;
}

Json memory_json(const FunctionStats& stats) {
    Json json = Json::object();
    for (std::size_t i = 0; i < space_count; ++i) {
        const MemoryCounts& counts = stats.by_space[i];
        if (counts.sum() == 0) continue;
        json[std::string(isa::name(static_cast<Space>(i)))] = {
            {"reads", counts.reads}, {"writes", counts.writes}, {"atomics", counts.atomics}, {"hints", counts.hints}};
    }
    return json;
}

Json registers_json(const FunctionStats& stats) {
    Json json = Json::object();
    for (const RegisterCounts& row : stats.registers)
        json[type_name(row)] = {{"declared", row.declared}, {"used", row.used}};
    return json;
}

Json pressure_json(const std::optional<Pressure>& pressure) {
    if (!pressure) return nullptr;
    return {{"predicates", pressure->predicates}, {"bits16", pressure->bits16},   {"bits32", pressure->bits32},
            {"bits64", pressure->bits64},         {"bits128", pressure->bits128}, {"words", pressure->words}};
}

}  // namespace

void to_json(Json& json, const FunctionStats& stats) {
    json = {
        {"name", escape(stats.name)},
        {"kind", stats.is_entry ? "entry" : "func"},
        {"instructions", stats.instructions},
        {"classes", classes_json(stats)},
        {"memory", memory_json(stats)},
        {"registers", registers_json(stats)},
        {"live", pressure_json(stats.pressure)},
        {"blocks", stats.blocks},
        {"unreachable_blocks", stats.unreachable_blocks},
        {"branches", stats.branches},
        {"guarded_branches", stats.guarded_branches},
        {"table_branches", stats.table_branches},
        {"loops", stats.loops},
        {"max_loop_depth", stats.max_loop_depth},
        {"irreducible_regions", stats.irreducible_regions},
        {"direct_calls", stats.direct_calls},
        {"indirect_calls", stats.indirect_calls},
        {"recursive", stats.recursive},
        {"parameter_bytes", stats.parameter_bytes},
        {"local_bytes", stats.local_bytes},
        {"shared_bytes", stats.shared_bytes},
        {"dynamic_shared", stats.dynamic_shared},
    };
    if (stats.is_entry) {
        json["shared_bytes_with_calls"] =
            stats.shared_bytes_with_calls ? Json(*stats.shared_bytes_with_calls) : Json(nullptr);
    }
}

void to_json(Json& json, const ModuleStats& stats) {
    Json variables = Json::object();
    for (std::size_t i = 0; i < space_count; ++i) {
        if (stats.variable_bytes[i] != 0)
            variables[std::string(isa::name(static_cast<Space>(i)))] = stats.variable_bytes[i];
    }
    Json total = stats.total;
    for (const char* not_summed : {"name", "kind", "parameter_bytes", "local_bytes", "shared_bytes", "dynamic_shared"})
        total.erase(not_summed);
    json = {
        {"file", escape(stats.file_name)},
        {"version", std::to_string(stats.version_major) + "." + std::to_string(stats.version_minor)},
        {"target", escape(stats.target)},
        {"kernels", stats.kernels},
        {"device_functions", stats.functions},
        {"unresolved_functions", stats.unresolved_functions},
        {"variable_bytes", variables},
        {"functions", stats.rows},
        {"total", total},
    };
}

}  // namespace ringfence::ptx
