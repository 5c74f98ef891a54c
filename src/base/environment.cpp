#include "base/environment.h"

#include <cstdlib>
#include <cstring>

namespace ringfence {

void forget_variable(const char* name) {
    char* const value = std::getenv(name);
    if (value == nullptr) return;
    ::explicit_bzero(value, std::strlen(value));
    ::unsetenv(name);
}

void forget_tokens() {
    forget_variable("RINGFENCE_TOKEN");
    forget_variable("RINGFENCE_TOKEN_FILE");
}

}  // namespace ringfence
