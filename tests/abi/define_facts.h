// Included after the headers whose facts are wanted.
#include <cstddef>
#include <cstdint>

#include "facts.h"

#define RINGFENCE_SIZE(type) {"sizeof " #type, static_cast<long long>(sizeof(type))},
#define RINGFENCE_OFFSET(type, field) {"offset of " #type "::" #field, static_cast<long long>(offsetof(type, field))},
#define RINGFENCE_VALUE(name) {#name, static_cast<long long>(name)},
#define RINGFENCE_POINTER(name) {#name, static_cast<long long>(reinterpret_cast<std::intptr_t>(name))},

static const Fact facts[] = {
#include "facts.inc"
};
