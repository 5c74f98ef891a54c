// What cuRAND's generators in kernels are given by the program: direction vectors and scramble constants of Sobol's
// sequences. They are memory of this library, made when they are first asked for, and stay.
#include <array>
#include <cstdint>
#include <vector>

#include "base/sobol.h"
#include "client/libraries/library_call.h"

namespace {

using namespace ringfence;

constexpr int no_such_set = 104;  // CURAND_STATUS_OUT_OF_RANGE

template <class Word>
using Directions = std::array<Word, sizeof(Word) * 8>;

template <class Word>
const std::vector<Directions<Word>>& directions() {
    static const auto* const all = [] {
        auto* const made = new std::vector<Directions<Word>>(sobol::most_dimensions);  // programs keep its address
        for (unsigned dimension = 0; dimension < sobol::most_dimensions; ++dimension) {
            const auto numbers = sobol::direction_numbers(dimension);
            for (std::size_t k = 0; k < sizeof(Word) * 8; ++k)
                (*made)[dimension][k] = static_cast<Word>(numbers[k] >> (64 - sizeof(Word) * 8));
        }
        return made;
    }();
    return *all;
}

template <class Word>
const std::vector<Word>& constants() {
    static const auto* const all = [] {
        auto* const made = new std::vector<Word>;
        for (unsigned dimension = 0; dimension < sobol::most_dimensions; ++dimension)
            made->push_back(static_cast<Word>(sobol::scramble_constant(dimension) >> (64 - sizeof(Word) * 8)));
        return made;
    }();
    return *all;
}

// Sets of 32 bits are 101 and 102 (to be scrambled), those of 64 bits 103 and 104. They are the same for both.
template <class Word>
int give_directions(const Directions<Word>** to, int set) {
    const int first = sizeof(Word) == 4 ? 101 : 103;
    if (to == nullptr || set < first || set > first + 1) return no_such_set;
    *to = directions<Word>().data();
    return 0;
}

template <class Word>
int give_constants(const Word** to) {
    if (to == nullptr) return no_such_set;
    *to = constants<Word>().data();
    return 0;
}

}  // namespace

RF_LIBRARY_FUNCTION(int, curandGetDirectionVectors32)(const Directions<std::uint32_t>** vectors, int set) {
    return give_directions(vectors, set);
}
RF_LIBRARY_FUNCTION(int, curandGetDirectionVectors64)(const Directions<std::uint64_t>** vectors, int set) {
    return give_directions(vectors, set);
}
RF_LIBRARY_FUNCTION(int, curandGetScrambleConstants32)(const std::uint32_t** its_constants) {
    return give_constants(its_constants);
}
RF_LIBRARY_FUNCTION(int, curandGetScrambleConstants64)(const std::uint64_t** its_constants) {
    return give_constants(its_constants);
}
