// ptxas's command line, as far as it must be understood to know its inputs and outputs.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace ringfence::ptxas {

struct CommandLine {
    std::vector<std::string> inputs;  // words that are neither options nor their values
    std::string output = "elf.o";
    std::string gpu = "sm_75";
    bool asks_version = false;
    bool asks_help = false;        // or a list of supported GPUs: nothing is assembled
    bool is_relocatable = false;   // the output is for a linker
    bool has_other_input = false;  // text on the command line, or options in a file
    bool is_debug = false;
};

// Without the program's name. Options that are not known count as such without a value.
[[nodiscard]] CommandLine read_command_line(std::span<const std::string> words);

// The one file that is assembled into one for a GPU; empty if the command line asks for something else.
[[nodiscard]] std::string assembled_file(const CommandLine& command);

}  // namespace ringfence::ptxas
