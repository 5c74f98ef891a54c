// compile: 75 90
// Named barriers, barrier reductions and the aligned and unaligned forms, by inline assembly.

__global__ void named(int* out, int a, int b) {
    int r;
    asm volatile("bar.sync 1;");
    asm volatile("bar.sync 2, 64;");
    asm volatile("bar.arrive 3, 96;");
    asm volatile("barrier.sync %0;" ::"r"(a));
    asm volatile("barrier.sync.aligned %0, %1;" ::"r"(a), "r"(b));
    asm volatile("barrier.arrive %0, 128;" ::"r"(a));
    asm volatile("{\n\t.reg .pred p, q;\n\tsetp.ne.s32 p, %1, 0;\n\tbar.red.and.pred q, 4, 32, !p;\n\t"
                 "selp.s32 %0, 1, 0, q;\n\t}" : "=r"(r) : "r"(b));
    out[0] = r;
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.s32 p, %1, 0;\n\tbarrier.red.popc.aligned.u32 %0, 5, p;\n\t}"
                 : "=r"(r) : "r"(b));
    out[1] = r;
    asm volatile("bar.warp.sync 0xffffffff;");
    asm volatile("membar.cta;\n\tmembar.gl;\n\tmembar.sys;");
    asm volatile("fence.acq_rel.cta; fence.sc.gpu; fence.acq_rel.sys;");
    __syncthreads();
}
