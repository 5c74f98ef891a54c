// NVIDIA's assembler: where it is, and its output.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ringfence::ptxas {

// The variables in which `ringfence run` keeps the user's settings for Triton.
constexpr const char* kept_setting = "RINGFENCE_TRITON_PTXAS_PATH";
constexpr const char* kept_blackwell_setting = "RINGFENCE_TRITON_PTXAS_BLACKWELL_PATH";

// Names the one to take, and no other; empty: none, the PTX is all that is kept.
constexpr const char* only_setting = "RINGFENCE_PTXAS";

// How many of our kind have called each other.
constexpr const char* level_setting = "RINGFENCE_PTXAS_LEVEL";

// Its possible places, best first: the user's setting; the copy that came with the Triton of the calling process; the
// toolkit's. None of them need exist.
[[nodiscard]] std::vector<std::string> assembler_places(bool is_for_blackwell);

// The first that can be run and is not this program itself; empty if there is none.
[[nodiscard]] std::string find_assembler(std::span<const std::string> places);

// The folder of Triton's own programs, by a process's memory map (the text of /proc/PID/maps); empty if it has none.
[[nodiscard]] std::string triton_folder(std::string_view memory_map);

// Runs it, with our files, and waits. The status is that of waitpid, or -1 if it could not be run: with ELOOP if it is
// ours again and again.
[[nodiscard]] int run_assembler(const std::string& program, std::span<const std::string> words);

}  // namespace ringfence::ptxas
