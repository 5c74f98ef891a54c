// ringfence doctor: whether this machine and this installation have what it takes.
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "adapters/library_folders.h"
#include "backend/cuda/cuda.h"
#include "backend/facts/facts.h"
#include "backend/soft/soft.h"
#include "base/escape.h"
#include "base/runtime_folder.h"
#include "base/unique_fd.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/doctor_libraries.h"
#include "cli/doctor_program.h"
#include "cli/elf_file.h"
#include "cli/installation.h"
#include "compiler/assembler.h"
#include "supervisor/daemon_client.h"
#include "supervisor/settings.h"

namespace ringfence::cli {
namespace {

enum class Verdict { Fine, Missing, Doubtful, Broken };

struct Finding {
    Verdict verdict = Verdict::Fine;
    std::string text;
};

Finding failed(const Error& error, Verdict verdict = Verdict::Broken) {
    return {verdict, error.text()};
}

Finding look_at_programs() {
    for (const std::string& program : {daemon_program(), worker_program()}) {
        if (::access(program.c_str(), X_OK) != 0)
            return {Verdict::Broken, "there is no " + escape(program) + "; build everything: ./rf build"};
    }
    return {Verdict::Fine, "daemon and worker are there"};
}

Finding look_at_libraries() {
    const Result<std::string> folder = shim_folder();
    if (!folder.ok()) return failed(folder.error());
    return {Verdict::Fine, escape(folder.value())};
}

Finding look_at_settings() {
    const auto settings = supervisor::load_settings(std::nullopt);
    if (!settings.ok()) return failed(settings.error());
    return {Verdict::Fine, fmt::format("backend {}, isolation {}", supervisor::name_of(settings.value().backend),
                                       supervisor::name_of(settings.value().isolation))};
}

Finding look_at_memory_files() {
    const UniqueFd file(::memfd_create("ringfence-doctor", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!file) return {Verdict::Broken, std::string("memfd_create fails: ") + std::strerror(errno)};
    return {Verdict::Fine, "memory can be shared"};
}

Finding look_at_daemon() {
    if (supervisor::is_daemon_running()) return {Verdict::Fine, "answers at " + escape(daemon_socket_path())};
    if (is_daemon_the_systems())
        return {Verdict::Broken, "the system's daemon does not answer at " + escape(daemon_socket_path()) +
                                     "; start it: systemctl start ringfenced"};
    return {Verdict::Fine, "not running; 'ringfence run' starts it at " + escape(daemon_socket_path())};
}

// A user who can open these bypasses Ringfence. The administrator must change that; it is not an error.
Finding look_at_device_files() {
    std::string open_ones;
    std::error_code error;
    bool has_any = false;
    for (const auto& entry : std::filesystem::directory_iterator("/dev", error)) {
        const std::string name = entry.path().filename();
        struct stat info = {};
        if (!name.starts_with("nvidia") || ::stat(entry.path().c_str(), &info) != 0 || !S_ISCHR(info.st_mode)) continue;
        has_any = true;
        if ((info.st_mode & (S_IROTH | S_IWOTH)) != 0) open_ones += (open_ones.empty() ? "" : " ") + name;
    }
    if (!has_any) return {Verdict::Missing, "there are none"};
    if (open_ones.empty()) return {Verdict::Fine, "closed to those who are not in their group"};
    return {Verdict::Doubtful, "every user can open " + escape(open_ones) +
                                   ", and use the card without Ringfence; docs/deployment.md says how to close them"};
}

std::string describe(const backend::Properties& properties) {
    return fmt::format("{}, compute capability {}.{}, {} multiprocessors, {} MiB", escape(properties.name),
                       properties.compute_major, properties.compute_minor, properties.multiprocessors,
                       properties.total_memory >> 20);
}

Finding look_at_soft() {
    const auto device = backend::open_soft({});
    if (!device.ok()) return failed(device.error());
    return {Verdict::Fine, describe(device.value()->properties())};
}

Finding look_at_cuda() {
    const auto device = backend::open_cuda(0);
    if (!device.ok()) return failed(device.error(), Verdict::Missing);
    return {Verdict::Fine, describe(device.value()->properties())};
}

// The same facts that a shared worker tests on a card before tenants share it.
Finding look_at_facts() {
    const auto device = backend::open_cuda(0);
    if (!device.ok()) return {Verdict::Missing, "there is no card to measure"};
    const Result<void> measured = backend::measure_quick_facts(*device.value(), false);
    if (measured.ok()) return {Verdict::Fine, "the card does what the guard rests on (docs/facts.md)"};
    return {Verdict::Broken, "programs cannot share this card: " + measured.error().text()};
}

// As a worker on the card would choose it.
Finding look_at_compiler() {
    const auto device = backend::open_cuda(0);
    if (!device.ok()) return {Verdict::Missing, "there is no card to compile for"};
    const auto settings = supervisor::load_settings(std::nullopt);
    if (!settings.ok()) return failed(settings.error());
    const auto driver = backend::cuda_driver_version();
    if (!driver.ok()) return failed(driver.error());
    compiler::ProcessOptions process;
    process.program = std::filesystem::path(worker_program()).parent_path() / "ringfence-compiler";
    const auto nursery = compiler::Nursery::open(process);
    if (!nursery.ok()) return failed(nursery.error());
    const backend::Properties& card = device.value()->properties();
    const auto assembler = compiler::find_assembler({.places = compiler::assembler_places(settings.value().ptxas),
                                                     .capability = card.compute_major * 10 + card.compute_minor,
                                                     .newest_cuda = driver.value()},
                                                    process, *nursery.value());
    if (!assembler.ok()) return {Verdict::Fine, "the driver's, for guarded programs: " + assembler.error().text()};
    return {Verdict::Fine, fmt::format("ptxas, for guarded programs: {} ({})", escape(assembler.value().program),
                                       assembler.value().release)};
}

struct DoctorOptions {
    bool libraries = false;
    bool write = false;
    std::vector<std::string> folders;
    std::string program;
};

// Wheels before the toolkit: a program that brings libraries was tested with those.
ExitCode show_libraries(bool writes, std::vector<std::string> folders) {
    if (folders.empty()) {
        folders = python_library_folders();
        for (std::string& folder : adapters::usual_library_folders())
            folders.push_back(std::move(folder));
    }
    const LibrarySurvey survey = survey_libraries(folders);
    std::string text;
    for (const FoundLibrary& library : survey.libraries) {
        text += fmt::format("{:<5} {:<14} {}\n", library.problem.empty() ? "ok" : "BAD", library.version,
                            escape(library.path));
        if (!library.problem.empty()) text += fmt::format("      {}\n", library.problem);
    }
    for (const std::string& name : survey.missing)
        text += fmt::format("none                 {}\n", name);
    if (survey.folders.empty()) {
        text +=
            "a worker on a card finds no libraries: install the CUDA toolkit, or activate the environment that has "
            "them\n";
        return write_output("-", text);
    }
    if (!writes) {
        text += fmt::format("the setting for ringfence.toml (--write writes it):\n{}\n", libraries_setting(survey));
        return write_output("-", text);
    }
    const Result<std::string> file = write_libraries_setting(survey);
    if (!file.ok()) return worse(write_output("-", text), complain(file.error()));
    text += fmt::format("written to {}; a daemon that runs takes it when it is started again (ringfence down):\n{}\n",
                        escape(file.value()), libraries_setting(survey));
    return write_output("-", text);
}

// Where a worker of this installation would look, as it is set up now.
Result<LibraryPlaces> library_places(const std::vector<std::string>& folders) {
    LibraryPlaces places;
    RF_TRY(places.shims, shim_folder());
    places.folders = folders;
    if (places.folders.empty()) {
        RF_TRY(const auto settings, supervisor::load_settings(std::nullopt));
        places.folders = settings.libraries;
    }
    if (places.folders.empty()) places.folders = adapters::usual_library_folders();
    return places;
}

ExitCode show_program(const std::string& file, const std::vector<std::string>& folders) {
    const Result<ElfSummary> program = read_elf(file);
    if (!program.ok()) return complain(program.error());
    if (!program.value().is_elf) {
        return complain(Error::bad_input(escape(file) + " is no program or library of this kind of machine")
                            .with_remedy("name the file that uses CUDA; for PyTorch: torch/lib/libtorch_cuda.so"));
    }
    const Result<LibraryPlaces> places = library_places(folders);
    if (!places.ok()) return complain(places.error());
    std::string text;
    ExitCode outcome = ExitCode::fine;
    const std::vector<NeededLibrary> needed = judge_program(program.value(), places.value());
    for (const NeededLibrary& library : needed) {
        const bool is_broken = library.verdict == NeededLibrary::Verdict::Broken;
        const char* word = is_broken ? "BAD" : library.verdict == NeededLibrary::Verdict::Doubtful ? "WARN" : "ok";
        text += fmt::format("{:<5} {:<20} {}\n", word, escape(library.name), library.text);
        if (is_broken) outcome = ExitCode::file_error;
    }
    if (program.value().has_own_runtime)
        text += "ok    the CUDA runtime is linked into it: 'ringfence run' redirects its calls\n";
    if (text.empty()) text = "it names none of CUDA's libraries; what it opens while it runs is not known\n";
    return worse(outcome, write_output("-", text));
}

ExitCode run(const DoctorOptions& options) {
    if (options.write && !options.libraries) {
        complain("--write goes with --libraries");
        return ExitCode::bad_usage;
    }
    if (options.libraries && !options.program.empty()) {
        complain("--libraries and --program do not go together");
        return ExitCode::bad_usage;
    }
    if (!options.folders.empty() && !options.libraries && options.program.empty()) {
        complain("--in goes with --libraries or --program");
        return ExitCode::bad_usage;
    }
    if (options.libraries) return show_libraries(options.write, options.folders);
    if (!options.program.empty()) return show_program(options.program, options.folders);
    const std::pair<const char*, Finding (*)()> checks[] = {
        {"programs", look_at_programs},          {"libraries", look_at_libraries},
        {"settings", look_at_settings},          {"daemon", look_at_daemon},
        {"shared memory", look_at_memory_files}, {"software GPU", look_at_soft},
        {"CUDA device", look_at_cuda},           {"facts", look_at_facts},
        {"compiler", look_at_compiler},          {"device files", look_at_device_files},
    };
    std::string text;
    ExitCode outcome = ExitCode::fine;
    for (const auto& [name, look] : checks) {
        const Finding finding = look();
        const char* word = finding.verdict == Verdict::Fine       ? "ok"
                           : finding.verdict == Verdict::Missing  ? "none"
                           : finding.verdict == Verdict::Doubtful ? "WARN"
                                                                  : "BAD";
        text += fmt::format("{:<5} {:<14} {}\n", word, name, finding.text);
        if (finding.verdict == Verdict::Broken) outcome = ExitCode::file_error;
    }
    return worse(outcome, write_output("-", text));
}

}  // namespace

void add_doctor(CLI::App& app, Action& chosen) {
    auto options = std::make_shared<DoctorOptions>();
    CLI::App* command = add_command(app, "doctor", "Check what this machine and this installation can do",
                                    "  ringfence doctor\n"
                                    "  ringfence doctor --libraries --write\n"
                                    "  ringfence doctor --program ./simulation\n",
                                    chosen, options, run);
    command->add_flag("--libraries", options->libraries, "Show NVIDIA's libraries that workers could load on a card");
    command->add_flag("--write", options->write, "Write the setting that names them into your ringfence.toml");
    command
        ->add_option("--program", options->program,
                     "Show which of CUDA's libraries a program names, and what it would get for each")
        ->type_name("FILE");
    command->add_option("--in", options->folders, "Look into this folder, and no others; again for another")
        ->type_name("FOLDER")
        ->allow_extra_args(false);
}

}  // namespace ringfence::cli
