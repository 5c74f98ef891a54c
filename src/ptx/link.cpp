#include "ptx/link.h"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <fmt/format.h>

#include "base/cuda_status.h"
#include "base/diagnostics.h"
#include "base/escape.h"
#include "ptx/link_symbols.h"
#include "ptx/parser.h"
#include "ptx/printer.h"

namespace ringfence::ptx {
namespace {

Result<LinkModule> parse_input(const LinkInput& input, std::size_t number) {
    LinkModule made;
    made.name = input.name.empty() ? fmt::format("part {}", number + 1) : input.name;
    const auto text = std::make_shared<const std::string>(input.text);
    DiagnosticSink sink;
    made.module = parse(text, sink, {.file_name = made.name, .limits = {}});
    if (made.module != nullptr) return made;
    const Diagnostic& first = sink.diagnostics().front();
    const LineColumn position = LineMap(*text).position(first.begin);
    return Error::bad_input(first.message)
        .at({made.name, position.line, position.column})
        .with_remedy(first.remedy)
        .with_status(cuda_status::invalid_ptx);
}

// Puts the pieces together, in an order in which everything is declared before it is used.
class Merge {
public:
    Merge(std::span<LinkModule> modules, const LinkSymbols& symbols, const LinkOptions& options)
        : modules_(modules), symbols_(symbols), options_(options) {}

    Result<std::string> run() {
        RF_RETURN_IF_ERROR(header());
        for (LinkModule& module : modules_)
            number_files(module);
        add_pragmas();
        declare_functions();
        RF_RETURN_IF_ERROR(add_variables());
        add_functions();
        merged_.items = merged_.arena.copy_span(items_);
        return print(merged_);
    }

private:
    // The result has the newest version and the newest target of all modules.
    Result<void> header() {
        const Module& first = *modules_.front().module;
        for (const LinkModule& one : modules_) {
            const Module& module = *one.module;
            if (module.pointer_bits() != first.pointer_bits()) {
                return Error::bad_input(
                           fmt::format("the device code cannot be linked: addresses have {} bits in {} and "
                                       "{} in {}",
                                       first.pointer_bits(), modules_.front().name, module.pointer_bits(), one.name))
                    .with_status(cuda_status::invalid_ptx);
            }
            if (module.version() > merged_.version()) {
                merged_.version_major = module.version_major;
                merged_.version_minor = module.version_minor;
            }
            const auto rank = [](const Target& target) { return std::pair(target.sm, target.suffix); };
            if (rank(module.target) > rank(merged_.target)) merged_.target = module.target;
        }
        merged_.address_size = first.pointer_bits();
        write_target();
        return {};
    }

    // The architecture, and the other words that modules have there, but not that for debug sections.
    void write_target() {
        const bool is_too_new = options_.newest_target != 0 && merged_.target.sm > options_.newest_target;
        if (is_too_new) {
            merged_.target.sm = options_.newest_target;
            merged_.target.suffix = 0;
        }
        std::string architecture = fmt::format("sm_{}", merged_.target.sm);
        if (merged_.target.suffix != 0) architecture += merged_.target.suffix;
        std::vector<std::string_view> names = {merged_.arena.copy_string(architecture)};
        for (const LinkModule& one : modules_) {
            for (const std::string_view word : one.module->target.names) {
                const bool is_other = !word.starts_with("sm_") && word != "debug";
                if (is_other && std::find(names.begin(), names.end(), word) == names.end()) names.push_back(word);
            }
        }
        merged_.target.names = merged_.arena.copy_span(names);
        merged_.target.debug = false;
    }

    // Files have numbers, which each module has given by itself; lines point at them.
    void number_files(LinkModule& module) {
        std::unordered_map<std::uint64_t, std::uint64_t> numbers;
        for (const Item& item : module.module->items) {
            if (item.kind == ItemKind::SourceFile) numbers[item.file->index] = number_of(*item.file);
        }
        for (const Item& item : module.module->items) {
            if (item.kind != ItemKind::Function) continue;
            for (const Statement& statement : item.function->body) {
                if (statement.kind == StatementKind::SourceLine) renumber(*statement.source_line, numbers);
            }
        }
    }

    std::uint64_t number_of(const SourceFile& file) {
        const auto [known, is_new] = files_.try_emplace(file.name, files_.size() + 1);
        if (is_new) {
            auto* const copy = merged_.arena.allocate<SourceFile>(file);
            copy->index = known->second;
            Item item;
            item.kind = ItemKind::SourceFile;
            item.file = copy;
            items_.push_back(item);
        }
        return known->second;
    }

    // The inlining information of a line points into debug sections, which are left out.
    static void renumber(const SourceLine& line, const std::unordered_map<std::uint64_t, std::uint64_t>& numbers) {
        auto& changed = const_cast<SourceLine&>(line);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
        const auto found = numbers.find(line.file);
        SourceLine plain;
        plain.file = found == numbers.end() ? 0 : found->second;
        plain.line = found == numbers.end() ? 0 : line.line;
        plain.column = line.column;
        changed = plain;
    }

    void add_pragmas() {
        std::unordered_set<std::string> known;
        for (const LinkModule& module : modules_) {
            for (const Item& item : module.module->items) {
                if (item.kind != ItemKind::Pragma) continue;
                std::string texts;
                for (const std::string_view text : item.pragma->texts)
                    texts.append(text).append("\n");
                if (known.insert(std::move(texts)).second) items_.push_back(item);
            }
        }
    }

    void add_function(const Function& function) {
        Item item;
        item.kind = ItemKind::Function;
        item.function = &function;
        items_.push_back(item);
    }

    void declare(const Function& function, Linkage linkage) {
        auto* const declaration = merged_.arena.allocate<Function>(function);
        declaration->linkage = linkage;
        declaration->has_body = false;
        declaration->body = {};
        declaration->pragmas = {};
        add_function(*declaration);
    }

    // All but kernels, since each may be used by any.
    void declare_functions() {
        for (const LinkModule& module : modules_) {
            for (const ModuleSymbol& symbol : module.symbols) {
                if (symbol.functions.empty() || symbol.functions.front()->is_entry) continue;
                if (symbol.is_defined()) {
                    const Function& function = symbol.body != nullptr ? *symbol.body : *symbol.alias->name;
                    if (symbols_.stays(module, symbol)) declare(function, function.linkage);
                } else if (symbols_.find(symbol.name) == nullptr && system_functions_.insert(symbol.name).second) {
                    declare(*symbol.functions.front(), Linkage::Extern);
                }
            }
        }
    }

    // Variables whose initialisers name others come after them.
    struct Pending {
        const Variable* variable = nullptr;
        const LinkModule* module = nullptr;
        std::vector<std::string_view> needs;  // names in the result
    };

    static void add_needs(std::span<const InitialValue> values, std::vector<std::string_view>& needs) {
        for (const InitialValue& value : values) {
            if (value.variable != nullptr) needs.push_back(value.variable->name);
            add_needs(value.list, needs);  // as deep as the parser lets braces be
        }
    }

    std::vector<Pending> pending_variables() const {
        std::vector<Pending> pending;
        for (const LinkModule& module : modules_) {
            for (const ModuleSymbol& symbol : module.symbols) {
                if (symbol.variables.empty() || !symbols_.stays(module, symbol)) continue;
                const Variable* const variable =
                    symbol.variable != nullptr ? symbol.variable : symbol.variables.front();
                Pending& one = pending.emplace_back(Pending{variable, &module, {}});
                if (variable->initializer != nullptr) add_needs(variable->initializer->values, one.needs);
            }
        }
        return pending;
    }

    void add_variable(const Variable& variable) {
        const std::vector<const Variable*> one = {&variable};
        Item item;
        item.kind = ItemKind::Variables;
        item.variables = merged_.arena.allocate<VariableDeclaration>(merged_.arena.copy_span(one));
        items_.push_back(item);
    }

    Result<void> add_variables() {
        const std::vector<Pending> pending = pending_variables();
        std::unordered_map<std::string_view, std::vector<std::size_t>> waiting;  // for a name
        std::vector<std::size_t> missing(pending.size());
        std::vector<std::size_t> ready;
        for (std::size_t i = 0; i < pending.size(); ++i) {
            for (const std::string_view need : pending[i].needs) {
                if (need == pending[i].variable->name) continue;  // its own address
                waiting[need].push_back(i);
                ++missing[i];
            }
            if (missing[i] == 0) ready.push_back(i);
        }
        std::size_t added = 0;
        for (; added < ready.size(); ++added) {
            const Variable& variable = *pending[ready[added]].variable;
            add_variable(variable);
            for (const std::size_t waiter : waiting[variable.name]) {
                if (--missing[waiter] == 0) ready.push_back(waiter);
            }
        }
        if (added == pending.size()) return {};
        return in_a_circle(pending, missing);
    }

    static Error in_a_circle(const std::vector<Pending>& pending, const std::vector<std::size_t>& missing) {
        const auto left = static_cast<std::size_t>(
            std::find_if(missing.begin(), missing.end(), [](std::size_t count) { return count != 0; }) -
            missing.begin());
        return Error::bad_input(
                   fmt::format("the device code cannot be linked: what `{}` in {} begins with needs itself",
                               escape(pending[left].variable->name), pending[left].module->name))
            .with_remedy("set one of the variables whose values point at each other by a kernel or by a copy")
            .with_status(cuda_status::not_supported);
    }

    void add_functions() {
        for (const LinkModule& module : modules_) {
            for (const ModuleSymbol& symbol : module.symbols) {
                if (symbol.body != nullptr && symbols_.stays(module, symbol)) add_function(*symbol.body);
            }
        }
        for (const LinkModule& module : modules_) {
            for (const ModuleSymbol& symbol : module.symbols) {
                if (symbol.alias == nullptr || !symbols_.stays(module, symbol)) continue;
                Item item;
                item.kind = ItemKind::Alias;
                item.alias = symbol.alias;
                items_.push_back(item);
            }
        }
    }

    std::span<LinkModule> modules_;
    const LinkSymbols& symbols_;
    const LinkOptions& options_;
    Module merged_;
    std::vector<Item> items_;
    std::unordered_map<std::string_view, std::uint64_t> files_;
    std::unordered_set<std::string_view> system_functions_;
};

}  // namespace

Result<std::string> link(std::span<const LinkInput> inputs, const LinkOptions& options) {
    if (inputs.empty()) {
        return Error::bad_input("there is no device code to link").with_status(cuda_status::invalid_ptx);
    }
    std::vector<LinkModule> modules;
    modules.reserve(inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        RF_TRY(LinkModule module, parse_input(inputs[i], i));
        modules.push_back(std::move(module));
    }
    LinkSymbols symbols(modules);
    RF_RETURN_IF_ERROR(symbols.resolve());
    return Merge(modules, symbols, options).run();
}

}  // namespace ringfence::ptx
