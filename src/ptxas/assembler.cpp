#include "ptxas/assembler.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/file.h"

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace ringfence::ptxas {
namespace {

constexpr std::size_t largest_memory_map = std::size_t{64} << 20;

std::string value_of(const char* variable) {
    const char* const value = std::getenv(variable);
    return value == nullptr ? "" : value;
}

std::string callers_triton() {
    auto map = read_file("/proc/" + std::to_string(::getppid()) + "/maps", largest_memory_map);
    return map ? triton_folder(map.value()) : std::string();
}

void add_from_path(const std::string& name, std::vector<std::string>& places) {
    const std::string folders = value_of("PATH");
    for (std::size_t at = 0; at < folders.size();) {
        const std::size_t end = std::min(folders.find(':', at), folders.size());
        if (end > at) places.push_back(folders.substr(at, end - at) + "/" + name);
        at = end + 1;
    }
}

// Two installations, each of which the other finds by a name that is not its own, would call each other for ever.
constexpr int most_levels = 4;

int level() {
    const std::string text = value_of(level_setting);
    int number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty()) return 0;
    return problem == std::errc() && number >= 0 && number < most_levels ? number : most_levels;
}

// Sets the level for processes that are started while this exists.
class NextLevel {
public:
    explicit NextLevel(int now) : before_(value_of(level_setting)) {
        ::setenv(level_setting, std::to_string(now + 1).c_str(), 1);
    }
    NextLevel(const NextLevel&) = delete;
    NextLevel& operator=(const NextLevel&) = delete;
    ~NextLevel() {
        if (before_.empty()) {
            ::unsetenv(level_setting);
        } else {
            ::setenv(level_setting, before_.c_str(), 1);
        }
    }

private:
    const std::string before_;
};

bool is_this_program(const std::string& path) {
    std::error_code error;
    return std::filesystem::equivalent(path, "/proc/self/exe", error) && !error;
}

}  // namespace

std::string triton_folder(std::string_view memory_map) {
    constexpr std::string_view library = "/_C/libtriton.so";
    const std::size_t at = memory_map.find(library);
    if (at == std::string_view::npos) return {};
    const std::string_view before = memory_map.substr(0, at);
    const std::size_t line = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    const std::size_t path = before.find('/', line);
    if (path == std::string_view::npos) return {};
    return std::string(before.substr(path)) + "/backends/nvidia/bin";
}

std::vector<std::string> assembler_places(bool is_for_blackwell) {
    if (const char* const only = std::getenv(only_setting); only != nullptr) return {only};
    std::vector<std::string> places;
    places.push_back(value_of(is_for_blackwell ? kept_blackwell_setting : kept_setting));
    if (const std::string folder = callers_triton(); !folder.empty()) {
        if (is_for_blackwell) places.push_back(folder + "/ptxas-blackwell");
        places.push_back(folder + "/ptxas");
    }
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
        if (const std::string toolkit = value_of(variable); !toolkit.empty()) places.push_back(toolkit + "/bin/ptxas");
    }
    places.emplace_back("/usr/local/cuda/bin/ptxas");
    add_from_path("ptxas", places);
    std::erase(places, "");
    return places;
}

std::string find_assembler(std::span<const std::string> places) {
    for (const std::string& place : places) {
        std::error_code error;
        if (!std::filesystem::is_regular_file(place, error) || ::access(place.c_str(), X_OK) != 0) continue;
        if (!is_this_program(place)) return place;
    }
    return {};
}

int run_assembler(const std::string& program, std::span<const std::string> words) {
    const int now = level();
    if (now == most_levels) {
        errno = ELOOP;
        return -1;
    }
    const NextLevel next(now);
    std::vector<char*> arguments = {const_cast<char*>(program.c_str())};
    for (const std::string& word : words)
        arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    pid_t process = -1;
    errno = ::posix_spawn(&process, program.c_str(), nullptr, nullptr, arguments.data(), environ);
    if (errno != 0) return -1;
    int status = 0;
    while (::waitpid(process, &status, 0) < 0) {
        if (errno != EINTR) return -1;
    }
    return status;
}

}  // namespace ringfence::ptxas
