#include "guard/rewriter/reserved_names.h"

#include <charconv>
#include <set>

#include <fmt/core.h>

#include "guard/rewriter/refusal.h"
#include "ptx/analysis/cfg.h"
#include "ptx/writer.h"

namespace ringfence::guard::rewriting {
namespace {

bool is_reserved(std::string_view name) {
    return name.starts_with("__rf_") || name.starts_with("%__rf_");
}

class NameCheck {
public:
    explicit NameCheck(const ptx::Module& module) : module_(module) {}

    Result<void> run() const {
        for (const ptx::Item& item : module_.items) {
            if (item.kind == ptx::ItemKind::Variables) {
                RF_RETURN_IF_ERROR(variables(item.variables->variables));
            } else if (item.kind == ptx::ItemKind::Function) {
                RF_RETURN_IF_ERROR(function(*item.function));
            } else if (item.kind == ptx::ItemKind::Section) {
                for (const ptx::SectionLine& line : item.section->lines)
                    RF_RETURN_IF_ERROR(one(line.label, item.where));
            }
        }
        return {};
    }

private:
    Result<void> one(std::string_view name, ptx::SourceRange where) const {
        if (!is_reserved(name)) return {};
        return refusal(module_, where, fmt::format("the name '{}' belongs to the guard", name),
                       "use names that do not begin with __rf_");
    }

    Result<void> variables(std::span<const ptx::Variable* const> list) const {
        for (const ptx::Variable* variable : list)
            RF_RETURN_IF_ERROR(one(variable->name, variable->where));
        return {};
    }

    Result<void> function(const ptx::Function& function) const {
        RF_RETURN_IF_ERROR(one(function.name, function.where));
        if (function.is_entry && function.name.starts_with(ptx::assembler_prefix))
            return refusal(module_, function.where,
                           fmt::format("a kernel's name, '{}', begins with rf$", function.name),
                           "give the kernel another name");
        RF_RETURN_IF_ERROR(variables(function.signature.parameters));
        RF_RETURN_IF_ERROR(variables(function.signature.results));
        for (const ptx::RegisterGroup& group : function.register_groups)
            RF_RETURN_IF_ERROR(one(group.name, function.where));
        for (const ptx::Statement& statement : function.body) {
            if (statement.kind == ptx::StatementKind::Variables) {
                RF_RETURN_IF_ERROR(variables(statement.variables->variables));
            }
            if (const ptx::Label* label = ptx::label_of(statement)) {
                RF_RETURN_IF_ERROR(one(label->name, statement.where));
            }
        }
        return {};
    }

    const ptx::Module& module_;
};

}  // namespace

Result<void> check_names(const ptx::Module& module) {
    return NameCheck(module).run();
}

std::string unused_name(const ptx::Module& module, std::string_view start) {
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

}  // namespace ringfence::guard::rewriting
