// One round of rewriting a module (see Rewriter), and the state that is kept from one to the next.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/effort.h"
#include "base/source_map.h"
#include "guard/rewriter/barrier_numbers.h"
#include "guard/rewriter/call_tables.h"
#include "guard/rewriter/function_writer.h"
#include "guard/rewriter/ignored_parameters.h"
#include "guard/rewriter/layout.h"
#include "guard/rewriter/plan.h"
#include "guard/rewriter/rewriter.h"

namespace ringfence::guard::rewriting {

using SiteNumbers = std::unordered_map<std::uint32_t, std::uint32_t>;  // by statement

// One function of the rewritten module.
struct Variant {
    std::uint32_t index = 0;  // of the function, among those with a body
    std::string name;
    bool fences_all = false;
    WrittenFunction written;
    ModuleContext context;  // its requests
};

// A function as it was rewritten last.
struct KeptFunction {
    PlanOptions options;
    FunctionPlan plan;
    SiteNumbers sites;
    Escapes escapes;  // of the module
    std::vector<Variant> variants;
};

struct ModuleParts {
    const ptx::Module& module;
    CallTables calls;
    BarrierNumbers barriers;
    VariableLayout layout;
    IgnoredParameters ignored;
    std::string argument;  // see ModuleContext
    LineMap lines;
    std::vector<const ptx::Function*> functions;  // with a body
    std::vector<KeptFunction> kept;               // by function; none at first
    HeldMemory memory;                            // that these take
};

class ModuleRewriter {
public:
    ModuleRewriter(ModuleParts& parts, const RewriteOptions& options);
    // `all`: see Rewriter.
    Result<Rewritten> run(std::vector<Error>* all);

private:
    PlanOptions plan_options(std::uint32_t index) const;
    bool hold_memory() const;
    Result<void> make_plans(std::vector<Error>* all);
    Result<void> check_unknown_addresses() const;
    Result<void> check_unknown_tiles() const;
    SiteNumbers number_sites(std::uint32_t index, const FunctionPlan& plan);
    void prepare_variants();
    Result<void> write_variants();

    void write_items();
    void write_item(const ptx::Item& item);
    void write_declaration(const ptx::Function& function);
    void add_function_variants(std::uint32_t index);
    void add_variant(const Variant& variant);

    // module_header.cpp
    std::string header() const;
    std::string version_and_target() const;
    void append_constants(std::string& out) const;

    ModuleParts& parts_;
    const ptx::Module& module_;
    const RewriteOptions& options_;
    ModuleContext context_;
    std::vector<bool> is_new_;                // by function: it has to be written
    std::vector<std::uint32_t> first_sites_;  // by function, and where the last one's end
    std::string body_;
    Rewritten result_;
};

}  // namespace ringfence::guard::rewriting
