// Reads the state of a process from /proc.
#pragma once

#include <sys/types.h>

#include <fstream>
#include <string>

namespace ringfence::compiler {

// 0: there is none.
inline char state_of(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string text;
    std::getline(file, text);
    const std::size_t name = text.rfind(')');
    return name == std::string::npos || name + 2 >= text.size() ? '\0' : text[name + 2];
}

// Also if nobody has taken note of it yet.
inline bool has_ended(pid_t process) {
    const char state = state_of(process);
    return state == '\0' || state == 'Z' || state == 'X';
}

inline bool is_stopped(pid_t process) {
    return state_of(process) == 'T';
}

}  // namespace ringfence::compiler
