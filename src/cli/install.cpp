// ringfence install, uninstall: the daemon as a service of the whole machine (docs/deployment.md).
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/core.h>

#include "base/escape.h"
#include "base/file.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/install_steps.h"
#include "cli/installation.h"

namespace ringfence::cli {
namespace {

struct InstallOptions {
    std::string prefix = "/usr/local";
    std::string root;
    bool is_dry = false;
    bool only_setup = false;
};

constexpr const char* programs[] = {
    "ringfence",         "ringfenced",        "ringfence-worker", "ringfence-compiler",
    "ringfence-session", "ringfence-metrics", "ringfence-ptxas",  "ringfence-ptxas-blackwell"};
constexpr const char* settings_file = "/etc/ringfence/ringfence.toml";
constexpr std::size_t largest_text = 1 << 20;

struct SystemFile {
    const char* name;    // in share/ringfence
    const char* folder;  // of the distribution's below /usr/lib, of the administrator's below /etc
    const char* installed_name;
};

constexpr SystemFile system_files[] = {{"ringfenced.service", "systemd/system", "ringfenced.service"},
                                       {"ringfenced.socket", "systemd/system", "ringfenced.socket"},
                                       {"ringfence.sysusers", "sysusers.d", "ringfence.conf"},
                                       {"ringfence.tmpfiles", "tmpfiles.d", "ringfence.conf"}};

// A package's files are below /usr, an administrator's are not.
std::string place_of(const SystemFile& file, const InstallOptions& options) {
    return fmt::format("{}/{}/{}", options.prefix == "/usr" ? "/usr/lib" : "/etc", file.folder, file.installed_name);
}

std::string shared_file(const std::string& name) {
    return installation_folder() + "/share/ringfence/" + name;
}

Result<std::string> text_for(const std::string& name, const InstallOptions& options) {
    RF_TRY(std::string text, read_file(shared_file(name), largest_text));
    constexpr std::string_view mark = "@prefix@";
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at))
        text.replace(at, mark.size(), options.prefix);
    return text;
}

std::vector<std::string> names_in(const std::string& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (entry.is_regular_file(error)) names.push_back(entry.path().filename());
    }
    std::sort(names.begin(), names.end());
    return names;
}

bool is_systemd_running() {
    struct stat info = {};
    return ::lstat("/run/systemd/system", &info) == 0 && S_ISDIR(info.st_mode);
}

Result<void> place_files(const InstallOptions& options, InstallSteps& steps) {
    const std::string from = installation_folder();
    if (!options.root.empty() || from != options.prefix) {
        for (const char* program : programs)
            steps.copy(fmt::format("{}/bin/{}", from, program), fmt::format("{}/bin/{}", options.prefix, program),
                       0755);
        RF_TRY(const std::string libraries, shim_folder());
        for (const std::string& name : names_in(libraries))
            steps.copy(fmt::format("{}/{}", libraries, name), fmt::format("{}/lib/ringfence/{}", options.prefix, name),
                       0644);
        for (const std::string& name : names_in(from + "/share/ringfence"))
            steps.copy(shared_file(name), fmt::format("{}/share/ringfence/{}", options.prefix, name), 0644);
    }
    for (const SystemFile& file : system_files) {
        RF_TRY(std::string text, text_for(file.name, options));
        steps.write(place_of(file, options), std::move(text), 0644);
    }
    RF_TRY(std::string settings, text_for("ringfence.toml", options));
    steps.write_once(settings_file, std::move(settings), 0644);
    return {};
}

void make_users(const InstallOptions& options, InstallSteps& steps) {
    if (has_command("systemd-sysusers")) {
        steps.run({"systemd-sysusers", place_of(system_files[2], options)});
        return;
    }
    for (const char* name : {"ringfence", "ringfence-worker"}) {
        if (::getpwnam(name) != nullptr) continue;
        steps.run({"useradd", "--system", "--user-group", "--no-create-home", "--home-dir", "/", "--shell",
                   "/usr/sbin/nologin", name});
    }
}

void set_up(const InstallOptions& options, InstallSteps& steps) {
    make_users(options, steps);
    if (!is_systemd_running()) {
        steps.note("There is no systemd here. Start the daemon as root, it gives that up by itself:\n  " +
                   options.prefix + "/bin/ringfenced --system");
        return;
    }
    steps.run({"systemd-tmpfiles", "--create", place_of(system_files[3], options)});
    steps.run({"systemctl", "daemon-reload"});
    steps.run({"systemctl", "enable", "--now", "ringfenced.socket"});
    // One of an older version goes on until its programs have ended.
    steps.note("The daemon starts with the first program. A new version is used after: systemctl reload ringfenced");
}

Result<void> check_who_asks(const InstallOptions& options) {
    if (options.prefix.empty() || options.prefix.front() != '/' ||
        (!options.root.empty() && options.root.front() != '/'))
        return Error::bad_input("--prefix and --root are paths that begin with /");
    if (options.is_dry || !options.root.empty() || ::geteuid() == 0) return {};
    return Error::bad_input("only root can do that").with_remedy("look what it would do: --dry-run");
}

ExitCode install(const InstallOptions& options) {
    InstallSteps steps(options.root);
    Result<void> planned = check_who_asks(options);
    if (planned.ok() && !options.only_setup) planned = place_files(options, steps);
    if (!planned.ok()) return complain(planned.error());
    if (options.root.empty()) set_up(options, steps);
    return steps.take(options.is_dry);
}

ExitCode uninstall(const InstallOptions& options) {
    InstallSteps steps(options.root);
    if (const Result<void> checked = check_who_asks(options); !checked.ok()) return complain(checked.error());
    if (options.root.empty() && is_systemd_running())
        steps.try_run({"systemctl", "disable", "--now", "ringfenced.socket", "ringfenced.service"});
    if (!options.only_setup) {
        for (const SystemFile& file : system_files)
            steps.remove(place_of(file, options));
        for (const char* folder : {"/lib/ringfence", "/share/ringfence"}) {
            for (const std::string& name : names_in(options.root + options.prefix + folder))
                steps.remove(fmt::format("{}{}/{}", options.prefix, folder, name));
            steps.remove_folder(options.prefix + folder);
        }
        for (const char* program : programs)
            steps.remove(options.prefix + "/bin/" + program);
    }
    if (options.root.empty() && is_systemd_running()) steps.try_run({"systemctl", "daemon-reload"});
    steps.note(std::string("Left as they are: ") + settings_file +
               ", /var/lib/ringfence (the audit log), /var/cache/ringfence, and the users ringfence and "
               "ringfence-worker.");
    return steps.take(options.is_dry);
}

void add_options(CLI::App* command, InstallOptions& options) {
    command->add_option("--prefix", options.prefix, "Where programs and libraries go")
        ->type_name("FOLDER")
        ->capture_default_str();
    command->add_option("--root", options.root, "Put everything below this folder, and touch nothing else")
        ->type_name("FOLDER");
    command->add_flag("--setup-only", options.only_setup, "The files are a package's: only users and services");
    command->add_flag("--dry-run", options.is_dry, "Only say what would be done");
}

}  // namespace

void add_install(CLI::App& app, Action& chosen) {
    auto options = std::make_shared<InstallOptions>();
    add_options(add_command(app, "install", "Make the daemon a service for all users of this machine (as root)",
                            "  ringfence install --dry-run\n"
                            "  ringfence install --prefix /usr/local\n",
                            chosen, options, install),
                *options);
}

void add_uninstall(CLI::App& app, Action& chosen) {
    auto options = std::make_shared<InstallOptions>();
    add_options(add_command(app, "uninstall", "Undo what install did; settings and audit log stay",
                            "  ringfence uninstall --dry-run\n", chosen, options, uninstall),
                *options);
}

}  // namespace ringfence::cli
