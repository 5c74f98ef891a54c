// Makes tokens, and tells which are its own. It holds the secret of the installation.
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
    // One step of the way from the administrator to the holder. A step's `sessions`, if it is not 0, are for all
    // tokens that have this step.
    struct Step {
        std::string id;
        std::uint64_t sessions = 0;
    };
    std::vector<Step> steps;

    // The id of the token itself.
    const std::string& id() const { return steps.back().id; }
    bool has_step(std::string_view id) const;
};

// Why a valid token grants nothing any more.
struct Lapse {
    enum class Why : std::uint8_t { Revoked, Expired };
    Why why = Why::Revoked;
    std::string text;
};
std::optional<Lapse> lapse_of(const Claims& claims, const Revocations& revoked, UnixTime now);

class Mint {
public:
    explicit Mint(const Secret& secret) : secret_(secret) {}
    // The secret's file is made if it is not there.
    static Result<Mint> open(const std::string& secret_file);
    ~Mint();

    Result<Token> issue(const std::string& tenant, const Restriction& restriction) const;
    // The token's claims, if this installation made it; a forged or altered token is an error.
    Result<Claims> authenticate(const Token& token) const;
    // The same, unless it has lapsed. The tenant may still be unknown.
    Result<Claims> verify(const Token& token, const Revocations& revoked, UnixTime now) const;

private:
    Tag first_tag(std::string_view tenant, std::string_view nonce) const;

    Secret secret_;
};

}  // namespace ringfence::tenants
