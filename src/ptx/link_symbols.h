// The names of modules that are to be linked: which definition each stands for, and which need other names.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "ptx/model.h"

namespace ringfence::ptx {

// The meaning of a name in one module, collected from all its declarations there.
struct ModuleSymbol {
    std::string_view name;             // as it is in the text
    std::vector<Function*> functions;  // declarations and definition
    std::vector<Variable*> variables;
    const Function* body = nullptr;  // the definition: one of these three at most
    const Variable* variable = nullptr;
    const Alias* alias = nullptr;
    bool is_own = false;  // nobody else can mean it: it may get another name

    bool is_defined() const { return body != nullptr || variable != nullptr || alias != nullptr; }
    // The linkage of the definition; `.extern` if there is none.
    Linkage linkage() const;
};

struct LinkModule {
    std::unique_ptr<Module> module;
    std::string name;
    std::vector<ModuleSymbol> symbols;  // in the order of the text
};

class LinkSymbols {
public:
    explicit LinkSymbols(std::span<LinkModule> modules) : modules_(modules) {}

    // Finds the definitions, and renames what is a module's own and has a name that somebody else has, too.
    Result<void> resolve();

    // Where the definition is that modules without one of their own mean.
    struct Definition {
        const LinkModule* module = nullptr;
        const ModuleSymbol* symbol = nullptr;
    };
    const Definition* find(std::string_view name) const;
    // True if this symbol is in the result: of several with one name only one is.
    bool stays(const LinkModule& module, const ModuleSymbol& symbol) const;

private:
    Result<void> define(const LinkModule& module, const ModuleSymbol& symbol);
    Result<void> check(const LinkModule& module, ModuleSymbol& symbol);
    Result<void> report_undefined();
    void rename_own();

    std::span<LinkModule> modules_;
    std::unordered_map<std::string_view, Definition> definitions_;
    std::vector<std::string_view> undefined_;
};

// Collects the symbols of a module.
Result<void> collect_symbols(LinkModule& module);

}  // namespace ringfence::ptx
