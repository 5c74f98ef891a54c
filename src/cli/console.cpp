#include "cli/console.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <system_error>

#include "base/escape.h"
#include "base/file.h"

namespace ringfence::cli {
namespace {

// 0, or what went wrong.
int write_all(int fd, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(fd, text.data(), text.size());
        if (written < 0) {
            if (errno == EINTR) continue;
            return errno;
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

bool color_on(int fd) {
    const char* no_color = std::getenv("NO_COLOR");
    return (no_color == nullptr || *no_color == '\0') && ::isatty(fd) != 0;
}

}  // namespace

void prepare_standard_streams() {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(fd, F_GETFD) != -1) continue;
        // open() takes the lowest free number, which is this one. The wrong direction makes using it an error.
        if (::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd) std::abort();
    }
}

bool color_on_stdout() {
    return color_on(STDOUT_FILENO);
}

bool color_on_stderr() {
    return color_on(STDERR_FILENO);
}

ExitCode write_output(const std::string& path, std::string_view contents) {
    if (path != "-") {
        const Result<void> result = write_file_atomically(path, contents);
        return result.ok() ? ExitCode::fine : complain(result.error());
    }
    const int problem = write_all(STDOUT_FILENO, contents);
    if (problem == 0 || problem == EPIPE) return ExitCode::fine;
    complain("cannot write to standard output: " + std::generic_category().message(problem));
    return ExitCode::file_error;
}

void complain(std::string_view text) {
    write_stderr("ringfence: " + escape(text) + "\n");
}

ExitCode complain(const Error& error) {
    write_stderr("ringfence: " + error.text() + "\n");
    return error.kind == Error::Kind::internal ? ExitCode::our_bug : ExitCode::file_error;
}

void write_stderr(std::string_view text) {
    // Where complaints cannot be written there is nobody to tell.
    static_cast<void>(write_all(STDERR_FILENO, text));
}

}  // namespace ringfence::cli
