// ringfence doctor --program: which of CUDA's libraries a program names, and what it would get for each.
#pragma once

#include <string>
#include <vector>

#include "cli/elf_file.h"

namespace ringfence::cli {

struct NeededLibrary {
    enum class Verdict { Fine, Doubtful, Broken };
    std::string name;  // as the program has it: libcufft.so.12
    Verdict verdict = Verdict::Fine;
    std::string text;
};

struct LibraryPlaces {
    std::string shims;                 // Ringfence's own
    std::vector<std::string> folders;  // where a worker on a card looks, in this order
};

// In the program's order. Libraries that are not CUDA's are left out. Nothing is loaded or run.
std::vector<NeededLibrary> judge_program(const ElfSummary& program, const LibraryPlaces& places);

}  // namespace ringfence::cli
