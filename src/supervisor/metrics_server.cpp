#include "supervisor/metrics_server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <thread>
#include <vector>

#include <fmt/core.h>

#include "base/escape.h"

namespace ringfence::supervisor {
namespace {

constexpr int backlog = 16;

std::string response(std::string_view status, std::string_view type, std::string_view body) {
    return fmt::format("HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{}", status,
                       type, body.size(), body);
}

std::string plain(std::string_view status, std::string_view body) {
    return response(status, "text/plain; charset=utf-8", body);
}

bool is_complete(std::string_view request) {
    return request.find("\r\n\r\n") != std::string_view::npos || request.find("\n\n") != std::string_view::npos;
}

bool is_worth_waiting_for() {
    return errno == EAGAIN || errno == EINTR;
}

std::uint16_t port_of(int socket) {
    sockaddr_storage own{};
    socklen_t bytes = sizeof own;
    if (::getsockname(socket, reinterpret_cast<sockaddr*>(&own), &bytes) != 0) return 0;
    return ntohs(own.ss_family == AF_INET6 ? reinterpret_cast<const sockaddr_in6&>(own).sin6_port
                                           : reinterpret_cast<const sockaddr_in&>(own).sin_port);
}

// Allows other sockets of the same user with this option to listen at the address, too.
void share_address(int socket) {
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEPORT, &yes, sizeof yes);
}

// Retries until `end`, since another server may still have the address.
bool comes_to_listen(int socket, const addrinfo& at, MetricsServer::Clock::time_point end) {
    while (::bind(socket, at.ai_addr, at.ai_addrlen) != 0) {
        if (errno != EADDRINUSE || MetricsServer::Clock::now() >= end) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    // Set only after bind(), or two daemons of one user could have the same address.
    share_address(socket);
    return ::listen(socket, backlog) == 0;
}

}  // namespace

std::string answer_request(std::string_view request, const MetricsServer::Page& page) {
    const std::string_view line = request.substr(0, request.find_first_of("\r\n"));
    const std::size_t space = line.find(' ');
    const std::string_view method = line.substr(0, space);
    std::string_view path = space == std::string_view::npos ? "" : line.substr(space + 1);
    path = path.substr(0, path.find_first_of(" ?"));
    if (method != "GET") return plain("405 Method Not Allowed", "ask with GET\n");
    if (path != "/metrics") return plain("404 Not Found", "see /metrics\n");
    const std::string text = page();
    if (text.empty()) return plain("503 Service Unavailable", "the daemon does not answer\n");
    return response("200 OK", "text/plain; version=0.0.4; charset=utf-8", text);
}

Result<std::unique_ptr<MetricsServer>> MetricsServer::listen(const MetricsAddress& address, Page page,
                                                             std::chrono::milliseconds patience_with_another,
                                                             bool is_successor) {
    const std::string shown = fmt::format("{}:{}", escape(address.host), address.port);
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE;
    addrinfo* found = nullptr;
    const std::string port = std::to_string(address.port);
    const std::string host = address.host == "localhost" ? "127.0.0.1" : address.host;
    if (const int problem = ::getaddrinfo(host.c_str(), port.c_str(), &hints, &found); problem != 0) {
        return Error::bad_input("metrics cannot be served at " + shown + ": " + ::gai_strerror(problem))
            .with_remedy("write the address in numbers: listen = \"127.0.0.1:9099\" in [metrics]");
    }
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owned(found, &::freeaddrinfo);
    UniqueFd socket(::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    const int yes = 1;
    if (socket) ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (socket && is_successor) share_address(socket.get());
    if (!socket || !comes_to_listen(socket.get(), *found, Clock::now() + patience_with_another)) {
        return Error::bad_input("metrics cannot be served at " + shown + ": " + std::strerror(errno))
            .with_remedy("name another address: listen = \"127.0.0.1:9099\" in [metrics]");
    }
    std::unique_ptr<MetricsServer> server(new MetricsServer(std::move(socket), std::move(page)));
    server->port_ = port_of(server->listener_.get());
    return server;
}

void MetricsServer::serve(std::chrono::milliseconds at_most) {
    std::vector<pollfd> watched = {{listener_.get(), POLLIN, 0}};
    for (const Connection& one : connections_)
        watched.push_back({one.socket.get(), static_cast<short>(one.is_answering ? POLLOUT : POLLIN), 0});
    if (::poll(watched.data(), watched.size(), static_cast<int>(at_most.count())) < 0) return;
    const Clock::time_point now = Clock::now();
    std::size_t place = 1;
    for (auto one = connections_.begin(); one != connections_.end(); ++place) {
        bool goes_on = now - one->since < patience;
        if (goes_on && watched[place].revents != 0) goes_on = one->is_answering ? write(*one) : read(*one);
        one = goes_on ? std::next(one) : connections_.erase(one);
    }
    if (watched[0].revents != 0) admit();
}

void MetricsServer::admit() {
    UniqueFd socket(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!socket) return;
    if (connections_.size() >= most_connections) connections_.pop_front();
    connections_.push_back({std::move(socket), Clock::now(), {}, {}, false});
}

bool MetricsServer::read(Connection& connection) {
    char bytes[1024];
    const ssize_t got = ::recv(connection.socket.get(), bytes, sizeof bytes, 0);
    if (got < 0) return is_worth_waiting_for();
    if (got == 0) return false;
    connection.request.append(bytes, static_cast<std::size_t>(got));
    const bool is_too_long = connection.request.size() > longest_request;
    if (!is_complete(connection.request) && !is_too_long) return true;
    connection.answer = is_too_long ? plain("431 Request Header Fields Too Large", "this is too long\n")
                                    : answer_request(connection.request, page_);
    connection.is_answering = true;
    return write(connection);
}

bool MetricsServer::write(Connection& connection) {
    const ssize_t sent =
        ::send(connection.socket.get(), connection.answer.data(), connection.answer.size(), MSG_NOSIGNAL);
    if (sent < 0) return is_worth_waiting_for();
    connection.answer.erase(0, static_cast<std::size_t>(sent));
    return !connection.answer.empty();
}

}  // namespace ringfence::supervisor
