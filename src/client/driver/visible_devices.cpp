#include "client/driver/visible_devices.h"

#include <algorithm>
#include <cstdlib>

#include "base/escape.h"
#include "client/session/tell.h"

namespace ringfence::driver {
namespace {

constexpr std::string_view uuid_prefix = "GPU-";
constexpr std::string_view blanks = " \t";

// As strtol() reads it, which is how CUDA does: what follows the digits does not count. -1: it is no number.
int number_in(std::string_view entry) {
    entry.remove_prefix(std::min(entry.find_first_not_of(blanks), entry.size()));
    if (entry.starts_with('+')) entry.remove_prefix(1);
    const std::size_t digits = std::min(entry.find_first_not_of("0123456789"), entry.size());
    if (digits == 0) return -1;
    return entry.substr(0, digits).find_first_not_of('0') == std::string_view::npos ? 0 : 1;
}

bool is_uuid_of_device(std::string_view entry) {
    entry = entry.substr(0, entry.find_last_not_of(blanks) + 1);
    return entry.starts_with(uuid_prefix) && device_uuid_text().starts_with(entry);
}

bool hides_on_purpose(std::string_view list) {
    const std::size_t first = list.find_first_not_of(blanks);
    return first == std::string_view::npos || list[first] == '-';
}

bool read_environment() {
    const char* const list = std::getenv("CUDA_VISIBLE_DEVICES");
    if (list == nullptr || shows_device(list)) return true;
    constexpr std::size_t most_said = 100;
    if (!hides_on_purpose(list))
        client::tell("CUDA_VISIBLE_DEVICES=" + escape(list, most_said) +
                     " leaves the program no device: under Ringfence there is one, number 0 (" + device_uuid_text() +
                     "). To have the daemon use another card, start it so: CUDA_VISIBLE_DEVICES=… ringfence up");
    return false;
}

}  // namespace

std::string device_uuid_text() {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text(uuid_prefix);
    for (std::size_t i = 0; i < device_uuid.size(); ++i) {
        const auto byte = static_cast<unsigned char>(device_uuid[i]);
        text += {digits[byte >> 4], digits[byte & 15]};
        if (i == 3 || i == 5 || i == 7 || i == 9) text += '-';
    }
    return text;
}

bool shows_device(std::string_view list) {
    const bool has_uuids = list.starts_with(uuid_prefix);
    int times = 0;
    for (std::size_t at = 0; at <= list.size();) {
        const std::size_t end = std::min(list.find(',', at), list.size());
        const std::string_view entry = list.substr(at, end - at);
        if (has_uuids ? !is_uuid_of_device(entry) : number_in(entry) != 0) break;
        ++times;
        at = end + 1;
    }
    return times == 1;
}

bool is_device_visible() {
    static const bool is_visible = read_environment();
    return is_visible;
}

}  // namespace ringfence::driver
