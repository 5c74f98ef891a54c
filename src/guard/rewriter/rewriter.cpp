#include "guard/rewriter/rewriter.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include <fmt/core.h>

#include "base/parallel.h"
#include "guard/rewriter/call_tables.h"
#include "guard/rewriter/function_writer.h"
#include "guard/rewriter/heads.h"
#include "guard/rewriter/layout.h"
#include "guard/rewriter/plan.h"
#include "guard/rewriter/refusal.h"
#include "guard/rewriter/reserved_names.h"
#include "guard/rewriter/typical_launch.h"
#include "guard/runtime/runtime.h"
#include "ptx/writer.h"

namespace ringfence::guard::rewriting {
namespace {

// The checker takes names that begin with __rf_ for its own, so arguments have others: with the first number that the
// text has nowhere.
std::string unused_name(const ptx::Module& module) {
    constexpr std::string_view start = "guard_argument_";
    const std::string_view text = *module.source;
    std::set<std::uint32_t> taken;
    for (std::size_t at = text.find(start); at != std::string_view::npos; at = text.find(start, at + 1)) {
        const std::string_view rest = text.substr(at + start.size(), 9);
        std::uint32_t number = 0;
        if (std::from_chars(rest.data(), rest.data() + rest.size(), number).ec == std::errc()) taken.insert(number);
    }
    std::uint32_t number = 0;
    while (taken.contains(number))
        ++number;
    return fmt::format("{}{}_", start, number);
}

bool is_among(const std::vector<std::string>& names, std::string_view name) {
    return std::binary_search(names.begin(), names.end(), name);
}

class ModuleRewriter {
public:
    ModuleRewriter(const ptx::Module& module, const RewriteOptions& options, const CallTables& calls,
                   VariableLayout layout)
        : module_(module),
          options_(options),
          layout_(std::move(layout)),
          context_{module, layout_, calls, options.mode, unused_name(module), {}, {}, false, 0},
          lines_(*module.source) {}

    Result<Rewritten> run() {
        RF_RETURN_IF_ERROR(make_plans());
        RF_RETURN_IF_ERROR(check_unknown_addresses());
        RF_RETURN_IF_ERROR(check_unknown_tiles());
        write_items();
        const std::string front = header();
        for (auto& place : result_.places)
            place.first += static_cast<std::uint32_t>(front.size());
        result_.ptx = front + body_;
        result_.block = layout_.take_block();
        return std::move(result_);
    }

private:
    PlanOptions plan_options(std::uint32_t index, const ptx::Function& function) const {
        PlanOptions options;
        options.mode = options_.mode;
        options.is_strict = is_among(options_.strict, function.name);
        options.is_cautious = is_among(options_.cautious, function.name);
        const auto first = std::lower_bound(options_.fenced.begin(), options_.fenced.end(), Site{index, 0});
        for (auto site = first; site != options_.fenced.end() && site->function == index; ++site)
            options.fenced.push_back(site->statement);
        return options;
    }

    Result<void> make_plans() {
        std::vector<const ptx::Function*> functions;
        for (const ptx::Item& item : module_.items) {
            if (item.kind == ptx::ItemKind::Function && item.function->has_body) functions.push_back(item.function);
        }
        std::vector<std::optional<Result<FunctionPlan>>> plans(functions.size());
        constexpr std::size_t least_for_a_thread = 16;
        in_parallel(functions.size(), least_for_a_thread, [&](std::size_t i) {
            const PlanOptions options = plan_options(static_cast<std::uint32_t>(i), *functions[i]);
            plans[i].emplace(make_plan(module_, *functions[i], layout_, options));
        });
        for (std::optional<Result<FunctionPlan>>& plan : plans) {
            if (!plan->ok()) return plan->take_error();
            context_.escapes.add(plan->value().escapes);
            plans_.push_back(plan->take());
        }
        return {};
    }

    // An honest address of local memory must not come where everything is taken for global memory.
    Result<void> check_unknown_addresses() {
        if (context_.escapes.other == nullptr) return {};
        for (const FunctionPlan& plan : plans_) {
            for (const auto& [statement, accesses] : plan.accesses) {
                for (const AccessPlan& access : accesses) {
                    if (access.remedy != Remedy::GenericUnknown) continue;
                    const LineColumn unknown = lines_.position(plan.function->body[statement].where.begin);
                    return refusal(
                        module_, context_.escapes.other->where,
                        fmt::format("an address of local, parameter or constant memory is handed on here, and "
                                    "line {} uses a generic address that could be it",
                                    unknown.line),
                        "compile with optimisation, or run this program in a domain of its own "
                        "(--isolation private)");
                }
            }
        }
        return {};
    }

    // A tile that may be in shared memory must fit there.
    Result<void> check_unknown_tiles() const {
        if (!context_.escapes.shared) return {};
        for (const FunctionPlan& plan : plans_) {
            for (const auto& [statement, accesses] : plan.accesses) {
                for (const AccessPlan& access : accesses) {
                    const bool is_one = access.remedy == Remedy::GenericUnknown && access.memory.is_tile;
                    if (!is_one || access.memory.extent != 0) continue;
                    return refusal(module_, plan.function->body[statement].where, std::string(tile_rule),
                                   std::string(tile_remedy));
                }
            }
        }
        return {};
    }

    void write_items() {
        std::uint32_t index = 0;
        for (const ptx::Item& item : module_.items) {
            switch (item.kind) {
                case ptx::ItemKind::Function:
                    if (item.function->has_body) {
                        write_function_variants(index++);
                    } else if (!is_service(item.function->name) || item.function->definition != nullptr) {
                        write_declaration(*item.function);
                    }
                    break;
                case ptx::ItemKind::Variables:
                    if (item.variables->variables[0]->space == ptx::Space::Shared) write_item(item);
                    break;
                case ptx::ItemKind::RawLine: break;
                case ptx::ItemKind::Pragma:
                    if (is_known(*item.pragma)) write_item(item);
                    break;
                default: write_item(item); break;
            }
        }
    }

    void write_item(const ptx::Item& item) {
        ptx::Writer(body_).item(item);
        body_ += '\n';
    }

    // What nobody uses needs no declaration, and would be refused by the linker.
    void write_declaration(const ptx::Function& function) {
        if (function.definition == nullptr && context_.calls.graph().find(function.name) != ptx::no_function &&
            !context_.calls.graph().function(context_.calls.graph().id_of(function)).has_body) {
            return;
        }
        write_head(body_, function, function.name);
        body_ += ";\n";
    }

    void write_function_variants(std::uint32_t index) {
        const FunctionPlan& plan = plans_[index];
        const std::uint32_t first_site = static_cast<std::uint32_t>(result_.accesses.size());
        const auto sites = number_sites(index, plan);
        const std::string name(plan.function->name);
        write_variant(index, plan, {name, false, sites}, first_site);
        if (!plan.function->is_entry) return;
        std::string fenced;
        if (plan.has_conditions()) {
            fenced = "__rf_fenced_" + name;
            write_variant(index, plan, {fenced, true, sites}, first_site);
        }
        KernelVariants kernel;
        kernel.name = name;
        kernel.fenced = std::move(fenced);
        add_typical_launch(plan, kernel);
        result_.kernels.push_back(std::move(kernel));
    }

    // Every access and every trap has a number: its place in the explanations.
    std::unordered_map<std::uint32_t, std::uint32_t> number_sites(std::uint32_t index, const FunctionPlan& plan) {
        std::unordered_map<std::uint32_t, std::uint32_t> sites;
        for (std::uint32_t i = 0; i < plan.function->body.size(); ++i) {
            const ptx::Statement& statement = plan.function->body[i];
            if (!statement.is_instruction()) continue;
            const Handling handling = classify(statement.instruction).handling;
            if (handling != Handling::Access && handling != Handling::Trap && handling != Handling::Drop) continue;
            const auto access = plan.accesses.find(i);
            if (access != plan.accesses.end() && passes_arguments(access->second)) continue;
            sites[i] = static_cast<std::uint32_t>(result_.accesses.size());
            Explanation explanation;
            explanation.site = {index, i};
            explanation.line = lines_.position(statement.where.begin).line;
            if (access != plan.accesses.end() && !access->second.empty()) {
                const AccessPlan& costliest = costliest_of(access->second);
                explanation.why = costliest.why;
                explanation.bytes = static_cast<std::uint32_t>(costliest.memory.bytes);
            }
            result_.accesses.push_back(std::move(explanation));
        }
        return sites;
    }

    // Parameters by their names are no memory accesses to speak of.
    static bool passes_arguments(const std::vector<AccessPlan>& plans) {
        return std::all_of(plans.begin(), plans.end(),
                           [](const AccessPlan& plan) { return plan.remedy == Remedy::Nothing; });
    }

    // The operand that costs most.
    static const AccessPlan& costliest_of(const std::vector<AccessPlan>& plans) {
        const AccessPlan* chosen = &plans[0];
        for (const AccessPlan& plan : plans) {
            if (chosen->is_left && (!plan.is_left || chosen->is_proven)) chosen = &plan;
        }
        return *chosen;
    }

    void write_variant(std::uint32_t index, const FunctionPlan& plan, const WriteOptions& options,
                       std::uint32_t first_site) {
        WrittenFunction written = write_function(context_, plan, options);
        for (const auto& [offset, statement] : written.places)
            result_.places.emplace_back(static_cast<std::uint32_t>(body_.size() + offset), Site{index, statement});
        body_ += written.text;
        if (options.fences_all) return;
        for (std::size_t i = first_site; i < result_.accesses.size(); ++i) {
            const auto treatment = written.treatments.find(result_.accesses[i].site.statement);
            if (treatment != written.treatments.end()) result_.accesses[i].treatment = treatment->second;
        }
    }

    std::string version_and_target() const {
        std::string out;
        ptx::Writer writer(out);
        writer.version(module_);
        out += '\n';
        writer.target(module_);
        return out + "\n.address_size 64\n\n";
    }

    std::string header() const {
        std::string out = version_and_target();
        out += ".const .align 16 .b32 __rf_words[16];\n";
        if (layout_.managed_count() != 0)
            out += fmt::format(".const .align 8 .b64 __rf_managed[{}];\n", layout_.managed_count());
        append_constants(out);
        if (context_.needs_shared_end) out += ".extern .shared .align 16 .b8 __rf_shared[];\n";
        if (context_.own_shared_bytes != 0)
            out += fmt::format(".shared .align 16 .b8 __rf_shared_keep[{}];\n", context_.own_shared_bytes);
        const std::string tables = context_.calls.text(context_.argument);
        for (const std::string& service : context_.services) {
            out += runtime_function(service);
            out += '\n';
        }
        return out + tables;
    }

    void append_constants(std::string& out) const {
        const std::vector<std::byte>& constants = layout_.constants();
        if (constants.empty()) return;
        out += fmt::format(".const .align 256 .b8 __rf_const[{}]", constants.size());
        const auto last =
            std::find_if(constants.rbegin(), constants.rend(), [](std::byte one) { return one != std::byte{0}; });
        const auto count = static_cast<std::size_t>(constants.rend() - last);
        for (std::size_t i = 0; i < count; ++i)
            out += fmt::format("{}{}", i == 0 ? " = {" : ", ", static_cast<unsigned>(constants[i]));
        out += count == 0 ? ";\n" : "};\n";
    }

    const ptx::Module& module_;
    const RewriteOptions& options_;
    VariableLayout layout_;
    ModuleContext context_;
    LineMap lines_;
    std::vector<FunctionPlan> plans_;
    std::string body_;
    Rewritten result_;
};

}  // namespace
}  // namespace ringfence::guard::rewriting

namespace ringfence::guard {

Result<Rewritten> rewrite(const ptx::Module& module, const RewriteOptions& options) {
    using namespace rewriting;
    RF_RETURN_IF_ERROR(check_names(module));
    if (module.pointer_bits() != 64) {
        return refusal(module, module.address_size_where, "addresses of 32 bits", "compile it for .address_size 64");
    }
    const CallTables calls(module);
    RF_RETURN_IF_ERROR(calls.check());
    RF_TRY(VariableLayout layout, VariableLayout::create(module, calls));
    return ModuleRewriter(module, options, calls, std::move(layout)).run();
}

}  // namespace ringfence::guard
