// Any text may come as a token, and control groups have any names. No text is a token that the mint has made; what is
// accepted is the same when it is written and read again.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "tenants/cgroup.h"
#include "tenants/mint.h"

namespace ringfence::tenants {
namespace {

void check_token(std::string_view text) {
    const Result<Token> token = Token::parse(text);
    if (!token.ok()) return;
    if (text.find(token.value().secret_text()) == std::string_view::npos) std::abort();
    // Seeds are of another installation's.
    static const Mint mint(Secret{7});
    if (mint.verify(token.value(), Revocations(), UnixTime()).ok()) std::abort();
    const Result<Token> child = token.value().restricted({});
    if (!child.ok()) return;
    if (mint.verify(child.value(), Revocations(), UnixTime()).ok()) std::abort();
    const Result<Token> again = Token::parse(child.value().secret_text());
    if (!again.ok() || again.value().id() != child.value().id()) std::abort();
}

// The pattern is the first line.
void check_cgroup(std::string_view text) {
    const std::string_view pattern = text.substr(0, text.find('\n'));
    const Result<std::string> path = unified_cgroup(text.substr(pattern.size()));
    if (!path.ok()) return;
    const bool is_in = is_in_cgroup(path.value(), pattern);
    if (is_in && !path.value().starts_with(pattern.substr(0, pattern.find('*')))) std::abort();
}

}  // namespace
}  // namespace ringfence::tenants

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    ringfence::tenants::check_token(text);
    ringfence::tenants::check_cgroup(text);
    return 0;
}
