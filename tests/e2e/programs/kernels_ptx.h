// A small module as PTX text, for programs that load modules themselves.
#pragma once

// saxpy: y[i] = a * x[i] + y[i], for i < count. bump: adds the variable `step` to data[0] and counts in `launches`.
inline const char kernels_ptx[] = R"ptx(
.version 8.0
.target sm_80
.address_size 64

.visible .global .align 4 .u32 launches = 0;
.visible .const .align 4 .u32 step = 5;

.visible .entry saxpy(.param .u64 x, .param .u64 y, .param .f32 a, .param .u32 count)
{
    .reg .pred %p;
    .reg .b32 %r<6>;
    .reg .f32 %f<5>;
    .reg .b64 %rd<7>;

    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [y];
    ld.param.f32 %f1, [a];
    ld.param.u32 %r1, [count];
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mov.u32 %r4, %tid.x;
    mad.lo.s32 %r5, %r2, %r3, %r4;
    setp.ge.u32 %p, %r5, %r1;
    @%p ret;
    cvta.to.global.u64 %rd3, %rd1;
    cvta.to.global.u64 %rd4, %rd2;
    mul.wide.u32 %rd5, %r5, 4;
    add.s64 %rd3, %rd3, %rd5;
    add.s64 %rd4, %rd4, %rd5;
    ld.global.f32 %f2, [%rd3];
    ld.global.f32 %f3, [%rd4];
    fma.rn.f32 %f4, %f1, %f2, %f3;
    st.global.f32 [%rd4], %f4;
    ret;
}

.visible .entry bump(.param .u64 data)
{
    .reg .b32 %r<5>;
    .reg .b64 %rd<3>;

    ld.param.u64 %rd1, [data];
    cvta.to.global.u64 %rd1, %rd1;
    ld.const.u32 %r1, [step];
    ld.global.u32 %r2, [%rd1];
    add.u32 %r3, %r1, %r2;
    st.global.u32 [%rd1], %r3;
    atom.global.add.u32 %r4, [launches], 1;
    ret;
}
)ptx";
