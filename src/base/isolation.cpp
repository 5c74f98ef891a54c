#include "base/isolation.h"

#include <algorithm>

#include "base/escape.h"

namespace ringfence {

Isolation tighten(Isolation set, Isolation asked) {
    return set == Isolation::Private ? set : asked;
}

Guard tighten(std::optional<Guard> set, Guard asked) {
    return set ? std::max(*set, asked) : asked;
}

std::string_view name_of(Isolation isolation) {
    switch (isolation) {
        case Isolation::Private: return "private";
        case Isolation::Shared: return "shared";
        case Isolation::Auto: return "auto";
    }
    return "?";
}

std::string_view name_of(Guard guard) {
    switch (guard) {
        case Guard::Off: return "off";
        case Guard::Fence: return "fence";
        case Guard::Check: return "check";
    }
    return "?";
}

Result<Isolation> parse_isolation(std::string_view text) {
    for (const Isolation isolation : {Isolation::Private, Isolation::Shared, Isolation::Auto}) {
        if (text == name_of(isolation)) return isolation;
    }
    return Error::bad_input("there is no isolation '" + escape(text) + "'; there are private, shared and auto");
}

Result<Guard> parse_guard(std::string_view text) {
    for (const Guard guard : {Guard::Off, Guard::Fence, Guard::Check}) {
        if (text == name_of(guard)) return guard;
    }
    return Error::bad_input("there is no guard '" + escape(text) + "'; there are fence, check and off");
}

}  // namespace ringfence
