#include "audit/record.h"

#include <ctime>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace ringfence::audit {
namespace {

using nlohmann::ordered_json;

bool is_own_key(const std::string& key) {
    return key == "seq" || key == "time" || key == "event" || key == "prev";
}

std::string dump(const ordered_json& json) {
    // ASCII only, since the file may be viewed in a terminal.
    return json.dump(-1, ' ', true, ordered_json::error_handler_t::replace);
}

int digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

// Empty if the value is missing or not a text, since the log may have been altered.
std::string text_in(const nlohmann::json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

}  // namespace

std::string time_text() {
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    std::tm parts{};
    ::gmtime_r(&now.tv_sec, &parts);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                       parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, now.tv_nsec / 1'000'000);
}

std::string make_line(const Link& before, std::string_view time, std::string_view event, const Peer& peer,
                      const ordered_json& details) {
    ordered_json line{{"seq", before.sequence + 1}, {"time", time}, {"event", event}};
    if (peer.uid) line["uid"] = *peer.uid;
    if (peer.pid != 0) line["pid"] = peer.pid;
    if (!peer.tenant.empty()) line["tenant"] = peer.tenant;
    const ordered_json without_details = line;
    for (const auto& [key, value] : details.items()) {
        if (!is_own_key(key) && !line.contains(key)) line[key] = value;
    }
    line["prev"] = hex(before.hash);
    std::string text = dump(line);
    if (text.size() <= longest_line) return text;
    line = without_details;
    line["text"] = fmt::format("its details were too long: {} bytes", text.size());
    line["prev"] = hex(before.hash);
    return dump(line);
}

Hash hash_of(std::string_view line) {
    const std::string_view parts[] = {"ringfence audit record", line};
    return cache::digest(parts);
}

std::string hex(const Hash& hash) {
    std::string text;
    for (const std::uint8_t byte : hash)
        text += fmt::format("{:02x}", byte);
    return text;
}

std::optional<Hash> parse_hash(std::string_view text) {
    Hash hash;
    if (text.size() != 2 * hash.size()) return std::nullopt;
    for (std::size_t i = 0; i < hash.size(); ++i) {
        const int high = digit_of(text[2 * i]);
        const int low = digit_of(text[2 * i + 1]);
        if (high < 0 || low < 0) return std::nullopt;
        hash[i] = static_cast<std::uint8_t>(high * 16 + low);
    }
    return hash;
}

Result<RecordHead> parse_line(std::string_view line) {
    if (line.size() > longest_line) return Error::bad_input("it is too long");
    // Limits nesting, which the parser does not: records are flat except for small tables.
    const nlohmann::json::parser_callback_t is_shallow = [](int depth, nlohmann::json::parse_event_t, const auto&) {
        return depth <= 8;
    };
    const auto json = nlohmann::json::parse(line, is_shallow, false);
    if (!json.is_object()) return Error::bad_input("it is no JSON object");
    const auto sequence = json.find("seq");
    if (sequence == json.end() || !sequence->is_number_unsigned() || sequence->get<std::uint64_t>() == 0)
        return Error::bad_input("it has no number (seq)");
    const auto before = parse_hash(text_in(json, "prev"));
    if (!before) return Error::bad_input("it has no hash of the record before (prev)");
    RecordHead record;
    record.sequence = sequence->get<std::uint64_t>();
    record.before = *before;
    record.event = text_in(json, "event");
    if (record.event.empty()) return Error::bad_input("it does not say what happened (event)");
    if (record.event == event::file_begins) record.installation = text_in(json, "installation");
    record.text = text_in(json, "text");
    return record;
}

}  // namespace ringfence::audit
