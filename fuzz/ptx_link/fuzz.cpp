// Any texts may be linked; and what was linked, if it is a module, is linked again and stays the same.
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

ringfence::Result<std::string> link_alone(const std::string& text) {
    const std::vector<ringfence::ptx::LinkInput> inputs = {{text, ""}};
    return ringfence::ptx::link(inputs, {.newest_target = 90});
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
    // Bodies come in the order in which their names were declared, which the first time may have been another.
    const Result<std::string> twice = link_alone(linked.value());
    const Result<std::string> thrice = twice.ok() ? link_alone(twice.value()) : twice.error();
    if (thrice.ok() && thrice.value() == twice.value()) return 0;
    std::fprintf(stderr, "linked twice:\n%s\nand again:\n%s\n", twice.ok() ? twice.value().c_str() : "",
                 thrice.ok() ? thrice.value().c_str() : thrice.error().text().c_str());
    std::abort();
}
