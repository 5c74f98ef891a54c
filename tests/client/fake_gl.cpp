#include "fake_gl.h"

#include <algorithm>
#include <cstring>

namespace ringfence::test {

FakeGl& fake_gl() {
    static FakeGl instance;
    return instance;
}

namespace {

std::vector<std::byte>& bound_buffer() {
    return fake_gl().buffers.at(static_cast<unsigned>(fake_gl().values[0x8F36]));
}

FakeTexture& bound_texture() {
    return fake_gl().textures.at(fake_gl().bound_texture);
}

// Rows without gaps were asked for, and no buffer of pixels.
bool are_pixels_plain() {
    auto& values = fake_gl().values;
    const bool is_tight = values[0x0D05] == 1 && values[0x0CF5] == 1 && values[0x0D02] == 0 && values[0x0CF2] == 0;
    return is_tight && values[0x88ED] == 0 && values[0x88EF] == 0;
}

void set_level(int level, const void* pixels) {
    if (!are_pixels_plain()) return;
    auto& bytes = bound_texture().levels.at(static_cast<std::size_t>(level));
    std::memcpy(bytes.data(), pixels, bytes.size());
}

}  // namespace
}  // namespace ringfence::test

using ringfence::test::fake_gl;

// For the client to find.
#pragma GCC visibility push(default)
extern "C" {

const unsigned char* glGetString(unsigned) {
    return fake_gl().has_context ? reinterpret_cast<const unsigned char*>("4.6") : nullptr;
}
void glGetIntegerv(unsigned name, int* value) {
    const bool is_texture = name == 0x8069 || name == 0x84F6 || name == 0x806A;
    *value = is_texture ? static_cast<int>(fake_gl().bound_texture) : fake_gl().values[name];
}
void glPixelStorei(unsigned name, int value) {
    fake_gl().values[name] = value;
}
unsigned char glIsBuffer(unsigned buffer) {
    return fake_gl().buffers.count(buffer) != 0 ? 1 : 0;
}
void glBindBuffer(unsigned target, unsigned buffer) {
    const unsigned binding = target == 0x88EB ? 0x88ED : target == 0x88EC ? 0x88EF : target;
    fake_gl().values[binding] = static_cast<int>(buffer);
}
void glGetBufferParameteriv(unsigned, unsigned, int* value) {
    *value = static_cast<int>(ringfence::test::bound_buffer().size());
}
void glGetBufferSubData(unsigned, std::ptrdiff_t offset, std::ptrdiff_t bytes, void* data) {
    std::memcpy(data, ringfence::test::bound_buffer().data() + offset, static_cast<std::size_t>(bytes));
}
void glBufferSubData(unsigned, std::ptrdiff_t offset, std::ptrdiff_t bytes, const void* data) {
    std::memcpy(ringfence::test::bound_buffer().data() + offset, data, static_cast<std::size_t>(bytes));
}
unsigned char glIsTexture(unsigned texture) {
    return fake_gl().textures.count(texture) != 0 ? 1 : 0;
}
void glBindTexture(unsigned, unsigned texture) {
    fake_gl().bound_texture = texture;
}
void glGetTexLevelParameteriv(unsigned, int level, unsigned name, int* value) {
    const auto& texture = ringfence::test::bound_texture();
    if (static_cast<std::size_t>(level) >= texture.levels.size()) {
        *value = 0;
        return;
    }
    const auto halved = [&](int size) { return std::max(size >> level, 1); };
    *value = name == 0x1000   ? halved(texture.width)
             : name == 0x1001 ? halved(texture.height)
             : name == 0x8071 ? halved(texture.depth)
                              : texture.internal;
}
void glGetTexImage(unsigned, int level, unsigned, unsigned, void* pixels) {
    if (!ringfence::test::are_pixels_plain()) return;
    const auto& bytes = ringfence::test::bound_texture().levels.at(static_cast<std::size_t>(level));
    std::memcpy(pixels, bytes.data(), bytes.size());
}
void glTexSubImage2D(unsigned, int level, int, int, int, int, unsigned, unsigned, const void* pixels) {
    ringfence::test::set_level(level, pixels);
}
void glTexSubImage3D(unsigned, int level, int, int, int, int, int, int, unsigned, unsigned, const void* pixels) {
    ringfence::test::set_level(level, pixels);
}
}
#pragma GCC visibility pop
