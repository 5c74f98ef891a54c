// Environment variables that must not stay there.
#pragma once

namespace ringfence {

// Takes a variable out of the environment, and its value out of this process's memory: others read the environment that
// a process was started with from /proc. For a process that has one thread yet.
void forget_variable(const char* name);

// Removes variables that hold a token, or a token's path: they are a program's, and no process of ours needs them.
void forget_tokens();

}  // namespace ringfence
