// Sizes, offsets and values of CUDA's types, as one set of headers has them. facts.inc is made from src/abi.
#pragma once

#include <span>

struct Fact {
    const char* what;
    long long value;
};

std::span<const Fact> our_facts();
std::span<const Fact> toolkit_facts();
