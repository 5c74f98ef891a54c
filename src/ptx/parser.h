// Reads PTX text.
//
// Any bytes are safe to parse. The text is either accepted whole, and then the module is complete and consistent, or
// refused with at least one error in the sink; parsing goes on after an error, so several are reported at once.
#pragma once

#include <memory>
#include <string>

#include "base/diagnostics.h"
#include "ptx/limits.h"
#include "ptx/model.h"

namespace ringfence::ptx {

struct ParseOptions {
    std::string file_name = "<ptx>";  // kept in the module, for messages
    Limits limits;
};

// The module, or null if there were errors. Takes the text over: the module's names point into it.
std::unique_ptr<Module> parse(std::string text, DiagnosticSink& sink, const ParseOptions& options = {});

// The same for a text that is shared with the caller, who needs it to render the diagnostics.
std::unique_ptr<Module> parse(std::shared_ptr<const std::string> text, DiagnosticSink& sink,
                              const ParseOptions& options = {});

}  // namespace ringfence::ptx
