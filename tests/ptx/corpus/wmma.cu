// compile: 75 80 90
// The warp matrix API of <mma.h>: half, bfloat16, tf32, double, integer and sub-byte fragments.
#include <mma.h>

using namespace nvcuda;

template <int M, int N, int K, typename In, typename Acc, typename LayoutA, typename LayoutB>
__device__ void multiply(const In* a, const In* b, Acc* c, wmma::layout_t layout) {
    wmma::fragment<wmma::matrix_a, M, N, K, In, LayoutA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, In, LayoutB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, Acc> fc;
    wmma::fill_fragment(fc, Acc(0));
    wmma::load_matrix_sync(fa, a, K);
    wmma::load_matrix_sync(fb, b, K);
    wmma::load_matrix_sync(fc, c, N, layout);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(c, fc, N, layout);
}

__global__ void half_float(const half* a, const half* b, float* c, half* d) {
    multiply<16, 16, 16, half, float, wmma::row_major, wmma::col_major>(a, b, c, wmma::mem_row_major);
    multiply<32, 8, 16, half, float, wmma::col_major, wmma::row_major>(a, b, c, wmma::mem_col_major);
    multiply<8, 32, 16, half, half, wmma::row_major, wmma::row_major>(a, b, d, wmma::mem_row_major);
}

__global__ void bytes(const signed char* a, const unsigned char* b, int* c) {
    multiply<16, 16, 16, signed char, int, wmma::row_major, wmma::col_major>(a, a, c, wmma::mem_row_major);
    multiply<8, 32, 16, unsigned char, int, wmma::col_major, wmma::col_major>(b, b, c, wmma::mem_row_major);
}

__global__ void sub_bytes(const void* a, int* c) {
    using namespace wmma::experimental;
    wmma::fragment<wmma::matrix_a, 8, 8, 32, precision::s4, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 32, precision::s4, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 32, int> fc;
    wmma::load_matrix_sync(fa, a, 32);
    wmma::load_matrix_sync(fb, a, 32);
    wmma::fill_fragment(fc, 0);
    wmma::mma_sync(fc, fa, fb, fc, true);
    wmma::store_matrix_sync(c, fc, 8, wmma::mem_row_major);
    wmma::fragment<wmma::matrix_a, 8, 8, 128, precision::b1, wmma::row_major> ga;
    wmma::fragment<wmma::matrix_b, 8, 8, 128, precision::b1, wmma::col_major> gb;
    wmma::fragment<wmma::accumulator, 8, 8, 128, int> gc;
    wmma::load_matrix_sync(ga, a, 128);
    wmma::load_matrix_sync(gb, a, 128);
    wmma::fill_fragment(gc, 0);
    wmma::bmma_sync(gc, ga, gb, gc);
    wmma::store_matrix_sync(c + 64, gc, 8, wmma::mem_col_major);
}

#if __CUDA_ARCH__ >= 800
__global__ void newer(const __nv_bfloat16* a, const float* t, const double* d, float* c, double* e) {
    multiply<16, 16, 16, __nv_bfloat16, float, wmma::row_major, wmma::col_major>(a, a, c, wmma::mem_row_major);
    multiply<8, 8, 4, double, double, wmma::row_major, wmma::col_major>(d, d, e, wmma::mem_row_major);
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> fc;
    wmma::load_matrix_sync(fa, t, 8);
    wmma::load_matrix_sync(fb, t, 8);
    for (int i = 0; i < fa.num_elements; i++) fa.x[i] = wmma::__float_to_tf32(fa.x[i]);
    wmma::fill_fragment(fc, 0.5f);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}
#endif
