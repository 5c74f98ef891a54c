// One compiler, as the worker sees it: a process that may do anything at any time, and a socket to it.
//
// A process works for one customer only: it has read that customer's text, so it may be that customer's by now.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"
#include "compiler/nursery.h"
#include "compiler/protocol.h"

namespace ringfence::compiler {

struct ProcessOptions {
    std::string program;
    std::vector<std::string> arguments;
    std::chrono::milliseconds start_limit{30'000};
    std::chrono::milliseconds time_limit{60'000};        // of one text
    std::uint64_t most_memory = std::uint64_t{4} << 30;  // of host memory, for one text
    std::uint64_t most_code = std::uint64_t{256} << 20;  // that comes out of it
};

// Text to machine code, by another program.
class Compilation {
public:
    Compilation() = default;
    virtual ~Compilation() = default;
    Compilation(const Compilation&) = delete;
    Compilation& operator=(const Compilation&) = delete;

    virtual Result<std::vector<std::byte>> compile(const std::string& text, const std::string& file_name,
                                                   std::chrono::milliseconds time_limit) = 0;
    // By any thread: compile() fails soon.
    virtual void kill() = 0;
    virtual pid_t pid() const = 0;  // -1: there is none
};

Error no_compiler(const std::string& why);

class Process final : public Compilation {
public:
    // The process ends when the thread does that opened the nursery.
    static Result<std::unique_ptr<Process>> start(const ProcessOptions& options, Nursery& nursery);
    // Kills it.
    ~Process() override;
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    // Machine code for the text, or why there is none: also if the process crashes, stops, or takes too much of
    // something. Then it is not fit for anything else. `time_limit`: if less than that in the options; 0: that.
    Result<std::vector<std::byte>> compile(const std::string& text, const std::string& file_name,
                                           std::chrono::milliseconds time_limit = {}) override;
    void kill() override;

    pid_t pid() const override { return pid_; }
    // True if it may be asked (again).
    bool is_fit() const;
    // True if it was given a text.
    bool is_used() const { return is_used_; }

private:
    Process(const ProcessOptions& options, pid_t pid, UniqueFd process, UniqueFd socket)
        : options_(options), pid_(pid), process_(std::move(process)), socket_(std::move(socket)) {}

    Result<void> await_greeting();
    Result<Answer> await_answer(const std::string& file_name, std::chrono::milliseconds time_limit);
    Result<bool> await_message(std::chrono::steady_clock::time_point end);
    bool is_over_by(std::chrono::steady_clock::time_point end) const;
    Error ended(const std::string& file_name) const;
    void look_at_memory();

    const ProcessOptions options_;
    const pid_t pid_;
    const UniqueFd process_;
    const UniqueFd socket_;
    bool is_ready_ = false;
    bool is_used_ = false;
    bool is_unfit_ = false;
    bool has_too_many_threads_ = false;
    std::uint64_t resident_at_start_ = 0;
    std::uint64_t resident_ = 0;
};

}  // namespace ringfence::compiler
