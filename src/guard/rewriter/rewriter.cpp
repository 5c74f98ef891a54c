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
        write_variants();
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
        const IgnoredParameters ignored(module_);
        std::vector<const ptx::Function*> functions;
        for (const ptx::Item& item : module_.items) {
            if (item.kind == ptx::ItemKind::Function && item.function->has_body) functions.push_back(item.function);
        }
        std::vector<std::optional<Result<FunctionPlan>>> plans(functions.size());
        constexpr std::size_t least_for_a_thread = 16;
        in_parallel(functions.size(), least_for_a_thread, [&](std::size_t i) {
            const PlanOptions options = plan_options(static_cast<std::uint32_t>(i), *functions[i]);
            plans[i].emplace(make_plan(module_, *functions[i], layout_, ignored, options));
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
                        add_function_variants(index++);
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

    // One function of the rewritten module.
    struct Variant {
        std::uint32_t index = 0;  // of its plan
        std::string name;
        bool fences_all = false;
        WrittenFunction written;
        ModuleContext context;  // what it has asked for
    };

    // They know nothing of each other.
    void write_variants() {
        first_sites_.push_back(0);
        for (std::uint32_t index = 0; index < plans_.size(); ++index) {
            const FunctionPlan& plan = plans_[index];
            sites_.push_back(number_sites(index, plan));
            first_sites_.push_back(static_cast<std::uint32_t>(result_.accesses.size()));
            const std::string name(plan.function->name);
            variants_.push_back({index, name, false, {}, context_});
            if (has_fenced_variant(plan)) variants_.push_back({index, "__rf_fenced_" + name, true, {}, context_});
        }
        constexpr std::size_t least_for_a_thread = 16;
        in_parallel(variants_.size(), least_for_a_thread, [&](std::size_t i) {
            Variant& variant = variants_[i];
            const WriteOptions options{variant.name, variant.fences_all, sites_[variant.index]};
            variant.written = write_function(variant.context, plans_[variant.index], options);
        });
        for (const Variant& variant : variants_) {
            context_.services.insert(variant.context.services.begin(), variant.context.services.end());
            context_.needs_shared_end = context_.needs_shared_end || variant.context.needs_shared_end;
            context_.own_shared_bytes = std::max(context_.own_shared_bytes, variant.context.own_shared_bytes);
        }
    }

    static bool has_fenced_variant(const FunctionPlan& plan) {
        return plan.function->is_entry && plan.has_conditions();
    }

    void add_function_variants(std::uint32_t index) {
        const FunctionPlan& plan = plans_[index];
        add_variant(variants_[next_variant_++]);
        if (!plan.function->is_entry) return;
        KernelVariants kernel;
        kernel.name = plan.function->name;
        if (has_fenced_variant(plan)) {
            kernel.fenced = variants_[next_variant_].name;
            add_variant(variants_[next_variant_++]);
        }
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

    void add_variant(const Variant& variant) {
        for (const auto& [offset, statement] : variant.written.places)
            result_.places.emplace_back(static_cast<std::uint32_t>(body_.size() + offset),
                                        Site{variant.index, statement});
        body_ += variant.written.text;
        if (variant.fences_all) return;
        for (std::uint32_t i = first_sites_[variant.index]; i < first_sites_[variant.index + 1]; ++i) {
            const auto treatment = variant.written.treatments.find(result_.accesses[i].site.statement);
            if (treatment != variant.written.treatments.end()) result_.accesses[i].treatment = treatment->second;
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
    std::vector<std::unordered_map<std::uint32_t, std::uint32_t>> sites_;  // by plan
    std::vector<std::uint32_t> first_sites_;                               // by plan, and where the last one's end
    std::vector<Variant> variants_;
    std::size_t next_variant_ = 0;
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
