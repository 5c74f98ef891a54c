#include "daemon_fixture.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/runtime_folder.h"
#include "base/socket.h"
#include "patient.h"
#include "supervisor/daemon_client.h"
#include "supervisor/supervisor.h"

namespace ringfence::supervisor {

using std::chrono::milliseconds;

constexpr milliseconds patience{60'000};

void DaemonTest::SetUp() {
    folder_ = (std::filesystem::temp_directory_path() / ("rf-daemon-" + std::to_string(::getpid()))).string();
    std::filesystem::create_directories(folder_);
    std::filesystem::permissions(folder_, std::filesystem::perms::owner_all);
    socket_ = folder_ + "/socket";
    ::setenv("RINGFENCE_SOCKET", socket_.c_str(), 1);
}

void DaemonTest::TearDown() {
    if (daemon_ > 0) {
        ::kill(daemon_, SIGKILL);
        ::waitpid(daemon_, nullptr, 0);
    }
    std::filesystem::remove_all(folder_);
}

void DaemonTest::start(const Settings& settings, const std::string& worker_program) {
    daemon_ = ::fork();
    if (daemon_ == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        auto supervisor = Supervisor::create(patient(socket_, worker_program, settings));
        ::_exit(supervisor.ok() && supervisor.value()->run().ok() ? 0 : 1);
    }
    for (int i = 0; i < 12000 && !is_daemon_running(); ++i)
        std::this_thread::sleep_for(milliseconds(5));
}

// In threads of their own: a test may have an event loop, and a thread has one.
nlohmann::ordered_json DaemonTest::status() {
    nlohmann::ordered_json answer;
    std::thread([&] {
        auto status = daemon_status();
        EXPECT_TRUE(status.ok()) << (status.ok() ? "" : status.error().text());
        if (status.ok()) answer = status.take();
    }).join();
    return answer;
}

std::string DaemonTest::revoke(std::uint64_t id, const std::string& reason) {
    std::string error;
    std::thread([&] {
        const auto revoked = revoke_session(id, reason);
        if (!revoked.ok()) error = revoked.error().message;
    }).join();
    return error;
}

std::vector<nlohmann::json> DaemonTest::audited(const std::string& event) const {
    std::vector<nlohmann::json> found;
    std::ifstream file(folder_ + "/audit.jsonl");
    for (std::string line; std::getline(file, line);) {
        auto entry = nlohmann::json::parse(line, nullptr, false);
        if (entry.is_object() && entry["event"] == event) found.push_back(std::move(entry));
    }
    return found;
}

std::size_t DaemonTest::descriptors_of(pid_t process) const {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry :
         std::filesystem::directory_iterator("/proc/" + std::to_string(process) + "/fd"))
        ++count;
    return count;
}

std::size_t DaemonTest::memory_of(pid_t process) const {
    std::ifstream file("/proc/" + std::to_string(process) + "/statm");
    std::size_t all = 0;
    std::size_t resident = 0;
    file >> all >> resident;
    return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

UniqueFd DaemonTest::connect_control() const {
    return connect_to(control_socket_path(), SocketKind::Bytes).take();
}

schema::GpuDeviceManager::Client RpcGuest::devices() {
    auto answer = client.wait(root.devicesRequest().send().dropPipeline(), patience);
    EXPECT_TRUE(answer.ok()) << (answer.ok() ? "" : answer.error().text());
    EXPECT_EQ(answer.value().getError().getCode(), schema::ErrorCode::NONE);
    return answer.value().getManager();
}

RpcGuest::Opened RpcGuest::open(schema::GpuDeviceManager::Client& manager, schema::SessionKind kind,
                                const std::string& name, const std::string& isolation) {
    auto request = manager.openRequest();
    request.getRequest().setKind(kind);
    request.getRequest().setName(name);
    request.getRequest().setIsolation(isolation);
    auto answer = client.wait(request.send().dropPipeline(), patience);
    Opened opened;
    if (!answer.ok()) {
        ADD_FAILURE() << answer.error().text();
        return opened;
    }
    opened.code = answer.value().getError().getCode();
    opened.message = answer.value().getError().getMessage().cStr();
    opened.id = answer.value().getInfo().getId();
    if (!answer.value().hasConnection()) return opened;
    auto descriptor = client.wait(answer.value().getConnection().getFd(), patience);
    if (!descriptor.ok()) return opened;
    KJ_IF_MAYBE (number, descriptor.value()) opened.connection.reset(::fcntl(*number, F_DUPFD_CLOEXEC, 3));
    return opened;
}

}  // namespace ringfence::supervisor
