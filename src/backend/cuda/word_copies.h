// Reads words for held streams: those in host memory in place, those on the card by copies.
#pragma once

#include <memory>

#include "backend/cuda/context.h"
#include "backend/cuda/held_group.h"

namespace ringfence::backend::cuda {

std::unique_ptr<WordReader> make_word_reader(const Context& context);

}  // namespace ringfence::backend::cuda
