// A client that speaks to the daemon without CUDA's libraries, and not as it should.
//
//     deploy_visitor long_hello        Hellos that are too long, of several lengths
//     deploy_visitor private N         asks for N workers of its own, one after the other
//     deploy_visitor keep_private N    the same, and keeps them until its input ends
//     deploy_visitor unguarded         asks to share a worker whose kernels are not guarded
//     deploy_visitor long_names N      N sessions with names as long and odd as they may be; until its input ends
//     deploy_visitor leave_child       begins a session, and ends; a child has the socket, and stays
//
// It prints how often it was served and what it was told last.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/runtime_folder.h"
#include "base/socket.h"
#include "channel/handshake.h"

namespace {

using namespace ringfence;

struct Visit {
    UniqueFd socket;
    std::string answer;  // "welcome GUARD", or why not
};

Visit await_answer(UniqueFd socket) {
    const auto welcome = channel::receive_welcome(socket.get(), std::chrono::seconds(60));
    std::string answer = welcome.ok() ? "welcome " + welcome.value().welcome.guard : welcome.error().message;
    return {std::move(socket), std::move(answer)};
}

Visit visit(const channel::Hello& hello) {
    auto socket = connect_to(daemon_socket_path());
    if (!socket.ok()) return {{}, socket.error().text()};
    if (!channel::send_hello(socket.value().get(), hello, -1).ok()) return {socket.take(), "it does not listen"};
    return await_answer(socket.take());
}

Visit send_raw(const std::vector<std::byte>& bytes) {
    auto socket = connect_to(daemon_socket_path());
    if (!socket.ok()) return {{}, socket.error().text()};
    if (!send_message(socket.value().get(), bytes).ok()) return {socket.take(), "it does not listen"};
    return await_answer(socket.take());
}

channel::Hello hello_for(const std::string& isolation, const std::string& guard) {
    channel::Hello hello;
    hello.program = "visitor";
    hello.backend = "soft";
    hello.isolation = isolation;
    hello.guard = guard;
    return hello;
}

void tell(const std::vector<Visit>& visits) {
    unsigned served = 0;
    for (const Visit& one : visits)
        served += one.answer.rfind("welcome", 0) == 0 ? 1 : 0;
    std::printf("served %u of %zu; last: %s\n", served, visits.size(),
                visits.empty() ? "" : visits.back().answer.c_str());
    std::fflush(stdout);
}

void send_long_hellos(unsigned /*count*/) {
    std::vector<Visit> visits;
    for (const std::size_t bytes : {4080U, 4097U, 5000U, 9000U, 16000U, 60000U}) {
        channel::Hello hello = hello_for("shared", "");
        hello.program.assign(bytes, 'a');
        visits.push_back(visit(hello));
        std::vector<std::byte> padded = channel::encode(hello_for("shared", ""));
        padded.resize(bytes);
        visits.push_back(send_raw(padded));
    }
    tell(visits);
}

void ask_for_private(unsigned count) {
    std::vector<Visit> visits;
    for (unsigned i = 0; i < count; ++i)
        visits.push_back(visit(hello_for("private", "")));
    tell(visits);
}

void keep_private(unsigned count) {
    std::vector<Visit> visits;
    for (unsigned i = 0; i < count; ++i)
        visits.push_back(visit(hello_for("private", "")));
    tell(visits);
    (void)!std::getchar();
}

void ask_for_no_guard(unsigned /*count*/) {
    std::vector<Visit> visits;
    visits.push_back(visit(hello_for("shared", "off")));
    tell(visits);
}

void have_long_names(unsigned count) {
    std::vector<Visit> visits;
    for (unsigned i = 0; i < count; ++i) {
        channel::Hello hello = hello_for("shared", "");
        hello.program.assign(500, '\x1b');
        hello.why_private.assign(2000, '"');
        visits.push_back(visit(hello));
    }
    tell(visits);
    (void)!std::getchar();
}

void leave_child(unsigned /*count*/) {
    std::vector<Visit> visits;
    visits.push_back(visit(hello_for("shared", "")));
    const pid_t child = ::fork();
    if (child == 0) {
        for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
            ::close(standard);
        ::sleep(60);
        ::_exit(0);
    }
    std::printf("child %d\n", child);
    tell(visits);
    ::_exit(0);
}

}  // namespace

int main(int count, char** words) {
    const std::map<std::string, std::function<void(unsigned)>> kinds = {
        {"long_hello", send_long_hellos}, {"private", ask_for_private},    {"keep_private", keep_private},
        {"unguarded", ask_for_no_guard},  {"long_names", have_long_names}, {"leave_child", leave_child}};
    const auto kind = kinds.find(count > 1 ? words[1] : "");
    if (kind == kinds.end()) return 2;
    kind->second(count > 2 ? static_cast<unsigned>(std::atoi(words[2])) : 0);
    return 0;
}
