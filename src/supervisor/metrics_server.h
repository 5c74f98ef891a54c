// Answers GET /metrics, and nothing else, over HTTP, in one thread. A connection may send one request, of limited
// length and within limited time; when there are too many connections the oldest is closed.
//
// Debian's HTTP library for C++ is only a shared library, and needs OpenSSL: for one page of text, more code to trust
// and to bundle than this file.
#pragma once

#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/unique_fd.h"
#include "supervisor/metrics_address.h"

namespace ringfence::supervisor {

class MetricsServer {
public:
    using Clock = std::chrono::steady_clock;
    // Returns the page; empty: it is not available at present.
    using Page = std::function<std::string()>;

    static constexpr std::size_t most_connections = 16;
    static constexpr std::size_t longest_request = 4096;
    static constexpr std::chrono::seconds patience{5};

    // Port 0: any free one. `patience_with_another`: how long to wait for an address that an ending server has. A
    // successor shares the address with the same user's server, so that no other process can take it in between.
    static Result<std::unique_ptr<MetricsServer>> listen(const MetricsAddress& address, Page page,
                                                         std::chrono::milliseconds patience_with_another = {},
                                                         bool is_successor = false);

    // Serves clients that are connected; waits at most so long for one.
    void serve(std::chrono::milliseconds at_most);
    std::uint16_t port() const { return port_; }

private:
    struct Connection {
        UniqueFd socket;
        Clock::time_point since;
        std::string request;
        std::string answer;  // the part that was not sent yet
        bool is_answering = false;
    };

    MetricsServer(UniqueFd listener, Page page) : listener_(std::move(listener)), page_(std::move(page)) {}
    void admit();
    // False if the connection is to be closed.
    bool read(Connection& connection);
    static bool write(Connection& connection);

    UniqueFd listener_;
    Page page_;
    std::uint16_t port_ = 0;
    std::list<Connection> connections_;  // the oldest first
};

// The answer to a request; `page` is called only if the page was requested.
std::string answer_request(std::string_view request, const MetricsServer::Page& page);

}  // namespace ringfence::supervisor
