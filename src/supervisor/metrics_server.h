// Answers GET /metrics, and nothing else, over HTTP. One thread; a connection has one request, so many bytes and so
// many seconds; when there are too many the oldest goes.
//
// Debian's HTTP library for C++ exists only as a shared library that needs OpenSSL; for one page of text that is more
// to trust, and to bundle, than this.
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
    // The page; empty: there is none just now.
    using Page = std::function<std::string()>;

    static constexpr std::size_t most_connections = 16;
    static constexpr std::size_t longest_request = 4096;
    static constexpr std::chrono::seconds patience{5};

    // Port 0: any that is free. `patience_with_another`: how long an earlier server, which is about to end, may have
    // it. A successor listens beside one that the same user has, and nobody else can come between them.
    static Result<std::unique_ptr<MetricsServer>> listen(const MetricsAddress& address, Page page,
                                                         std::chrono::milliseconds patience_with_another = {},
                                                         bool is_successor = false);

    // Serves present clients; waits for at most so long for one to come.
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
    // False: it is over.
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
