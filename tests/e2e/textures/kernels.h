// Texture and surface instructions as kernels: one fetch per point, four words each. Written as PTX, since C++ shows no
// more of a fetch than its type has, and has no integer coordinates, offsets or reductions.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace textures {

using Handle = unsigned long long;

struct Point {
    float x, y, z, level;
    float dx[3], dy[3];
    int layer;
    int at[3];  // integer coordinates
};

enum class Geometry { d1, d2, d3, a1, a2, cube, acube };
enum class Way { finest, level, gradients, integers };

#define FOUR "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w)
#define FETCH(words, operands, ...) asm volatile(words " {%0, %1, %2, %3}, " operands ";" : FOUR : "l"(t), __VA_ARGS__)
#define XY "f"(p.x), "f"(p.y)
#define XYZ "f"(p.x), "f"(p.y), "f"(p.z)

template <Geometry g>
__device__ uint4 fetch_finest(Handle t, const Point& p) {
    uint4 r;
    if (g == Geometry::d1) FETCH("tex.1d.v4.u32.f32", "[%4, {%5}]", "f"(p.x));
    if (g == Geometry::d2) FETCH("tex.2d.v4.u32.f32", "[%4, {%5, %6}]", XY);
    if (g == Geometry::d3) FETCH("tex.3d.v4.u32.f32", "[%4, {%5, %6, %7, %7}]", XYZ);
    if (g == Geometry::a1) FETCH("tex.a1d.v4.u32.f32", "[%4, {%5, %6}]", "r"(p.layer), "f"(p.x));
    if (g == Geometry::a2) FETCH("tex.a2d.v4.u32.f32", "[%4, {%5, %6, %7, %7}]", "r"(p.layer), XY);
    if (g == Geometry::cube) FETCH("tex.cube.v4.u32.f32", "[%4, {%5, %6, %7, %7}]", XYZ);
    if (g == Geometry::acube) FETCH("tex.acube.v4.u32.f32", "[%4, {%5, %6, %7, %8}]", "r"(p.layer), XYZ);
    return r;
}

#define LEVEL "f"(p.level)
template <Geometry g>
__device__ uint4 fetch_level(Handle t, const Point& p) {
    uint4 r;
    if (g == Geometry::d1) FETCH("tex.level.1d.v4.u32.f32", "[%4, {%5}], %6", "f"(p.x), LEVEL);
    if (g == Geometry::d2) FETCH("tex.level.2d.v4.u32.f32", "[%4, {%5, %6}], %7", XY, LEVEL);
    if (g == Geometry::d3) FETCH("tex.level.3d.v4.u32.f32", "[%4, {%5, %6, %7, %7}], %8", XYZ, LEVEL);
    if (g == Geometry::a1) FETCH("tex.level.a1d.v4.u32.f32", "[%4, {%5, %6}], %7", "r"(p.layer), "f"(p.x), LEVEL);
    if (g == Geometry::a2) FETCH("tex.level.a2d.v4.u32.f32", "[%4, {%5, %6, %7, %7}], %8", "r"(p.layer), XY, LEVEL);
    if (g == Geometry::cube) FETCH("tex.level.cube.v4.u32.f32", "[%4, {%5, %6, %7, %7}], %8", XYZ, LEVEL);
    if (g == Geometry::acube)
        FETCH("tex.level.acube.v4.u32.f32", "[%4, {%5, %6, %7, %8}], %9", "r"(p.layer), XYZ, LEVEL);
    return r;
}

#define GRADIENTS1 "f"(p.dx[0]), "f"(p.dy[0])
#define GRADIENTS2 "f"(p.dx[0]), "f"(p.dx[1]), "f"(p.dy[0]), "f"(p.dy[1])
#define GRADIENTS3 "f"(p.dx[0]), "f"(p.dx[1]), "f"(p.dx[2]), "f"(p.dy[0]), "f"(p.dy[1]), "f"(p.dy[2])
template <Geometry g>
__device__ uint4 fetch_gradients(Handle t, const Point& p) {
    uint4 r;
    if (g == Geometry::d1) FETCH("tex.grad.1d.v4.u32.f32", "[%4, {%5}], {%6}, {%7}", "f"(p.x), GRADIENTS1);
    if (g == Geometry::d2) FETCH("tex.grad.2d.v4.u32.f32", "[%4, {%5, %6}], {%7, %8}, {%9, %10}", XY, GRADIENTS2);
    if (g == Geometry::d3)
        FETCH("tex.grad.3d.v4.u32.f32", "[%4, {%5, %6, %7, %7}], {%8, %9, %10, %10}, {%11, %12, %13, %13}", XYZ,
              GRADIENTS3);
    if (g == Geometry::a1)
        FETCH("tex.grad.a1d.v4.u32.f32", "[%4, {%5, %6}], {%7}, {%8}", "r"(p.layer), "f"(p.x), GRADIENTS1);
    if (g == Geometry::a2)
        FETCH("tex.grad.a2d.v4.u32.f32", "[%4, {%5, %6, %7, %7}], {%8, %9}, {%10, %11}", "r"(p.layer), XY, GRADIENTS2);
    if (g == Geometry::cube)
        FETCH("tex.grad.cube.v4.u32.f32", "[%4, {%5, %6, %7, %7}], {%8, %9, %10, %10}, {%11, %12, %13, %13}", XYZ,
              GRADIENTS3);
    if (g == Geometry::acube)
        FETCH("tex.grad.acube.v4.u32.f32", "[%4, {%5, %6, %7, %8}], {%9, %10, %11, %11}, {%12, %13, %14, %14}",
              "r"(p.layer), XYZ, GRADIENTS3);
    return r;
}

// Cubes have no integer coordinates.
template <Geometry g>
__device__ uint4 fetch_integers(Handle t, const Point& p) {
    uint4 r = {0, 0, 0, 0};
    if (g == Geometry::d1) FETCH("tex.1d.v4.u32.s32", "[%4, {%5}]", "r"(p.at[0]));
    if (g == Geometry::d2) FETCH("tex.2d.v4.u32.s32", "[%4, {%5, %6}]", "r"(p.at[0]), "r"(p.at[1]));
    if (g == Geometry::d3)
        FETCH("tex.3d.v4.u32.s32", "[%4, {%5, %6, %7, %7}]", "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]));
    if (g == Geometry::a1) FETCH("tex.a1d.v4.u32.s32", "[%4, {%5, %6}]", "r"(p.layer), "r"(p.at[0]));
    if (g == Geometry::a2)
        FETCH("tex.a2d.v4.u32.s32", "[%4, {%5, %6, %7, %7}]", "r"(p.layer), "r"(p.at[0]), "r"(p.at[1]));
    return r;
}

__device__ inline int thread_number() {
    return int(blockIdx.x * blockDim.x + threadIdx.x);
}

template <Geometry g, Way w>
__global__ void fetch_points(Handle t, const Point* points, int count, uint4* out) {
    const int i = thread_number();
    if (i >= count) return;
    if (w == Way::finest) out[i] = fetch_finest<g>(t, points[i]);
    if (w == Way::level) out[i] = fetch_level<g>(t, points[i]);
    if (w == Way::gradients) out[i] = fetch_gradients<g>(t, points[i]);
    if (w == Way::integers) out[i] = fetch_integers<g>(t, points[i]);
}

template <int component>
__global__ void gather_2d(Handle t, const Point* points, int count, uint4* out) {
    const int i = thread_number();
    if (i >= count) return;
    const Point p = points[i];
    uint4 r;
    if (component == 0) FETCH("tld4.r.2d.v4.u32.f32", "[%4, {%5, %6}]", XY);
    if (component == 1) FETCH("tld4.g.2d.v4.u32.f32", "[%4, {%5, %6}]", XY);
    if (component == 2) FETCH("tld4.b.2d.v4.u32.f32", "[%4, {%5, %6}]", XY);
    if (component == 3) FETCH("tld4.a.2d.v4.u32.f32", "[%4, {%5, %6}]", XY);
    out[i] = r;
}

__global__ void gather_a2d(Handle t, const Point* points, int count, uint4* out) {
    const int i = thread_number();
    if (i >= count) return;
    const Point p = points[i];
    uint4 r;
    FETCH("tld4.g.a2d.v4.u32.f32", "[%4, {%5, %6, %7, %7}]", "r"(p.layer), XY);
    out[i] = r;
}

__global__ void fetch_offset(Handle t, const Point* points, int count, uint4* out) {
    const int i = thread_number();
    if (i >= count) return;
    const Point p = points[i];
    uint4 r;
    FETCH("tex.2d.v4.u32.f32", "[%4, {%5, %6}], {-3, 5}", XY);
    out[i] = r;
}

__global__ void gather_offset(Handle t, const Point* points, int count, uint4* out) {
    const int i = thread_number();
    if (i >= count) return;
    const Point p = points[i];
    uint4 r;
    FETCH("tld4.r.2d.v4.u32.f32", "[%4, {%5, %6}], {7, -8}", XY);
    out[i] = r;
}

__global__ void fetch_halves(Handle t, const Point* points, int count, uint4* out) {
    const int i = thread_number();
    if (i >= count) return;
    const Point p = points[i];
    uint4 r = {0, 0, 0, 0};
    asm volatile("tex.2d.v2.f16x2.f32 {%0, %1}, [%2, {%3, %4}];" : "=r"(r.x), "=r"(r.y) : "l"(t), XY);
    out[i] = r;
}

// --- surfaces --------------------------------------------------------------------------------------------------------

enum class Boundary { clamp, zero };

#define SURFACE_LOAD(geometry, mode, place, ...) \
    asm volatile("suld.b." geometry ".b32." mode " {%0}, " place ";" : "=r"(r.x) : "l"(s), __VA_ARGS__)
#define SURFACE_LOADS(mode)                                                                                        \
    if (g == Geometry::d1) SURFACE_LOAD("1d", mode, "[%1, {%2}]", "r"(x));                                         \
    if (g == Geometry::d2) SURFACE_LOAD("2d", mode, "[%1, {%2, %3}]", "r"(x), "r"(p.at[1]));                       \
    if (g == Geometry::d3) SURFACE_LOAD("3d", mode, "[%1, {%2, %3, %4, %4}]", "r"(x), "r"(p.at[1]), "r"(p.at[2])); \
    if (g == Geometry::a1) SURFACE_LOAD("a1d", mode, "[%1, {%2, %3}]", "r"(p.layer), "r"(x));                      \
    if (g == Geometry::a2) SURFACE_LOAD("a2d", mode, "[%1, {%2, %3, %4, %4}]", "r"(p.layer), "r"(x), "r"(p.at[1]))

#define SURFACE_STORE(geometry, mode, place, ...) \
    asm volatile("sust.b." geometry ".b32." mode " " place ", {%1};" : : "l"(s), "r"(i), __VA_ARGS__ : "memory")
#define SURFACE_STORES(mode)                                                                                        \
    if (g == Geometry::d1) SURFACE_STORE("1d", mode, "[%0, {%2}]", "r"(x));                                         \
    if (g == Geometry::d2) SURFACE_STORE("2d", mode, "[%0, {%2, %3}]", "r"(x), "r"(p.at[1]));                       \
    if (g == Geometry::d3) SURFACE_STORE("3d", mode, "[%0, {%2, %3, %4, %4}]", "r"(x), "r"(p.at[1]), "r"(p.at[2])); \
    if (g == Geometry::a1) SURFACE_STORE("a1d", mode, "[%0, {%2, %3}]", "r"(p.layer), "r"(x));                      \
    if (g == Geometry::a2) SURFACE_STORE("a2d", mode, "[%0, {%2, %3, %4, %4}]", "r"(p.layer), "r"(x), "r"(p.at[1]))

template <Geometry g, Boundary b>
__global__ void load_surface(Handle s, const Point* points, int count, uint4* out) {
    const int i = thread_number();
    if (i >= count) return;
    const Point p = points[i];
    const int x = p.at[0] * 4;
    uint4 r = {0, 0, 0, 0};
    if (b == Boundary::clamp) {
        SURFACE_LOADS("clamp");
    } else {
        SURFACE_LOADS("zero");
    }
    out[i] = r;
}

// One thread, so that the order of stores to one place is known.
template <Geometry g, Boundary b>
__global__ void store_surface(Handle s, const Point* points, int count) {
    for (int i = 0; i < count; ++i) {
        const Point p = points[i];
        const int x = p.at[0] * 4;
        if (b == Boundary::clamp) {
            SURFACE_STORES("clamp");
        } else {
            SURFACE_STORES("zero");
        }
    }
}

// All widths, at places of their own.
__global__ void store_widths(Handle s) {
    const unsigned short h[4] = {0x1122, 0x3344, 0x5566, 0x7788};
    const unsigned w[4] = {0x01020304, 0x05060708, 0x090a0b0c, 0x0d0e0f10};
    asm volatile("sust.b.1d.b8.trap [%0, {1}], {%1};" : : "l"(s), "h"(h[0]) : "memory");
    asm volatile("sust.b.1d.v2.b8.trap [%0, {2}], {%1, %2};" : : "l"(s), "h"(h[0]), "h"(h[1]) : "memory");
    asm volatile("sust.b.1d.v4.b8.trap [%0, {4}], {%1, %2, %3, %4};"
                 :
                 : "l"(s), "h"(h[0]), "h"(h[1]), "h"(h[2]), "h"(h[3])
                 : "memory");
    asm volatile("sust.b.1d.b16.trap [%0, {8}], {%1};" : : "l"(s), "h"(h[2]) : "memory");
    asm volatile("sust.b.1d.v2.b16.trap [%0, {12}], {%1, %2};" : : "l"(s), "h"(h[2]), "h"(h[3]) : "memory");
    asm volatile("sust.b.1d.v4.b16.trap [%0, {16}], {%1, %2, %3, %4};"
                 :
                 : "l"(s), "h"(h[0]), "h"(h[1]), "h"(h[2]), "h"(h[3])
                 : "memory");
    asm volatile("sust.b.1d.v4.b32.trap [%0, {32}], {%1, %2, %3, %4};"
                 :
                 : "l"(s), "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3])
                 : "memory");
    asm volatile("sust.b.1d.b64.trap [%0, {48}], {%1};" : : "l"(s), "l"(0x1112131415161718ULL) : "memory");
}

// Instructions that the guard refuses: the cases of them are a program of their own.
#ifdef RARE_SURFACES
// Words to channels of every kind.
__global__ void store_samples(Handle s, int count) {
    for (int i = 0; i < count; ++i) {
        const unsigned words[] = {0,          1,          127,        128,        255,        256,
                                  65535,      65536,      0x7fffffff, 0x80000000, 0xffffffff, 0xffffff80,
                                  0x3f800000, 0xbf800000, 0x3f000000, 0x7fc00000};
        const unsigned word = words[i % 16];
        asm volatile("sust.p.1d.b32.trap [%0, {%1}], {%2};" : : "l"(s), "r"(i), "r"(word) : "memory");
    }
}

#    define REDUCE(operation, at, value)                              \
        asm volatile("sured.b." operation ".trap [%0, {%1, %2}], %3;" \
                     :                                                \
                     : "l"(s), "r"(at), "r"(0), "r"(value)            \
                     : "memory")
__global__ void reduce_surface(Handle s) {
    const int i = thread_number();
    REDUCE("add.2d.u32", 0, i);
    REDUCE("min.2d.s32", 4, i - 20);
    REDUCE("max.2d.u32", 8, i * 77777777);
    REDUCE("and.2d.b32", 12, ~(1 << i % 32));
    REDUCE("or.2d.b32", 16, 1 << i % 32);
    REDUCE("min.2d.u32", 20, i * 77777777);
    REDUCE("max.2d.s32", 24, i - 20);
}

__global__ void query_surface(Handle s, uint4* out) {
    uint4 r;
    asm volatile("suq.width.b32 %0, [%1];" : "=r"(r.x) : "l"(s));
    asm volatile("suq.height.b32 %0, [%1];" : "=r"(r.y) : "l"(s));
    asm volatile("suq.depth.b32 %0, [%1];" : "=r"(r.z) : "l"(s));
    r.w = 0;
    out[0] = r;
}
#endif

}  // namespace textures
