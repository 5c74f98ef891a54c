// Makes tokens, and recognises those that it has made. It has the installation's secret.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/secret_file.h"
#include "tenants/revocations.h"
#include "tenants/token.h"

namespace ringfence::tenants {

// The rights that a valid token grants.
struct Claims {
    std::string tenant;
    SessionKind most = SessionKind::Compute;
    SessionLimits limits;  // of each session
    std::optional<UnixTime> expires;
    // One step from the administrator to the holder. `sessions`, if not 0, limits the sessions of all tokens with this
    // step together.
    struct Step {
        std::string id;
        std::uint64_t sessions = 0;
    };
    std::vector<Step> steps;

    // The id of the token itself.
    const std::string& id() const { return steps.back().id; }
    bool has_step(std::string_view id) const;
};

// Why a genuine token is no longer valid.
struct Lapse {
    enum class Why : std::uint8_t { Revoked, Expired };
    Why why = Why::Revoked;
    std::string text;
};
std::optional<Lapse> lapse_of(const Claims& claims, const Revocations& revoked, UnixTime now);

class Mint {
public:
    explicit Mint(const Secret& secret) : secret_(secret) {}
    // Creates the secret's file if it does not exist.
    static Result<Mint> open(const std::string& secret_file);
    ~Mint();

    Result<Token> issue(const std::string& tenant, const Restriction& restriction) const;
    // The claims of a token that this installation has made; an error if the token was forged or altered.
    Result<Claims> authenticate(const Token& token) const;
    // The same, but fails also if the token has expired or was revoked. The tenant may still be unknown.
    Result<Claims> verify(const Token& token, const Revocations& revoked, UnixTime now) const;

private:
    Tag first_tag(std::string_view tenant, std::string_view nonce) const;

    Secret secret_;
};

}  // namespace ringfence::tenants
