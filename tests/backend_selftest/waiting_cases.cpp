// Probes which calls wait while a stream does. A card's driver makes some calls wait for all work that is under way in
// the context: these probes differ in one thing each, so that a run on a card tells which. They are notes, not checks:
// test_nobody_waits holds the requirement.
#include <dlfcn.h>

#include <array>
#include <cstdio>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>

#include "backend/cuda/module.h"
#include "rig.h"

namespace ringfence::backend::selftest {
namespace {

using Duration = std::chrono::milliseconds;

constexpr const char* plain_kernels = R"(
.version 8.0
.target sm_80
.address_size 64

.visible .entry plain()
{
    ret;
}

.visible .entry spin(.param .u64 word)
{
    .reg .pred %p;
    .reg .b32 %v;
    .reg .b64 %at;
    ld.param.u64 %at, [word];
AGAIN:
    ld.volatile.global.u32 %v, [%at];
    setp.eq.u32 %p, %v, 0;
    @%p bra AGAIN;
    ret;
}
)";

std::string with_stack(const std::string& name, const std::string& bytes) {
    return "\n.visible .entry " + name + "(.param .u64 to)\n{\n    .local .align 4 .b8 stack[" + bytes + "];" + R"(
    .reg .b32 %t, %v;
    .reg .b64 %at, %local;
    mov.u32 %t, %tid.x;
    mov.u64 %local, stack;
    mad.wide.u32 %local, %t, 4, %local;
    st.local.u32 [%local], %t;
    xor.b32 %t, %t, 1;
    mov.u64 %local, stack;
    mad.wide.u32 %local, %t, 4, %local;
    ld.local.u32 %v, [%local];
    ld.param.u64 %at, [to];
    st.global.u32 [%at], %v;
    ret;
}
)";
}

std::string probe_kernels() {
    return plain_kernels + with_stack("with_small_stack", "768") + with_stack("with_stack", "16384");
}

// The call that was made before anybody waits.
enum class Before : std::uint8_t {
    Nothing,
    Pause,        // waited for all, and a moment more
    LookUp,       // asked for the kernel and its attributes
    SameKernel,   // launched the kernel, on the stream that waits later
    SameStream,   // launched the kernel, on the stream of the probe
    Sibling,      // another kernel of the module
    OtherModule,  // a kernel of another module
    Load,         // told the driver to load the kernel (cuFuncLoad)
};

// The kind of work that waits.
enum class Waiter : std::uint8_t { Word, Kernel, HostCall };

// The call that is made meanwhile.
enum class Work : std::uint8_t {
    Launch,
    LaunchPlain,
    LaunchSmallStack,
    LaunchStack,
    LaunchShared,
    LaunchTogether,
    LaunchBesideLoad,  // by this thread, while another one loads a module
    LaunchBehind,      // so many on the stream that waits that no queue holds them
    Load,
    Unload,
    Free,
    Fill,
    CopyIn,
};

struct Probe {
    const char* what;
    Work work = Work::Launch;
    Before before = Before::Nothing;
    Waiter waiter = Waiter::Word;
    bool on_new_stream = false;  // made while the other one waits
};

constexpr Probe probes[] = {
    {"the first launch of a context", Work::Launch, Before::Nothing},
    {"the same, a moment after all was done", Work::Launch, Before::Pause},
    {"the first launch, of a kernel that was looked up", Work::Launch, Before::LookUp},
    {"the first launch, module without assertions", Work::LaunchPlain, Before::Nothing},
    {"a kernel that has run, on another stream", Work::Launch, Before::SameKernel},
    {"a kernel that has run, on this stream", Work::Launch, Before::SameStream},
    {"a kernel of a module of which another has run", Work::Launch, Before::Sibling},
    {"a kernel after one of another module", Work::Launch, Before::OtherModule},
    {"the same, module without assertions", Work::LaunchPlain, Before::OtherModule},
    {"the first launch, after cuFuncLoad", Work::Launch, Before::Load},
    {"a kernel that has run, on a new stream", Work::Launch, Before::SameKernel, Waiter::Word, true},
    {"the first kernel with a stack of 768 bytes, others have run", Work::LaunchSmallStack, Before::SameKernel},
    {"the first kernel with a stack, others have run", Work::LaunchStack, Before::SameKernel},
    {"a kernel that has run, now with much shared memory", Work::LaunchShared, Before::SameKernel},
    {"a kernel that has run, now cooperative", Work::LaunchTogether, Before::SameKernel},
    {"a fill", Work::Fill, Before::Nothing},
    {"a copy to the device", Work::CopyIn, Before::Nothing},
    {"the first launch beside a kernel that runs", Work::Launch, Before::Nothing, Waiter::Kernel},
    {"a kernel that has run, beside one that runs", Work::Launch, Before::SameKernel, Waiter::Kernel},
    {"the first launch beside a call of the host", Work::Launch, Before::Nothing, Waiter::HostCall},
    {"a kernel that has run, beside a call of the host", Work::Launch, Before::SameKernel, Waiter::HostCall},
    {"loading a module", Work::Load, Before::SameKernel},
    {"loading a module beside a kernel that runs", Work::Load, Before::SameKernel, Waiter::Kernel},
    {"loading a module beside a call of the host", Work::Load, Before::SameKernel, Waiter::HostCall},
    {"a launch while another thread loads a module", Work::LaunchBesideLoad, Before::SameKernel},
    {"unloading a module", Work::Unload, Before::SameKernel},
    {"unloading a module beside a kernel that runs", Work::Unload, Before::SameKernel, Waiter::Kernel},
    {"freeing memory", Work::Free, Before::SameKernel},
    {"freeing memory beside a kernel that runs", Work::Free, Before::SameKernel, Waiter::Kernel},
    {"4096 launches on the stream that waits", Work::LaunchBehind, Before::SameKernel},
};

constexpr Duration longest_wait{250};

// The driver's own way to bring a kernel's code to the card; only where there is one.
void load_function(const Function& function) {
    const auto* const on_card = dynamic_cast<const cuda::CudaFunction*>(&function);
    if (on_card == nullptr) return;
    void* const library = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    if (library == nullptr) return;
    const auto load = reinterpret_cast<int (*)(cuda::FunctionHandle)>(::dlsym(library, "cuFuncLoad"));
    if (load != nullptr) load(on_card->handle());
}

class ProbeRig {
public:
    explicit ProbeRig(Rig& outer)
        : rig_(outer.report, outer.open),
          word_(rig_),
          other_(rig_.need(rig_.device.create_stream(), "a stream")),
          module_(rig_.need(rig_.device.load(probe_kernels()), "load kernels")),
          memory_(rig_.need(rig_.device.allocate(4096), "allocate")) {}

    void run(const Probe& probe) {
        if (!word_.is_there() || !other_ || !module_) return;
        prepare(probe.before);
        double submit = 0;
        double done = 0;
        bool waited = false;
        {
            const Blocker blocker(word_, longest_wait);
            begin_waiting(probe.waiter);
            if (probe.on_new_stream) other_ = rig_.need(rig_.device.create_stream(), "a stream");
            submit = milliseconds([&] { rig_.done(work(probe.work), probe.what); });
            done = milliseconds([&] { rig_.done(other_->synchronize(), "wait for a stream"); });
            waited = !blocker.is_blocking();
        }
        rig_.done(rig_.stream->synchronize(), "wait for a stream");
        if (loader_.joinable()) loader_.join();
        std::printf("     %-7s %s: submitted in %.2f ms, done %.2f ms later\n", waited ? "WAITS" : "no wait",
                    probe.what, submit, done);
        std::fflush(stdout);
    }

private:
    Result<void> launch(Stream& stream, Module& module, std::string_view name, const Launch& how = {},
                        std::span<const Address> parameters = {}) {
        RF_TRY(const Function* const function, module.function(name));
        return rig_.device.launch(stream, *function, how, std::as_bytes(parameters));
    }

    void prepare(Before before) {
        if (before == Before::SameKernel) rig_.done(launch(*rig_.stream, *rig_.module, "nothing"), "launch");
        if (before == Before::SameStream) rig_.done(launch(*other_, *rig_.module, "nothing"), "launch");
        if (before == Before::Sibling) rig_.done(launch(*rig_.stream, *rig_.module, "limited"), "launch");
        if (before == Before::OtherModule) {
            std::unique_ptr<Module> own = rig_.need(rig_.device.load(probe_kernels()), "load kernels");
            if (own) rig_.done(launch(*rig_.stream, *own, "plain"), "launch");
            rig_.done(rig_.device.synchronize(), "wait for everything");
        }
        if (before == Before::LookUp) static_cast<void>(rig_.kernel("nothing"));
        if (before == Before::Load) load_function(*rig_.kernel("nothing"));
        if (before == Before::Nothing) return;
        rig_.done(rig_.device.synchronize(), "wait for everything");
        if (before == Before::Pause) std::this_thread::sleep_for(Duration(50));
    }

    void begin_waiting(Waiter waiter) {
        const Address word = word_.address();
        switch (waiter) {
            case Waiter::Word:
                rig_.done(rig_.stream->wait_word(word, 1, 4, WordCondition::Equal), "wait for a word");
                break;
            case Waiter::Kernel:
                rig_.done(launch(*rig_.stream, *module_, "spin", {}, std::span(&word, 1)), "launch");
                break;
            case Waiter::HostCall:
                rig_.done(rig_.stream->call_host([this] {
                    while (word_.load() == 0)
                        std::this_thread::sleep_for(Duration(1));
                }),
                          "call the host");
                break;
        }
        std::this_thread::sleep_for(Duration(5));
    }

    Result<void> work(Work what) {
        switch (what) {
            case Work::Launch: return launch(*other_, *rig_.module, "nothing");
            case Work::LaunchPlain: return launch(*other_, *module_, "plain");
            case Work::LaunchSmallStack:
                return launch(*other_, *module_, "with_small_stack", {}, std::span(&memory_, 1));
            case Work::LaunchStack: return launch(*other_, *module_, "with_stack", {}, std::span(&memory_, 1));
            case Work::LaunchShared:
                return launch(*other_, *rig_.module, "nothing",
                              {.grid = {1, 1, 1}, .block = {1, 1, 1}, .dynamic_shared = 100'000});
            case Work::LaunchTogether:
                return launch(*other_, *rig_.module, "nothing",
                              {.grid = {1, 1, 1}, .block = {1, 1, 1}, .cooperative = true});
            case Work::LaunchBesideLoad: return launch_beside_load();
            case Work::LaunchBehind: return launch_behind();
            case Work::Load: return rig_.device.load(probe_kernels()).ok() ? Result<void>() : failed_load();
            case Work::Unload: module_.reset(); return {};
            case Work::Free: return rig_.device.release(memory_);
            case Work::Fill: return rig_.device.fill(*other_, memory_, 1, 4, 16);
            case Work::CopyIn: return rig_.device.copy_to_device(*other_, memory_, bytes_);
        }
        return {};
    }

    static Error failed_load() { return Error::bad_input("a module cannot be loaded"); }

    Result<void> launch_beside_load() {
        loader_ = std::thread([this] { static_cast<void>(rig_.device.load(probe_kernels())); });
        std::this_thread::sleep_for(Duration(50));
        return launch(*other_, *rig_.module, "nothing");
    }

    Result<void> launch_behind() {
        constexpr int more_than_a_queue_holds = 4096;
        for (int i = 0; i < more_than_a_queue_holds; ++i)
            RF_RETURN_IF_ERROR(launch(*rig_.stream, *rig_.module, "nothing"));
        return {};
    }

    Rig rig_;
    SharedWord word_;
    std::unique_ptr<Stream> other_;
    std::unique_ptr<Module> module_;
    Address memory_;
    const std::array<std::byte, 64> bytes_ = {};
    std::thread loader_;
};

}  // namespace

void test_who_waits(Rig& rig) {
    // On the software GPU the probes themselves are tested, and compiling takes its time: a few of them do.
    const bool is_card = dynamic_cast<const cuda::CudaFunction*>(rig.kernel("nothing")) != nullptr;
    for (std::size_t i = 0; i < std::size(probes); i += is_card ? 1 : 3)
        ProbeRig(rig).run(probes[i]);
}

}  // namespace ringfence::backend::selftest
