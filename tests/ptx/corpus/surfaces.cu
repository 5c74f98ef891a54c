// compile: 75 86 100
// compile: 90 -lineinfo
// Surface objects: all dimensions and boundary modes, byte addressed and formatted.

template <typename T>
__global__ void access(T* out, cudaSurfaceObject_t s, int x, int y, int z, int l) {
    out[0] = surf1Dread<T>(s, x);
    out[1] = surf2Dread<T>(s, x, y, cudaBoundaryModeClamp);
    out[2] = surf3Dread<T>(s, x, y, z, cudaBoundaryModeZero);
    out[3] = surf1DLayeredread<T>(s, x, l);
    out[4] = surf2DLayeredread<T>(s, x, y, l, cudaBoundaryModeTrap);
    out[5] = surfCubemapread<T>(s, x, y, l);
    out[6] = surfCubemapLayeredread<T>(s, x, y, l);
    surf1Dwrite(out[7], s, x);
    surf2Dwrite(out[8], s, x, y, cudaBoundaryModeClamp);
    surf3Dwrite(out[9], s, x, y, z, cudaBoundaryModeZero);
    surf1DLayeredwrite(out[10], s, x, l);
    surf2DLayeredwrite(out[11], s, x, y, l);
    surfCubemapwrite(out[12], s, x, y, l);
    surfCubemapLayeredwrite(out[13], s, x, y, l);
}
template __global__ void access<float>(float*, cudaSurfaceObject_t, int, int, int, int);
template __global__ void access<uchar2>(uchar2*, cudaSurfaceObject_t, int, int, int, int);
template __global__ void access<short4>(short4*, cudaSurfaceObject_t, int, int, int, int);
template __global__ void access<ulonglong2>(ulonglong2*, cudaSurfaceObject_t, int, int, int, int);

__global__ void reductions_and_queries(unsigned* out, cudaSurfaceObject_t s, cudaTextureObject_t t, int x, int y) {
    asm volatile("sured.b.add.2d.u32.clamp [%0, {%1, %2}], %3;" ::"l"(s), "r"(x), "r"(y), "r"(1));
    asm volatile("sured.p.max.2d.b32.zero [%0, {%1, %2}], %3;" ::"l"(s), "r"(x), "r"(y), "r"(1));
    asm volatile("sust.p.2d.b32.trap [%0, {%1, %2}], %3;" ::"l"(s), "r"(x), "r"(y), "r"(7));
    asm volatile("suq.width.b32 %0, [%1];" : "=r"(out[0]) : "l"(s));
    asm volatile("txq.height.b32 %0, [%1];" : "=r"(out[1]) : "l"(t));
    asm volatile("txq.level.width.b32 %0, [%1], 2;" : "=r"(out[2]) : "l"(t));
    asm volatile("{\n\t.reg .pred p;\n\tistypep.texref p, %1;\n\tselp.u32 %0, 1, 0, p;\n\t}"
                 : "=r"(out[3]) : "l"(t));
}
