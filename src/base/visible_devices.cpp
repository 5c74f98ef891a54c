#include "base/visible_devices.h"

namespace ringfence {
namespace {

bool names_card(std::string_view entry) {
    for (const std::string_view prefix : {"GPU-", "MIG-"}) {
        if (entry.starts_with(prefix)) return entry.find_first_not_of(", \t", prefix.size()) == prefix.size();
    }
    return false;
}

// As strtol() reads it, which is how CUDA does: what follows the digits does not count.
bool begins_with_number(std::string_view entry) {
    if (entry.starts_with('+')) entry.remove_prefix(1);
    return entry.find_first_of("0123456789") == 0;
}

}  // namespace

VisibleDevices read_visible_devices(std::string_view list) {
    const std::size_t first = list.find_first_not_of(" \t");
    if (first == std::string_view::npos || list[first] == '-') return VisibleDevices::hidden;
    list.remove_prefix(first);
    return names_card(list) || begins_with_number(list) ? VisibleDevices::shown : VisibleDevices::malformed;
}

}  // namespace ringfence
