#include "cli/doctor_program.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/core.h>

#include "adapters/library_folders.h"
#include "base/escape.h"
#include "base/trusted_file.h"
#include "cli/doctor_libraries.h"

namespace ringfence::cli {
namespace {

using LibraryVerdict = NeededLibrary::Verdict;

// Where a program gets them from, under Ringfence.
enum class Source {
    Shim,       // ours, and all there is to it
    Worker,     // ours, and in the worker NVIDIA's own
    Nvidia,     // NVIDIA's, which needs no GPU
    NotCovered  // NVIDIA's, which finds no driver that it knows
};
struct Known {
    std::string_view stem;
    Source source;
};
constexpr std::array<Known, 24> known = {{
    {"libcuda", Source::Shim},
    {"libcudart", Source::Shim},
    {"libnccl", Source::Shim},
    {"libcufile", Source::Shim},
    {"libnvidia-ml", Source::Shim},
    {"libcufft", Source::Worker},
    {"libcublas", Source::Worker},
    {"libcublasLt", Source::Worker},
    {"libcusolver", Source::Worker},
    {"libcusparse", Source::Worker},
    {"libcurand", Source::Worker},
    {"libcudnn", Source::Worker},
    {"libnvrtc", Source::Nvidia},
    {"libnvJitLink", Source::Nvidia},
    {"libnvToolsExt", Source::Nvidia},
    {"libcufftw", Source::NotCovered},
    {"libnvblas", Source::NotCovered},
    {"libcusolverMg", Source::NotCovered},
    {"libcusparseLt", Source::NotCovered},
    {"libcupti", Source::NotCovered},
    {"libnvshmem_host", Source::NotCovered},
    {"libnvjpeg", Source::NotCovered},
    {"libcudss", Source::NotCovered},
    {"libcutensor", Source::NotCovered},
}};

std::string_view stem_of(std::string_view name) {
    return name.substr(0, name.find(".so"));
}

// Finds the same library in any version, without the folder.
std::string shims_of(const std::string& folder, std::string_view name) {
    std::string all;
    for (const std::string& other : adapters::other_versions({folder}, name))
        all += (all.empty() ? "" : " and ") + other;
    return all;
}

NeededLibrary judge_worker_library(const std::string& name, const LibraryPlaces& places) {
    const auto found = adapters::find_library(places.folders, name);
    if (!found.ok()) {
        return {name, LibraryVerdict::Doubtful, "on a card a worker does not find NVIDIA's: " + found.error().text()};
    }
    const auto checked = check_only_trusted_write(found.value());
    if (!checked.ok()) return {name, LibraryVerdict::Broken, "a worker does not load it: " + checked.error().text()};
    return {name, LibraryVerdict::Fine,
            fmt::format("on a card a worker loads {} ({})", escape(found.value()), library_version(found.value()))};
}

NeededLibrary judge_shim(const std::string& name, Source source, const LibraryPlaces& places) {
    if (::access((places.shims + "/" + name).c_str(), F_OK) == 0) {
        return source == Source::Worker ? judge_worker_library(name, places)
                                        : NeededLibrary{name, LibraryVerdict::Fine, "Ringfence's own"};
    }
    const std::string others = shims_of(places.shims, name);
    if (others.empty()) return {name, LibraryVerdict::Broken, "this installation has no such library of Ringfence's"};
    return {name, LibraryVerdict::Broken,
            fmt::format("the program was built against another version than Ringfence has, which is {}; the loader "
                        "would take NVIDIA's, which does not work under Ringfence. Build it with that version",
                        others)};
}

NeededLibrary judge(const std::string& name, Source source, const LibraryPlaces& places) {
    switch (source) {
        case Source::Nvidia: return {name, LibraryVerdict::Fine, "stays NVIDIA's own: it needs no GPU"};
        case Source::NotCovered:
            return {name, LibraryVerdict::Doubtful,
                    "is not covered: NVIDIA's own is loaded, and what it does on the GPU fails (docs/libraries.md)"};
        default: return judge_shim(name, source, places);
    }
}

}  // namespace

std::vector<NeededLibrary> judge_program(const ElfSummary& program, const LibraryPlaces& places) {
    std::vector<NeededLibrary> judged;
    for (const std::string& name : program.needed) {
        const auto* const its =
            std::find_if(known.begin(), known.end(), [&](const Known& one) { return one.stem == stem_of(name); });
        if (its == known.end() || name.find('/') != std::string::npos) continue;
        judged.push_back(judge(name, its->source, places));
    }
    return judged;
}

}  // namespace ringfence::cli
