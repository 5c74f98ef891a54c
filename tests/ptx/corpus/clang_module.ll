; compile: 75 80
; compile: 86 -O0
; LLVM IR through clang's NVPTX back end: intrinsics and linkages that no front end spells.
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@table = internal addrspace(4) constant [4 x i32] [i32 1, i32 -2, i32 3, i32 4], align 4
@tile = internal addrspace(3) global [64 x float] undef, align 16
@cell = common addrspace(1) global i32 0, align 4
@pair = addrspace(1) global { i8, i16, i32, i64 } { i8 1, i16 2, i32 3, i64 4 }, align 8
@text = private unnamed_addr addrspace(1) constant [6 x i8] c"hello\00", align 1
@link = addrspace(1) global i8 addrspace(1)* getelementptr inbounds ([6 x i8], [6 x i8] addrspace(1)* @text,
    i64 0, i64 2), align 8
@half_value = addrspace(1) global half 0xH3C00, align 2

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare float @llvm.nvvm.ex2.approx.ftz.f(float)
declare float @llvm.fma.f32(float, float, float)
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.nvvm.prmt(i32, i32, i32)

define void @kernel(float addrspace(1)* %p, i32 addrspace(1)* %q, i64 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %cta = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %at = getelementptr float, float addrspace(1)* %p, i32 %tid
  %v = load float, float addrspace(1)* %at, align 4
  %e = call float @llvm.nvvm.ex2.approx.ftz.f(float %v)
  %f = call float @llvm.fma.f32(float %e, float %v, float 0x3FB99999A0000000)
  %slot = getelementptr [64 x float], [64 x float] addrspace(3)* @tile, i32 0, i32 %tid
  store float %f, float addrspace(3)* %slot, align 4
  call void @llvm.nvvm.barrier0()
  %i = bitcast float %f to i32
  %s = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %i, i32 16, i32 31)
  %c = icmp sgt i32 %s, %cta
  %b = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %c)
  %pc = call i32 @llvm.ctpop.i32(i32 %b)
  %pm = call i32 @llvm.nvvm.prmt(i32 %pc, i32 %s, i32 9029)
  %old = atomicrmw add i32 addrspace(1)* @cell, i32 %pm seq_cst
  %max = atomicrmw umax i32 addrspace(1)* %q, i32 %old monotonic
  %pairs = cmpxchg i32 addrspace(1)* %q, i32 %max, i32 7 acq_rel monotonic
  %first = extractvalue { i32, i1 } %pairs, 0
  %r = call i64 @llvm.fshl.i64(i64 %n, i64 99, i64 13)
  %t = trunc i64 %r to i32
  %k = and i32 %t, 3
  %ta = getelementptr [4 x i32], [4 x i32] addrspace(4)* @table, i32 0, i32 %k
  %tv = load i32, i32 addrspace(4)* %ta, align 4
  %sum = add i32 %tv, %first
  store i32 %sum, i32 addrspace(1)* %q, align 4
  %h = load half, half addrspace(1)* @half_value
  %h2 = fadd half %h, 0xH4200
  store half %h2, half addrspace(1)* @half_value
  ret void
}

define void @bounded(<4 x i32> addrspace(1)* %p) {
  %v = load <4 x i32>, <4 x i32> addrspace(1)* %p, align 16
  %w = shufflevector <4 x i32> %v, <4 x i32> undef, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  store <4 x i32> %w, <4 x i32> addrspace(1)* %p, align 16
  ret void
}

define weak i32 @weak_function(i32 %x) noinline {
  %y = mul i32 %x, 3
  ret i32 %y
}

define linkonce_odr <2 x float> @pair_function(<2 x float> %a, i1 %which, i8 signext %c) noinline {
  %s = select i1 %which, <2 x float> %a, <2 x float> <float 1.0, float -2.0>
  ret <2 x float> %s
}

define internal void @no_return() noinline noreturn {
  call void asm sideeffect "trap; // stops here", ""()
  unreachable
}

define void @calls(<2 x float> addrspace(1)* %p, i32 %x, i1 %flag, i32 (i32)* %fn) {
  %a = load <2 x float>, <2 x float> addrspace(1)* %p
  %b = call <2 x float> @pair_function(<2 x float> %a, i1 %flag, i8 3)
  store <2 x float> %b, <2 x float> addrspace(1)* %p
  %y = call i32 @weak_function(i32 %x)
  %z = call i32 %fn(i32 %y)
  %c = icmp eq i32 %z, 0
  br i1 %c, label %stop, label %go
stop:
  call void @no_return()
  unreachable
go:
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4}
!0 = !{void (float addrspace(1)*, i32 addrspace(1)*, i64)* @kernel, !"kernel", i32 1}
!1 = !{void (<4 x i32> addrspace(1)*)* @bounded, !"kernel", i32 1}
!2 = !{void (<4 x i32> addrspace(1)*)* @bounded, !"reqntidx", i32 64}
!3 = !{void (<4 x i32> addrspace(1)*)* @bounded, !"minctasm", i32 2}
!4 = !{void (<2 x float> addrspace(1)*, i32, i1, i32 (i32)*)* @calls, !"kernel", i32 1}
