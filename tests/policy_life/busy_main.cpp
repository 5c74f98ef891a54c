// policy_busy SOCKET: keeps the GPU busy as the tenant whose token comes on the first line of standard input, until
// that ends; says "busy" when it has begun, and at the end what went wrong, if anything did.
#include <cstdio>
#include <iostream>
#include <string>

#include "vgpu_load.h"

int main(int argc, char** argv) {
    std::string token;
    if (argc != 2 || !std::getline(std::cin, token)) return 2;
    ringfence::supervisor::VgpuLoad load(argv[1], token);
    if (load.device_memory() == 0) {
        std::puts("it was not let in");
        return 1;
    }
    std::puts("busy");
    std::fflush(stdout);
    for (std::string line; std::getline(std::cin, line);) {
    }
    const std::string problem = load.end();
    std::puts(problem.c_str());
    return problem.empty() ? 0 : 1;
}
