// Context: a flow of control with a stack of its own, and the switch from one to another.
//
// A switch is a few instructions, without a system call. The sanitizers are told of it. A context that is never
// switched to again is simply forgotten: nothing on its stack is destroyed, so code that may be forgotten in a switch
// must own nothing at that time.
#pragma once

#include <cstddef>

namespace ringfence::softgpu {

struct Context {
    void* place = nullptr;        // where it goes on
    std::byte* stack = nullptr;   // its lowest byte
    std::size_t stack_bytes = 0;  //
    void* owner = nullptr;        // whose it is; for the entry function
    void* fake_stack = nullptr;   // the address sanitizer's
    void* sanitizer = nullptr;    // the thread sanitizer's
};

// The entry point of a new context. It must not return.
using ContextEntry = void (*)(Context& self);

// Makes `context`, which is none yet or shall be forgotten, begin at `entry` on the stack that it names, `top_offset`
// bytes (a multiple of 16) below the stack's end.
void start_context(Context& context, ContextEntry entry, std::size_t top_offset);
// Makes `context` stand for the thread that calls.
void adopt_thread(Context& context);
// Frees what the sanitizers hold for it.
void forget_context(Context& context);

// Goes from `from`, which runs, to `to`. Returns when another context switches to `from`.
void switch_context(Context& from, Context& to);

}  // namespace ringfence::softgpu
