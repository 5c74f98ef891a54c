#include "cli/ptx_input.h"

#include <utility>

#include "base/escape.h"
#include "base/file.h"
#include "cli/console.h"
#include "ptx/parser.h"

namespace ringfence::cli {
namespace {

std::string names_of(const std::vector<const ptx::Function*>& functions) {
    constexpr std::size_t most = 20;
    std::string out;
    for (std::size_t i = 0; i < functions.size() && i < most; ++i) {
        out += out.empty() ? "" : ", ";
        out += functions[i]->name;
    }
    if (functions.size() > most) out += " and " + std::to_string(functions.size() - most) + " more";
    return out;
}

std::vector<const ptx::Function*> functions_with_body(const ptx::Module& module) {
    std::vector<const ptx::Function*> functions;
    for (const ptx::Item& item : module.items)
        if (item.kind == ptx::ItemKind::Function && item.function->has_body) functions.push_back(item.function);
    return functions;
}

}  // namespace

std::optional<PtxInput> read_ptx(const std::string& path) {
    ptx::ParseOptions options;
    options.file_name = path == "-" ? "<stdin>" : path;
    Result<std::string> text = read_file(path, options.limits.source_bytes);
    if (!text.ok()) {
        complain(text.error());
        return std::nullopt;
    }
    PtxInput input;
    input.name = options.file_name;
    input.text = std::make_shared<const std::string>(text.take());
    input.module = ptx::parse(input.text, input.sink, options);
    return input;
}

ExitCode for_each_module(const std::vector<std::string>& files,
                         const std::function<ExitCode(const ptx::Module& module)>& use) {
    ExitCode outcome = ExitCode::fine;
    for (const std::string& file : files) {
        const std::optional<PtxInput> input = read_ptx(file);
        if (!input) {
            outcome = worse(outcome, ExitCode::file_error);
        } else if (!input->module) {
            write_stderr(
                render_all(input->sink.diagnostics(), input->name, input->lines(), {.color = color_on_stderr()}));
            outcome = worse(outcome, ExitCode::bad_input);
        } else {
            outcome = worse(outcome, use(*input->module));
        }
    }
    return outcome;
}

const ptx::Function* choose_function(const ptx::Module& module, const std::string& name) {
    const std::vector<const ptx::Function*> functions = functions_with_body(module);
    if (functions.empty()) {
        complain(module.file_name + ": no function has a body");
        return nullptr;
    }
    if (name.empty() && functions.size() == 1) return functions.front();
    for (const ptx::Function* function : functions)
        if (function->name == name) return function;
    complain(module.file_name + (name.empty() ? ": there are several functions; choose one with --function"
                                              : ": no function '" + name + "' has a body"));
    complain("with a body: " + names_of(functions));
    return nullptr;
}

}  // namespace ringfence::cli
