#include "abi/driver_types.h"
#include "abi/runtime_types.h"
#include "define_facts.h"

std::span<const Fact> our_facts() {
    return facts;
}
