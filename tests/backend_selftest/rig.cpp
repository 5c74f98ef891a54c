#include "rig.h"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace ringfence::backend::selftest {
namespace {

template <typename T>
T or_give_up(Result<T> result, const char* what) {
    if (result.ok()) return result.take();
    std::printf("FAIL %s: %s\n", what, result.error().text().c_str());
    std::exit(1);
}

std::string list(const std::vector<std::uint32_t>& values) {
    constexpr std::size_t most = 24;
    std::string text;
    for (std::size_t i = 0; i < values.size() && i < most; ++i)
        text += (i == 0 ? "" : " ") + std::to_string(values[i]);
    return text + (values.size() > most ? " ..." : "");
}

}  // namespace

bool Report::check(bool good, std::string_view what, std::string_view detail) {
    if (!good) ++failures_;
    const bool has_detail = !good && !detail.empty();
    std::printf("%s %.*s%s%.*s\n", good ? "ok  " : "FAIL", static_cast<int>(what.size()), what.data(),
                has_detail ? ": " : "", has_detail ? static_cast<int>(detail.size()) : 0, detail.data());
    std::fflush(stdout);
    return good;
}

bool Report::check(const Result<void>& result, std::string_view what) {
    return check(result.ok(), what, result.ok() ? "" : result.error().text());
}

void Report::skip(std::string_view what, std::string_view why) {
    std::printf("     %.*s: not measured, %.*s\n", static_cast<int>(what.size()), what.data(),
                static_cast<int>(why.size()), why.data());
    std::fflush(stdout);
}

void Report::note(std::string_view what, double value, std::string_view unit) {
    std::printf("     %.*s: %.3f %.*s\n", static_cast<int>(what.size()), what.data(), value,
                static_cast<int>(unit.size()), unit.data());
    std::fflush(stdout);
}

Rig::Rig(Report& with, OpenDevice how)
    : report(with),
      open(std::move(how)),
      owner(or_give_up(open(), "open the device")),
      device(*owner),
      stream(or_give_up(device.create_stream(), "create a stream")),
      module(or_give_up(device.load(kernels, {.file_name = "selftest.ptx"}), "load the kernels")) {}

bool Rig::same(std::uint64_t is, std::uint64_t wanted, std::string_view what) {
    return report.check(is == wanted, what, std::to_string(is) + ", not " + std::to_string(wanted));
}

bool Rig::same(const std::vector<std::uint32_t>& is, const std::vector<std::uint32_t>& wanted, std::string_view what) {
    return report.check(is == wanted, what, "[" + list(is) + "], not [" + list(wanted) + "]");
}

void Rig::put(Address to, const std::vector<std::uint32_t>& values) {
    done(device.copy_to_device(*stream, to, std::as_bytes(std::span(values))), "copy to the device");
    done(stream->synchronize(), "wait for a copy");
}

std::vector<std::uint32_t> Rig::get(Address from, std::size_t count) {
    std::vector<std::uint32_t> values(count);
    done(device.copy_to_host(*stream, std::as_writable_bytes(std::span(values)), from), "copy from the device");
    done(stream->synchronize(), "wait for a copy");
    return values;
}

const Function* Rig::kernel(std::string_view name) {
    return need(module->function(name), "find a kernel");
}

std::vector<std::byte> Rig::scale_parameters(Address values, std::uint32_t factor) {
    std::vector<std::byte> bytes(12);
    std::memcpy(bytes.data(), &values, 8);
    std::memcpy(bytes.data() + 8, &factor, 4);
    return bytes;
}

void Rig::scale(Stream& on, Address values, std::uint32_t factor, std::uint32_t threads) {
    const Launch launch = {.grid = {1, 1, 1}, .block = {threads, 1, 1}};
    done(device.launch(on, *kernel("scale"), launch, scale_parameters(values, factor)), "launch a kernel");
}

SharedWord::SharedWord(Rig& rig) : file_(make_memory_file(4096)) {
    space_ = rig.need(rig.device.create_address_space({.bytes = std::uint64_t{1} << 30}), "create an address space");
    if (!space_) return;
    rig.done(space_->attach_host(address(), file_.get(), 4096), "attach host memory");
    space_->announce(address(), 4096);
}

void SharedWord::store(std::uint64_t value) const {
    std::atomic_ref(*reinterpret_cast<std::uint64_t*>(address())).store(value, std::memory_order_release);
}

std::uint64_t SharedWord::load() const {
    return std::atomic_ref(*reinterpret_cast<std::uint64_t*>(address())).load(std::memory_order_acquire);
}

Blocker::Blocker(const SharedWord& word, std::chrono::milliseconds longest) : word_(word) {
    word_.store(0);
    releaser_ = std::thread([this, longest] {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, longest, [this] { return is_over_; });
        word_.store(1);
    });
}

Blocker::~Blocker() {
    {
        const std::lock_guard lock(mutex_);
        is_over_ = true;
    }
    changed_.notify_one();
    releaser_.join();
}

int make_memory_file(std::uint64_t bytes) {
    const int fd = ::memfd_create("selftest", MFD_CLOEXEC);
    if (fd < 0 || ::ftruncate(fd, static_cast<off_t>(bytes)) != 0) std::abort();
    return fd;
}

double milliseconds(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

const char* const kernels = R"(
.version 8.0
.target sm_80
.address_size 64

.visible .global .align 8 .b8 variable[12];
.global .align 1 .b8 text[2] = {120, 0};
.extern .func __assertfail(.param .b64 message, .param .b64 file, .param .b32 line, .param .b64 function,
                           .param .b64 size);

// values[i] = values[i] * factor + i, for all threads of the grid
.visible .entry scale(.param .u64 values, .param .u32 factor)
{
    .reg .b32 %i, %n, %t, %v, %f;
    .reg .b64 %at;
    mov.u32 %i, %ctaid.x;
    mov.u32 %n, %ntid.x;
    mov.u32 %t, %tid.x;
    mad.lo.u32 %i, %i, %n, %t;
    ld.param.u64 %at, [values];
    ld.param.u32 %f, [factor];
    mad.wide.u32 %at, %i, 4, %at;
    ld.global.u32 %v, [%at];
    mad.lo.u32 %v, %v, %f, %i;
    st.global.u32 [%at], %v;
    ret;
}

.visible .entry nothing()
{
    ret;
}

.visible .entry limited() .maxntid 64, 1, 1
{
    ret;
}

.visible .entry null_store()
{
    .reg .b64 %at;
    mov.u64 %at, 0;
    st.global.u32 [%at], 1;
    ret;
}

.visible .entry misaligned(.param .u64 values)
{
    .reg .b64 %at;
    ld.param.u64 %at, [values];
    st.global.u32 [%at+2], 1;
    ret;
}

.visible .entry ends_itself()
{
    trap;
    ret;
}

.visible .entry asserts()
{
    .reg .b64 %at;
    mov.u64 %at, text;
    cvta.global.u64 %at, %at;
    {
        .param .b64 a;
        .param .b64 b;
        .param .b32 c;
        .param .b64 d;
        .param .b64 e;
        st.param.b64 [a], %at;
        st.param.b64 [b], %at;
        st.param.b32 [c], 7;
        st.param.b64 [d], %at;
        st.param.b64 [e], 1;
        call.uni __assertfail, (a, b, c, d, e);
    }
    ret;
}
)";

}  // namespace ringfence::backend::selftest
