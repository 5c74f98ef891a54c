// The device's library: printf, malloc, free and assert.
#include <algorithm>
#include <array>
#include <cstring>

#include <fmt/format.h>

#include "softgpu/runtime/block.h"
#include "softgpu/runtime/format.h"

namespace ringfence::softgpu {
namespace {

// A request to the worker, on whose stack the text is made. Owns nothing: a fiber may be abandoned.
struct PrintRequest {
    const ThreadState* thread;
    std::uint64_t format;
    std::uint64_t arguments;
    bool ok;
    std::int32_t result;
    FaultInfo problem;
};

void print(Block& block, void* argument) {
    auto& request = *static_cast<PrintRequest*>(argument);
    PrintedText formatted;
    request.ok = format_device_text(*request.thread, request.format, request.arguments, formatted, request.problem);
    if (!request.ok) return;
    request.result = formatted.arguments;
    block.launch->print(formatted.text);
}

struct AssertRequest {
    const ThreadState* thread;
    std::uint64_t message;
    std::uint64_t file;
    std::uint64_t function;
    std::uint32_t line;
    std::array<char, 1024> text;
};

void describe_assertion(Block& /*block*/, void* argument) {
    auto& request = *static_cast<AssertRequest*>(argument);
    const auto read = [&](std::uint64_t address) {
        std::string text;
        FaultInfo problem;
        return read_device_string(*request.thread, address, text, problem) ? text : "?";
    };
    const std::string text = fmt::format("{}:{}: {}: Assertion `{}` failed.", read(request.file), request.line,
                                         read(request.function), read(request.message));
    const std::size_t length = std::min(text.size(), request.text.size() - 1);
    std::memcpy(request.text.data(), text.data(), length);
    request.text[length] = 0;
}

}  // namespace

std::int32_t rf_vprintf(ThreadState* thread, std::uint64_t format, std::uint64_t arguments, SiteId site) {
    if (format == 0) return -1;
    PrintRequest request{thread, format, arguments, false, 0, {}};
    thread->block->block->call_on_worker(print, &request);
    if (request.ok) return request.result;
    request.problem.site = site;
    raise_fault(request.problem);
}

std::uint64_t rf_malloc(ThreadState* thread, std::uint64_t bytes) {
    return thread->block->block->launch->memory.heap_allocate(bytes);
}

void rf_free(ThreadState* thread, std::uint64_t address, SiteId site) {
    if (address == 0) return;
    const FreeOutcome outcome = thread->block->block->launch->memory.heap_free(address);
    if (outcome == FreeOutcome::Freed) return;
    raise_fault({.kind = outcome == FreeOutcome::FreedBefore ? FaultKind::DoubleFree : FaultKind::BadFree,
                 .thread = thread,
                 .site = site,
                 .address = address});
}

void rf_assertfail(ThreadState* thread, std::uint64_t message, std::uint64_t file, std::uint32_t line,
                   std::uint64_t function, std::uint64_t /*char_bytes*/, SiteId site) {
    AssertRequest request{thread, message, file, function, line, {}};
    thread->block->block->call_on_worker(describe_assertion, &request);
    raise_fault({.kind = FaultKind::Assertion, .thread = thread, .site = site, .text = request.text.data()});
}

}  // namespace ringfence::softgpu
