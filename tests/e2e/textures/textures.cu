// Texture and surface cases: each prints its name and a digest of everything it read, so that what a card gives can be
// recorded and compared with the software GPU's. With a case's name as argument, that one's words are printed too.
#include "cases.h"

namespace {

using namespace textures;

constexpr auto wrap = cudaAddressModeWrap;
constexpr auto clamp = cudaAddressModeClamp;
constexpr auto mirror = cudaAddressModeMirror;
constexpr auto border = cudaAddressModeBorder;
constexpr auto point = cudaFilterModePoint;
constexpr auto linear = cudaFilterModeLinear;

struct Named {
    const char* name;
    Shape shape;
    Cases::Kernel finest;
    Cases::Kernel level;
    Cases::Kernel gradients;
};

template <Geometry g>
Named named(const char* name, unsigned width, unsigned height, unsigned depth, unsigned layers, bool cube) {
    Shape shape;
    shape.width = width;
    shape.height = height;
    shape.depth = depth;
    shape.layers = layers;
    shape.cube = cube;
    return {name, shape, fetch_points<g, Way::finest>, fetch_points<g, Way::level>, fetch_points<g, Way::gradients>};
}

// Sizes that are no powers of two, but for cubes and what has levels.
std::vector<Named> flat_shapes() {
    return {named<Geometry::d1>("1d", 13, 0, 0, 0, false), named<Geometry::d2>("2d", 13, 7, 0, 0, false),
            named<Geometry::d3>("3d", 13, 7, 5, 0, false)};
}
std::vector<Named> all_shapes() {
    return {named<Geometry::d1>("1d", 32, 0, 0, 0, false),    named<Geometry::d2>("2d", 32, 16, 0, 0, false),
            named<Geometry::d3>("3d", 16, 16, 8, 0, false),   named<Geometry::a1>("a1d", 32, 0, 0, 3, false),
            named<Geometry::a2>("a2d", 32, 16, 0, 3, false),  named<Geometry::cube>("cube", 16, 16, 0, 0, true),
            named<Geometry::acube>("acube", 16, 16, 0, 2, true)};
}

const char* name_of(cudaTextureAddressMode mode) {
    return mode == wrap ? "wrap" : mode == clamp ? "clamp" : mode == mirror ? "mirror" : "border";
}
const char* name_of(cudaTextureFilterMode mode) {
    return mode == point ? "point" : "linear";
}
std::string name_of(const Shape& shape) {
    return std::string(name_of(shape.format)) + "x" + std::to_string(shape.channels);
}

// Every format, read as elements and as normalised floats, with and without a filter.
void formats(Cases& cases) {
    for (Named one : flat_shapes()) {
        for (const Format format : all_formats) {
            for (const int channels : {1, 2, 4}) {
                one.shape.format = format;
                one.shape.channels = channels;
                const std::string name = std::string("format/") + one.name + "/" + textures::name_of(format) + "x" +
                                         std::to_string(channels);
                cudaTextureDesc sampler = sampler_of(clamp, point, false);
                cases.texture(name + "/element", one.shape, sampler, one.finest);
                if (is_float(format)) {
                    sampler.filterMode = linear;
                    cases.texture(name + "/linear", one.shape, sampler, one.finest);
                } else if (bytes_of(format) < 4) {
                    sampler.readMode = cudaReadModeNormalizedFloat;
                    cases.texture(name + "/normalized", one.shape, sampler, one.finest);
                    sampler.filterMode = linear;
                    cases.texture(name + "/normalized/linear", one.shape, sampler, one.finest);
                }
            }
        }
    }
}

void address_modes(Cases& cases) {
    for (const Named& one : flat_shapes()) {
        for (const auto mode : {wrap, clamp, mirror, border}) {
            for (const auto filter : {point, linear}) {
                for (const bool normalized : {false, true}) {
                    cases.texture(std::string("address/") + one.name + "/" + name_of(mode) + "/" + name_of(filter) +
                                      (normalized ? "/normalized" : "/elements"),
                                  one.shape, sampler_of(mode, filter, normalized), one.finest);
                }
            }
        }
    }
}

void mixed_address_modes(Cases& cases) {
    const Named one = flat_shapes()[2];
    const cudaTextureAddressMode modes[][3] = {{wrap, clamp, mirror}, {clamp, mirror, border}, {border, wrap, clamp},
                                               {mirror, border, wrap}, {wrap, border, wrap}};
    for (const auto& mode : modes) {
        for (const auto filter : {point, linear}) {
            cudaTextureDesc sampler = sampler_of(wrap, filter, true);
            std::copy(mode, mode + 3, sampler.addressMode);
            cases.texture(std::string("address/mixed/") + name_of(mode[0]) + "-" + name_of(mode[1]) + "-" +
                              name_of(mode[2]) + "/" + name_of(filter),
                          one.shape, sampler, one.finest);
        }
    }
}

void border_colours(Cases& cases) {
    Named one = flat_shapes()[1];
    for (const Format format : all_formats) {
        one.shape.format = format;
        cudaTextureDesc sampler = sampler_of(border, point, true);
        const float colour[4] = {0.25F, 1, -3, 7.5F};
        std::copy(colour, colour + 4, sampler.borderColor);
        const std::string name = std::string("border/") + textures::name_of(format);
        cases.texture(name + "/element", one.shape, sampler, one.finest);
        if (is_float(format) || bytes_of(format) < 4) {
            sampler.filterMode = linear;
            if (!is_float(format)) sampler.readMode = cudaReadModeNormalizedFloat;
            cases.texture(name + "/linear", one.shape, sampler, one.finest);
        }
    }
}

// Coordinates in steps of 1/4096 of an element: shows where a point filter changes and how weights are rounded.
void fine_steps(Cases& cases) {
    for (const Format format : {Format::f32, Format::f16, Format::u8, Format::s8, Format::u16, Format::s16}) {
        Shape shape = flat_shapes()[1].shape;
        shape.format = format;
        const Array array(shape);
        for (const auto filter : {point, linear}) {
            for (const int axis : {0, 1, 2}) {
                std::vector<Point> points(8192);
                for (std::size_t i = 0; i < points.size(); ++i) {
                    points[i] = {};
                    const float along = 2 + float(i) / 4096;
                    points[i].x = axis == 1 ? 3.5F : along;
                    points[i].y = axis == 0 ? 2.5F : along;
                }
                cudaTextureDesc sampler = sampler_of(clamp, filter, false);
                if (!is_float(format)) sampler.readMode = cudaReadModeNormalizedFloat;
                cases.texture("steps/" + name_of(shape) + "/" + name_of(filter) + (axis == 0   ? "/x"
                                                                                   : axis == 1 ? "/y"
                                                                                               : "/xy"),
                              array.resource(), sampler, fetch_points<Geometry::d2, Way::finest>, points, 4);
            }
        }
    }
}

void special_coordinates(Cases& cases) {
    for (const Named& one : flat_shapes()) {
        const Array array(one.shape);
        for (const auto mode : {wrap, clamp, mirror, border}) {
            for (const auto filter : {point, linear}) {
                cases.texture(std::string("special/") + one.name + "/" + name_of(mode) + "/" + name_of(filter),
                              array.resource(), sampler_of(mode, filter, true), one.finest, special_points(), 4);
            }
        }
    }
}

// Fetches from images that lack channels: all four words are compared.
void missing_channels(Cases& cases) {
    for (const Format format : all_formats) {
        for (const int channels : {1, 2}) {
            Shape shape = flat_shapes()[1].shape;
            shape.format = format;
            shape.channels = channels;
            const Array array(shape);
            cases.texture("missing/" + name_of(shape), array.resource(), sampler_of(clamp, point, false),
                          fetch_points<Geometry::d2, Way::finest>, points_for(shape, false), 4);
        }
    }
}

void layers_and_cubes(Cases& cases) {
    const std::vector<Named> shapes = all_shapes();
    for (std::size_t i = 3; i < shapes.size(); ++i) {
        for (const auto filter : {point, linear}) {
            for (const auto mode : {clamp, wrap}) {
                cudaTextureDesc sampler = sampler_of(mode, filter, true);
                const std::string name = std::string("layers/") + shapes[i].name + "/" + name_of(filter) + "/" +
                                         name_of(mode);
                cases.texture(name, shapes[i].shape, sampler, shapes[i].finest);
                if (!shapes[i].shape.cube) continue;
                sampler.seamlessCubemap = 1;
                cases.texture(name + "/seamless", shapes[i].shape, sampler, shapes[i].finest);
            }
        }
    }
}

// Directions where two or three components are equally large.
void cube_edges(Cases& cases) {
    const Named one = all_shapes()[5];
    const Array array(one.shape);
    std::vector<Point> points;
    for (const float x : {-1.0F, 0.0F, 1.0F}) {
        for (const float y : {-1.0F, 0.0F, 1.0F}) {
            for (const float z : {-1.0F, 0.0F, 1.0F}) {
                Point p = {};
                p.x = x;
                p.y = y;
                p.z = z;
                points.push_back(p);
            }
        }
    }
    for (const auto filter : {point, linear}) {
        cases.texture(std::string("cube/edges/") + name_of(filter), array.resource(), sampler_of(clamp, filter, true),
                      one.finest, points, 4);
    }
}

void levels(Cases& cases) {
    for (Named one : all_shapes()) {
        one.shape.levels = 4;
        for (const auto filter : {point, linear}) {
            for (const auto between : {point, linear}) {
                cudaTextureDesc sampler = sampler_of(clamp, filter, true);
                sampler.mipmapFilterMode = between;
                sampler.maxMipmapLevelClamp = 3;
                const std::string name =
                    std::string("levels/") + one.name + "/" + name_of(filter) + "-" + name_of(between);
                cases.texture(name + "/finest", one.shape, sampler, one.finest);
                cases.texture(name + "/level", one.shape, sampler, one.level);
                cases.texture(name + "/gradients", one.shape, sampler, one.gradients);
            }
        }
    }
}

void level_limits(Cases& cases) {
    Named one = all_shapes()[1];
    one.shape.levels = 5;
    const float limits[][3] = {{0, 0, 0}, {0, 0, 10}, {1, 0, 4}, {-0.7F, 0, 4}, {0, 1.5F, 2.25F}, {0.3F, 2, 3}};
    for (const auto& [bias, least, most] : limits) {
        cudaTextureDesc sampler = sampler_of(wrap, linear, true);
        sampler.mipmapFilterMode = linear;
        sampler.mipmapLevelBias = bias;
        sampler.minMipmapLevelClamp = least;
        sampler.maxMipmapLevelClamp = most;
        char name[80];
        std::snprintf(name, sizeof(name), "limits/bias%g/%g-%g", double(bias), double(least), double(most));
        cases.texture(name, one.shape, sampler, one.level);
        cases.texture(std::string(name) + "/finest", one.shape, sampler, one.finest);
        cases.texture(std::string(name) + "/gradients", one.shape, sampler, one.gradients);
    }
}

void gathers(Cases& cases) {
    Shape shape = flat_shapes()[1].shape;
    shape.flags = cudaArrayTextureGather;
    const Cases::Kernel kernels[] = {gather_2d<0>, gather_2d<1>, gather_2d<2>, gather_2d<3>};
    for (const Format format : {Format::f32, Format::u32, Format::s16, Format::u8, Format::f16}) {
        shape.format = format;
        for (int component = 0; component < 4; ++component) {
            cases.texture("gather/" + name_of(shape) + "/" + std::to_string(component), shape,
                          sampler_of(clamp, point, false), kernels[component]);
        }
    }
    shape.format = Format::u8;
    for (const auto mode : {wrap, clamp, mirror, border}) {
        cudaTextureDesc sampler = sampler_of(mode, linear, true);
        sampler.readMode = cudaReadModeNormalizedFloat;
        cases.texture(std::string("gather/normalized/") + name_of(mode), shape, sampler, gather_2d<1>);
    }
    shape.format = Format::f32;
    cases.texture("gather/offset", shape, sampler_of(clamp, point, false), gather_offset);
    shape.layers = 3;
    cases.texture("gather/a2d", shape, sampler_of(clamp, point, false), gather_a2d);
}

void srgb(Cases& cases) {
    for (Named one : flat_shapes()) {
        one.shape.format = Format::u8;
        for (const int channels : {1, 2, 4}) {
            one.shape.channels = channels;
            for (const auto filter : {point, linear}) {
                cudaTextureDesc sampler = sampler_of(clamp, filter, true);
                sampler.readMode = cudaReadModeNormalizedFloat;
                sampler.sRGB = 1;
                cases.texture(std::string("srgb/") + one.name + "/x" + std::to_string(channels) + "/" + name_of(filter),
                              one.shape, sampler, one.finest);
            }
        }
    }
}

void instructions(Cases& cases) {
    const Shape plane = flat_shapes()[1].shape;
    cases.texture("instruction/offset/point", plane, sampler_of(clamp, point, false), fetch_offset);
    cases.texture("instruction/offset/linear", plane, sampler_of(wrap, linear, true), fetch_offset);
    cases.texture("instruction/halves", plane, sampler_of(clamp, point, false), fetch_halves);
    cases.texture("instruction/halves/linear", plane, sampler_of(clamp, linear, true), fetch_halves);
    const std::vector<Named> shapes = all_shapes();
    const Cases::Kernel integers[] = {
        fetch_points<Geometry::d1, Way::integers>, fetch_points<Geometry::d2, Way::integers>,
        fetch_points<Geometry::d3, Way::integers>, fetch_points<Geometry::a1, Way::integers>,
        fetch_points<Geometry::a2, Way::integers>};
    for (std::size_t i = 0; i < 5; ++i) {
        cases.texture(std::string("instruction/integers/") + shapes[i].name, shapes[i].shape,
                      sampler_of(clamp, point, false), integers[i]);
    }
}

// --- linear and pitch memory -----------------------------------------------------------------------------------------

void linear_memory(Cases& cases) {
    constexpr unsigned elements = 61;
    for (const Format format : all_formats) {
        for (const int channels : {1, 2, 4}) {
            Shape shape;
            shape.format = format;
            shape.channels = channels;
            shape.width = elements;
            const std::vector<std::uint8_t> bytes = contents(format, std::size_t{elements} * unsigned(channels), 5);
            auto* const memory = e2e::device_array<std::uint8_t>(bytes.size());
            CHECK(cudaMemcpy(memory, bytes.data(), bytes.size(), cudaMemcpyHostToDevice));
            cudaResourceDesc resource = {};
            resource.resType = cudaResourceTypeLinear;
            resource.res.linear.devPtr = memory;
            resource.res.linear.desc = descriptor_of(format, channels);
            resource.res.linear.sizeInBytes = bytes.size();
            cudaTextureDesc sampler = {};
            const Cases::Kernel kernel = fetch_points<Geometry::d1, Way::integers>;
            cases.texture("memory/linear/" + name_of(shape), resource, sampler, kernel, points_for(shape, false),
                          channels);
            if (!is_float(format) && bytes_of(format) < 4) {
                sampler.readMode = cudaReadModeNormalizedFloat;
                cases.texture("memory/linear/" + name_of(shape) + "/normalized", resource, sampler, kernel,
                              points_for(shape, false), channels);
            }
            CHECK(cudaFree(memory));
        }
    }
}

void pitch_memory(Cases& cases) {
    for (const Format format : {Format::f32, Format::u8, Format::s16, Format::f16}) {
        Shape shape;
        shape.format = format;
        shape.width = 29;
        shape.height = 11;
        const std::vector<std::uint8_t> bytes = contents(format, std::size_t{29} * 11 * 4, 6);
        void* memory = nullptr;
        std::size_t pitch = 0;
        const std::size_t row = shape.width * shape.element_bytes();
        CHECK(cudaMallocPitch(&memory, &pitch, row, shape.height));
        CHECK(cudaMemcpy2D(memory, pitch, bytes.data(), row, row, shape.height, cudaMemcpyHostToDevice));
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypePitch2D;
        resource.res.pitch2D = {memory, descriptor_of(format, 4), shape.width, shape.height, pitch};
        for (const auto mode : {clamp, border, wrap}) {
            for (const auto filter : {point, linear}) {
                cudaTextureDesc sampler = sampler_of(mode, filter, mode == wrap);
                if (!is_float(format)) sampler.readMode = cudaReadModeNormalizedFloat;
                cases.texture("memory/pitch/" + name_of(shape) + "/" + name_of(mode) + "/" + name_of(filter), resource,
                              sampler, fetch_points<Geometry::d2, Way::finest>, points_for(shape, mode == wrap), 4);
            }
        }
        CHECK(cudaFree(memory));
    }
}

// --- surfaces --------------------------------------------------------------------------------------------------------

template <typename Use>
void with_surface(Cases& cases, const std::string& name, Shape shape, Use&& use) {
    shape.flags = cudaArraySurfaceLoadStore;
    const Array array(shape);
    if (array.status() != cudaSuccess) return cases.status(name, array.status());
    cudaSurfaceObject_t surface = 0;
    const cudaResourceDesc resource = array.resource();
    const cudaError_t made = cudaCreateSurfaceObject(&surface, &resource);
    if (made != cudaSuccess) return cases.status(name, made);
    use(surface, array, shape);
    CHECK(cudaDestroySurfaceObject(surface));
}

template <Geometry g, Boundary b>
void surface_cases(Cases& cases, const std::string& name, Shape shape) {
    shape.format = Format::u32;
    shape.channels = 1;
    with_surface(cases, name + "/load", shape, [&](Handle surface, const Array&, const Shape& its) {
        cases.fetch(name + "/load", surface, load_surface<g, b>, points_for(its, false), 1);
    });
    with_surface(cases, name + "/store", shape, [&](Handle surface, const Array& array, const Shape& its) {
        const std::vector<Point> points = points_for(its, false);
        Point* const in = e2e::device_array<Point>(points.size());
        CHECK(cudaMemcpy(in, points.data(), points.size() * sizeof(Point), cudaMemcpyHostToDevice));
        store_surface<g, b><<<1, 1>>>(surface, in, int(points.size()));
        CHECK(cudaDeviceSynchronize());
        cases.bytes(name + "/store", array.read());
        CHECK(cudaFree(in));
    });
}

template <Geometry g>
void surface_geometry(Cases& cases, const Named& one) {
    surface_cases<g, Boundary::clamp>(cases, std::string("surface/") + one.name + "/clamp", one.shape);
    surface_cases<g, Boundary::zero>(cases, std::string("surface/") + one.name + "/zero", one.shape);
}

void surfaces(Cases& cases) {
    const std::vector<Named> shapes = all_shapes();
    surface_geometry<Geometry::d1>(cases, shapes[0]);
    surface_geometry<Geometry::d2>(cases, shapes[1]);
    surface_geometry<Geometry::d3>(cases, shapes[2]);
    surface_geometry<Geometry::a1>(cases, shapes[3]);
    surface_geometry<Geometry::a2>(cases, shapes[4]);
    Named cube = shapes[5];
    surface_geometry<Geometry::a2>(cases, cube);
    with_surface(cases, "surface/widths", shapes[0].shape, [&](Handle surface, const Array& array, const Shape&) {
        store_widths<<<1, 1>>>(surface);
        CHECK(cudaDeviceSynchronize());
        cases.bytes("surface/widths", array.read());
    });
}

#ifdef RARE_SURFACES
void rare_surfaces(Cases& cases) {
    const std::vector<Named> shapes = all_shapes();
    Shape plane = shapes[1].shape;
    plane.format = Format::u32;
    plane.channels = 1;
    with_surface(cases, "surface/reductions", plane, [&](Handle surface, const Array& array, const Shape&) {
        reduce_surface<<<2, 32>>>(surface);
        CHECK(cudaDeviceSynchronize());
        cases.bytes("surface/reductions", array.read());
    });
    for (const Format format : all_formats) {
        Shape line = shapes[0].shape;
        line.format = format;
        line.channels = 1;
        const std::string name = std::string("surface/samples/") + textures::name_of(format);
        with_surface(cases, name, line, [&](Handle surface, const Array& array, const Shape&) {
            store_samples<<<1, 1>>>(surface, 16);
            CHECK(cudaDeviceSynchronize());
            cases.bytes(name, array.read());
        });
    }
}

void one_query(Cases& cases, const std::string& name, Handle object, void (*kernel)(Handle, uint4*)) {
    uint4* const out = e2e::device_array<uint4>(1);
    kernel<<<1, 1>>>(object, out);
    CHECK(cudaDeviceSynchronize());
    uint4 got;
    CHECK(cudaMemcpy(&got, out, sizeof(got), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(out));
    cases.digest(name, {got.x, got.y, got.z, got.w});
}

// Asks surfaces only: on a card the answer of txq for a texture object differs between processes.
void queries(Cases& cases) {
    for (const Named& one : all_shapes()) {
        const std::string name = std::string("query/surface/") + one.name;
        with_surface(cases, name, one.shape,
                     [&](Handle surface, const Array&, const Shape&) { one_query(cases, name, surface, query_surface); });
    }
}
#endif

}  // namespace

int main(int argc, char** argv) {
    Cases cases(argc > 1 ? argv[1] : nullptr);
#ifdef RARE_SURFACES
    rare_surfaces(cases);
    queries(cases);
#else
    formats(cases);
    address_modes(cases);
    mixed_address_modes(cases);
    border_colours(cases);
    fine_steps(cases);
    special_coordinates(cases);
    missing_channels(cases);
    layers_and_cubes(cases);
    cube_edges(cases);
    levels(cases);
    level_limits(cases);
    gathers(cases);
    srgb(cases);
    instructions(cases);
    linear_memory(cases);
    pitch_memory(cases);
    surfaces(cases);
#endif
    std::printf("%u cases\n", cases.count());
    return 0;
}
