// Any text may come as a token, and any file as the list of tenants. No text is a token that the mint has made, and
// what is accepted is the same when it is written and read again.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "tenants/mint.h"
#include "tenants/registry.h"

namespace ringfence::tenants {
namespace {

void check_token(std::string_view text) {
    const Result<Token> token = Token::parse(text);
    if (!token.ok()) return;
    const Result<Token> again = Token::parse(token.value().secret_text());
    if (!again.ok() || again.value().secret_text() != token.value().secret_text()) std::abort();
    if (text.find(token.value().secret_text()) == std::string_view::npos) std::abort();
    // Seeds are of another installation's.
    static const Mint mint(cache::Secret{7});
    if (mint.verify(token.value(), Revocations(), UnixTime()).ok()) std::abort();
    const Result<Token> child = token.value().restricted({});
    if (child.ok() && mint.verify(child.value(), Revocations(), UnixTime()).ok()) std::abort();
}

void check_registry(std::string_view text) {
    const Result<Registry> registry = Registry::parse(text, "f");
    if (!registry.ok()) return;
    const Result<Registry> again = Registry::parse(registry.value().text(), "f");
    if (!again.ok() || !(again.value() == registry.value())) std::abort();
}

}  // namespace
}  // namespace ringfence::tenants

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    ringfence::tenants::check_token(text);
    ringfence::tenants::check_registry(text);
    return 0;
}
