// bfloat16 products as a tuned kernel makes them: tiles copied asynchronously into shared memory (two buffers),
// fragments by ldmatrix (b transposed on the way), mma.sync m16n8k16. One block of four warps makes a 32 x 32 tile.
#include <cuda_bf16.h>

constexpr unsigned depth = 32;
constexpr unsigned pitch = depth + 8;  // of a's rows; keeps them 16-byte aligned and off the same banks
constexpr unsigned pitch_b = 32 + 8;

__device__ unsigned shared_address(const void* pointer) {
    return unsigned(__cvta_generic_to_shared(pointer));
}

__device__ void copy16(const void* to, const void* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from) : "memory");
}

__device__ void stage(__nv_bfloat16 (*to_a)[pitch], __nv_bfloat16 (*to_b)[pitch_b], const __nv_bfloat16* a,
                      const __nv_bfloat16* b, unsigned n, unsigned k, unsigned base) {
    const unsigned t = threadIdx.x;  // 128 threads, 8 values each: 32 x 32 of both
    copy16(&to_a[t / 4][t % 4 * 8], &a[(blockIdx.y * 32 + t / 4) * k + base + t % 4 * 8]);
    copy16(&to_b[t / 4][t % 4 * 8], &b[(base + t / 4) * n + blockIdx.x * 32 + t % 4 * 8]);
    asm volatile("cp.async.commit_group;" ::: "memory");
}

__device__ void multiply(float* sum, const unsigned* left, const unsigned* right) {
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(left[0]), "r"(left[1]), "r"(left[2]), "r"(left[3]), "r"(right[0]), "r"(right[1]));
}

extern "C" __global__ void matmul(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c, unsigned n, unsigned k) {
    __shared__ __align__(16) __nv_bfloat16 tile_a[2][32][pitch];
    __shared__ __align__(16) __nv_bfloat16 tile_b[2][depth][pitch_b];
    const unsigned lane = threadIdx.x % 32;
    const unsigned row = threadIdx.x / 64 * 16;
    const unsigned column = threadIdx.x / 32 % 2 * 16;
    float sums[2][4] = {};
    stage(tile_a[0], tile_b[0], a, b, n, k, 0);
    for (unsigned base = 0; base < k; base += depth) {
        const unsigned now = base / depth % 2;
        if (base + depth < k) {
            stage(tile_a[1 - now], tile_b[1 - now], a, b, n, k, base + depth);
            asm volatile("cp.async.wait_group 1;" ::: "memory");
        } else {
            asm volatile("cp.async.wait_all;" ::: "memory");
        }
        __syncthreads();
        for (unsigned i = 0; i < depth; i += 16) {
            unsigned left[4];
            unsigned right[4];
            asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                         : "=r"(left[0]), "=r"(left[1]), "=r"(left[2]), "=r"(left[3])
                         : "r"(shared_address(&tile_a[now][row + lane % 16][i + lane / 16 * 8])));
            asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                         : "=r"(right[0]), "=r"(right[1]), "=r"(right[2]), "=r"(right[3])
                         : "r"(shared_address(&tile_b[now][i + lane % 16][column + lane / 16 * 8])));
            multiply(sums[0], left, right);
            multiply(sums[1], left, right + 2);
        }
        __syncthreads();
    }
    for (unsigned half = 0; half < 2; ++half) {
        float* out = c + (blockIdx.y * 32 + row + lane / 4) * n + blockIdx.x * 32 + column + half * 8 + lane % 4 * 2;
        *reinterpret_cast<float2*>(out) = make_float2(sums[half][0], sums[half][1]);
        *reinterpret_cast<float2*>(out + 8 * n) = make_float2(sums[half][2], sums[half][3]);
    }
}
