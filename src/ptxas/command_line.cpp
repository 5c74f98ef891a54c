#include "ptxas/command_line.h"

#include <algorithm>
#include <string_view>

namespace ringfence::ptxas {
namespace {

enum class Meaning { Other, Output, Gpu, OtherInput, Version, Help, Relocatable, Debug };

struct Option {
    std::string_view name;
    std::string_view short_name;
    bool takes_value;
    Meaning meaning = Meaning::Other;
};

// Options of ptxas 13.0: those with a value and those that matter here.
constexpr Option options[] = {
    {"Ofast-compile", "Ofc", true},
    {"allow-expensive-optimizations", "allow-expensive-optimizations", true},
    {"compile-only", "c", false, Meaning::Relocatable},
    {"def-load-cache", "dlcm", true},
    {"def-store-cache", "dscm", true},
    {"device-debug", "g", false, Meaning::Debug},
    {"device-function-maxrregcount", "func-maxrregcount", true},
    {"device-stack-protector", "device-stack-protector", true},
    {"entry", "e", true},
    {"extensible-whole-program", "ewp", false, Meaning::Relocatable},
    {"fmad", "fmad", true},
    {"force-load-cache", "flcm", true},
    {"force-store-cache", "fscm", true},
    {"gpu-name", "arch", true, Meaning::Gpu},
    {"help", "h", false, Meaning::Help},
    {"input-as-string", "ias", true, Meaning::OtherInput},
    {"list-arch", "arch-ls", false, Meaning::Help},
    {"list-version", "version-ls", false, Meaning::Help},
    {"machine", "m", true},
    {"maxntid", "maxntid", true},
    {"maxrregcount", "maxrregcount", true},
    {"minnctapersm", "minnctapersm", true},
    {"opt-level", "O", true},
    {"options-file", "optf", true, Meaning::OtherInput},
    {"output-file", "o", true, Meaning::Output},
    {"position-independent-code", "pic", true},
    {"register-usage-level", "regUsageLevel", true},
    {"sanitize", "sanitize", true},
    {"split-compile", "split-compile", true},
    {"version", "V", false, Meaning::Version},
};

const Option* find_option(std::string_view word) {
    const bool is_long = word.starts_with("--");
    const std::string_view name = word.substr(is_long ? 2 : 1);
    const auto* const found = std::find_if(std::begin(options), std::end(options), [&](const Option& option) {
        return name == (is_long ? option.name : option.short_name);
    });
    return found == std::end(options) ? nullptr : found;
}

void take(CommandLine& command, Meaning meaning, const std::string& value) {
    switch (meaning) {
        case Meaning::Output: command.output = value; break;
        case Meaning::Gpu: command.gpu = value; break;
        case Meaning::OtherInput: command.has_other_input = true; break;
        case Meaning::Version: command.asks_version = true; break;
        case Meaning::Help: command.asks_help = true; break;
        case Meaning::Relocatable: command.is_relocatable = true; break;
        case Meaning::Debug: command.is_debug = true; break;
        case Meaning::Other: break;
    }
}

}  // namespace

CommandLine read_command_line(std::span<const std::string> words) {
    CommandLine command;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word.size() < 2 || word[0] != '-') {
            command.inputs.push_back(word);
            continue;
        }
        const std::size_t equals = word.find('=');
        const Option* const option = find_option(std::string_view(word).substr(0, equals));
        if (option == nullptr) continue;
        std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
        if (option->takes_value && equals == std::string::npos && i + 1 < words.size()) value = words[++i];
        take(command, option->meaning, value);
    }
    return command;
}

std::string assembled_file(const CommandLine& command) {
    if (command.asks_version || command.asks_help || command.is_relocatable || command.has_other_input) return {};
    // A virtual architecture: the text is only looked at.
    if (!command.gpu.starts_with("sm_")) return {};
    std::vector<std::string> files = command.inputs;
    // The value of an option that is not known here is no file.
    if (files.size() > 1) std::erase_if(files, [](const std::string& file) { return !file.ends_with(".ptx"); });
    return files.size() == 1 ? files.front() : std::string();
}

}  // namespace ringfence::ptxas
