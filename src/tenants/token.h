// A bearer token: its holder may use the GPU as its tenant, within its restrictions.
//
//     rft1.TENANT.NONCE[.RESTRICTION]....TAG
//
// The tag is a chain of keyed hashes, as in macaroons: the first uses the installation's secret as the key, each
// further one the previous tag, over the next restriction. So a holder can add restrictions offline (restricted()), but
// cannot remove one: that would need an earlier tag, which the holder does not have. Only the installation can verify a
// tag (Mint). This class knows only the format.
//
// Printing a token prints its id: the secret is in secret_text(), and must not be logged.
#pragma once

#include <array>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/result.h"
#include "tenants/restriction.h"

namespace ringfence::tenants {

using Tag = std::array<std::uint8_t, 32>;

// The tag of a token with one more restriction.
Tag next_tag(const Tag& tag, std::string_view restriction);
// The id of the token with this tag. The tag cannot be computed from it.
std::string id_of(const Tag& tag);
bool is_token_id(std::string_view text);

class Token {
public:
    // A Hello has no room for more (channel/message_bytes.h).
    static constexpr std::size_t most_bytes = 1000;
    static constexpr std::size_t most_restrictions = 8;
    static constexpr std::size_t nonce_digits = 32;

    // Accepts any text in the format of a token, and ignores white space around it. Does not verify the tag.
    static Result<Token> parse(std::string_view text);
    // Used by Mint.
    static Result<Token> make(std::string tenant, std::string nonce, std::vector<Restriction> restrictions,
                              const Tag& tag);
    Token(const Token&) = default;
    Token(Token&&) = default;
    Token& operator=(const Token&) = default;
    Token& operator=(Token&&) = default;
    ~Token();

    // The token with one more restriction, which gets its own name. Works offline.
    Result<Token> restricted(Restriction restriction) const;

    std::string id() const { return id_of(tag_); }
    const std::string& tenant() const { return tenant_; }
    const std::string& nonce() const { return nonce_; }
    const std::vector<Restriction>& restrictions() const { return restrictions_; }
    const Tag& tag() const { return tag_; }
    // The whole token. Not for logs, messages or command lines.
    std::string secret_text() const;

private:
    Token(std::string tenant, std::string nonce, std::vector<Restriction> restrictions, const Tag& tag);

    std::string tenant_;
    std::string nonce_;
    std::vector<Restriction> restrictions_;
    Tag tag_{};
};

std::ostream& operator<<(std::ostream& out, const Token& token);

// Random hexadecimal digits.
Result<std::string> random_digits(std::size_t count);

}  // namespace ringfence::tenants

template <>
struct fmt::formatter<ringfence::tenants::Token> : fmt::formatter<std::string> {
    template <typename Context>
    auto format(const ringfence::tenants::Token& token, Context& context) const {
        return fmt::formatter<std::string>::format("token " + token.id(), context);
    }
};
