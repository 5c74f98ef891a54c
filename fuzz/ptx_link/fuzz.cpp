// Any texts may be linked; and what was linked, if it is a module, is linked again to the same text.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "ptx/link.h"
#include "ptx/parser.h"

namespace {

constexpr std::string_view separator = "//--\n";

std::vector<ringfence::ptx::LinkInput> inputs_of(std::string_view text) {
    constexpr std::size_t most = 8;
    std::vector<ringfence::ptx::LinkInput> inputs;
    while (inputs.size() < most) {
        const std::size_t end = text.find(separator);
        inputs.push_back({std::string(text.substr(0, end)), ""});
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + separator.size());
    }
    return inputs;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ringfence;
    constexpr std::size_t most_bytes = 1 << 16;
    if (size > most_bytes) return 0;
    const std::vector<ptx::LinkInput> inputs = inputs_of({reinterpret_cast<const char*>(data), size});
    const Result<std::string> linked = ptx::link(inputs, {.newest_target = 90});
    if (!linked.ok()) return 0;
    DiagnosticSink sink;
    if (ptx::parse(linked.value(), sink) == nullptr) return 0;
    const std::vector<ptx::LinkInput> once = {{linked.value(), ""}};
    const Result<std::string> again = ptx::link(once, {.newest_target = 90});
    if (again.ok() && again.value() == linked.value()) return 0;
    std::fprintf(stderr, "linked once:\n%s\nand again:\n%s\n", linked.value().c_str(),
                 again.ok() ? again.value().c_str() : again.error().text().c_str());
    std::abort();
}
