#include "facts.h"

std::span<const Fact> toolkit_facts() {
    return {};
}
