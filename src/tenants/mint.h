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

// What a token that is right grants.
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

    // Of the token itself.
    const std::string& id() const { return steps.back().id; }
    bool has_step(std::string_view id) const;
};

// Why what a token grants does not hold any more, though the token is right.
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
    // What the token says, if this installation made it; what is forged or altered is an error.
    Result<Claims> authenticate(const Token& token) const;
    // And holds. Whether there is such a tenant is not known here.
    Result<Claims> verify(const Token& token, const Revocations& revoked, UnixTime now) const;

private:
    Tag first_tag(std::string_view tenant, std::string_view nonce) const;

    Secret secret_;
};

}  // namespace ringfence::tenants
