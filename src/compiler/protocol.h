// The protocol between a worker and its compilers, over a socket that carries whole messages.
//
// The compiler greets when it is ready, or says why it never will be. Then, as often as the worker likes: a request
// with two memory files (the text; room for the answer), and an answer. A compiler's messages are untrusted: it reads
// text that may be made to take it over.
#pragma once

#include <cstdint>

namespace ringfence::compiler {

constexpr int socket_descriptor = 3;  // of the compiler

enum class MessageKind : std::uint32_t { Greeting = 1, Request = 2, Answer = 3 };

struct Greeting {
    MessageKind kind = MessageKind::Greeting;
    std::uint32_t is_ready = 0;
    char problem[1024] = {};
};

struct Request {
    MessageKind kind = MessageKind::Request;
    std::uint32_t reserved = 0;
    std::uint64_t text_bytes = 0;
    std::uint64_t most_code_bytes = 0;  // that the second memory file has room for
    char file_name[256] = {};           // for messages
};

struct Answer {
    MessageKind kind = MessageKind::Answer;
    std::int32_t status = 0;  // a CUresult, if it failed
    std::uint32_t has_succeeded = 0;
    std::uint32_t reserved = 0;
    std::uint64_t code_bytes = 0;
    char message[16'384] = {};  // if it failed
    char remedy[1024] = {};
};

}  // namespace ringfence::compiler
