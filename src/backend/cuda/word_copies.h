// Reads words for held streams: words in host memory directly, words on the card by copies.
#pragma once

#include <memory>

#include "backend/cuda/context.h"
#include "backend/cuda/held_group.h"

namespace ringfence::backend::cuda {

std::unique_ptr<WordReader> make_word_reader(const Context& context);

}  // namespace ringfence::backend::cuda
