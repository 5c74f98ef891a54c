#include "compiler/server.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <string_view>
#include <utility>

#include "base/cuda_status.h"
#include "base/socket.h"
#include "compiler/last_words.h"
#include "compiler/protocol.h"

namespace ringfence::compiler {
namespace {

template <std::size_t size>
void put_text(char (&to)[size], std::string_view text) {
    const std::size_t length = std::min(text.size(), size - 1);
    std::memcpy(to, text.data(), length);
    to[length] = '\0';
}

template <typename Message>
Result<void> send(int socket, const Message& message) {
    return send_message(socket, std::as_bytes(std::span(&message, 1)));
}

Result<std::vector<std::byte>> compile_within_memory(const Compile& compile, const std::string& text,
                                                     const std::string& file_name) {
    // Others' libraries may throw it, and there is a limit.
    try {
        return compile(text, file_name);
    } catch (const std::bad_alloc&) {
        return Error::bad_input("compiling the module takes more memory than a compiler may have")
            .with_status(cuda_status::out_of_memory);
    }
}

// Files cannot be mapped in here.
Result<std::string> read_all(int file, std::uint64_t bytes) {
    std::string text(bytes, '\0');
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t taken = ::pread(file, text.data() + done, text.size() - done, static_cast<off_t>(done));
        if (taken < 0 && errno == EINTR) continue;
        if (taken <= 0) return Error::internal("a compiler cannot read its text");
        done += static_cast<std::size_t>(taken);
    }
    return text;
}

Result<void> write_all(int file, std::span<const std::byte> bytes) {
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t written = ::pwrite(file, bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return Error::internal("a compiler cannot write its answer");
        done += static_cast<std::size_t>(written);
    }
    return {};
}

Result<std::size_t> compile_request(const Request& request, const SocketMessage& message, const Compile& compile) {
    if (message.descriptors.size() != 2) return Error::internal("a request without its memory files");
    RF_TRY(const std::string text, read_all(message.descriptors[0].get(), request.text_bytes));
    RF_TRY(const std::vector<std::byte> code, compile_within_memory(compile, text, request.file_name));
    if (code.size() > request.most_code_bytes) {
        return Error::bad_input("the module's machine code is too large: " + std::to_string(code.size()) + " bytes")
            .with_status(cuda_status::out_of_memory);
    }
    RF_RETURN_IF_ERROR(write_all(message.descriptors[1].get(), code));
    return code.size();
}

Answer answer_to(const Request& request, const SocketMessage& message, const Compile& compile) {
    Answer answer;
    const Result<std::size_t> compiled = compile_request(request, message, compile);
    if (compiled.ok()) {
        answer.has_succeeded = 1;
        answer.code_bytes = compiled.value();
        return answer;
    }
    answer.status = compiled.error().status;
    put_text(answer.message, compiled.error().message);
    put_text(answer.remedy, compiled.error().remedy);
    return answer;
}

int refuse_to_serve(int socket, const Error& error) {
    Greeting greeting;
    put_text(greeting.problem, error.text());
    (void)send(socket, greeting);
    return EXIT_FAILURE;
}

}  // namespace

int serve(int socket, const std::function<Result<Compile>()>& open, const LockdownOptions& options) {
    auto opened = open();
    if (!opened) return refuse_to_serve(socket, opened.error());
    const Compile compile = opened.take();
    tell_lack_of_memory(options.most_memory);
    if (auto locked = lock_down(options); !locked) return refuse_to_serve(socket, locked.error());
    Greeting greeting;
    greeting.is_ready = 1;
    if (!send(socket, greeting)) return EXIT_FAILURE;
    while (true) {
        auto message = receive_message(socket, sizeof(Request));
        if (!message || message.value().is_end) return EXIT_SUCCESS;
        Request request;
        if (message.value().bytes.size() != sizeof request) return EXIT_FAILURE;
        std::memcpy(&request, message.value().bytes.data(), sizeof request);
        request.file_name[sizeof request.file_name - 1] = '\0';
        if (!send(socket, answer_to(request, message.value(), compile))) return EXIT_FAILURE;
    }
}

}  // namespace ringfence::compiler
