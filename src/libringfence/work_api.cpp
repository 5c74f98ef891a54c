// rf_copy, rf_fill, rf_launch, rf_fence_*, rf_program_*
#include <algorithm>
#include <array>
#include <cstring>

#include "libringfence/handles.h"

namespace ringfence::native {
namespace {

bool is_place(const rf_place& place) {
    return (place.buffer == nullptr) != (place.segment == nullptr);
}

void write_place(schema::Place::Builder to, const rf_place& place) {
    // The handles' own state does not change.
    if (place.buffer != nullptr) to.setBuffer(const_cast<rf_buffer*>(place.buffer)->client());
    if (place.segment != nullptr) to.setSegment(const_cast<rf_segment*>(place.segment)->client());
    to.setOffset(place.offset);
}

void write_size(schema::Size3::Builder to, const uint32_t (&size)[3]) {
    to.setX(std::max(size[0], 1U));
    to.setY(std::max(size[1], 1U));
    to.setZ(std::max(size[2], 1U));
}

void write_launch(schema::Launch::Builder to, const rf_launch_options& options) {
    to.setKernel(options.kernel);
    write_size(to.initGrid(), options.grid);
    write_size(to.initBlock(), options.block);
    to.setSharedBytes(options.shared_bytes);
    auto arguments = to.initArguments(static_cast<kj::uint>(options.argument_count));
    for (kj::uint i = 0; i < arguments.size(); ++i) {
        const rf_argument& argument = options.arguments[i];
        if (argument.size != 0) {
            arguments[i].setValue(as_data(argument.value, argument.size));
        } else {
            write_place(arguments[i].initAddress(), argument.address);
        }
    }
}

bool are_arguments(const rf_launch_options& options) {
    if (options.arguments == nullptr) return options.argument_count == 0;
    return std::all_of(options.arguments, options.arguments + options.argument_count, [](const rf_argument& argument) {
        return argument.size != 0 ? argument.value != nullptr : is_place(argument.address);
    });
}

// Handles the answer to work.
auto take_fence(rf_session& session, rf_fence** fence) {
    return [&session, fence](auto answer) {
        Problem problem = problem_of(answer.getError());
        if (problem.code == RF_OK && fence != nullptr)
            *fence = std::make_unique<rf_fence>(session, answer.getFence()).release();
        return problem;
    };
}

}  // namespace
}  // namespace ringfence::native

namespace {

using namespace ringfence;
using namespace ringfence::native;

}  // namespace

const char* rf_code_name(rf_code code) {
    static constexpr std::array names = {"ok",
                                         "invalid argument",
                                         "unsupported",
                                         "denied",
                                         "unknown peer",
                                         "not found",
                                         "foreign",
                                         "limit reached",
                                         "out of memory",
                                         "module refused",
                                         "launch failed",
                                         "timed out",
                                         "cancelled",
                                         "closed",
                                         "revoked",
                                         "expired",
                                         "device lost",
                                         "overloaded",
                                         "internal error"};
    const auto index = static_cast<std::size_t>(code);
    return index < names.size() ? names[index] : "unknown error";
}

rf_code rf_copy(rf_session* session, rf_place to, rf_place from, uint64_t bytes, rf_fence** fence, rf_error* error) {
    if (fence != nullptr) *fence = nullptr;
    if (session == nullptr || !is_place(to) || !is_place(from))
        return misuse(error, "no session, or a place that is not in one buffer or segment");
    return ask(session->loop(), error, [&] {
        auto request = session->copies().copyRequest();
        write_place(request.initTo(), to);
        write_place(request.initFrom(), from);
        request.setBytes(bytes);
        return request.send().then(take_fence(*session, fence));
    });
}

rf_code rf_fill(rf_session* session, rf_place to, uint64_t bytes, uint8_t value, rf_fence** fence, rf_error* error) {
    if (fence != nullptr) *fence = nullptr;
    if (session == nullptr || !is_place(to))
        return misuse(error, "no session, or a place that is not in one buffer or segment");
    return ask(session->loop(), error, [&] {
        auto request = session->copies().fillRequest();
        write_place(request.initTo(), to);
        request.setBytes(bytes);
        request.setValue(value);
        return request.send().then(take_fence(*session, fence));
    });
}

rf_code rf_launch(rf_session* session, rf_program* program, const rf_launch_options* launch, rf_fence** fence,
                  rf_error* error) {
    if (fence != nullptr) *fence = nullptr;
    if (session == nullptr || program == nullptr || launch == nullptr || launch->kernel == nullptr)
        return misuse(error, "no session, no program, or no kernel");
    if (!are_arguments(*launch)) return misuse(error, "an argument that is neither a value nor a place");
    return ask(session->loop(), error, [&] {
        auto request = session->programs().launchRequest();
        request.setProgram(program->client());
        write_launch(request.initLaunch(), *launch);
        return request.send().then(take_fence(*session, fence));
    });
}

rf_code rf_fence_poll(rf_fence* fence, int* is_done, rf_error* error) {
    if (fence == nullptr || is_done == nullptr) return misuse(error, "no fence, or no place for the answer");
    return ask(fence->loop(), error, [&] {
        return fence->client().pollRequest().send().then([&](auto answer) {
            *is_done = answer.getIsDone() ? 1 : 0;
            return problem_of(answer.getError());
        });
    });
}

rf_code rf_fence_wait(rf_fence* fence, uint32_t milliseconds, rf_error* error) {
    if (fence == nullptr) return misuse(error, "no fence");
    return ask(fence->loop(), error, [&] {
        auto request = fence->client().waitRequest();
        request.setTimeoutMilliseconds(milliseconds);
        return request.send().then([](auto answer) { return problem_of(answer.getError()); });
    });
}

rf_code rf_fence_cancel(rf_fence* fence, rf_error* error) {
    if (fence == nullptr) return misuse(error, "no fence");
    return ask(fence->loop(), error, [&] {
        return fence->client().cancelRequest().send().then([](auto answer) { return problem_of(answer.getError()); });
    });
}

void rf_fence_close(rf_fence* fence) {
    const std::unique_ptr<rf_fence> owner(fence);
}

rf_code rf_program_load(rf_session* session, const void* image, size_t bytes, rf_program** program, rf_error* error) {
    if (session == nullptr || program == nullptr || image == nullptr)
        return misuse(error, "no session, no image, or no place for the program");
    *program = nullptr;
    return ask(session->loop(), error, [&] {
        auto request = session->computes().loadProgramRequest();
        request.setImage(as_data(image, bytes));
        return request.send().then([&](auto answer) {
            Problem problem = problem_of(answer.getError());
            if (problem.code == RF_OK) *program = std::make_unique<rf_program>(*session, answer.getProgram()).release();
            return problem;
        });
    });
}

rf_code rf_program_granted(rf_session* session, size_t index, rf_program** program, rf_error* error) {
    if (session == nullptr || program == nullptr) return misuse(error, "no session, or no place for the program");
    *program = nullptr;
    return ask(session->loop(), error, [&] {
        return session->programs().programsRequest().send().then([&](auto answer) {
            Problem problem = problem_of(answer.getError());
            if (problem.code != RF_OK) return problem;
            const auto list = answer.getPrograms();
            if (index >= list.size()) return Problem{RF_NOT_FOUND, "the session was not opened with so many programs"};
            *program = std::make_unique<rf_program>(*session, list[static_cast<kj::uint>(index)]).release();
            return problem;
        });
    });
}

rf_code rf_program_grant(rf_program* program, void* grant, size_t room, size_t* bytes, rf_error* error) {
    if (program == nullptr || grant == nullptr || bytes == nullptr)
        return misuse(error, "no program, or no place for the grant");
    return ask(program->loop(), error, [&] {
        return program->client().grantRequest().send().then([&](auto answer) {
            const auto reference = answer.getGrant();
            *bytes = reference.size();
            std::memcpy(grant, reference.begin(), std::min<std::size_t>(room, reference.size()));
            return problem_of(answer.getError());
        });
    });
}

void rf_program_close(rf_program* program) {
    const std::unique_ptr<rf_program> owner(program);
}
