// compile: 75 80 86
// compile: 80 -g -DNO_CALLS
// compile: 75 -gline-tables-only -DNO_CALLS
// compile: 80 --target=nvptx64-nvidia-nvcl
// compile: 86 -O1
// OpenCL C through clang's NVPTX back end: kernels, address spaces, vectors.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

typedef float float4_ __attribute__((ext_vector_type(4)));
typedef int int2_ __attribute__((ext_vector_type(2)));

struct Body {
    float4_ position;
    int2_ cell;
    char tag;
};

__constant int steps[4] = {1, 2, 4, 8};

static int lane(void) { return __nvvm_read_ptx_sreg_tid_x(); }

kernel void scan(global int *data, local int *scratch, int n) {
    int i = lane();
    scratch[i] = data[i];
    for (int k = 0; k < 4; k++) {
        __syncthreads();
        int v = i >= steps[k] ? scratch[i - steps[k]] : 0;
        __syncthreads();
        scratch[i] += v;
    }
    data[i] = scratch[n - 1 - i];
}

kernel void bodies(global struct Body *b, global const float4_ *restrict force, double dt) {
    int i = lane();
    b[i].position += force[i] * (float)dt;
    b[i].cell = __builtin_convertvector(b[i].position.xy, int2_);
    b[i].tag ^= b[i].cell.x > 3 ? 'a' : 'b';
}

#ifdef NO_CALLS
// Older clang crashes when it describes call sites for NVPTX debug information.
#define KEPT static
#else
#define KEPT __attribute__((noinline))
#endif

KEPT struct Body fresh(float4_ at, char tag) {
    struct Body b;
    b.position = at;
    b.cell = 0;
    b.tag = tag;
    return b;
}

kernel void reset(global struct Body *b, float4_ at, char tag) { b[lane()] = fresh(at, tag); }

kernel void shared_state(global long *out, local long *cells, long v) {
    cells[lane() & 31] = v * v;
    __syncthreads();
    out[lane()] = cells[(lane() + 1) & 31] / (v | 1) + (long)__builtin_popcountl(v);
}
