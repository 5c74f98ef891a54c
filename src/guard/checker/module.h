// The rules for module scope, and the facts about it that functions need.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "guard/checker/checker.h"
#include "guard/checker/values.h"
#include "ptx/analysis/callgraph.h"
#include "ptx/model.h"

namespace ringfence::guard {

class ModuleRules {
public:
    // `runtime`: the text of the guard's own functions.
    ModuleRules(const ptx::Module& module, std::string_view runtime, Reach reach, std::vector<Finding>& findings);

    void check();

    const ModuleContext& context() const { return context_; }
    // The function with a body that a call of `function` gets to; null if there is none.
    const ptx::Function* body_of(const ptx::Function& function) const;
    // Some declaration says that it never returns.
    bool is_noreturn(const ptx::Function& definition) const { return noreturn_.contains(&definition); }
    // Word for word one of the guard's own: it needs no proof.
    bool is_runtime(const ptx::Function& definition) const { return runtime_.contains(&definition); }
    // Why a variable may not stand there; empty: it may.
    static std::string refusal_of(const ptx::Variable& variable);
    static std::string refusal_of(const ptx::Pragma& pragma);
    static std::string refusal_of(std::span<const ptx::Directive> directives);

private:
    void report(ptx::SourceRange where, std::string_view rule, std::string message, std::string_view function = {});
    void collect();
    void check_item(const ptx::Item& item);
    void check_variable(const ptx::Variable& variable, ptx::SourceRange where);
    void check_words(const ptx::Variable& variable, ptx::SourceRange where);
    void check_table(const ptx::Variable& variable, ptx::SourceRange where);
    void check_head(const ptx::Function& function);
    void check_own(const ptx::Function& function);
    void check_recursion();
    void measure_shared();

    const ptx::Module& module_;
    std::string_view runtime_text_;
    std::vector<Finding>& findings_;
    ModuleContext context_;
    std::unordered_set<const ptx::Function*> noreturn_;
    std::unordered_set<const ptx::Function*> runtime_;
    std::unordered_map<std::string_view, std::string> own_texts_;  // the guard's functions, by name, as printed
    std::unordered_map<std::string_view, const ptx::Function*> bodies_;
    std::unordered_map<std::string_view, const ptx::Function*> aliases_;
    std::unique_ptr<ptx::Module> runtime_module_;
};

}  // namespace ringfence::guard
