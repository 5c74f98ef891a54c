// compile: 75 80 90
// compile: 86 -lineinfo
// compile: 100 -G
// Inline assembly in unusual but legal spellings.

__global__ void literals(unsigned* out, long long* wide, float* f, double* d) {
    asm volatile("mov.u32 %0, 0xDEADbeef;" : "=r"(out[0]));
    asm volatile("mov.u32 %0, 0XffU;" : "=r"(out[1]));
    asm volatile("mov.u32 %0, 0755;" : "=r"(out[2]));
    asm volatile("mov.u32 %0, 0b10110;" : "=r"(out[3]));
    asm volatile("mov.u32 %0, 0B1U;" : "=r"(out[4]));
    asm volatile("mov.s64 %0, -9223372036854775807;" : "=l"(wide[0]));
    asm volatile("mov.u64 %0, 18446744073709551615U;" : "=l"(wide[1]));
    asm volatile("mov.u32 %0, (1 << 4) | 3 + 2 * (7 - 4) ;" : "=r"(out[5]));
    asm volatile("mov.u32 %0, ~0;" : "=r"(out[6]));
    asm volatile("mov.u32 %0, !5;" : "=r"(out[7]));
    asm volatile("mov.u32 %0, 3 > 2 ? 17 : 19;" : "=r"(out[8]));
    asm volatile("mov.u32 %0, WARP_SZ;" : "=r"(out[9]));
    asm volatile("add.u32 %0, %0, WARP_SZ - 1;" : "+r"(out[10]));
    asm volatile("mov.f32 %0, 0f7F800000;" : "=f"(f[0]));
    asm volatile("mov.f32 %0, 1.5;" : "=f"(f[1]));
    asm volatile("mov.f32 %0, -1.25E-3;" : "=f"(f[2]));
    asm volatile("add.f32 %0, %0, 3.;" : "+f"(f[3]));
    asm volatile("mov.f64 %0, 0d3ff0000000000000;" : "=d"(d[0]));
    asm volatile("mov.f64 %0, 0D7FF8000000000000;" : "=d"(d[1]));
    asm volatile("add.f64 %0, %0, 1e100;" : "+d"(d[2]));
}

__global__ void scopes(int* out, int a, int b) {
    asm volatile(
        "{  // outer\n"
        "  .reg .s32 t, u;\n"
        "  /* a comment\n     of two lines */\n"
        "  add.s32 t, %1, %2;\n"
        "  {\n"
        "    .reg .f32 t;  .reg .pred q;\n"
        "    cvt.rn.f32.s32 t, %1;\n"
        "    setp.gt.and.f32 q, t, 0f00000000, q;\n"
        "    { .reg .s32 t<4>; mov.s32 t3, 9; mov.u32 u, t3; }\n"
        "  @!q bra SKIP_%=;\n"
        "    add.s32 u, u, 1;\n"
        "SKIP_%=:\n"
        "  }\n"
        "  add.s32 %0, t, u;\n"
        "}\n" : "=r"(out[0]) : "r"(a), "r"(b));
}

__global__ void branches(int* out, int n) {
    asm volatile("{\n\t.reg .pred %%p;\n\t.reg .s32 i;\n\tmov.s32 i, 0;\n"
                 "$Loop_%=:\n\tadd.s32 i, i, 1;\n\tsetp.lt.s32 %%p, i, %1;\n\t@%%p bra.uni $Loop_%=;\n\t"
                 "mov.s32 %0, i;\n\t}" : "=r"(out[0]) : "r"(n));
    asm volatile("{.reg .pred p,q;setp.eq.or.s32 p|q,%1,3,p;@p mov.s32 %0,1;@!q mov.s32 %0,2;}"
                 : "+r"(out[1]) : "r"(n));
    asm volatile(".pragma \"nounroll\";");
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ltu.f32 p, %1, 0f3F800000;\n\tselp.s32 %0, -1, 0x7, p;\n\t}"
                 : "=r"(out[2]) : "f"(1.0f * n));
}

__global__ void vectors(int4* v, short2* s) {
    asm volatile("{\n\t.reg .v4 .u32 q;\n\t.reg .v2 .u16 h;\n\tld.global.v4.u32 q, [%0];\n\t"
                 "add.u32 q.x, q.y, q.z;\n\tmov.u32 q.w, q.x;\n\tst.global.v4.u32 [%0+16], q;\n\t"
                 "ld.global.v2.u16 h, [%1];\n\tadd.u16 h.r, h.g, 1;\n\tst.global.v2.u16 [%1], {h.y, h.x};\n\t}"
                 ::"l"(v), "l"(s));
    asm volatile("{.reg .b16 lo, hi; mov.b32 {lo, hi}, %1; mov.b32 %0, {hi, lo};}" : "=r"(v[3].x) : "r"(v[3].y));
    asm volatile("{.reg .b8 a, b, c, d; mov.b32 {a, b, c, d}, %1; mov.b32 %0, {d, c, b, a};}"
                 : "=r"(v[4].x) : "r"(v[4].y));
    asm volatile("{.reg .b32 hi; mov.b64 {_, hi}, %1; mov.u32 %0, hi;}" : "=r"(v[5].x) : "l"(v));
}

__global__ void local_variables(int* out, int n) {
    asm volatile("{\n\t.local .align 8 .b8 scratch[32];\n\t.shared .align 4 .u32 cell, other[4];\n\t"
                 ".reg .u64 a;\n\t.reg .u32 s;\n\tmov.u64 a, scratch;\n\tst.local.u32 [a+4], %1;\n\t"
                 "st.local.u32 [scratch+8], %1;\n\tst.shared.u32 [other+4], 0x11;\n\tst.shared.u32 [cell], %1;\n\t"
                 "ld.shared.u32 s, [other + 4];\n\tld.local.u32 %0, [scratch+4];\n\tadd.u32 %0, %0, s;\n\t"
                 "mov.u32 s, other;\n\tld.shared.u32 s, [s+-4];\n\tadd.u32 %0, %0, s;\n\t}"
                 : "=r"(out[0]) : "r"(n));
}
