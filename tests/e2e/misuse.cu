// Prints CUDA's answers to wrong use. One line per case: its name and the statuses of its calls.
//
//   misuse [NAME...]        all cases, or these; each in a process of its own, so that a crash is one more result
//   misuse --case NAME      one case, in this process
//
// A card's answers are kept in misuse.txt, and for arrays, textures, surfaces and tensor maps, which are programs of
// their own (MISUSE_TEXTURES, MISUSE_TENSORS), in misuse_textures_h200.txt and misuse_tensors_h200.txt.
// misuse_sharing.txt (MISUSE_SHARING) and misuse_calls.txt (MISUSE_CALLS) hold Ringfence's answers, so that a change is
// noticed. They were compared with CUDA's documentation in part and not recorded on a card yet: where a card answers
// otherwise, the card is right.
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <string>

#if defined(MISUSE_TEXTURES)
#include "misuse/texture_cases.h"
#elif defined(MISUSE_SHARING)
#include "misuse/sharing_cases.h"
#elif defined(MISUSE_TENSORS)
#include "misuse/tensor_cases.h"
#elif defined(MISUSE_CALLS)
#include "misuse/call_cases.h"
#include "misuse/graph_cases.h"
#else
#include "misuse/driver_cases.h"
#include "misuse/launch_cases.h"
#include "misuse/memory_cases.h"
#include "misuse/stream_cases.h"
#endif

namespace {

const int seconds_for_a_case = 30;

template <typename Function>
void for_each_case(Function&& function) {
#if defined(MISUSE_TEXTURES)
    for (const Case& one : texture_cases)
        function(one);
#elif defined(MISUSE_SHARING)
    for (const Case& one : sharing_cases)
        function(one);
#elif defined(MISUSE_TENSORS)
    for (const Case& one : tensor_misuse::cases)
        function(one);
#elif defined(MISUSE_CALLS)
    for (const Case& one : graph_misuse::cases)
        function(one);
    for (const Case& one : call_misuse::cases)
        function(one);
#else
    for (const Case& one : memory_cases)
        function(one);
    for (const Case& one : launch_cases)
        function(one);
    for (const Case& one : stream_cases)
        function(one);
    for (const Case& one : driver_cases)
        function(one);
#endif
}

int run_here(const char* name) {
    int found = 0;
    for_each_case([&](const Case& one) {
        if (std::strcmp(one.name, name) != 0) return;
        found = 1;
        one.run();
    });
    // The runtime's work at the end of a process is not examined here.
    std::_Exit(found ? 0 : 2);
}

// All that comes through the pipe until it is closed; `late` if that takes too long.
std::string read_all(int pipe, bool& late) {
    std::string text;
    char buffer[512];
    pollfd ready = {pipe, POLLIN, 0};
    while (true) {
        late = poll(&ready, 1, seconds_for_a_case * 1000) <= 0;
        if (late) return text;
        const ssize_t bytes = read(pipe, buffer, sizeof(buffer));
        if (bytes <= 0) return text;
        text.append(buffer, bytes);
    }
}

void run_apart(const Case& one) {
    int ends[2];
    if (pipe(ends) != 0) std::exit(1);
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execl("/proc/self/exe", "misuse", "--case", one.name, nullptr);
        std::_Exit(127);
    }
    close(ends[1]);
    bool late = false;
    const std::string statuses = read_all(ends[0], late);
    close(ends[0]);
    if (late) kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    const bool crashed = !late && !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    std::printf("%s:%s%s\n", one.name, statuses.c_str(), late ? " hang" : crashed ? " crash" : "");
    std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
    if (count == 3 && std::strcmp(words[1], "--case") == 0) return run_here(words[2]);
    for_each_case([&](const Case& one) {
        bool chosen = count == 1;
        for (int i = 1; i < count; ++i)
            chosen = chosen || std::strcmp(words[i], one.name) == 0;
        if (chosen) run_apart(one);
    });
    return 0;
}
