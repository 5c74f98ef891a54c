// Distinguishes our libcuda.so.1 from the driver: the worker needs the real one and refuses a library with this symbol.

extern "C" [[gnu::visibility("default")]] const int ringfence_shim_version = 1;
