#include "tenants/mint.h"

#include <strings.h>

#include <algorithm>

#include <fmt/core.h>

#include "cache/digest.h"
#include "tenants/registry.h"
#include "tenants/state_file.h"

namespace ringfence::tenants {
namespace {

// Compares in constant time, so that the time does not reveal where tags differ.
bool are_equal(const Tag& a, const Tag& b) {
    volatile std::uint8_t difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        difference = static_cast<std::uint8_t>(difference | (a[i] ^ b[i]));
    return difference == 0;
}

void apply(Claims& claims, const Restriction& restriction) {
    if (restriction.most) claims.most = std::min(claims.most, *restriction.most);
    claims.limits = tighten(claims.limits, restriction.limits);
    claims.limits[Limit::Sessions] = 0;
    if (restriction.expires)
        claims.expires = std::min(claims.expires.value_or(*restriction.expires), *restriction.expires);
}

}  // namespace

bool Claims::has_step(std::string_view id) const {
    return std::any_of(steps.begin(), steps.end(), [id](const Step& step) { return step.id == id; });
}

Result<Mint> Mint::open(const std::string& secret_file) {
    RF_RETURN_IF_ERROR(make_folder_of(secret_file));
    RF_TRY(const Secret secret,
           load_secret_file(secret_file, {"there are no tokens: their secret",
                                          "name another place for the file of tenants (tenants in ringfence.toml)"}));
    return Mint(secret);
}

Mint::~Mint() {
    ::explicit_bzero(secret_.data(), secret_.size());
}

Tag Mint::first_tag(std::string_view tenant, std::string_view nonce) const {
    const std::string_view parts[] = {"ringfence token 1", tenant, nonce};
    return cache::sealed_digest(secret_, parts);
}

Result<Token> Mint::issue(const std::string& tenant, const Restriction& restriction) const {
    RF_RETURN_IF_ERROR(check_tenant_name(tenant));
    RF_TRY(const std::string nonce, random_digits(Token::nonce_digits));
    RF_TRY(const Token root, Token::make(tenant, nonce, {}, first_tag(tenant, nonce)));
    return root.restricted(restriction);
}

Result<Claims> Mint::authenticate(const Token& token) const {
    Claims claims;
    claims.tenant = token.tenant();
    Tag tag = first_tag(token.tenant(), token.nonce());
    claims.steps.push_back({id_of(tag), 0});
    for (const Restriction& restriction : token.restrictions()) {
        tag = next_tag(tag, restriction.text());
        claims.steps.push_back({id_of(tag), restriction.limits[Limit::Sessions]});
        apply(claims, restriction);
    }
    // Nothing in the token may be used before this check.
    if (!are_equal(tag, token.tag())) {
        return Error::bad_input("the token is not one that this installation has made, or it was altered")
            .with_remedy("ask the administrator, or whoever gave it, for another one");
    }
    return claims;
}

Result<Claims> Mint::verify(const Token& token, const Revocations& revoked, UnixTime now) const {
    RF_TRY(Claims claims, authenticate(token));
    if (auto lapse = lapse_of(claims, revoked, now)) return Error::bad_input(std::move(lapse->text));
    return claims;
}

std::optional<Lapse> lapse_of(const Claims& claims, const Revocations& revoked, UnixTime now) {
    for (const Claims::Step& step : claims.steps) {
        if (revoked.has(step.id)) return Lapse{Lapse::Why::Revoked, fmt::format("token {} is revoked", step.id)};
    }
    if (!claims.expires || *claims.expires > now) return std::nullopt;
    return Lapse{Lapse::Why::Expired, fmt::format("the time of token {} is over", claims.id())};
}

}  // namespace ringfence::tenants
