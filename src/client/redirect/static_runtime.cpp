#include "client/redirect/static_runtime.h"

#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "base/mutex.h"
#include "base/unique_fd.h"

namespace ringfence::client {
namespace {

// A file that is mapped for reading.
class MappedFile {
public:
    explicit MappedFile(const char* path) {
        const UniqueFd file(::open(path, O_RDONLY | O_CLOEXEC));
        struct stat status = {};
        if (!file || ::fstat(file.get(), &status) != 0 || status.st_size <= 0) return;
        void* at = ::mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_PRIVATE, file.get(), 0);
        if (at == MAP_FAILED) return;
        bytes_ = {static_cast<const std::byte*>(at), static_cast<std::size_t>(status.st_size)};
    }
    ~MappedFile() {
        if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
    }
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<const std::byte> bytes() const { return bytes_; }

private:
    std::span<const std::byte> bytes_;
};

// The program, or a library.
struct LoadedObject {
    std::uint64_t offset = 0;  // what addresses in its file are shifted by
    std::string path;          // empty: the program itself
    Extent extent;

    bool operator==(const LoadedObject& other) const { return offset == other.offset && path == other.path; }
    bool has(const void* address) const {
        const auto number = reinterpret_cast<std::uint64_t>(address);
        return number >= extent.begin && number < extent.end;
    }
    const char* file() const { return path.empty() ? "/proc/self/exe" : path.c_str(); }
    const char* name() const { return path.empty() ? "this program" : path.c_str(); }
};

std::vector<LoadedObject> loaded_objects() {
    std::vector<LoadedObject> objects;
    ::dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* data) {
            auto& list = *static_cast<std::vector<LoadedObject>*>(data);
            LoadedObject& object = list.emplace_back();
            object.offset = info->dlpi_addr;
            object.path = info->dlpi_name == nullptr ? "" : info->dlpi_name;
            object.extent.begin = UINT64_MAX;
            for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
                const ElfW(Phdr)& segment = info->dlpi_phdr[i];
                if (segment.p_type != PT_LOAD) continue;
                const std::uint64_t begin = info->dlpi_addr + segment.p_vaddr;
                object.extent.begin = std::min<std::uint64_t>(object.extent.begin, begin);
                object.extent.end = std::max<std::uint64_t>(object.extent.end, begin + segment.p_memsz);
            }
            return 0;
        },
        &objects);
    return objects;
}

// The bytes that a function has for a jump, with the filling behind it.
std::uint64_t room_of(const ProgramSymbol& symbol, std::uint64_t address, std::size_t wanted) {
    if (symbol.bytes >= wanted || symbol.room < wanted) return symbol.bytes;
    const auto* const behind = reinterpret_cast<const std::byte*>(address + symbol.bytes);
    return is_padding({behind, wanted - symbol.bytes}) ? wanted : symbol.bytes;
}

class Redirection {
public:
    Redirection(const LoadedObject& object, std::size_t count) : object_(object), islands_(object.extent, count) {}

    void lead(const ProgramSymbol& symbol, const void* target) {
        const std::uint64_t from = object_.offset + symbol.address;
        const std::uint64_t island = islands_.add(target);
        std::vector<std::byte> code = island == 0 ? std::vector<std::byte>() : short_jump(from, island);
        if (code.empty()) code = long_jump(target);
        if (room_of(symbol, from, code.size()) >= code.size() && overwrite_code(from, code)) {
            ++led_;
            return;
        }
        // A function that is too short for a jump is too short to do anything.
        constexpr std::uint64_t shortest_jump = 5;
        if (symbol.bytes < shortest_jump) return;
        std::fprintf(stderr, "ringfence: cannot lead %s of %s to Ringfence; link it with -cudart shared\n",
                     std::string(symbol.name).c_str(), object_.name());
    }
    std::size_t finish() {
        static_cast<void>(islands_.seal());  // if there are none nobody jumps there
        return led_;
    }

private:
    const LoadedObject& object_;
    Islands islands_;
    std::size_t led_ = 0;
};

Mutex& hidden_mutex() {
    static auto* const mutex = new Mutex();
    return *mutex;
}

// Libraries that have the runtime inside and are stripped. Most of them are never used: PyTorch loads all of NVIDIA's
// libraries, whose functions it then finds in ours. So nothing is said of them until one asks for the driver's tables.
std::vector<std::string>& hidden_runtimes() RF_REQUIRES(hidden_mutex()) {
    static auto* const paths = new std::vector<std::string>();
    return *paths;
}

std::size_t redirect_object(const LoadedObject& object, FindFunction find) {
    const MappedFile file(object.file());
    if (!object.path.empty() && hides_static_runtime(file.bytes())) {
        const MutexLock lock(hidden_mutex());
        hidden_runtimes().push_back(object.path);
        return 0;
    }
    const std::vector<ProgramSymbol> symbols = static_runtime_symbols(file.bytes());
    if (symbols.empty()) return 0;
    Redirection redirection(object, symbols.size());
    const int cuda = cuda_version(symbols);
    for (const ProgramSymbol& symbol : symbols) {
        const void* const target = find(std::string(symbol.name).c_str(), cuda);
        // Our own libraries have these names, too.
        if (target != nullptr && object.has(target)) break;
        if (target != nullptr) redirection.lead(symbol, target);
    }
    return redirection.finish();
}

// The program is linked with it, so its constructors have run before ours.
void tell_too_late(const LoadedObject& object) {
    std::fprintf(stderr,
                 "ringfence: %s has the CUDA runtime linked into it, and has registered its kernels there before "
                 "Ringfence was asked; link it with -cudart shared, or load it with dlopen\n",
                 object.name());
}

// If two libraries have the same name, programs find the functions of the one that was loaded first.
bool is_shadowed(const std::string& path, const std::vector<LoadedObject>& objects) {
    const auto file_name = [](const std::string& whole) { return whole.substr(whole.rfind('/') + 1); };
    const auto first = std::find_if(objects.begin(), objects.end(), [&](const LoadedObject& object) {
        return file_name(object.path) == file_name(path);
    });
    return first != objects.end() && first->path != path;
}

// The objects that were examined. Unloaded objects are removed, since another may be loaded at the same address.
std::vector<LoadedObject>& known_objects() {
    static auto* const known = new std::vector<LoadedObject>();
    return *known;
}

FindFunction find_function = nullptr;

void look_at_what_is_new() {
    if (_r_debug.r_state == r_debug::RT_CONSISTENT) redirect_static_runtimes(find_function);
}

// An empty function of the dynamic linker's becomes a jump to ours.
bool replace_hook(std::uint64_t hook) {
    Islands island({hook, hook}, 1);
    const std::uint64_t near = island.add(reinterpret_cast<const void*>(look_at_what_is_new));
    if (near == 0 || !island.seal()) return false;
    const std::vector<std::byte> code = short_jump(hook, near);
    if (code.empty() || !returns_at_once({reinterpret_cast<const std::byte*>(hook), code.size()})) return false;
    return overwrite_code(hook, code);
}

}  // namespace

std::size_t redirect_static_runtimes(FindFunction find) {
    std::vector<LoadedObject> now = loaded_objects();
    std::vector<LoadedObject>& known = known_objects();
    std::size_t led = 0;
    const bool is_start = known.empty();
    for (const LoadedObject& object : now) {
        if (std::find(known.begin(), known.end(), object) != known.end()) continue;
        const std::size_t of_object = redirect_object(object, find);
        led += of_object;
        if (is_start && of_object != 0 && !object.path.empty()) tell_too_late(object);
    }
    known = std::move(now);
    return led;
}

void tell_hidden_runtimes() {
    const std::vector<LoadedObject> now = loaded_objects();
    const MutexLock lock(hidden_mutex());
    for (const std::string& path : hidden_runtimes()) {
        if (is_shadowed(path, now)) continue;
        std::fprintf(stderr,
                     "ringfence: %s has the CUDA runtime linked into it and is stripped, so its calls cannot be "
                     "redirected; link it with -cudart shared, or leave its symbols in\n",
                     path.c_str());
    }
    hidden_runtimes().clear();
}

bool redirect_what_is_loaded_later(FindFunction find) {
    find_function = find;
    return _r_debug.r_brk != 0 && replace_hook(_r_debug.r_brk);
}

}  // namespace ringfence::client
