#include "adapters/libraries.h"

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include <fmt/core.h>

#include "adapters/cublas.h"
#include "adapters/cublaslt.h"
#include "adapters/cudnn.h"
#include "adapters/cufft.h"
#include "adapters/curand.h"
#include "adapters/cusolver.h"
#include "adapters/cusparse.h"
#include "adapters/library_file.h"
#include "adapters/library_folders.h"
#include "backend/device.h"
#include "base/cuda_status.h"

namespace ringfence::adapters {
namespace {

// The stream whose work this thread does, which is there for as long as its work is, and whose work it is.
class Running {
public:
    Running(const backend::Stream* on, std::uint64_t whose) {
        stream = on;
        tenant = whose;
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;
    ~Running() {
        stream = nullptr;
        tenant = 0;
    }

    static thread_local const backend::Stream* stream;
    static thread_local std::uint64_t tenant;
};
thread_local const backend::Stream* Running::stream = nullptr;
thread_local std::uint64_t Running::tenant = 0;

// One number for each thread that calls libraries. A session has one, which makes all its calls.
std::uint64_t number_of_this_thread() {
    static std::atomic<std::uint64_t> last{0};
    static thread_local const std::uint64_t number = ++last;
    return number;
}

// Work of the software GPU's libraries is put on a session's stream like any other.
class StreamHost final : public soft_libraries::Host {
public:
    bool enqueue(void* stream, std::function<void()> work) override {
        auto* on = static_cast<backend::Stream*>(stream);
        return on
            ->call_host([on, tenant = number_of_this_thread(), work = std::move(work)] {
                const Running running(on, tenant);
                work();
            })
            .ok();
    }
    bool is_unwanted() override { return Running::stream != nullptr && Running::stream->is_abandoned(); }
    std::uint64_t tenant() override { return Running::tenant; }
    // Nothing needs it: what calls give back lies in memory that sessions read when the stream has come there. A
    // session's thread must not wait, and a handle's stream may be gone by the time that the handle is destroyed.
    bool synchronize(void*) override { return true; }
};

struct Facts {
    const char* name;
    const char* file;                      // of the software GPU's; null: it has none
    const char* card_file;                 // NVIDIA's; null: it runs in no worker
    std::vector<const char*> before = {};  // what NVIDIA's needs, in order (LibraryFile::open_for_card)
};
const std::array<Facts, channel::library_count> facts = {{
    {"cuFFT", "libringfence-soft-cufft.so", "libcufft.so.12"},
    {"cuBLAS", "libringfence-soft-cublas.so", "libcublas.so.13", {"libcublasLt.so.13"}},
    {"cublasLt", "libringfence-soft-cublas.so", "libcublasLt.so.13"},
    {"cuSOLVER",
     "libringfence-soft-cusolver.so",
     "libcusolver.so.12",
     {"libcublasLt.so.13", "libcublas.so.13", "libnvJitLink.so.13", "libcusparse.so.12"}},
    {"cuSPARSE", "libringfence-soft-cusparse.so", "libcusparse.so.12", {"libnvJitLink.so.13"}},
    {"cuRAND", "libringfence-soft-curand.so", "libcurand.so.10"},
    // It looks for its parts, and for a compiler, by name when it comes to need them. Found here, they are checked.
    {"cuDNN",
     "libringfence-soft-cudnn.so",
     "libcudnn.so.9",
     {"libcublasLt.so.13", "libcublas.so.13", "libnvrtc-builtins.so.13.0", "libnvrtc.so.13", "libcudnn_graph.so.9",
      "libcudnn_ops.so.9", "libcudnn_cnn.so.9", "libcudnn_adv.so.9", "libcudnn_heuristic.so.9",
      "libcudnn_engines_precompiled.so.9", "libcudnn_engines_runtime_compiled.so.9"}},
    {"NCCL", nullptr, nullptr},
    {"cuFile", nullptr, nullptr},
    {"NVML", nullptr, nullptr},
}};

Result<std::unique_ptr<Adapter>> make_adapter(channel::Library library, const LibraryFile& file) {
    switch (library) {
        case channel::Library::Cufft: return make_cufft(file);
        case channel::Library::Cudnn: return make_cudnn(file);
        case channel::Library::Cublas: return make_cublas(file);
        case channel::Library::CublasLt: return make_cublaslt(file);
        case channel::Library::Cusolver: return make_cusolver(file);
        case channel::Library::Cusparse: return make_cusparse(file);
        case channel::Library::Curand: return make_curand(file);
        default: break;
    }
    return Error::bad_input("Ringfence does not check its calls yet");
}

}  // namespace

std::string soft_library_folder() {
    std::error_code ignored;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored);
    return (program.parent_path().parent_path() / "lib" / "ringfence").string();
}

Libraries::Libraries(std::string folder) : folder_(std::move(folder)), host_(std::make_unique<StreamHost>()) {
    // OpenBLAS makes its threads when it is loaded. The worker has one for each stream.
    ::setenv("OPENBLAS_NUM_THREADS", "1", 1);
}

Libraries::Libraries(std::vector<std::string> folders, std::function<void(const std::string&)> log)
    : card_folders_(folders.empty() ? usual_library_folders() : std::move(folders)), log_(std::move(log)) {}

Libraries::~Libraries() = default;

Result<Adapter*> Libraries::find(channel::Library library) {
    const auto index = static_cast<std::size_t>(library);
    if (index >= entries_.size()) {
        return Error::bad_input(fmt::format("there is no library {}", index)).with_status(cuda_status::invalid_value);
    }
    Entry& entry = entries_[index];
    std::call_once(entry.once, [&] {
        auto loaded = load(library);
        if (loaded.ok()) {
            entry.adapter = loaded.take();
        } else {
            entry.problem = loaded.error().text();
        }
    });
    if (entry.adapter) return entry.adapter.get();
    return Error::bad_input(fmt::format("{} is not available: {}", facts[index].name, entry.problem))
        .with_status(cuda_status::not_supported);
}

Result<std::unique_ptr<Adapter>> Libraries::load(channel::Library library) {
    return are_on_card() ? load_for_card(library) : load_soft(library);
}

// Where the machine has what, and what is wrong with it, is the administrator's: a tenant may be anybody.
Error Libraries::not_loaded(channel::Library library, const char* file, const Error& why) const {
    const Facts& its = facts[static_cast<std::size_t>(library)];
    if (log_) log_(fmt::format("{} is not available: {}", its.name, why.text()));
    std::string others;
    for (const std::string& name : other_versions(card_folders_, file))
        others += (others.empty() ? "; of another version there is " : ", ") + name;
    return Error::bad_input(fmt::format("this worker has no {} that it may load{}", file, others))
        .with_remedy(
            "the worker's log says where it has looked and what is wrong; ringfence doctor --libraries shows what "
            "this machine has, and writes the setting");
}

Result<std::unique_ptr<Adapter>> Libraries::load_soft(channel::Library library) {
    const Facts& its = facts[static_cast<std::size_t>(library)];
    if (folder_.empty()) return Error::bad_input("this worker has no libraries");
    if (its.file == nullptr) return Error::bad_input("the software GPU has no such library");
    auto opened = LibraryFile::open(folder_ + "/" + its.file);
    if (!opened.ok()) return not_loaded(library, its.file, opened.error());
    const LibraryFile file = opened.take();
    auto* begin = file.function<void(soft_libraries::Host*)>("ringfence_soft_library_begin");
    if (begin == nullptr) return Error::internal(fmt::format("{} is none of Ringfence's libraries", its.file));
    begin(host_.get());
    return make_adapter(library, file);
}

Result<std::unique_ptr<Adapter>> Libraries::load_for_card(channel::Library library) {
    const Facts& its = facts[static_cast<std::size_t>(library)];
    if (its.card_file == nullptr) return Error::bad_input("it does not run in a worker");
    auto opened = LibraryFile::open_for_card(card_folders_, its.card_file, its.before);
    if (!opened.ok()) return not_loaded(library, its.card_file, opened.error());
    const LibraryFile file = opened.take();
    if (log_) log_(fmt::format("{} is {}", its.name, file.path()));
    return make_adapter(library, file);
}

}  // namespace ringfence::adapters
