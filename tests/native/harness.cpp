#include "harness.h"

#include <capnp/message.h>
#include <capnp/serialize.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "../basic_kernels.h"
#include "../under_test.h"
#include "base/runtime_folder.h"
#include "base/socket.h"
#include "source_dir.h"

namespace ringfence::native_test {
namespace {

using namespace std::chrono_literals;

// The child finds `descriptors` as 3, 4, …
pid_t start(const std::vector<std::string>& command, const std::vector<int>& descriptors) {
    const pid_t pid = ::fork();
    if (pid != 0) return pid;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    // Out of the way of the numbers that they shall have.
    std::vector<int> moved;
    for (const int descriptor : descriptors)
        moved.push_back(::fcntl(descriptor, F_DUPFD, 100));
    for (std::size_t i = 0; i < moved.size(); ++i)
        ::dup2(moved[i], static_cast<int>(i) + 3);
    for (const int descriptor : moved)
        ::close(descriptor);
    std::vector<char*> arguments;
    for (const std::string& argument : command)
        arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
}

void say(int control, capnp::MessageBuilder& message, const std::vector<int>& files = {}) {
    const auto words = capnp::messageToFlatArray(message);
    EXPECT_TRUE(send_message(control, std::as_bytes(std::span(words.begin(), words.size())), files).ok());
}

std::string name_of_process(pid_t pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/comm");
    std::string name;
    std::getline(file, name);
    return name;
}

}  // namespace

Daemon::Daemon(const std::string& tenants, const std::string& settings) {
    std::string name = "/tmp/rf-native-XXXXXX";
    folder_ = ::mkdtemp(name.data());
    socket_ = folder_ + "/socket";
    const std::string config = folder_ + "/ringfence.toml";
    std::ofstream(config) << "backend = \"" << backend_under_test()
                          << "\"\nmax_sessions_per_process = 256\nmax_sessions = 512\nsession_patience_ms = 60000\n"
                          << settings;
    if (!tenants.empty()) std::ofstream(folder_ + "/tenants.toml") << tenants;
    ::setenv("RINGFENCE_SOCKET", socket_.c_str(), 1);
    pid_ = start({program_under_test(RINGFENCED), "--config", config}, {});
    // The socket that a daemon opens last.
    for (int i = 0; i < 12000 && !connect_to(socket_).ok(); ++i)
        std::this_thread::sleep_for(10ms);
}

Daemon::~Daemon() {
    ::kill(pid_, SIGTERM);
    ::waitpid(pid_, nullptr, 0);
    std::filesystem::remove_all(folder_);
}

std::string Daemon::control_socket() const {
    return control_socket_beside(socket_);
}

std::vector<pid_t> Daemon::workers() const {
    const std::string pid = std::to_string(pid_);
    std::ifstream file("/proc/" + pid + "/task/" + pid + "/children");
    std::vector<pid_t> found;
    for (pid_t child = 0; file >> child;)
        if (name_of_process(child).starts_with("ringfence-worke")) found.push_back(child);
    return found;
}

SessionProcess::SessionProcess(const Daemon& daemon, schema::SessionKind kind, std::vector<int> programs,
                               std::vector<int> segments) {
    auto control = socket_pair().take();
    auto client = socket_pair(SocketKind::Bytes).take();
    const UniqueFd channel = connect_to(daemon.socket()).take();
    pid_ = start({program_under_test(RINGFENCE_SESSION)}, {control.second.get(), client.second.get(), channel.get()});
    control_ = std::move(control.first);
    client_ = std::move(client.first);
    capnp::MallocMessageBuilder message;
    auto begin = message.initRoot<schema::ToSession>().initBegin();
    auto info = begin.initInfo();
    info.setId(77);
    info.setKind(kind);
    info.setTenant("somebody");
    begin.setPrograms(static_cast<std::uint32_t>(programs.size()));
    begin.setSegments(static_cast<std::uint32_t>(segments.size()));
    std::vector<int> files = std::move(programs);
    files.insert(files.end(), segments.begin(), segments.end());
    say(control_.get(), message, files);
}

SessionProcess::~SessionProcess() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
}

void SessionProcess::revoke(schema::ErrorCode code, const char* reason) const {
    capnp::MallocMessageBuilder message;
    auto revoke = message.initRoot<schema::ToSession>().initRevoke();
    revoke.setCode(code);
    revoke.setReason(reason);
    say(control_.get(), message);
}

UniqueFd SessionProcess::answer_grant() const {
    auto asked = receive_message(control_.get(), 8192, 60s);
    if (!asked.ok() || asked.value().descriptors.size() != 1) return {};
    auto words = kj::heapArray<capnp::word>(asked.value().bytes.size() / sizeof(capnp::word));
    std::memcpy(words.begin(), asked.value().bytes.data(), words.asBytes().size());
    capnp::FlatArrayMessageReader reader(words);
    capnp::MallocMessageBuilder message;
    auto granted = message.initRoot<schema::ToSession>().initGranted();
    granted.setQuestion(reader.getRoot<schema::FromSession>().getGrant().getQuestion());
    granted.setReference(kj::StringPtr("a reference").asBytes());
    say(control_.get(), message);
    return std::move(asked.value().descriptors[0]);
}

std::size_t SessionProcess::threads() const {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry :
         std::filesystem::directory_iterator("/proc/" + std::to_string(pid_) + "/task"))
        ++count;
    return count;
}

bool SessionProcess::ends_well() {
    for (int i = 0; i < 6000; ++i) {
        int status = 0;
        if (::waitpid(pid_, &status, WNOHANG) == pid_) {
            pid_ = -1;
            return WIFEXITED(status) && WEXITSTATUS(status) == 0;
        }
        std::this_thread::sleep_for(10ms);
    }
    return false;
}

std::string programs() {
    std::ifstream file(RINGFENCE_SOURCE_DIR "/examples/native/saxpy.ptx");
    std::string text{std::istreambuf_iterator<char>(file), {}};
    text += spin_kernel;
    text += R"(
.extern .func (.param .b32 result) vprintf(.param .b64 format, .param .b64 arguments);
.global .align 1 .b8 greeting[7] = {104, 101, 108, 108, 111, 10, 0};
.visible .entry greet()
{
    .local .align 8 .b8 nothing[8];
    .reg .b64 %rd<5>;
    .reg .b32 %r<2>;
    mov.u64 %rd3, greeting;
    cvta.global.u64 %rd1, %rd3;
    mov.u64 %rd4, nothing;
    cvta.local.u64 %rd2, %rd4;
    {
        .param .b64 format;
        .param .b64 arguments;
        .param .b32 result;
        st.param.b64 [format], %rd1;
        st.param.b64 [arguments], %rd2;
        call.uni (result), vprintf, (format, arguments);
        ld.param.b32 %r1, [result];
    }
    ret;
}
.visible .entry fault()
{
    trap;
}
)";
    return text;
}

}  // namespace ringfence::native_test
