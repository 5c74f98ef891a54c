// Private workers in processes of their own, on one card of a driver that needs none: what is killed takes nothing from
// those that stay.
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <random>

#include "backend/cuda/cuda.h"
#include "residency_test.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t share_of_card = 40 * mebi;  // of 64
constexpr auto longest_run = std::chrono::minutes(8);

struct Files {
    UniqueFd budget = SharedBudget::create_file().take();
    UniqueFd board = RoomBoard::create_file().take();
};

// A worker with one program in it, made before there is any thread here. It begins when it is told to, and says what it
// needs to whoever made it, as to a supervisor.
struct WorkerProcess {
    WorkerProcess(const Files& files, std::size_t its_place, int rounds) : place(its_place) {
        auto ends = socket_pair().take();
        pid = ::fork();
        if (pid != 0) {
            control = std::move(ends.first);
            return;
        }
        ends.first.reset();
        ::_exit(serve(files, std::move(ends.second), place, rounds));
    }
    // 0: all that it read was what it had written.
    static int serve(const Files& files, UniqueFd control, std::size_t place, int rounds) {
        std::byte word{};
        if (::read(control.get(), &word, 1) != 1) return 2;
        WorkerOptions options;
        options.session = session_options_for("cuda", false);
        options.session.window.bytes = std::uint64_t{1} << 31;
        options.session.staging_bytes = mebi;
        options.host_backing = 256 * mebi;
        options.machine = SharedBudget::join(files.budget.get(), place).take();
        options.rooms = RoomBoard::join(files.board.get(), place).take();
        // On a machine with much else to do.
        options.residency.room_patience = 120s;
        options.residency.patience = 240s;
        options.residency.longest_drain = 120s;
        options.residency.longest_hopeless = 120s;
        options.on_shortage = [fd = control.get()](std::uint64_t) {
            const std::byte said{1};
            (void)!::send(fd, &said, 1, MSG_DONTWAIT | MSG_NOSIGNAL);
        };
        // Never destroyed: the thread uses it until the process has ended.
        Worker* const worker = Worker::create(backend::open_cuda_at(FAKE_DRIVER).take(), options).take().release();
        std::thread([fd = control.get(), worker] {
            for (std::byte said{}; ::read(fd, &said, 1) == 1;)
                worker->give_room();
        }).detach();
        Tenant tenant(*worker, share_of_card, static_cast<std::uint32_t>(place * 1000));
        if (tenant.memory == 0) return 3;
        for (int round = 0; round < rounds; ++round) {
            tenant.work();
            if (tenant.wrong() != 0) return 4;
            std::this_thread::sleep_for(20ms);
            if (tenant.wrong() != 0) return 5;
        }
        return testing::Test::HasFailure() ? 6 : 0;
    }

    void send() const {
        const std::byte said{1};
        (void)!::send(control.get(), &said, 1, MSG_DONTWAIT | MSG_NOSIGNAL);
    }

    std::size_t place;
    pid_t pid = -1;
    UniqueFd control;
};

// Tells all others when one needs room, for so long, or until one ends.
void relay(const std::vector<WorkerProcess*>& processes, std::chrono::milliseconds time) {
    std::vector<pollfd> watched;
    for (const WorkerProcess* process : processes)
        watched.push_back({process->control.get(), POLLIN, 0});
    const auto until = std::chrono::steady_clock::now() + time;
    for (auto now = std::chrono::steady_clock::now(); now < until; now = std::chrono::steady_clock::now()) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - now);
        if (::poll(watched.data(), watched.size(), static_cast<int>(left.count())) <= 0) continue;
        for (std::size_t i = 0; i < watched.size(); ++i) {
            if (watched[i].revents == 0) continue;
            std::byte said{};
            if (::read(watched[i].fd, &said, 1) != 1) return;
            for (std::size_t other = 0; other < processes.size(); ++other) {
                if (other != i) processes[other]->send();
            }
        }
    }
}

int end_of(const WorkerProcess& process) {
    int status = 0;
    EXPECT_EQ(::waitpid(process.pid, &status, 0), process.pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

// RINGFENCE_ROOM_KILLS: how many are killed, if not as many as usual. RINGFENCE_SWAP_SEED: when.
TEST(RoomsOfProcesses, WorkersKilledAtRandomMoments) {
    constexpr int usual_kills = 6;
    const char* const wanted = std::getenv("RINGFENCE_ROOM_KILLS");
    const int kills = wanted == nullptr ? usual_kills : std::atoi(wanted);
    const char* const seed = std::getenv("RINGFENCE_SWAP_SEED");
    std::mt19937 random(seed == nullptr ? 1u : static_cast<unsigned>(std::atoi(seed)));
    const UniqueFd card(::memfd_create("shares", 0));
    ASSERT_TRUE(card);
    ASSERT_EQ(::setenv("FAKE_CARD_MIB", "64", 1), 0);
    ASSERT_EQ(::setenv("FAKE_CARD_FILE", ("/proc/self/fd/" + std::to_string(card.get())).c_str(), 1), 0);
    const Files files;
    const auto budget = SharedBudget::join(files.budget.get(), 0).take();
    const auto board = RoomBoard::join(files.board.get(), 0).take();
    WorkerProcess survivor(files, 1, 3 * kills);
    std::vector<std::unique_ptr<WorkerProcess>> victims;
    for (int i = 0; i < kills; ++i)
        victims.push_back(std::make_unique<WorkerProcess>(files, 2, 1'000'000));
    // The first victim is there before the survivor: who comes later must find what the dead have left free.
    if (!victims.empty()) {
        victims.front()->send();
        relay({victims.front().get()}, 300ms);
    }
    survivor.send();
    for (const auto& victim : victims) {
        victim->send();
        relay({&survivor, victim.get()}, std::chrono::milliseconds(50 + random() % 700));
        ASSERT_EQ(::kill(victim->pid, SIGKILL), 0);
        EXPECT_EQ(end_of(*victim), -SIGKILL);
        // As the supervisor does.
        budget->clear(victim->place);
        board->clear(victim->place);
    }
    relay({&survivor}, longest_run);
    EXPECT_EQ(end_of(survivor), 0);
    board->clear(survivor.place);
    budget->clear(survivor.place);
    EXPECT_FALSE(board->first(RoomBoard::Clock::now()));
    EXPECT_EQ(budget->taken(Limit::HostBacking), 0u);
    ::unsetenv("FAKE_CARD_FILE");
    ::unsetenv("FAKE_CARD_MIB");
}

}  // namespace
}  // namespace ringfence::worker
