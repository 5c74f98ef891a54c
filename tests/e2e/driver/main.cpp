// The main of most programs in this folder. A program that defines its own does not get this one.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "program.h"
#include "source_dir.h"

namespace {

std::string read_kernels() {
    std::ifstream file(RINGFENCE_SOURCE_DIR "/tests/e2e/driver/kernels.ptx");
    std::string text(std::istreambuf_iterator<char>(file), {});
    EXPECT(!text.empty(), "cannot read kernels.ptx");
    return text;
}

}  // namespace

int main() {
    (void)begin();
    Handle module = nullptr;
    CHECK(cuModuleLoadData(&module, read_kernels().c_str()));
    test(module);
    std::printf("ok\n");
    return 0;
}
