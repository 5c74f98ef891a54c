#include "png_file.h"

#include <png.h>

#include <string_view>
#include <vector>

#include "base/file.h"

namespace ringfence::example {

Result<void> write_png(const std::string& path, std::span<const std::uint32_t> pixels, std::uint32_t width,
                       std::uint32_t height) {
    if (pixels.size() != std::size_t{width} * height) return Error::internal("a picture of the wrong size");
    std::vector<std::uint8_t> rgb;
    rgb.reserve(pixels.size() * 3);
    for (const std::uint32_t pixel : pixels)
        for (const int shift : {0, 8, 16})
            rgb.push_back(static_cast<std::uint8_t>(pixel >> shift));

    png_image image = {};
    image.version = PNG_IMAGE_VERSION;
    image.width = width;
    image.height = height;
    image.format = PNG_FORMAT_RGB;
    std::string contents(PNG_IMAGE_PNG_SIZE_MAX(image), '\0');
    png_alloc_size_t size = contents.size();
    if (png_image_write_to_memory(&image, contents.data(), &size, 0, rgb.data(), 0, nullptr) == 0)
        return Error::internal(std::string("libpng: ") + image.message);
    return write_file_atomically(path, std::string_view(contents).substr(0, size));
}

}  // namespace ringfence::example
