#include "client/session/transfer.h"

#include <cstring>
#include <deque>
#include <span>
#include <vector>

#include "client/session/session.h"
#include "wire/operations.h"

namespace ringfence::client {
namespace {

constexpr std::uint64_t largest_write = 4096;
constexpr std::uint64_t largest_read = 3072;
// Large enough that the round trip for each does not show, small enough that copying in memory and over the bus
// overlap.
constexpr std::uint64_t piece_bytes = 4 << 20;
constexpr std::size_t pieces_ahead = 6;

std::byte* pointer(std::uint64_t address) {
    return reinterpret_cast<std::byte*>(address);
}

Box packed(std::uint64_t address, const BoxSize& size) {
    return {address, size.width, size.width * size.height};
}

struct Download {
    Staging::Piece piece;
    Box to;
    BoxSize size;
};

std::int32_t finish(Session& session, const Download& download) {
    const std::int32_t status = session.staging().wait(download.piece);
    if (status == 0) copy_on_host(session, download.to, packed(download.piece.address, download.size), download.size);
    session.staging().release(download.piece);
    return status;
}

std::int32_t read_small(Session& session, std::uint64_t stream, std::uint64_t to, std::uint64_t from,
                        std::uint64_t bytes) {
    std::vector<std::byte> data;
    wire::Read::Reply reply;
    const std::int32_t status =
        session.call(wire::Read{.stream = stream, .from = from, .bytes = bytes}, reply, {}, &data);
    if (status != 0) return status;
    if (data.size() != bytes) return Session::protocol_failure;
    std::memcpy(pointer(to), data.data(), bytes);
    return 0;
}

}  // namespace

void copy_within(Session& session, std::uint64_t stream, const Box& to, const Box& from, const BoxSize& size) {
    const BoxSize flat = flattened(to, from, size);
    if (flat.is_row()) {
        session.submit(wire::Copy{.stream = stream, .to = to.address, .from = from.address, .bytes = flat.width});
        return;
    }
    session.submit(wire::CopyBox{.stream = stream,
                                 .to = to.address,
                                 .to_pitch = to.pitch,
                                 .to_slice = to.slice,
                                 .from = from.address,
                                 .from_pitch = from.pitch,
                                 .from_slice = from.slice,
                                 .width = flat.width,
                                 .height = flat.height,
                                 .depth = flat.depth});
}

void copy_on_host(Session& session, const Box& to, const Box& from, const BoxSize& size) {
    const BoxSize flat = flattened(to, from, size);
    if (flat.is_row()) {
        session.copy_threads().copy(pointer(to.address), pointer(from.address), flat.width);
        return;
    }
    for (std::uint64_t z = 0; z < flat.depth; ++z) {
        for (std::uint64_t y = 0; y < flat.height; ++y) {
            std::memcpy(pointer(to.at(0, y, z)), pointer(from.at(0, y, z)), flat.width);
        }
    }
}

std::int32_t upload(Session& session, std::uint64_t stream, const Box& to, const Box& from, const BoxSize& size) {
    const BoxSize flat = flattened(to, from, size);
    if (flat.is_row() && flat.width <= largest_write) {
        session.submit(wire::Write{.stream = stream, .to = to.address}, std::span(pointer(from.address), flat.width));
        return 0;
    }
    return upload_parts(session, stream, from, flat,
                        [&](std::uint64_t x, std::uint64_t y, std::uint64_t z, const Box& staged, const BoxSize& part) {
                            copy_within(session, stream, {to.at(x, y, z), to.pitch, to.slice}, staged, part);
                        });
}

std::int32_t upload_parts(Session& session, std::uint64_t stream, const Box& from, const BoxSize& size,
                          const PutPart& put) {
    std::int32_t status = 0;
    for_each_piece(size, piece_bytes, [&](std::uint64_t x, std::uint64_t y, std::uint64_t z, const BoxSize& part) {
        Staging::Piece piece;
        status = session.staging().acquire(part.bytes(), piece);
        if (status != 0) return false;
        const Box staged = packed(piece.address, part);
        copy_on_host(session, staged, {from.at(x, y, z), from.pitch, from.slice}, part);
        put(x, y, z, staged, part);
        session.staging().release_after(piece, stream);
        return true;
    });
    return status;
}

std::int32_t download(Session& session, std::uint64_t stream, const Box& to, const Box& from, const BoxSize& size) {
    const BoxSize flat = flattened(to, from, size);
    if (flat.is_row() && flat.width <= largest_read) {
        return read_small(session, stream, to.address, from.address, flat.width);
    }
    return download_parts(
        session, stream, to, flat,
        [&](std::uint64_t x, std::uint64_t y, std::uint64_t z, const Box& staged, const BoxSize& part) {
            copy_within(session, stream, staged, {from.at(x, y, z), from.pitch, from.slice}, part);
        });
}

std::int32_t download_parts(Session& session, std::uint64_t stream, const Box& to, const BoxSize& size,
                            const PutPart& put) {
    std::deque<Download> under_way;
    std::int32_t status = 0;
    const auto finish_oldest = [&] {
        const std::int32_t finished = finish(session, under_way.front());
        under_way.pop_front();
        if (status == 0) status = finished;
    };
    for_each_piece(size, piece_bytes, [&](std::uint64_t x, std::uint64_t y, std::uint64_t z, const BoxSize& part) {
        Staging::Piece piece;
        while (under_way.size() >= pieces_ahead)
            finish_oldest();
        while (!session.staging().try_acquire(part.bytes(), piece)) {
            if (!under_way.empty()) {
                finish_oldest();
                continue;
            }
            status = session.staging().acquire(part.bytes(), piece);
            break;
        }
        if (status != 0) {
            if (piece.number != 0) session.staging().release(piece);
            return false;
        }
        put(x, y, z, packed(piece.address, part), part);
        session.staging().mark(piece, stream);
        under_way.push_back({piece, {to.at(x, y, z), to.pitch, to.slice}, part});
        return true;
    });
    while (!under_way.empty())
        finish_oldest();
    return status;
}

}  // namespace ringfence::client
