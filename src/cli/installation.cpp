#include "cli/installation.h"

#include <filesystem>
#include <system_error>

#include "base/escape.h"

namespace ringfence::cli {
namespace {

std::filesystem::path own_folder() {
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    return program.parent_path();
}

}  // namespace

std::string daemon_program() {
    return own_folder() / "ringfenced";
}

std::string worker_program() {
    return own_folder() / "ringfence-worker";
}

std::string ptxas_program() {
    return own_folder() / "ringfence-ptxas";
}

std::string blackwell_ptxas_program() {
    return own_folder() / "ringfence-ptxas-blackwell";
}

std::string installation_folder() {
    return own_folder().parent_path();
}

Result<std::string> shim_folder() {
    const std::filesystem::path folder = own_folder().parent_path() / "lib/ringfence";
    for (const char* library : {"libcuda.so.1", "libcudart.so.13"}) {
        std::error_code error;
        if (!std::filesystem::exists(folder / library, error))
            return Error::bad_input("this installation is incomplete: there is no " +
                                    escape((folder / library).string()))
                .with_remedy("build everything: ./rf build");
    }
    return folder.string();
}

}  // namespace ringfence::cli
