// What tells our libcuda.so.1 from the driver: the worker, which needs the real one, refuses a library that has this.

extern "C" [[gnu::visibility("default")]] const int ringfence_shim_version = 1;
