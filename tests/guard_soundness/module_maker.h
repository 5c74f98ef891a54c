// Makes modules at random, from shapes that the guard proves something about and ways to get them slightly wrong.
#pragma once

#include <string>

#include "choices.h"

namespace ringfence::soundness {

enum class Manner : unsigned char {
    Rewritten,  // for the guard: it may use whatever a tenant may
    Direct,     // for the checker alone: it has fences of its own, and no variables in global memory
};

std::string make_module(Choices& choices, Manner manner);

}  // namespace ringfence::soundness
