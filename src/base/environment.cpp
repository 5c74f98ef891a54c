#include "base/environment.h"

#include <string.h>

#include <cstdlib>

namespace ringfence {

void forget_variable(const char* name) {
    char* const value = std::getenv(name);
    if (value == nullptr) return;
    ::explicit_bzero(value, ::strlen(value));
    ::unsetenv(name);
}

void forget_tokens() {
    forget_variable("RINGFENCE_TOKEN");
    forget_variable("RINGFENCE_TOKEN_FILE");
}

}  // namespace ringfence
