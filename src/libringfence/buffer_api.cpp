// rf_buffer_*, rf_mapping_*, rf_segment_*
#include <algorithm>
#include <cstring>

#include "libringfence/handles.h"

namespace {

using namespace ringfence;
using namespace ringfence::native;

}  // namespace

rf_code rf_buffer_create(rf_session* session, uint64_t bytes, rf_buffer** buffer, rf_error* error) {
    if (session == nullptr || buffer == nullptr) return misuse(error, "no session, or no place for the buffer");
    *buffer = nullptr;
    return ask(session->loop(), error, [&] {
        auto request = session->copies().createBufferRequest();
        request.setBytes(bytes);
        return request.send().then([&](auto answer) {
            Problem problem = problem_of(answer.getError());
            if (problem.code == RF_OK) *buffer = std::make_unique<rf_buffer>(*session, answer.getBuffer()).release();
            return problem;
        });
    });
}

rf_code rf_buffer_size(rf_buffer* buffer, uint64_t* bytes, rf_error* error) {
    if (buffer == nullptr || bytes == nullptr) return misuse(error, "no buffer, or no place for its size");
    return ask(buffer->loop(), error, [&] {
        return buffer->client().sizeRequest().send().then([&](auto answer) {
            *bytes = answer.getBytes();
            return problem_of(answer.getError());
        });
    });
}

rf_code rf_buffer_read(rf_buffer* buffer, uint64_t offset, void* data, uint64_t bytes, rf_error* error) {
    if (buffer == nullptr || (data == nullptr && bytes != 0)) return misuse(error, "no buffer, or no place for bytes");
    uint64_t done = 0;
    do {
        const uint64_t piece = std::min<uint64_t>(bytes - done, schema::LARGEST_TRANSFER);
        const rf_code code = ask(buffer->loop(), error, [&] {
            auto request = buffer->client().readRequest();
            request.setOffset(offset + done);
            request.setBytes(piece);
            return request.send().then([&](auto answer) {
                Problem problem = problem_of(answer.getError());
                if (problem.code != RF_OK) return problem;
                const auto got = answer.getData();
                if (got.size() != piece) return Problem{RF_INTERNAL, "a read gave another number of bytes"};
                if (piece != 0) std::memcpy(static_cast<std::byte*>(data) + done, got.begin(), piece);
                return problem;
            });
        });
        if (code != RF_OK) return code;
        done += piece;
    } while (done < bytes);
    return RF_OK;
}

rf_code rf_buffer_write(rf_buffer* buffer, uint64_t offset, const void* data, uint64_t bytes, rf_error* error) {
    if (buffer == nullptr || (data == nullptr && bytes != 0)) return misuse(error, "no buffer, or no bytes");
    uint64_t done = 0;
    do {
        const uint64_t piece = std::min<uint64_t>(bytes - done, schema::LARGEST_TRANSFER);
        const rf_code code = ask(buffer->loop(), error, [&] {
            auto request = buffer->client().writeRequest();
            request.setOffset(offset + done);
            if (piece != 0) request.setData(as_data(static_cast<const std::byte*>(data) + done, piece));
            return request.send().then([](auto answer) { return problem_of(answer.getError()); });
        });
        if (code != RF_OK) return code;
        done += piece;
    } while (done < bytes);
    return RF_OK;
}

rf_code rf_buffer_end(rf_buffer* buffer, rf_error* error) {
    if (buffer == nullptr) return misuse(error, "no buffer");
    return ask(buffer->loop(), error, [&] {
        return buffer->client().closeRequest().send().then([](auto answer) { return problem_of(answer.getError()); });
    });
}

void rf_buffer_close(rf_buffer* buffer) {
    const std::unique_ptr<rf_buffer> owner(buffer);
}

rf_code rf_buffer_map(rf_buffer* buffer, uint64_t offset, uint64_t bytes, rf_mapping** mapping, rf_error* error) {
    if (buffer == nullptr || mapping == nullptr) return misuse(error, "no buffer, or no place for the mapping");
    *mapping = nullptr;
    return ask(buffer->loop(), error, [&] {
        auto request = buffer->client().mapRequest();
        request.setOffset(offset);
        request.setBytes(bytes);
        return request.send().then([&](auto answer) -> kj::Promise<Problem> {
            Problem problem = problem_of(answer.getError());
            if (problem.code != RF_OK) return problem;
            return map_descriptor(answer.getMemory(), bytes).then([&](Result<MappedMemory> memory) {
                if (!memory.ok()) return problem_of(memory.error(), RF_INTERNAL);
                auto made = std::make_unique<rf_mapping>(*buffer, buffer->client());
                made->memory = memory.take();
                *mapping = made.release();
                return Problem();
            });
        });
    });
}

void* rf_mapping_data(rf_mapping* mapping) {
    return mapping == nullptr ? nullptr : mapping->memory.bytes().data();
}

rf_code rf_mapping_unmap(rf_mapping* mapping, rf_error* error) {
    if (mapping == nullptr) return misuse(error, "no mapping");
    const std::unique_ptr<rf_mapping> owner(mapping);
    return ask(mapping->loop(), error, [&] {
        return mapping->client().unmapRequest().send().then([](auto answer) { return problem_of(answer.getError()); });
    });
}

rf_code rf_segment_create(rf_session* session, uint64_t bytes, rf_segment** segment, rf_error* error) {
    if (session == nullptr || segment == nullptr) return misuse(error, "no session, or no place for the segment");
    *segment = nullptr;
    return ask(session->loop(), error, [&] {
        auto request = session->copies().createSegmentRequest();
        request.setBytes(bytes);
        return request.send().then([&](auto answer) {
            Problem problem = problem_of(answer.getError());
            if (problem.code == RF_OK) *segment = std::make_unique<rf_segment>(*session, answer.getSegment()).release();
            return problem;
        });
    });
}

rf_code rf_segment_granted(rf_session* session, size_t index, rf_segment** segment, rf_error* error) {
    if (session == nullptr || segment == nullptr) return misuse(error, "no session, or no place for the segment");
    *segment = nullptr;
    return ask(session->loop(), error, [&] {
        return session->copies().segmentsRequest().send().then([&](auto answer) {
            Problem problem = problem_of(answer.getError());
            if (problem.code != RF_OK) return problem;
            const auto list = answer.getSegments();
            if (index >= list.size()) return Problem{RF_NOT_FOUND, "the session was not opened with so many segments"};
            *segment = std::make_unique<rf_segment>(*session, list[static_cast<kj::uint>(index)]).release();
            return problem;
        });
    });
}

rf_code rf_segment_size(rf_segment* segment, uint64_t* bytes, rf_error* error) {
    if (segment == nullptr || bytes == nullptr) return misuse(error, "no segment, or no place for its size");
    return ask(segment->loop(), error, [&] {
        return segment->client().sizeRequest().send().then([&](auto answer) {
            *bytes = answer.getBytes();
            return problem_of(answer.getError());
        });
    });
}

rf_code rf_segment_grant(rf_segment* segment, void* grant, size_t room, size_t* bytes, rf_error* error) {
    if (segment == nullptr || grant == nullptr || bytes == nullptr)
        return misuse(error, "no segment, or no place for the grant");
    return ask(segment->loop(), error, [&] {
        return segment->client().grantRequest().send().then([&](auto answer) {
            const auto reference = answer.getGrant();
            *bytes = reference.size();
            std::memcpy(grant, reference.begin(), std::min<std::size_t>(room, reference.size()));
            return problem_of(answer.getError());
        });
    });
}

rf_code rf_segment_map(rf_segment* segment, void** data, rf_error* error) {
    if (segment == nullptr || data == nullptr) return misuse(error, "no segment, or no place for its memory");
    const MutexLock lock(segment->mutex);
    *data = segment->memory.bytes().data();
    if (*data != nullptr) return tell({}, error);
    uint64_t bytes = 0;
    if (const rf_code code = rf_segment_size(segment, &bytes, error); code != RF_OK) return code;
    MappedMemory mapped;
    const rf_code code = ask(segment->loop(), error, [&] {
        return segment->client().memoryRequest().send().then([&](auto answer) -> kj::Promise<Problem> {
            Problem problem = problem_of(answer.getError());
            if (problem.code != RF_OK) return problem;
            return map_descriptor(answer.getMemory(), bytes).then([&](Result<MappedMemory> memory) {
                if (!memory.ok()) return problem_of(memory.error(), RF_INTERNAL);
                mapped = memory.take();
                return Problem();
            });
        });
    });
    if (code != RF_OK) return code;
    segment->memory = std::move(mapped);
    *data = segment->memory.bytes().data();
    return code;
}

void rf_segment_close(rf_segment* segment) {
    const std::unique_ptr<rf_segment> owner(segment);
}
