// Reading PTX for the commands.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/source_map.h"
#include "cli/exit_code.h"
#include "ptx/model.h"

namespace ringfence::cli {

// A PTX file that was read, with what the parser said about it.
struct PtxInput {
    std::string name;
    std::shared_ptr<const std::string> text;
    DiagnosticSink sink;
    std::unique_ptr<ptx::Module> module;  // null if there were errors

    LineMap lines() const { return LineMap(*text); }
};

// Reads and parses `path` ("-": standard input). Complains and gives nothing if it cannot be read.
std::optional<PtxInput> read_ptx(const std::string& path);

// Calls `use` for every file that is correct, in order; shows the errors of the others. Returns the worst outcome.
ExitCode for_each_module(const std::vector<std::string>& files,
                         const std::function<ExitCode(const ptx::Module& module)>& use);

// The function with a body that is called `name`; for an empty name, the only one there is. Otherwise complains, names
// those there are, and gives null.
const ptx::Function* choose_function(const ptx::Module& module, const std::string& name);

}  // namespace ringfence::cli
