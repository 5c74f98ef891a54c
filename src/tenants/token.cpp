#include "tenants/token.h"

#include <strings.h>
#include <sys/random.h>

#include <algorithm>
#include <cstring>

#include "cache/digest.h"
#include "tenants/registry.h"

namespace ringfence::tenants {
namespace {

constexpr std::string_view prefix = "rft1";
constexpr std::size_t id_bytes = 8;

bool is_hex_digit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

bool is_hex(std::string_view text, std::size_t digits) {
    return text.size() == digits && std::all_of(text.begin(), text.end(), is_hex_digit);
}

std::string hex_of(std::span<const std::uint8_t> bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : bytes) {
        text += digits[byte >> 4U];
        text += digits[byte & 15U];
    }
    return text;
}

// For digits that are_hex() accepts.
std::uint8_t value_of(char digit) {
    return static_cast<std::uint8_t>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

Error no_token() {
    return Error::bad_input("this is no token of Ringfence's").with_remedy("see that all of it is there, on one line");
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view space = " \t\r\n";
    const std::size_t begin = std::min(text.find_first_not_of(space), text.size());
    text.remove_prefix(begin);
    return text.substr(0, text.find_last_not_of(space) + 1);
}

// If there are too many parts, the last one contains the rest.
std::vector<std::string_view> split(std::string_view text, std::size_t most) {
    std::vector<std::string_view> parts;
    while (parts.size() + 1 < most) {
        const std::size_t dot = text.find('.');
        if (dot == std::string_view::npos) break;
        parts.push_back(text.substr(0, dot));
        text.remove_prefix(dot + 1);
    }
    parts.push_back(text);
    return parts;
}

}  // namespace

Tag next_tag(const Tag& tag, std::string_view restriction) {
    const std::string_view parts[] = {"ringfence token restriction", restriction};
    return cache::sealed_digest(tag, parts);
}

std::string id_of(const Tag& tag) {
    const std::string_view parts[] = {"ringfence token id"};
    const Tag digest = cache::sealed_digest(tag, parts);
    return hex_of(std::span(digest).first(id_bytes));
}

bool is_token_id(std::string_view text) {
    return is_hex(text, 2 * id_bytes);
}

Token::Token(std::string tenant, std::string nonce, std::vector<Restriction> restrictions, const Tag& tag)
    : tenant_(std::move(tenant)), nonce_(std::move(nonce)), restrictions_(std::move(restrictions)), tag_(tag) {}

Token::~Token() {
    ::explicit_bzero(tag_.data(), tag_.size());
}

Result<Token> Token::make(std::string tenant, std::string nonce, std::vector<Restriction> restrictions,
                          const Tag& tag) {
    Token token(std::move(tenant), std::move(nonce), std::move(restrictions), tag);
    if (token.restrictions_.size() > most_restrictions || token.secret_text().size() > most_bytes) {
        return Error::bad_input("the token would be too long: it has been restricted too often")
            .with_remedy("restrict an earlier one");
    }
    return token;
}

Result<Token> Token::parse(std::string_view text) {
    text = trimmed(text);
    if (text.size() > most_bytes) return no_token();
    const std::vector<std::string_view> parts = split(text, 4 + most_restrictions);
    if (parts.size() < 4 || parts[0] != prefix) return no_token();
    Tag tag;
    if (!check_tenant_name(parts[1]) || !is_hex(parts[2], nonce_digits) || !is_hex(parts.back(), 2 * tag.size()))
        return no_token();
    std::vector<Restriction> restrictions;
    for (std::size_t i = 3; i + 1 < parts.size(); ++i) {
        Result<Restriction> restriction = Restriction::parse(parts[i]);
        if (!restriction) return no_token();
        restrictions.push_back(restriction.take());
    }
    for (std::size_t i = 0; i < tag.size(); ++i)
        tag[i] = static_cast<std::uint8_t>(value_of(parts.back()[2 * i]) << 4U | value_of(parts.back()[2 * i + 1]));
    return Token(std::string(parts[1]), std::string(parts[2]), std::move(restrictions), tag);
}

Result<Token> Token::restricted(Restriction restriction) const {
    RF_TRY(restriction.name, random_digits(16));
    std::vector<Restriction> all = restrictions_;
    const Tag tag = next_tag(tag_, restriction.text());
    all.push_back(std::move(restriction));
    return make(tenant_, nonce_, std::move(all), tag);
}

std::string Token::secret_text() const {
    std::string text = std::string(prefix) + "." + tenant_ + "." + nonce_;
    for (const Restriction& restriction : restrictions_)
        text += "." + restriction.text();
    return text + "." + hex_of(tag_);
}

std::ostream& operator<<(std::ostream& out, const Token& token) {
    return out << "token " << token.id();
}

Result<std::string> random_digits(std::size_t count) {
    std::vector<std::uint8_t> bytes((count + 1) / 2);
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        return Error::internal("the kernel gives no random numbers");
    return hex_of(bytes).substr(0, count);
}

}  // namespace ringfence::tenants
