#include "guard/runtime/runtime.h"

#include <algorithm>
#include <cstddef>

namespace ringfence::guard {
namespace {

constexpr std::string_view begin_of_function = "\n.func ";
constexpr std::string_view end_of_function = "\n}\n";

// Looks at ".func name(..." or ".func (.param .b32 result) name(...".
bool declares(std::string_view function, std::string_view name) {
    std::string_view rest = function.substr(begin_of_function.size() - 1);
    if (rest.starts_with('(')) rest.remove_prefix(std::min(rest.find(") ") + 2, rest.size()));
    return rest.starts_with(name) && rest.substr(name.size()).starts_with('(');
}

}  // namespace

std::string_view runtime_function(std::string_view name) {
    const std::string_view text = runtime_text();
    std::size_t begin = text.find(begin_of_function);
    while (begin != std::string_view::npos) {
        const std::size_t end = text.find(end_of_function, begin);
        if (end == std::string_view::npos) break;
        const std::string_view function = text.substr(begin + 1, end + end_of_function.size() - begin - 1);
        if (declares(function, name)) return function;
        begin = text.find(begin_of_function, end);
    }
    return {};
}

}  // namespace ringfence::guard
