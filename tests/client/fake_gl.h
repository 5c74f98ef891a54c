// As much of OpenGL as the client calls, in the test's own memory. The client finds it by name, as it finds a
// program's.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

namespace ringfence::test {

struct FakeTexture {
    int internal = 0;
    unsigned element_bytes = 0;
    int width = 0;
    int height = 0;
    int depth = 0;
    std::vector<std::vector<std::byte>> levels;
};

struct FakeGl {
    bool has_context = true;
    std::map<unsigned, std::vector<std::byte>> buffers;
    std::map<unsigned, FakeTexture> textures;
    std::map<unsigned, int> values;  // by the names that glGetIntegerv has for them
    unsigned bound_texture = 0;
};

FakeGl& fake_gl();

}  // namespace ringfence::test
