#include "cli/status_file.h"

#include "base/escape.h"
#include "base/file.h"

namespace ringfence::cli {

using nlohmann::ordered_json;

Result<ordered_json> status_in_file(const std::string& path) {
    constexpr std::size_t largest_status = 64 << 20;
    RF_TRY(const std::string text, read_file(path, largest_status));
    auto status = ordered_json::parse(text, nullptr, false);
    if (!status.is_object())
        return Error::bad_input(path + " holds no status").with_remedy("make one: ringfence status --json");
    return status;
}

const ordered_json& list_in(const ordered_json& object, const char* key) {
    static const ordered_json nothing = ordered_json::array();
    if (!object.is_object()) return nothing;
    const auto found = object.find(key);
    return found != object.end() && found->is_array() ? *found : nothing;
}

std::uint64_t count_in(const ordered_json& object, const char* key) {
    if (!object.is_object()) return 0;
    const auto found = object.find(key);
    return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

std::string word_in(const ordered_json& object, const char* key) {
    if (!object.is_object()) return {};
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? escape(found->get<std::string>()) : std::string();
}

}  // namespace ringfence::cli
