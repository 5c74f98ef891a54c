// ringfence-ptxas: Triton calls it in the place of NVIDIA's ptxas, under `ringfence run` (docs/python.md).
//
// It runs NVIDIA's with the same arguments, and then packs the machine code and the PTX into a fatbin: where kernels
// are guarded the PTX is loaded, elsewhere the machine code. Without a ptxas it holds only the PTX.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/escape.h"
#include "base/file.h"
#include "ptxas/assembler.h"
#include "ptxas/command_line.h"
#include "ptxas/fatten.h"

namespace ringfence::ptxas {
namespace {

constexpr std::size_t largest_file = std::size_t{512} << 20;

constexpr std::string_view elf_magic =
    "\x7f"
    "ELF";

// When it was not NVIDIA's that failed.
constexpr int failed = 1;

// Triton's key for its disk cache includes all that `--version` prints: so our files are never taken for NVIDIA's, nor
// NVIDIA's for ours. The number changes with the form of our files.
constexpr const char* mark = "Ringfence keeps the PTX beside the machine code, form 1\n";

// Without a ptxas. Triton looks for the release, and takes from it which PTX to make: 9.0 can be read here.
constexpr const char* own_version =
    "ringfence-ptxas, without a ptxas: PTX stays as it is\n"
    "Cuda compilation tools, release 13.0, V13.0.0\n";

int complain(const std::string& text) {
    std::fprintf(stderr, "ringfence-ptxas: %s\n", text.c_str());
    return failed;
}

int complain_about(const std::string& file, Error error) {
    if (!error.location) error.location = SourceLocation{escape(file), 0, 0};
    return complain(error.text());
}

// As NVIDIA's ended, we end, so that callers see the same.
int end_as(int status) {
    if (status < 0) return complain(std::string("ptxas could not be run: ") + std::strerror(errno));
    if (!WIFSIGNALED(status)) return WEXITSTATUS(status);
    const rlimit no_dump = {0, 0};
    ::setrlimit(RLIMIT_CORE, &no_dump);
    std::signal(WTERMSIG(status), SIG_DFL);
    std::raise(WTERMSIG(status));
    return 128 + WTERMSIG(status);
}

int write_fat(const CommandLine& command, const std::string& ptx, const std::string& cubin) {
    const auto fat = fatten({.ptx = ptx.c_str(), .cubin = cubin, .gpu = command.gpu, .is_debug = command.is_debug});
    if (!fat) return complain_about(assembled_file(command), fat.error());
    const auto written = write_file_atomically(command.output, fat.value());
    return written ? 0 : complain_about(command.output, written.error());
}

int assemble(const CommandLine& command, const std::string& file, const std::string& assembler,
             const std::vector<std::string>& words) {
    if (!assembler.empty()) {
        const int status = run_assembler(assembler, words);
        if (status != 0) return end_as(status);
    }
    const auto ptx = read_file(file, largest_file);
    if (!ptx) return complain_about(file, ptx.error());
    if (assembler.empty()) return write_fat(command, ptx.value(), "");
    const auto cubin = read_file(command.output, largest_file);
    if (!cubin) return complain_about(command.output, cubin.error());
    // Another of our kind was called: it has packed both already.
    if (!cubin.value().starts_with(elf_magic)) return 0;
    return write_fat(command, ptx.value(), cubin.value());
}

int tell_version(const std::string& assembler, const std::vector<std::string>& words) {
    const int status = assembler.empty() ? 0 : run_assembler(assembler, words);
    if (status != 0) return end_as(status);
    std::fputs(assembler.empty() ? own_version : "", stdout);
    std::fputs(mark, stdout);
    return std::fflush(stdout) == 0 ? 0 : failed;
}

int run(bool is_for_blackwell, const std::vector<std::string>& words) {
    const CommandLine command = read_command_line(words);
    const std::string assembler = find_assembler(assembler_places(is_for_blackwell));
    if (command.asks_version) return tell_version(assembler, words);
    const std::string file = assembled_file(command);
    if (!file.empty()) return assemble(command, file, assembler, words);
    if (!assembler.empty()) return end_as(run_assembler(assembler, words));
    return complain(
        "no ptxas was found, and without one only a single PTX file for a GPU can be kept as it is\n"
        "  remedy: install the CUDA toolkit, or set RINGFENCE_PTXAS to a ptxas");
}

}  // namespace
}  // namespace ringfence::ptxas

int main(int argc, char** argv) {
    const std::string name = argc > 0 ? std::filesystem::path(argv[0]).filename().string() : "";
    return ringfence::ptxas::run(name.ends_with("-blackwell"), {argv + (argc > 0 ? 1 : 0), argv + argc});
}
