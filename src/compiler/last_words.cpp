#include "compiler/last_words.h"

#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <initializer_list>

namespace ringfence::compiler {
namespace {

std::size_t room_to_ask_for = 0;

// Only system calls: it runs where anything may have gone wrong.
void end_if_without_memory() {
    void* const room = ::mmap(nullptr, room_to_ask_for, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) ::_exit(exit_without_memory);
    ::munmap(room, room_to_ask_for);
}

// The signal then takes its default action.
void handle(int signal) {
    end_if_without_memory();
    (void)std::raise(signal);
}

}  // namespace

void tell_lack_of_memory(std::uint64_t most_memory) {
    room_to_ask_for = most_memory / 8;
    // A stack of its own: the usual one may have come to its end.
    static char stack[1 << 16];
    const stack_t other_stack = {.ss_sp = stack, .ss_flags = 0, .ss_size = sizeof stack};
    ::sigaltstack(&other_stack, nullptr);
    struct sigaction action = {};
    action.sa_handler = handle;
    action.sa_flags = static_cast<int>(SA_ONSTACK | SA_RESETHAND | SA_NODEFER);
    for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
        ::sigaction(signal, &action, nullptr);
    (void)std::atexit(end_if_without_memory);
}

}  // namespace ringfence::compiler
