"""NVIDIA's Multi-Process Service, for benchmarks that stand beside it."""

import contextlib
import os
import shutil
import subprocess
import tempfile


@contextlib.contextmanager
def mps():
    """An environment in which programs run under MPS, or nothing."""
    if not shutil.which("nvidia-cuda-mps-control"):
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="rf-mps-") as folder:
        environment = dict(os.environ, CUDA_MPS_PIPE_DIRECTORY=folder, CUDA_MPS_LOG_DIRECTORY=folder)
        started = subprocess.run(["nvidia-cuda-mps-control", "-d"], env=environment, check=False, capture_output=True)
        try:
            yield environment if started.returncode == 0 else None
        finally:
            subprocess.run(["nvidia-cuda-mps-control"], input="quit\n", text=True, env=environment, check=False,
                           capture_output=True, timeout=30)
