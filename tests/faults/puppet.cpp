// A program that goes to its session step by step, as it is told on its standard input, one word a line.
//
//     faults_puppet channel|native shared|private
//
// Before a step it prints "at STEP", after it "STEP CODE TEXT" (route.h tells the codes). `rounds` goes on until the
// next line comes. Whoever drives it knows where it is, and can do things to it, or to others, there.
#include <poll.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>

#include "route.h"

namespace ringfence::faults {
namespace {

bool has_input() {
    pollfd input = {STDIN_FILENO, POLLIN, 0};
    return ::poll(&input, 1, 0) > 0;
}

Outcome rounds(Route& route) {
    std::uint32_t number = 0;
    do {
        if (Outcome done = route.round(++number); !done.ok()) return done;
        if (number == 1) std::puts("at work");
        std::fflush(stdout);
    } while (!has_input());
    return {0, std::to_string(number)};
}

Outcome do_step(Route& route, const std::string& step, std::istringstream& words) {
    std::string kernel;
    std::uint64_t number = 0;
    if (step == "connect") return route.connect();
    if (step == "hello") return route.say_hello();
    if (step == "open") return route.open();
    if (step == "load") return route.load(kernels);
    if (step == "compile") return route.load(slow_module());
    if (step == "compile_as" && words >> kernel) return route.load(module_with(kernel));
    if (step == "allocate") return route.allocate();
    if (step == "copy" && words >> number) return route.copy(std::chrono::milliseconds(number));
    if (step == "launch" && words >> kernel >> number) return route.launch(kernel, std::chrono::milliseconds(number));
    if (step == "wait") return route.wait();
    if (step == "map" && words >> number) return route.map(number);
    if (step == "round") return route.round(7);
    if (step == "rounds") return rounds(route);
    if (step == "close") return route.close();
    return {-3, "there is no such step"};
}

void serve(Route& route) {
    // Not buffered: has_input() must see what has come.
    std::setvbuf(stdin, nullptr, _IONBF, 0);
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string step;
        words >> step;
        std::printf("at %s\n", step.c_str());
        std::fflush(stdout);
        Outcome outcome = do_step(route, step, words);
        for (char& c : outcome.text)
            if (c == '\n') c = ' ';
        std::printf("%s %d %s\n", step.c_str(), outcome.code, outcome.text.c_str());
        std::fflush(stdout);
    }
}

}  // namespace
}  // namespace ringfence::faults

int main(int argc, char** argv) {
    using namespace ringfence::faults;
    if (argc != 3) return 2;
    const std::string isolation = argv[2];
    const auto route = argv[1] == std::string("native") ? make_native_route(isolation) : make_channel_route(isolation);
    serve(*route);
    return 0;
}
