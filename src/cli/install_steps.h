// The steps of an installation: a list that can be shown before it is carried out.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "cli/exit_code.h"

namespace ringfence::cli {

class InstallSteps {
public:
    // `root`: before every path; empty for this machine itself.
    explicit InstallSteps(std::string root) : root_(std::move(root)) {}

    void copy(const std::string& from, const std::string& to, unsigned mode);
    void write(const std::string& to, std::string text, unsigned mode);
    // Nothing is done if it is there already.
    void write_once(const std::string& to, std::string text, unsigned mode);
    void remove(const std::string& path);
    // Only if it is empty.
    void remove_folder(const std::string& path);
    void run(const std::vector<std::string>& words);
    // The same, and it does not matter if it fails.
    void try_run(const std::vector<std::string>& words);
    void note(std::string text);

    // One after the other, each told on standard output; the first that fails is the last.
    ExitCode take(bool is_dry);

private:
    struct Step {
        std::string text;
        std::function<Result<void>()> act;
    };

    std::string placed(const std::string& path) const { return root_ + path; }
    void add(std::string text, std::function<Result<void>()> act) {
        steps_.push_back({std::move(text), std::move(act)});
    }

    std::string root_;
    std::vector<Step> steps_;
};

// True if there is such a program in PATH, or where administrators' programs are.
bool has_command(const std::string& name);

}  // namespace ringfence::cli
