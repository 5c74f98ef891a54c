#include "cli/install_steps.h"

#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <fmt/core.h>

#include "base/escape.h"
#include "base/file.h"
#include "cli/console.h"

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace ringfence::cli {
namespace {

constexpr std::size_t largest_file = std::size_t{1} << 30;
constexpr const char* administrators_folders = "/usr/sbin:/usr/bin:/sbin:/bin";

Error step_failed(const std::string& path, const std::string& why) {
    return Error::bad_input(why).at({escape(path), 0, 0});
}

// Anew, and under its name only when it is complete: the old one may be running.
Result<void> write_with_mode(const std::string& path, std::string_view text, unsigned mode) {
    std::error_code error;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
    if (error) return step_failed(path, error.message());
    RF_RETURN_IF_ERROR(write_file_atomically(path, text));
    if (::chmod(path.c_str(), mode) != 0) return step_failed(path, std::generic_category().message(errno));
    return {};
}

Result<void> run_and_wait(std::vector<std::string> words) {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t pid = -1;
    const int problem = ::posix_spawnp(&pid, arguments[0], nullptr, nullptr, arguments.data(), environ);
    if (problem != 0) return step_failed(words[0], std::generic_category().message(problem));
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
    return step_failed(words[0], fmt::format("it failed, with status {}", WEXITSTATUS(status)));
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

}  // namespace

bool has_command(const std::string& name) {
    const char* const path = std::getenv("PATH");
    const std::string folders = std::string(path == nullptr ? "" : path) + ":" + administrators_folders;
    for (std::size_t at = 0; at <= folders.size();) {
        const std::size_t end = std::min(folders.find(':', at), folders.size());
        const std::string candidate = folders.substr(at, end - at) + "/" + name;
        if (::access(candidate.c_str(), X_OK) == 0) return true;
        at = end + 1;
    }
    return false;
}

void InstallSteps::copy(const std::string& from, const std::string& to, unsigned mode) {
    add("copy    " + placed(to), [from, to = placed(to), mode]() -> Result<void> {
        RF_TRY(const std::string contents, read_file(from, largest_file));
        return write_with_mode(to, contents, mode);
    });
}

void InstallSteps::write(const std::string& to, std::string text, unsigned mode) {
    add("write   " + placed(to),
        [to = placed(to), text = std::move(text), mode] { return write_with_mode(to, text, mode); });
}

void InstallSteps::write_once(const std::string& to, std::string text, unsigned mode) {
    if (::access(placed(to).c_str(), F_OK) == 0) {
        note("keep    " + placed(to));
    } else {
        write(to, std::move(text), mode);
    }
}

void InstallSteps::remove(const std::string& path) {
    if (::access(placed(path).c_str(), F_OK) != 0) return;
    add("remove  " + placed(path), [path = placed(path)]() -> Result<void> {
        if (::unlink(path.c_str()) == 0 || errno == ENOENT) return {};
        return step_failed(path, std::generic_category().message(errno));
    });
}

void InstallSteps::remove_folder(const std::string& path) {
    if (::access(placed(path).c_str(), F_OK) != 0) return;
    add("remove  " + placed(path) + ", if it is empty", [path = placed(path)]() -> Result<void> {
        ::rmdir(path.c_str());
        return {};
    });
}

void InstallSteps::run(const std::vector<std::string>& words) {
    add("run     " + joined(words), [words] { return run_and_wait(words); });
}

void InstallSteps::try_run(const std::vector<std::string>& words) {
    add("run     " + joined(words), [words]() -> Result<void> {
        static_cast<void>(run_and_wait(words));
        return {};
    });
}

void InstallSteps::note(std::string text) {
    add(std::move(text), [] { return Result<void>(); });
}

ExitCode InstallSteps::take(bool is_dry) {
    for (const Step& step : steps_) {
        if (const ExitCode told = write_output("-", step.text + "\n"); told != ExitCode::fine) return told;
        if (is_dry) continue;
        const Result<void> taken = step.act();
        if (!taken.ok()) return complain(taken.error());
    }
    return ExitCode::fine;
}

}  // namespace ringfence::cli
