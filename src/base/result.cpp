#include "base/result.h"

#include <cstdio>
#include <cstdlib>

namespace ringfence {

std::string Error::text() const {
    std::string out;
    if (location) {
        out += location->file;
        if (location->line != 0) {
            out += ':' + std::to_string(location->line);
            if (location->column != 0) out += ':' + std::to_string(location->column);
        }
        out += ": ";
    }
    if (kind == Kind::internal) out += "internal error: ";
    out += message;
    if (!remedy.empty()) out += "\n  remedy: " + remedy;
    return out;
}

namespace detail {

void die_no_value(const Error& error) {
    std::fprintf(stderr, "ringfence: bug: the value of a failed Result was used: %s\n", error.text().c_str());
    std::abort();
}

void die_no_error() {
    std::fputs("ringfence: bug: the error of a successful Result was used\n", stderr);
    std::abort();
}

}  // namespace detail
}  // namespace ringfence
