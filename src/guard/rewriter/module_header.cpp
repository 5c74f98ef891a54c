// The text before the functions of a rewritten module.
#include <algorithm>

#include <fmt/core.h>

#include "guard/rewriter/module_rewriter.h"
#include "guard/rewriter/shared_alignment.h"
#include "guard/runtime/runtime.h"
#include "ptx/writer.h"

namespace ringfence::guard::rewriting {

std::string ModuleRewriter::version_and_target() const {
    std::string out;
    ptx::Writer writer(out);
    if (context_.needs_version_6 && module_.version_major < 6) {
        out += ".version 6.0";
    } else {
        writer.version(module_);
    }
    out += '\n';
    writer.target(module_);
    return out + "\n.address_size 64\n\n";
}

std::string ModuleRewriter::header() const {
    std::string out = version_and_target();
    out += ".const .align 16 .b32 __rf_words[16];\n";
    if (parts_.layout.managed_count() != 0)
        out += fmt::format(".const .align 8 .b64 __rf_managed[{}];\n", parts_.layout.managed_count());
    append_constants(out);
    if (context_.needs_shared_end)
        out += fmt::format(".extern .shared .align {} .b8 __rf_shared[];\n", open_shared_alignment(module_));
    if (context_.own_shared_bytes != 0)
        out += fmt::format(".shared .align 16 .b8 {}[{}];\n", own_shared_name, context_.own_shared_bytes);
    const std::string tables = context_.calls.text(context_.argument);
    for (const std::string& service : context_.services) {
        out += runtime_function(service);
        out += '\n';
    }
    return out + tables;
}

void ModuleRewriter::append_constants(std::string& out) const {
    const std::vector<std::byte>& constants = parts_.layout.constants();
    if (constants.empty()) return;
    out += fmt::format(".const .align 256 .b8 __rf_const[{}]", constants.size());
    const auto last =
        std::find_if(constants.rbegin(), constants.rend(), [](std::byte one) { return one != std::byte{0}; });
    const auto count = static_cast<std::size_t>(constants.rend() - last);
    for (std::size_t i = 0; i < count; ++i)
        out += fmt::format("{}{}", i == 0 ? " = {" : ", ", static_cast<unsigned>(constants[i]));
    out += count == 0 ? ";\n" : "};\n";
}

}  // namespace ringfence::guard::rewriting
