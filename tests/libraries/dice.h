// Random integers for programs that test libraries. Each program sets the seed that its cases were chosen with.
#pragma once

#include <random>

inline std::mt19937 generator(41);

inline int roll(int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(generator);
}
