#include "ptx/link_symbols.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_set>

#include <fmt/format.h>

#include "base/cuda_status.h"
#include "base/escape.h"

namespace ringfence::ptx {
namespace {

constexpr std::size_t most_named = 8;  // of undefined names, in a message

// Functions that the device itself provides.
bool is_system_function(std::string_view name) {
    constexpr std::array<std::string_view, 4> known = {"vprintf", "malloc", "free", "__assertfail"};
    return std::find(known.begin(), known.end(), name) != known.end();
}

// libcudadevrt has machine code for cards only.
bool is_of_device_runtime(std::string_view name) {
    return name.starts_with("cuda") || name.starts_with("__cuda");
}

Error link_error(const std::string& message) {
    return Error::bad_input("the device code cannot be linked: " + message).with_status(cuda_status::invalid_ptx);
}

bool is_weak(Linkage linkage) {
    return linkage == Linkage::Weak || linkage == Linkage::Common;
}

// True if both name memory of the same space and size. nvcc declares an array of pointers as bytes and defines it as
// words, since only the definition has values.
bool same_memory(const Variable& a, const Variable& b) {
    const bool is_open = a.bytes() == 0 || b.bytes() == 0;
    const bool is_opaque = isa::info(a.type).kind == TypeKind::Opaque || isa::info(b.type).kind == TypeKind::Opaque;
    return a.space == b.space && (is_open || a.bytes() == b.bytes()) && (!is_opaque || a.type == b.type);
}

bool same_element(const Variable& a, const Variable& b) {
    return same_memory(a, b) && a.type == b.type && a.vector == b.vector && a.is_array == b.is_array;
}

bool same_lists(std::span<const Variable* const> a, std::span<const Variable* const> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Variable* one, const Variable* other) { return same_element(*one, *other); });
}

bool same_function(const Function& a, const Function& b) {
    return a.is_entry == b.is_entry && same_lists(a.signature.results, b.signature.results) &&
           same_lists(a.signature.parameters, b.signature.parameters);
}

const Function* function_of(const ModuleSymbol& symbol) {
    return symbol.functions.empty() ? nullptr : symbol.functions.front();
}

// True if both are the same kind of thing, of the same shape.
bool agree(const ModuleSymbol& one, const ModuleSymbol& other) {
    const Function* const function = function_of(one);
    const Function* const other_function = function_of(other);
    if ((function == nullptr) != (other_function == nullptr)) return false;
    if (function != nullptr) return same_function(*function, *other_function);
    return same_memory(*one.variables.front(), *other.variables.front());
}

// Memory that a launch adds: it is declared, and nobody defines it.
bool is_dynamic_shared(const Variable& variable) {
    return variable.space == Space::Shared && variable.bytes() == 0;
}

Error ranges_are_not_linked(const LinkModule& module, const Variable& variable) {
    return link_error(fmt::format("`{}<{}>` in {}: ranges of variables are not", escape(variable.name),
                                  variable.range_count, module.name))
        .with_remedy("declare the variables one by one");
}

// The numbers with which a text has tags already.
void add_tags(std::string_view text, std::unordered_set<std::uint64_t>& used) {
    constexpr std::string_view tag = "$link";
    for (std::size_t at = text.find(tag); at != std::string_view::npos; at = text.find(tag, at)) {
        at += tag.size();
        std::uint64_t number = 0;
        if (std::from_chars(text.data() + at, text.data() + text.size(), number).ec == std::errc()) used.insert(number);
    }
}

// Names that no text has: a tag that stands in none of them, and a number. Each text is read once: it may be full of
// tags.
std::string unused_tag(std::span<const LinkModule> modules) {
    std::unordered_set<std::uint64_t> used;
    for (const LinkModule& one : modules)
        add_tags(*one.module->source, used);
    std::uint64_t number = 0;
    while (used.contains(number))
        ++number;
    return fmt::format("$link{}_", number);
}

void rename(LinkModule& module, ModuleSymbol& symbol, std::string_view name) {
    const std::string_view kept = module.module->arena.copy_string(name);
    for (Function* function : symbol.functions)
        function->name = kept;
    for (Variable* variable : symbol.variables)
        variable->name = kept;
}

// The module's objects lie in its arena, and the linker owns the module and may change it.
template <typename T>
T* to_change(const T* object) {
    return const_cast<T*>(object);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

}  // namespace

Linkage ModuleSymbol::linkage() const {
    if (body != nullptr) return body->linkage;
    if (variable != nullptr) return variable->linkage;
    return alias != nullptr ? alias->name->linkage : Linkage::Extern;
}

Result<void> collect_symbols(LinkModule& module) {
    std::unordered_map<std::string_view, std::size_t> index;
    const auto symbol_named = [&](std::string_view name) -> ModuleSymbol& {
        const auto [entry, is_new] = index.try_emplace(name, module.symbols.size());
        if (is_new) module.symbols.emplace_back().name = name;
        return module.symbols[entry->second];
    };
    for (const Item& item : module.module->items) {
        if (item.kind == ItemKind::Function) {
            ModuleSymbol& symbol = symbol_named(item.function->name);
            symbol.functions.push_back(to_change(item.function));
            if (item.function->has_body) symbol.body = item.function;
        } else if (item.kind == ItemKind::Alias) {
            symbol_named(item.alias->name->name).alias = item.alias;
        } else if (item.kind == ItemKind::Variables) {
            for (const Variable* variable : item.variables->variables) {
                if (variable->is_range) return ranges_are_not_linked(module, *variable);
                ModuleSymbol& symbol = symbol_named(variable->name);
                symbol.variables.push_back(to_change(variable));
                if (variable->linkage != Linkage::Extern) symbol.variable = variable;
            }
        }
    }
    return {};
}

Result<void> LinkSymbols::define(const LinkModule& module, const ModuleSymbol& symbol) {
    const auto [entry, is_new] = definitions_.try_emplace(symbol.name, Definition{&module, &symbol});
    if (is_new) return {};
    Definition& known = entry->second;
    if (!is_weak(symbol.linkage()) && !is_weak(known.symbol->linkage())) {
        return link_error(
                   fmt::format("`{}` is defined in {} and in {}", escape(symbol.name), known.module->name, module.name))
            .with_remedy("define it in one of them, and declare it extern in the other");
    }
    const bool are_common = symbol.linkage() == Linkage::Common && known.symbol->linkage() == Linkage::Common;
    // Functions can be common too, as the parser takes them, and have no size.
    const bool are_variables = symbol.variable != nullptr && known.symbol->variable != nullptr;
    const bool is_larger = are_common && are_variables && symbol.variable->bytes() > known.symbol->variable->bytes();
    if ((is_weak(known.symbol->linkage()) && !is_weak(symbol.linkage())) || is_larger) known = {&module, &symbol};
    return {};
}

// That the name means something, and the same as elsewhere.
Result<void> LinkSymbols::check(const LinkModule& module, ModuleSymbol& symbol) {
    symbol.is_own = symbol.linkage() == Linkage::None;
    if (symbol.is_own) return {};
    const Definition* const definition = find(symbol.name);
    if (definition == nullptr) {
        symbol.is_own = symbol.functions.empty() && is_dynamic_shared(*symbol.variables.front());
        const bool is_known = symbol.is_own || (!symbol.functions.empty() && is_system_function(symbol.name));
        if (!is_known) undefined_.push_back(symbol.name);
        return {};
    }
    if (symbol.linkage() == Linkage::Common || agree(symbol, *definition->symbol)) return {};
    return link_error(fmt::format("`{}` is declared in {} otherwise than it is defined in {}", escape(symbol.name),
                                  module.name, definition->module->name))
        .with_remedy("give both the same type, from one header");
}

Result<void> LinkSymbols::report_undefined() {
    if (undefined_.empty()) return {};
    std::sort(undefined_.begin(), undefined_.end());
    undefined_.erase(std::unique(undefined_.begin(), undefined_.end()), undefined_.end());
    std::string names;
    for (std::size_t i = 0; i < std::min(undefined_.size(), most_named); ++i)
        names += fmt::format("{}`{}`", i == 0 ? "" : ", ", escape(undefined_[i]));
    if (undefined_.size() > most_named) names += fmt::format(" and {} more", undefined_.size() - most_named);
    if (std::any_of(undefined_.begin(), undefined_.end(), is_of_device_runtime)) {
        return link_error(
                   fmt::format("{}: this is of NVIDIA's device runtime, which kernels that launch kernels need", names))
            .with_remedy("on a card, run the program in a worker of its own (--isolation private)");
    }
    return link_error(fmt::format("no file defines {}", names))
        .with_remedy("compile all files of the program with PTX that this device takes, as nvcc's -arch=sm_90 does");
}

Result<void> LinkSymbols::resolve() {
    for (LinkModule& module : modules_)
        RF_RETURN_IF_ERROR(collect_symbols(module));
    for (const LinkModule& module : modules_) {
        for (const ModuleSymbol& symbol : module.symbols) {
            const bool is_between_modules = symbol.is_defined() && symbol.linkage() != Linkage::None;
            if (is_between_modules) RF_RETURN_IF_ERROR(define(module, symbol));
        }
    }
    for (LinkModule& module : modules_) {
        for (ModuleSymbol& symbol : module.symbols)
            RF_RETURN_IF_ERROR(check(module, symbol));
    }
    RF_RETURN_IF_ERROR(report_undefined());
    rename_own();
    return {};
}

// The first module that has a name of its own keeps it, unless it means something between modules: the program may ask
// for a variable by it.
void LinkSymbols::rename_own() {
    const std::string tag = unused_tag(modules_);
    std::unordered_set<std::string_view> taken;
    for (const LinkModule& module : modules_) {
        for (const ModuleSymbol& symbol : module.symbols) {
            if (!symbol.is_own) taken.insert(symbol.name);
        }
    }
    std::uint64_t count = 0;
    for (LinkModule& module : modules_) {
        for (ModuleSymbol& symbol : module.symbols) {
            if (!symbol.is_own || taken.insert(symbol.name).second) continue;
            rename(module, symbol, fmt::format("{}{}{}_", symbol.name, tag, count++));
        }
    }
}

bool LinkSymbols::stays(const LinkModule& module, const ModuleSymbol& symbol) const {
    if (symbol.is_own) return true;
    const Definition* const definition = find(symbol.name);
    return definition != nullptr && definition->module == &module;
}

const LinkSymbols::Definition* LinkSymbols::find(std::string_view name) const {
    const auto found = definitions_.find(name);
    return found == definitions_.end() ? nullptr : &found->second;
}

}  // namespace ringfence::ptx
