#include "guard/rewriter/module_rewriter.h"

#include <algorithm>
#include <atomic>
#include <optional>

#include <fmt/core.h>

#include "base/effort.h"
#include "base/parallel.h"
#include "guard/rewriter/heads.h"
#include "guard/rewriter/refusal.h"
#include "guard/rewriter/reserved_names.h"
#include "guard/rewriter/typical_launch.h"
#include "guard/runtime/runtime.h"
#include "ptx/writer.h"

namespace ringfence::guard::rewriting {
namespace {

constexpr std::size_t least_for_a_thread = 200;  // statements

bool is_among(const std::vector<std::string>& names, std::string_view name) {
    return std::binary_search(names.begin(), names.end(), name);
}

std::vector<std::uint32_t> statements_of(const std::vector<Site>& sites, std::uint32_t function) {
    std::vector<std::uint32_t> statements;
    const auto first = std::lower_bound(sites.begin(), sites.end(), Site{function, 0});
    for (auto site = first; site != sites.end() && site->function == function; ++site)
        statements.push_back(site->statement);
    return statements;
}

bool has_fenced_variant(const FunctionPlan& plan) {
    return plan.function->is_entry && plan.has_conditions();
}

// Parameters by their names are no memory accesses to speak of.
bool passes_arguments(const std::vector<AccessPlan>& plans) {
    return std::all_of(plans.begin(), plans.end(),
                       [](const AccessPlan& plan) { return plan.remedy == Remedy::Nothing; });
}

// The operand that costs most.
const AccessPlan& costliest_of(const std::vector<AccessPlan>& plans) {
    const AccessPlan* chosen = &plans[0];
    for (const AccessPlan& plan : plans) {
        if (chosen->is_left && (!plan.is_left || chosen->is_proven)) chosen = &plan;
    }
    return *chosen;
}

}  // namespace

ModuleRewriter::ModuleRewriter(ModuleParts& parts, const RewriteOptions& options)
    : parts_(parts), module_(parts.module), options_(options), context_{parts.module, parts.layout,
                                                                        parts.calls,  parts.barriers,
                                                                        options.mode, parts.argument,
                                                                        {},           {}} {}

Result<Rewritten> ModuleRewriter::run(std::vector<Error>* all) {
    RF_RETURN_IF_ERROR(make_plans(all));
    RF_RETURN_IF_ERROR(check_unknown_addresses());
    RF_RETURN_IF_ERROR(check_unknown_tiles());
    prepare_variants();
    if (must_stop()) return stopped_error();
    RF_RETURN_IF_ERROR(write_variants());
    write_items();
    if (must_stop()) return stopped_error();
    const std::string front = header();
    for (auto& place : result_.places)
        place.first += static_cast<std::uint32_t>(front.size());
    result_.ptx = front + body_;
    result_.block = parts_.layout.block();
    return std::move(result_);
}

PlanOptions ModuleRewriter::plan_options(std::uint32_t index) const {
    const std::string_view name = parts_.functions[index]->name;
    PlanOptions options;
    options.mode = options_.mode;
    options.is_strict = is_among(options_.strict, name);
    options.fenced = statements_of(options_.fenced, index);
    options.masked = statements_of(options_.masked, index);
    options.seldom = statements_of(options_.seldom, index);
    return options;
}

// What is kept of each function takes some four KB, however short it is, and what was found of it (its blocks, its
// registers, its accesses) less than a KB for each statement: measured (docs/guard.md).
bool ModuleRewriter::hold_memory() const {
    constexpr std::uint64_t of_a_function = 4096;
    constexpr std::uint64_t of_a_statement = 768;
    std::uint64_t bytes = 0;
    for (const ptx::Function* function : parts_.functions)
        bytes += of_a_function + of_a_statement * function->body.size();
    return parts_.memory.raise_to(bytes);
}

Result<void> ModuleRewriter::make_plans(std::vector<Error>* all) {
    if (!hold_memory()) return stopped_error();
    const std::vector<const ptx::Function*>& functions = parts_.functions;
    const bool is_first = parts_.kept.empty();
    parts_.kept.resize(functions.size());
    is_new_.assign(functions.size(), true);
    std::vector<std::uint32_t> wanted;
    std::vector<std::size_t> sizes;
    for (std::uint32_t i = 0; i < functions.size(); ++i) {
        PlanOptions options = plan_options(i);
        if (!is_first && options == parts_.kept[i].options) {
            is_new_[i] = false;
            continue;
        }
        parts_.kept[i].options = std::move(options);
        wanted.push_back(i);
        sizes.push_back(functions[i]->body.size());
    }
    std::vector<std::optional<Result<FunctionPlan>>> plans(wanted.size());
    in_parallel(sizes, least_for_a_thread, [&](std::size_t i) {
        const ptx::Function& function = *functions[wanted[i]];
        plans[i].emplace(make_plan(module_, function, parts_.layout, parts_.ignored, parts_.kept[wanted[i]].options));
    });
    if (must_stop()) return stopped_error();
    Refusals refusals(all);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (plans[i]->ok()) {
            parts_.kept[wanted[i]].plan = plans[i]->take();
        } else {
            refusals.add(plans[i]->take_error());
        }
    }
    RF_RETURN_IF_ERROR(refusals.verdict());
    for (const KeptFunction& kept : parts_.kept)
        context_.escapes.add(kept.plan.escapes);
    return {};
}

// An honest address of local memory must not come where everything is taken for global memory.
Result<void> ModuleRewriter::check_unknown_addresses() const {
    if (context_.escapes.other == nullptr) return {};
    for (const KeptFunction& kept : parts_.kept) {
        if (must_stop()) return stopped_error();
        const FunctionPlan& plan = kept.plan;
        for (const auto& [statement, accesses] : plan.accesses) {
            for (const AccessPlan& access : accesses) {
                if (access.remedy != Remedy::GenericUnknown) continue;
                const LineColumn unknown = parts_.lines.position(plan.function->body[statement].where.begin);
                return refusal(module_, context_.escapes.other->where,
                               fmt::format("an address of local, parameter or constant memory is handed on here, and "
                                           "line {} uses a generic address that could be it",
                                           unknown.line),
                               "compile with optimisation, or run this program in a worker of its own "
                               "(--isolation private)");
            }
        }
    }
    return {};
}

// A tile that may be in shared memory must fit there.
Result<void> ModuleRewriter::check_unknown_tiles() const {
    if (!context_.escapes.shared) return {};
    for (const KeptFunction& kept : parts_.kept) {
        const FunctionPlan& plan = kept.plan;
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

// Every access, trap and vote has a number: its place in the explanations.
SiteNumbers ModuleRewriter::number_sites(std::uint32_t index, const FunctionPlan& plan) {
    SiteNumbers sites;
    for (std::uint32_t i = 0; i < plan.function->body.size() && !must_stop(); ++i) {
        const ptx::Statement& statement = plan.function->body[i];
        if (!statement.is_instruction()) continue;
        const Handling handling = classify(statement.instruction).handling;
        const bool is_voted = plan.votes.contains(i);
        if (handling != Handling::Access && handling != Handling::Trap && handling != Handling::Drop &&
            handling != Handling::Descriptors && handling != Handling::Image && !is_voted)
            continue;
        const auto access = plan.accesses.find(i);
        if (access != plan.accesses.end() && passes_arguments(access->second) && !is_voted) continue;
        sites[i] = static_cast<std::uint32_t>(result_.accesses.size());
        Explanation explanation;
        explanation.site = {index, i};
        explanation.line = parts_.lines.position(statement.where.begin).line;
        if (access != plan.accesses.end() && !access->second.empty()) {
            const AccessPlan& costliest = costliest_of(access->second);
            explanation.why = costliest.why;
            explanation.bytes = static_cast<std::uint32_t>(costliest.memory.bytes);
        }
        result_.accesses.push_back(std::move(explanation));
    }
    return sites;
}

// Unchanged functions need not be written again.
void ModuleRewriter::prepare_variants() {
    first_sites_.push_back(0);
    for (std::uint32_t index = 0; index < parts_.kept.size() && !must_stop(); ++index) {
        KeptFunction& kept = parts_.kept[index];
        SiteNumbers sites = number_sites(index, kept.plan);
        first_sites_.push_back(static_cast<std::uint32_t>(result_.accesses.size()));
        if (!is_new_[index] && kept.escapes == context_.escapes && kept.sites == sites) continue;
        is_new_[index] = true;
        kept.sites = std::move(sites);
        kept.escapes = context_.escapes;
        kept.variants.clear();
        const std::string name(kept.plan.function->name);
        kept.variants.push_back({index, name, false, {}, context_});
        if (has_fenced_variant(kept.plan))
            kept.variants.push_back({index, fmt::format("{}{}", fenced_prefix, name), true, {}, context_});
    }
}

// They know nothing of each other.
Result<void> ModuleRewriter::write_variants() {
    std::vector<Variant*> wanted;
    std::vector<std::size_t> sizes;
    for (std::uint32_t index = 0; index < parts_.kept.size(); ++index) {
        if (!is_new_[index]) continue;
        for (Variant& variant : parts_.kept[index].variants) {
            wanted.push_back(&variant);
            sizes.push_back(parts_.functions[index]->body.size());
        }
    }
    std::atomic<std::uint64_t> written = 0;
    in_parallel(sizes, least_for_a_thread, [&](std::size_t i) {
        if (written > options_.most_text_bytes) return;
        Variant& variant = *wanted[i];
        const KeptFunction& kept = parts_.kept[variant.index];
        variant.written = write_function(variant.context, kept.plan,
                                         {variant.name, variant.fences_all, kept.sites, options_.most_text_bytes});
        written += variant.written.text.size();
    });
    if (must_stop()) return stopped_error();
    if (written > options_.most_text_bytes) return too_long(module_.file_name, written, options_.most_text_bytes);
    for (const KeptFunction& kept : parts_.kept) {
        for (const Variant& variant : kept.variants) {
            context_.services.insert(variant.context.services.begin(), variant.context.services.end());
            context_.needs_shared_end = context_.needs_shared_end || variant.context.needs_shared_end;
            context_.own_shared_bytes = std::max(context_.own_shared_bytes, variant.context.own_shared_bytes);
        }
    }
    return {};
}

void ModuleRewriter::write_items() {
    std::uint32_t index = 0;
    for (const ptx::Item& item : module_.items) {
        if (must_stop()) return;
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
            case ptx::ItemKind::Section:
                // Others would become parts of the machine code's file, under any name.
                if (item.section->name.starts_with(".debug_")) write_item(item);
                break;
            case ptx::ItemKind::Pragma:
                if (is_known(*item.pragma)) write_item(item);
                break;
            default: write_item(item); break;
        }
    }
}

void ModuleRewriter::write_item(const ptx::Item& item) {
    ptx::Writer(body_).item(item);
    body_ += '\n';
}

// An unused function needs no declaration, which the linker would refuse.
void ModuleRewriter::write_declaration(const ptx::Function& function) {
    if (function.definition == nullptr && context_.calls.graph().find(function.name) != ptx::no_function &&
        !context_.calls.graph().function(context_.calls.graph().id_of(function)).has_body) {
        return;
    }
    write_head(body_, function, function.name);
    body_ += ";\n";
}

void ModuleRewriter::add_function_variants(std::uint32_t index) {
    const KeptFunction& kept = parts_.kept[index];
    for (const Variant& variant : kept.variants)
        add_variant(variant);
    if (!kept.plan.function->is_entry) return;
    KernelVariants kernel;
    kernel.name = kept.plan.function->name;
    if (kept.variants.size() > 1) kernel.fenced = kept.variants[1].name;
    if (kept.variants[0].written.text.find(own_shared_name) != std::string::npos)
        kernel.own_shared = context_.own_shared_bytes;
    add_typical_launch(kept.plan, kernel);
    result_.kernels.push_back(std::move(kernel));
}

void ModuleRewriter::add_variant(const Variant& variant) {
    for (const auto& [offset, statement] : variant.written.places)
        result_.places.emplace_back(static_cast<std::uint32_t>(body_.size() + offset), Site{variant.index, statement});
    body_ += variant.written.text;
    if (variant.fences_all) return;
    for (std::uint32_t i = first_sites_[variant.index]; i < first_sites_[variant.index + 1]; ++i) {
        const auto treatment = variant.written.treatments.find(result_.accesses[i].site.statement);
        if (treatment != variant.written.treatments.end()) result_.accesses[i].treatment = treatment->second;
    }
}

}  // namespace ringfence::guard::rewriting
