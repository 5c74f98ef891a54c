#include "ptx/unique_names.h"

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/effort.h"

namespace ringfence::ptx {
namespace {

bool is_decimal(char c) {
    return c >= '0' && c <= '9';
}

// The name without the digits at its end.
std::string_view stem_of(std::string_view name) {
    while (!name.empty() && is_decimal(name.back()))
        name.remove_suffix(1);
    return name;
}

struct Declared {
    std::string_view name;
    bool is_range = false;  // `name<n>`: names followed by a number
};

// The names that are visible at a place of a function, scope by scope.
class VisibleNames {
public:
    void open() { scopes_.emplace_back(); }
    void close() {
        for (const Declared& declared : scopes_.back())
            count(declared, -1);
        scopes_.pop_back();
    }
    void add(const Declared& declared) {
        scopes_.back().push_back(declared);
        count(declared, 1);
    }
    bool is_ambiguous(const Declared& declared) const {
        const std::string_view name = declared.name;
        if (declared.is_range)
            return name.empty() || is_decimal(name.back()) || has(ranges_, name) || has(numbered_, name);
        const std::string_view stem = stem_of(name);
        return has(names_, name) || (stem.size() != name.size() && has(ranges_, stem));
    }

private:
    using Counts = std::unordered_map<std::string_view, int>;

    static bool has(const Counts& counts, std::string_view name) {
        const auto found = counts.find(name);
        return found != counts.end() && found->second > 0;
    }
    void count(const Declared& declared, int change) {
        if (declared.is_range) {
            ranges_[declared.name] += change;
            return;
        }
        names_[declared.name] += change;
        const std::string_view stem = stem_of(declared.name);
        if (stem.size() != declared.name.size()) numbered_[stem] += change;
    }

    std::vector<std::vector<Declared>> scopes_;
    Counts names_;
    Counts ranges_;
    Counts numbered_;  // by what stands before their numbers
};

// Asked for each name that is ambiguous where it is declared. It may give another one; if not, the walk ends.
using Choose = std::function<bool(const Function& function, std::string_view& name, bool is_range)>;

class Walk {
public:
    Walk(const Module& module, const Choose& choose) : module_(module), choose_(choose) {}

    bool run() {
        names_.open();
        for (const Item& item : module_.items) {
            if (must_stop()) return false;
            if (item.kind == ItemKind::Function) names_.add({item.function->name});
            if (item.kind != ItemKind::Variables) continue;
            for (const Variable* variable : item.variables->variables)
                names_.add({variable->name});
        }
        for (const Item& item : module_.items) {
            if (must_stop()) return false;
            if (item.kind == ItemKind::Function && item.function->has_body && !look_at(*item.function)) return false;
        }
        return true;
    }

private:
    // The objects lie in the module's arena, and the caller owns the module and may change it.
    template <typename Named>
    bool declare(const Named& named, bool is_range = false) {
        auto& name = const_cast<std::string_view&>(named.name);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
        while (names_.is_ambiguous({name, is_range})) {
            if (!choose_(*function_, name, is_range)) return false;
        }
        names_.add({name, is_range});
        return true;
    }

    bool declare_labels(const Function& function) {
        for (const Statement& statement : function.body) {
            const Label* label = nullptr;
            if (statement.kind == StatementKind::Label) label = statement.label;
            if (statement.kind == StatementKind::TargetTable) label = statement.targets->label;
            if (statement.kind == StatementKind::CallPrototype) label = statement.prototype->label;
            if (must_stop() || (label != nullptr && !declare(*label))) return false;
        }
        return true;
    }

    bool declare_variables(std::span<const Variable* const> variables) {
        for (const Variable* variable : variables) {
            if (!declare(*variable, variable->is_range)) return false;
        }
        return true;
    }

    bool declare_registers(const Function& function, const RegisterDeclaration& declaration) {
        for (const RegisterGroup& group :
             function.register_groups.subspan(declaration.first_group, declaration.group_count)) {
            if (!declare(group, group.is_range)) return false;
        }
        return true;
    }

    bool look_at_statement(const Function& function, const Statement& statement) {
        switch (statement.kind) {
            case StatementKind::ScopeBegin: names_.open(); return true;
            case StatementKind::ScopeEnd: names_.close(); return true;
            case StatementKind::Registers: return declare_registers(function, *statement.registers);
            case StatementKind::Variables: return declare_variables(statement.variables->variables);
            default: return true;
        }
    }

    bool look_at(const Function& function) {
        function_ = &function;
        names_.open();
        if (!declare_variables(function.signature.results) || !declare_variables(function.signature.parameters) ||
            !declare_labels(function))
            return false;
        for (const Statement& statement : function.body) {
            if (must_stop() || !look_at_statement(function, statement)) return false;
        }
        names_.close();
        return true;
    }

    const Module& module_;
    const Choose& choose_;
    const Function* function_ = nullptr;
    VisibleNames names_;
};

}  // namespace

void make_names_unique(Module& module) {
    std::uint64_t count = 0;
    const Choose choose = [&](const Function&, std::string_view& name, bool) {
        // With `_` at the end it has no number of its own, and takes one.
        name = module.arena.copy_string(std::string(name) + "$" + std::to_string(count++) + "_");
        return true;
    };
    Walk(module, choose).run();
}

std::optional<AmbiguousName> find_ambiguous_name(const Module& module) {
    std::optional<AmbiguousName> found;
    const Choose choose = [&](const Function& function, std::string_view& name, bool) {
        found = {&function, name};
        return false;
    };
    Walk(module, choose).run();
    return found;
}

}  // namespace ringfence::ptx
