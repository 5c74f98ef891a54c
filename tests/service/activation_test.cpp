#include "service/activation.h"

#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ringfence::service {
namespace {

// Listens without a name.
void put_listener(int place, int type) {
    const int fd = ::socket(AF_UNIX, type, 0);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    ::bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof(sa_family_t));
    ::listen(fd, 1);
    if (fd == place) return;
    ::dup2(fd, place);
    ::close(fd);
}

// In a child, since it is about the first descriptors.
bool holds_in_child(const std::function<bool()>& condition) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::close_range(3, ~0U, 0);
        ::setenv("LISTEN_PID", std::to_string(::getpid()).c_str(), 1);
        ::setenv("LISTEN_FDS", "2", 1);
        ::_exit(condition() ? 0 : 1);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    return status == 0;
}

TEST(Activation, WithoutItThereIsNothing) {
    EXPECT_FALSE(take_activated_sockets().take().has_value());
    // Names another process: this one's parent was started for sockets.
    ::setenv("LISTEN_PID", "1", 1);
    ::setenv("LISTEN_FDS", "2", 1);
    EXPECT_FALSE(take_activated_sockets().take().has_value());
    ::unsetenv("LISTEN_PID");
    ::unsetenv("LISTEN_FDS");
}

TEST(Activation, OneSocketOfEachKindInAnyOrder) {
    for (const bool is_turned : {false, true}) {
        EXPECT_TRUE(holds_in_child([=] {
            put_listener(3, is_turned ? SOCK_STREAM : SOCK_SEQPACKET);
            put_listener(4, is_turned ? SOCK_SEQPACKET : SOCK_STREAM);
            const auto sockets = take_activated_sockets().take();
            int type = 0;
            socklen_t bytes = sizeof type;
            return sockets && sockets->messages.get() > 4 && sockets->bytes.get() > 4 &&
                   ::getsockopt(sockets->bytes.get(), SOL_SOCKET, SO_TYPE, &type, &bytes) == 0 && type == SOCK_STREAM &&
                   ::getenv("LISTEN_FDS") == nullptr;
        }));
    }
}

TEST(Activation, OtherSocketsAreRefused) {
    EXPECT_TRUE(holds_in_child([] { return !take_activated_sockets().ok(); }));  // none there
    EXPECT_TRUE(holds_in_child([] {
        put_listener(3, SOCK_STREAM);
        put_listener(4, SOCK_STREAM);
        return !take_activated_sockets().ok();
    }));
    EXPECT_TRUE(holds_in_child([] {
        put_listener(3, SOCK_STREAM);
        ::setenv("LISTEN_FDS", "1", 1);
        return !take_activated_sockets().ok();
    }));
    EXPECT_TRUE(holds_in_child([] {
        put_listener(3, SOCK_STREAM);
        ::dup2(::socket(AF_UNIX, SOCK_SEQPACKET, 0), 4);  // does not listen
        return !take_activated_sockets().ok();
    }));
}

}  // namespace
}  // namespace ringfence::service
