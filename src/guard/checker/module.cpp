#include "guard/checker/module.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/effort.h"
#include "ptx/parser.h"
#include "ptx/unique_names.h"
#include "ptx/writer.h"

namespace ringfence::guard {

using ptx::Function;
using ptx::Item;
using ptx::ItemKind;
using ptx::Space;
using ptx::Variable;

namespace {

constexpr std::string_view prefix = "__rf_";
constexpr std::string_view table_prefix = "__rf_calls_";
constexpr std::string_view words_name = "__rf_words";
constexpr std::string_view const_name = "__rf_const";
constexpr std::string_view managed_name = "__rf_managed";
constexpr std::string_view keep_name = "__rf_shared_keep";
constexpr std::string_view shared_name = "__rf_shared";
constexpr std::string_view debug_prefix = ".debug_";
constexpr std::uint64_t words_bytes = 64;

// Names that the rewriter gives to functions which are checked like any other.
constexpr std::string_view checked_prefixes[] = {"__rf_fenced_", "__rf_no_call_"};

// Directives that only bound how a kernel is launched or compiled. Not .blocksareclusters, which makes more blocks of a
// launch than it says.
constexpr std::string_view known_directives[] = {".maxntid",           ".reqntid",         ".minnctapersm",
                                                 ".maxnctapersm",      ".maxnreg",         ".maxclusterrank",
                                                 ".reqnctapercluster", ".explicitcluster", ".noreturn"};

bool is_own_name(std::string_view name) {
    return name.starts_with(prefix) && std::none_of(std::begin(checked_prefixes), std::end(checked_prefixes),
                                                    [&](std::string_view start) { return name.starts_with(start); });
}

std::string text_of(const Function& function) {
    std::string text;
    ptx::Writer writer(text);
    writer.function_head(function);
    for (const ptx::Statement& statement : function.body) {
        writer.statement(function, statement);
        text += '\n';
    }
    return text;
}

bool is_plain_number(const ptx::InitialValue& value) {
    using Kind = ptx::InitialValue::Kind;
    if (value.kind == Kind::List) return std::all_of(value.list.begin(), value.list.end(), is_plain_number);
    return value.kind == Kind::Integer || value.kind == Kind::Float32 || value.kind == Kind::Float64;
}

bool is_opaque(const Variable& variable) {
    return ptx::isa::info(variable.type).kind == ptx::TypeKind::Opaque;
}

}  // namespace

ModuleRules::ModuleRules(const ptx::Module& module, std::string_view runtime, Reach reach,
                         std::vector<Finding>& findings)
    : module_(module), runtime_text_(runtime), findings_(findings) {
    context_.reach = reach;
}

void ModuleRules::report(ptx::SourceRange where, std::string_view rule, std::string message,
                         std::string_view function) {
    findings_.push_back({function, 0, where, std::string(rule), std::move(message)});
}

const Function* ModuleRules::body_of(const Function& function) const {
    const auto alias = aliases_.find(function.name);
    const auto body = bodies_.find(alias == aliases_.end() ? function.name : alias->second->name);
    return body == bodies_.end() ? nullptr : body->second;
}

// The guard's own functions, as this module's version and target print them.
void ModuleRules::collect() {
    for (const Item& item : module_.items) {
        if (must_stop()) return;
        if (item.kind == ItemKind::Function && item.function->has_body)
            bodies_.emplace(item.function->name, item.function);
        if (item.kind == ItemKind::Alias) aliases_.emplace(item.alias->name->name, item.alias->target);
    }
    for (const Item& item : module_.items) {
        if (item.kind != ItemKind::Function || item.function->find_directive(".noreturn") == nullptr) continue;
        if (const Function* body = body_of(*item.function)) noreturn_.insert(body);
    }
    const auto may_be_own = [](const auto& body) { return is_own_name(body.first); };
    if (runtime_text_.empty() || std::none_of(bodies_.begin(), bodies_.end(), may_be_own)) return;
    std::string text;
    if (runtime_text_.find(".version") == std::string_view::npos) {
        ptx::Writer writer(text);
        for (const auto write : {&ptx::Writer::version, &ptx::Writer::target, &ptx::Writer::address_size}) {
            (writer.*write)(module_);
            text += '\n';
        }
    }
    text += runtime_text_;
    DiagnosticSink sink;
    runtime_module_ = ptx::parse(std::move(text), sink);
    if (!runtime_module_)
        return report({}, "functions of the guard", "the guard's own functions do not suit this module");
    for (const Item& item : runtime_module_->items) {
        if (item.kind == ItemKind::Function && item.function->has_body && item.function->name.starts_with(prefix))
            own_texts_.emplace(item.function->name, text_of(*item.function));
    }
}

std::string ModuleRules::refusal_of(const Variable& variable) {
    if (is_opaque(variable)) return "textures, samplers and surfaces are not for tenants";
    if (variable.managed || variable.unified) return "variables with attributes are placed by the guard";
    if (variable.is_range && variable.space != Space::Param) return "a range of variables is not known to the guard";
    switch (variable.space) {
        case Space::Shared:
            if (variable.initializer != nullptr) return "shared memory has no initial values";
            if (variable.linkage == ptx::Linkage::Extern)
                return variable.bytes() == 0 ? "" : "shared memory of another module cannot be had";
            return variable.bytes() == 0 ? "it has no size" : "";
        case Space::Local:
            return variable.bytes() == 0 || variable.linkage == ptx::Linkage::Extern ? "it has no size" : "";
        case Space::Param: return "";
        case Space::Const: {
            if (variable.bytes() == 0 || variable.linkage == ptx::Linkage::Extern) return "it has no size";
            if (variable.bank > 0) return "banks of constant memory are not known to the guard";
            const ptx::Initializer* initial = variable.initializer;
            const bool plain =
                initial == nullptr || std::all_of(initial->values.begin(), initial->values.end(), is_plain_number);
            return plain ? "" : "constant memory must not hold addresses";
        }
        default: return "the guard places variables in global memory itself";
    }
}

std::string ModuleRules::refusal_of(const ptx::Pragma& pragma) {
    for (const std::string_view text : pragma.texts) {
        // Not "used_bytes_mask": loads would no longer give the contents of memory.
        if (text != "nounroll" && !text.starts_with("frequency "))
            return fmt::format("pragma \"{}\" is not known to the guard", text);
    }
    return {};
}

std::string ModuleRules::refusal_of(std::span<const ptx::Directive> directives) {
    for (const ptx::Directive& directive : directives) {
        if (std::find(std::begin(known_directives), std::end(known_directives), directive.name) ==
            std::end(known_directives))
            return fmt::format("directive {} is not known to the guard", directive.name);
    }
    const auto find = [&](std::string_view name) {
        return std::find_if(directives.begin(), directives.end(), [&](const auto& one) { return one.name == name; });
    };
    const auto cluster = find(".reqnctapercluster");
    // In the second block of a cluster shared memory begins at 2^24, and addresses below fault: no bound holds.
    if (cluster != directives.end() && std::any_of(cluster->arguments.begin(), cluster->arguments.end(),
                                                   [](std::uint64_t blocks) { return blocks != 1; }))
        return "where a cluster has several blocks, shared memory lies elsewhere in each of them";
    if (find(".explicitcluster") != directives.end() && cluster == directives.end())
        return ".explicitcluster wants clusters of every launch, and launches say nothing of clusters";
    return {};
}

void ModuleRules::check_words(const Variable& variable, ptx::SourceRange where) {
    const bool fits = variable.space == Space::Const && variable.bytes() == words_bytes && variable.alignment() >= 16 &&
                      variable.initializer == nullptr && variable.linkage != ptx::Linkage::Extern;
    if (!fits || context_.words != nullptr)
        return report(where, "words", "the guard's words are `.const .align 16 .b32 __rf_words[16]`, once");
    context_.words = &variable;
}

// `.const .u64 __rf_calls_k[n] = { f, g, … }`: functions with a body, all of one signature.
void ModuleRules::check_table(const Variable& variable, ptx::SourceRange where) {
    const ptx::Initializer* initial = variable.initializer;
    const bool fits = variable.space == Space::Const && ptx::isa::info(variable.type).bits == 64 &&
                      variable.vector == 1 && variable.linkage != ptx::Linkage::Extern &&
                      variable.dimensions.size() == 1 && initial != nullptr && initial->integers.empty() &&
                      initial->values.size() == variable.dimensions[0] && variable.alignment() >= 8;
    bool are_functions = fits;
    std::vector<const Function*> functions;
    for (std::size_t i = 0; are_functions && i < initial->values.size(); ++i) {
        const ptx::InitialValue& value = initial->values[i];
        const Function* body = value.function == nullptr ? nullptr : body_of(*value.function);
        // The guard's own are called by name: the arguments of some of them are checked there.
        are_functions = value.kind == ptx::InitialValue::Kind::Address && body != nullptr && !body->is_entry &&
                        !is_own_name(body->name) && value.offset == 0 && value.bits == 0 && !value.generic;
        functions.push_back(body);
    }
    if (!are_functions)
        return report(where, "tables", fmt::format("`{}` is no table of functions with a body", variable.name));
    context_.tables.emplace(&variable, std::move(functions));
}

void ModuleRules::check_variable(const Variable& variable, ptx::SourceRange where) {
    if (variable.name == words_name) return check_words(variable, where);
    if (variable.name.starts_with(table_prefix)) return check_table(variable, where);
    if (variable.name.starts_with(prefix) && variable.name != const_name && variable.name != managed_name &&
        variable.name != keep_name && variable.name != shared_name)
        return report(where, "names", fmt::format("`{}`: names that begin with __rf_ are the guard's", variable.name));
    if (std::string why = refusal_of(variable); !why.empty())
        report(where, "variables", fmt::format("`{}`: {}", variable.name, why));
}

void ModuleRules::check_head(const Function& function) {
    if (std::string why = refusal_of(function.directives); !why.empty())
        report(function.where, "directives", std::move(why), function.name);
    for (const ptx::Pragma* pragma : function.pragmas) {
        if (std::string why = refusal_of(*pragma); !why.empty())
            report(function.where, "directives", std::move(why), function.name);
    }
    for (const Variable* parameter : function.signature.parameters) {
        // The assembler believes these, and may join or convert accesses accordingly.
        const ptx::PointerAttribute& pointer = parameter->pointer;
        const bool is_true = pointer.align <= 1 && (pointer.space == Space::Generic || pointer.space == Space::Global ||
                                                    pointer.space == Space::None);
        if (pointer.present && !is_true)
            report(function.where, "directives", "`.ptr` says more about a pointer than is known; leave it out",
                   function.name);
        if (is_opaque(*parameter))
            report(function.where, "variables", "textures, samplers and surfaces are not for tenants", function.name);
    }
    const Function* body = body_of(function);
    if (body != nullptr && body != &function && function.find_directive(".noreturn") != nullptr &&
        body->find_directive(".noreturn") == nullptr)
        report(function.where, "control flow", "a declaration says .noreturn, the definition does not", function.name);
    if (function.unified) report(function.where, "directives", "unified functions are not for tenants", function.name);
    if (!function.has_body && body == nullptr)
        report(function.where, "calls", fmt::format("`{}` has no body in this module", function.name), function.name);
    if (function.name.starts_with(prefix)) check_own(function);
    // Where one has, ptxas does without ABI and stack: nothing is known of where local variables lie then.
    if (function.signature.results.size() > 1)
        report(function.where, "calls", "a function with several results is compiled without a stack", function.name);
    // The print gives such names to functions and variables; kernels keep theirs.
    if (function.is_entry && function.name.starts_with(ptx::assembler_prefix))
        report(function.where, "names", fmt::format("`{}`: no kernel's name begins with rf$", function.name),
               function.name);
}

// A function under the guard's name is one that is checked like any other, or the guard's own, word for word.
void ModuleRules::check_own(const Function& function) {
    if (!is_own_name(function.name)) return;
    const auto own = own_texts_.find(function.name);
    if (own == own_texts_.end())
        return report(function.where, "names",
                      fmt::format("`{}`: names that begin with __rf_ are the guard's", function.name), function.name);
    if (!function.has_body) return;
    if (text_of(function) != own->second)
        return report(function.where, "functions of the guard",
                      fmt::format("`{}` differs from the guard's own", function.name), function.name);
    runtime_.insert(&function);
}

void ModuleRules::check_item(const Item& item) {
    switch (item.kind) {
        case ItemKind::Variables:
            for (const Variable* variable : item.variables->variables)
                check_variable(*variable, item.where);
            return;
        case ItemKind::Function: return check_head(*item.function);
        case ItemKind::Alias:
            if (body_of(*item.alias->name) == nullptr || item.alias->name->name.starts_with(prefix))
                report(item.where, "calls", "an alias stands for a function with a body");
            return;
        case ItemKind::Pragma:
            if (std::string why = refusal_of(*item.pragma); !why.empty())
                report(item.where, "directives", std::move(why));
            return;
        case ItemKind::SourceFile: return;  // for debuggers
        case ItemKind::Section:
            if (!item.section->name.starts_with(debug_prefix))
                report(item.where, "directives",
                       "sections other than .debug_… become parts of the machine code's file");
            return;
        case ItemKind::RawLine: return report(item.where, "directives", "lines of old debug data are to be left out");
    }
}

// A recursive function can use up its stack. So can one that is called through a table and reaches such a call again.
void ModuleRules::check_recursion() {
    const ptx::CallGraph calls(module_);
    for (const std::vector<ptx::FunctionId>& circle : calls.recursions()) {
        const Function& function = calls.function(circle.front());
        report(function.where, "recursion",
               fmt::format("`{}` calls itself, and nothing bounds its stack", function.name), function.name);
    }
    std::vector<ptx::GraphEdge> callers;
    std::vector<ptx::NodeId> indirect;
    for (const ptx::CallSite& call : calls.all_calls()) {
        if (call.is_direct()) callers.push_back({call.callee, call.caller});
        if (!call.is_direct()) indirect.push_back(call.caller);
    }
    if (must_stop()) return;
    const std::vector<bool> reaches =
        ptx::reachable(ptx::Graph(calls.size(), callers), indirect, ptx::Direction::Forward);
    for (ptx::FunctionId id = 0; id < calls.size(); ++id) {
        if (!calls.is_address_taken(id) || !reaches[id]) continue;
        const Function& function = calls.function(id);
        report(function.where, "recursion",
               fmt::format("`{}` is called through a table and calls through one, so nothing bounds its stack",
                           function.name),
               function.name);
    }
}

// Each array whose size the launch decides begins behind the kernel's variables, at its own alignment: the largest
// counts for all.
void ModuleRules::measure_shared() {
    const auto look = [&](const ptx::VariableDeclaration& declaration) {
        for (const Variable* variable : declaration.variables) {
            if (variable->space == Space::Shared && variable->bytes() == 0)
                context_.shared_alignment =
                    std::max({context_.shared_alignment, variable->alignment(), variable->natural_alignment()});
        }
    };
    for (const Item& item : module_.items) {
        if (item.kind == ItemKind::Variables) look(*item.variables);
        if (item.kind != ItemKind::Function) continue;
        for (const ptx::Statement& statement : item.function->body) {
            if (statement.kind == ptx::StatementKind::Variables) look(*statement.variables);
        }
    }
}

void ModuleRules::check() {
    collect();
    if (module_.pointer_bits() != 64)
        report(module_.address_size_where, "directives", "the guard knows 64-bit addresses only");
    // The assembler must resolve every name as it was resolved here.
    if (const auto ambiguous = ptx::find_ambiguous_name(module_))
        report(ambiguous->function->where, "names", fmt::format("`{}` can mean two things", ambiguous->name),
               ambiguous->function->name);
    for (const Item& item : module_.items) {
        if (must_stop()) return;
        check_item(item);
    }
    check_recursion();
    measure_shared();
}

}  // namespace ringfence::guard
