// compile: 75 80 90 100
// Loads and stores of every width, vectors, volatile, local arrays, shared and mixed address spaces.
#include <cstdint>

template <typename T>
__global__ void copy(T* out, const T* in, int n) {
    __shared__ T tile[64];
    T local[8];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 8; i++) local[(i * n) & 7] = tile[(threadIdx.x + i) & 63];
    out[threadIdx.x] = local[n & 7];
    out[threadIdx.x + 64] = in[-1];
}
#define COPY(T) template __global__ void copy<T>(T*, const T*, int);
COPY(int8_t) COPY(uint16_t) COPY(int32_t) COPY(int64_t) COPY(float) COPY(double)
COPY(char3) COPY(char4) COPY(short2) COPY(int2) COPY(int4) COPY(float3) COPY(double2)

__global__ void ordered(int* p, unsigned long long* q) {
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(p[0]) : "l"(p + 1));
    asm volatile("ld.relaxed.sys.u32 %0, [%1];" : "=r"(p[2]) : "l"(p + 3));
    asm volatile("ld.volatile.global.v2.u32 {%0, %1}, [%2];" : "=r"(p[4]), "=r"(p[5]) : "l"(p + 6));
    asm volatile("ld.mmio.relaxed.sys.global.u64 %0, [%1];" : "=l"(q[0]) : "l"(q + 1));
    asm volatile("st.release.cta.u64 [%0], %1;" ::"l"(q + 2), "l"(q[3]));
    asm volatile("st.global.wt.u8 [%0+-1], %1;" ::"l"(p), "r"(p[7]));
    asm volatile("st.weak.global.b16 [%0 + 2], %1;" ::"l"(p), "h"(static_cast<short>(p[8])));
    asm volatile("ld.const.u32 %0, [%1];" : "=r"(p[9]) : "l"(q[4]));
    asm volatile("{\n\t.reg .pred p;\n\tisspacep.global p, %1;\n\t@p isspacep.shared::cta p, %1;\n\t"
                 "@!p isspacep.param p, %1;\n\tselp.u32 %0, 1, 0, p;\n\t}" : "=r"(p[10]) : "l"(p));
    asm volatile("ldu.global.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(p[11]), "=r"(p[12]), "=r"(p[13]), "=r"(p[14]) : "l"(p + 16));
}

__global__ void spaces(int* out, int n) {
    __shared__ int s;
    int l[4] = {n, n + 1};
    out[0] = static_cast<int>(__cvta_generic_to_shared(&s)) + static_cast<int>(__cvta_generic_to_local(l));
    int* either = n > 4 ? &s : (n > 2 ? l : out);
    *either = 5;
    __syncthreads();
    out[1] = s + l[n & 3] + *static_cast<int*>(__cvta_shared_to_generic(16));
}
