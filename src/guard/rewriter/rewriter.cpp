#include "guard/rewriter/rewriter.h"

#include <utility>

#include "base/effort.h"
#include "guard/rewriter/heads.h"
#include "guard/rewriter/module_rewriter.h"
#include "guard/rewriter/refusal.h"
#include "guard/rewriter/reserved_names.h"

namespace ringfence::guard {

namespace rewriting {
namespace {

std::vector<const ptx::Function*> functions_of(const ptx::Module& module) {
    std::vector<const ptx::Function*> functions;
    for (const ptx::Item& item : module.items) {
        if (item.kind == ptx::ItemKind::Function && item.function->has_body) functions.push_back(item.function);
    }
    return functions;
}

}  // namespace
}  // namespace rewriting

std::uint64_t VariableBlock::contents_bytes() const {
    std::uint64_t all = contents.capacity();
    for (const ManagedVariable& one : managed)
        all += one.contents.capacity();
    return all;
}

Rewriter::Rewriter(std::unique_ptr<rewriting::ModuleParts> parts) : parts_(std::move(parts)) {}
Rewriter::Rewriter(Rewriter&&) noexcept = default;
Rewriter::~Rewriter() = default;

Result<Rewriter> Rewriter::create(const ptx::Module& module, std::vector<Error>* all) {
    using namespace rewriting;
    RF_RETURN_IF_ERROR(check_names(module));
    if (module.pointer_bits() != 64) {
        return refusal(module, module.address_size_where, "addresses of 32 bits", "compile it for .address_size 64");
    }
    RF_RETURN_IF_ERROR(check_heads(module, all));
    CallTables calls(module);
    if (must_stop()) return stopped_error();
    RF_RETURN_IF_ERROR(calls.check(all));
    RF_TRY(BarrierNumbers barriers, BarrierNumbers::create(module, all));
    RF_TRY(VariableLayout layout, VariableLayout::create(module, calls));
    if (must_stop()) return stopped_error();
    return Rewriter(std::make_unique<ModuleParts>(ModuleParts{module,
                                                              std::move(calls),
                                                              std::move(barriers),
                                                              std::move(layout),
                                                              IgnoredParameters(module),
                                                              unused_name(module, "guard_argument_"),
                                                              LineMap(*module.source),
                                                              functions_of(module),
                                                              {},
                                                              {}}));
}

Result<Rewritten> Rewriter::rewrite(const RewriteOptions& options, std::vector<Error>* all) {
    return rewriting::ModuleRewriter(*parts_, options).run(all);
}

Result<Rewritten> rewrite(const ptx::Module& module, const RewriteOptions& options) {
    RF_TRY(Rewriter rewriter, Rewriter::create(module));
    return rewriter.rewrite(options);
}

}  // namespace ringfence::guard
