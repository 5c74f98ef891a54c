// Gravity between all pairs of bodies, through tiles in shared memory, and one step of the motion.
extern "C" __global__ void accelerate(const float4* bodies, float3* accelerations, unsigned n, float softening) {
    extern __shared__ float4 tile[];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 me = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
    float3 sum = make_float3(0, 0, 0);
    for (unsigned base = 0; base < n; base += blockDim.x) {
        const unsigned j = base + threadIdx.x;
        tile[threadIdx.x] = j < n ? bodies[j] : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (unsigned k = 0; k < blockDim.x; ++k) {
            const float dx = tile[k].x - me.x;
            const float dy = tile[k].y - me.y;
            const float dz = tile[k].z - me.z;
            const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
            const float strength = tile[k].w * inverse * inverse * inverse;
            sum.x += dx * strength;
            sum.y += dy * strength;
            sum.z += dz * strength;
        }
        __syncthreads();
    }
    if (i < n) accelerations[i] = sum;
}

extern "C" __global__ void move(float4* bodies, float3* speeds, const float3* accelerations, unsigned n, float step) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float3 speed = speeds[i];
    speed.x += accelerations[i].x * step;
    speed.y += accelerations[i].y * step;
    speed.z += accelerations[i].z * step;
    speeds[i] = speed;
    bodies[i].x += speed.x * step;
    bodies[i].y += speed.y * step;
    bodies[i].z += speed.z * step;
}
