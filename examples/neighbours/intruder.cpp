// A hostile tenant: it tries one attack on another tenant's memory, whose address it was told.
//
//     intruder MODULE.ptx KERNEL ADDRESS
//
// It says how the module's loading and the kernel ended, and what the kernel has left in the intruder's own memory.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "driver/driver.h"

namespace {

using namespace ringfence;

constexpr std::size_t own_words = 1024;
constexpr std::size_t told_words = 32;  // of what its own memory holds afterwards

// A line for each step: its name and its status.
bool tell(const char* step, int status) {
    std::printf("%s %d\n", step, status);
    std::fflush(stdout);
    return status == 0;
}

void tell_own_memory(const std::vector<unsigned char>& bytes) {
    std::printf("own ");
    for (const unsigned char byte : bytes)
        std::printf("%02x", byte);
    std::printf("\n");
}

void attack(const std::string& ptx, const char* kernel, driver::Address target) {
    driver::start();
    const driver::Address own = driver::memory(own_words * 4);
    driver::check(driver::fill_words(own, 0, own_words), "cuMemsetD32");
    driver::Handle module = nullptr;
    if (!tell("load", driver::module_load(&module, ptx.c_str()))) return;
    const driver::Handle function = driver::function(module, kernel);
    int status = driver::launch(function, {.threads = 32}, own, target);
    if (status == 0) status = driver::synchronize();
    if (!tell("launch", status)) return;
    tell_own_memory(driver::fetch<unsigned char>(own, told_words * 4));
}

}  // namespace

int main(int count, char** words) {
    if (count != 4) {
        std::fprintf(stderr, "usage: intruder MODULE.ptx KERNEL ADDRESS\n");
        return 2;
    }
    attack(driver::read_text(words[1]), words[2], std::strtoull(words[3], nullptr, 0));
    return 0;
}
