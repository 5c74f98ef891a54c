#!/usr/bin/env python3
"""The parts that models.py compares, one after the other in one process: a line of JSON for each.

    parts.py [PART ...]

A line has the part's name, the seconds of one step (of a block of steps whose end is waited for, the median of several
blocks) and digests of what it computed; or the error that ended it. Needs a card and PyTorch.
"""

import gc
import hashlib
import json
import pathlib
import statistics
import sys
import time
import traceback
import warnings

SEED = 14


def say(**line):
    """A line for models.py."""
    print(json.dumps(line), flush=True)


def begin():
    """Imports PyTorch and uses the card once: how long each takes."""
    at_begin = time.perf_counter()
    import torch

    imported = time.perf_counter()
    torch.zeros(1).cuda()
    torch.cuda.synchronize()
    used = time.perf_counter()
    say(part="import", seconds=imported - at_begin, digests={})
    say(part="first_call", seconds=used - imported, digests={})
    # Operations that are not deterministic even so are found: natively they give two results.
    torch.use_deterministic_algorithms(True, warn_only=True)
    torch.backends.cudnn.deterministic = True
    # PyTorch would fill all new memory with a kernel more, which programs do not have.
    torch.utils.deterministic.fill_uninitialized_memory = False
    warnings.filterwarnings("ignore")
    return torch


def digest(*tensors):
    """The digest of all their bytes."""
    import torch

    of_all = hashlib.sha256()
    for tensor in tensors:
        tensor = tensor.detach()
        if tensor.is_complex():
            tensor = torch.view_as_real(tensor.resolve_conj())
        of_all.update(tensor.cpu().contiguous().flatten().view(torch.uint8).numpy().tobytes())
    return of_all.hexdigest()[:16]


def timed(step, per_block, blocks=5, warm=3):
    """Seconds of a step."""
    import torch

    for _ in range(warm):
        step()
    torch.cuda.synchronize()
    times = []
    for _ in range(blocks):
        at_begin = time.perf_counter()
        for _ in range(per_block):
            step()
        torch.cuda.synchronize()
        times.append((time.perf_counter() - at_begin) / per_block)
    return statistics.median(times)


def trainer(model, optimizer, inputs, targets):
    """A step of training, and the list of its losses, on the card."""
    from torch.nn import functional

    losses = []

    def step():
        optimizer.zero_grad(set_to_none=True)
        loss = functional.cross_entropy(model(inputs), targets)
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())

    return step, losses


def part_small():
    """Training of a small network: many short kernels."""
    import torch
    from torch import nn

    with torch.device("cuda"):
        model = nn.Sequential(nn.Linear(512, 1024), nn.ReLU(), nn.Linear(1024, 1024), nn.ReLU(), nn.Linear(1024, 10))
        inputs, targets = torch.randn(256, 512), torch.randint(0, 10, (256,))
    step, losses = trainer(model, torch.optim.Adam(model.parameters(), lr=1e-3), inputs, targets)
    seconds = timed(step, 50)
    return seconds, {"losses": digest(*losses), "weights": digest(*model.parameters())}


def part_resnet50():
    """ResNet-50 training, batch 32."""
    import torch
    from networks import ResNet50

    # Modules are made on the card; while that is said, each call of PyTorch's costs more.
    with torch.device("cuda"):
        model = ResNet50()
        inputs, targets = torch.randn(32, 3, 224, 224), torch.randint(0, 1000, (32,))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    step, losses = trainer(model, optimizer, inputs, targets)
    seconds = timed(step, 10)
    return seconds, {"first losses": digest(*losses[:2]), "losses": digest(*losses),
                     "weights": digest(*model.parameters())}


def part_gpt2():
    """Generation of 40 tokens after 16, one at a time."""
    import torch
    from networks import GPT2_TOKENS, Decoder, generate

    with torch.device("cuda"):
        model, prompt = Decoder().eval(), torch.randint(0, GPT2_TOKENS, (1, 16))
    made = []
    with torch.inference_mode():
        seconds = timed(lambda: made.append(generate(model, prompt, 40)), 1, blocks=7, warm=2)
        tokens, likely = made[-1]
        return seconds, {"tokens": digest(torch.tensor(tokens)), "likelihoods": digest(likely)}


def part_bert():
    """Four texts of 64 tokens."""
    import torch
    from networks import BERT_TOKENS, Encoder

    with torch.device("cuda"):
        model, tokens = Encoder().eval(), torch.randint(0, BERT_TOKENS, (4, 64))
    with torch.inference_mode():
        seconds = timed(lambda: model(tokens), 20)
        return seconds, {"hidden state": digest(model(tokens))}


def part_graph():
    """A CUDA graph of some 90 kernels, replayed."""
    import torch
    from torch import nn

    with torch.device("cuda"):
        model = nn.Sequential(*(part for _ in range(30)
                                for part in (nn.Linear(512, 512), nn.GELU(), nn.LayerNorm(512))))
        given, other = torch.randn(64, 512), torch.randn(64, 512)
    with torch.no_grad():
        beside = torch.cuda.Stream()
        beside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(beside):
            for _ in range(3):
                model(given)
        torch.cuda.current_stream().wait_stream(beside)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            made = model(given)
        seconds = timed(graph.replay, 100)
        first = digest(made)
        given.copy_(other)
        graph.replay()
        torch.cuda.synchronize()
        return seconds, {"result": first, "of other input": digest(made)}


def part_amp():
    """Training in mixed precision, with convolutions and a scaler."""
    import torch
    from torch import nn
    from torch.nn import functional

    with torch.device("cuda"):
        model = nn.Sequential(nn.Conv2d(3, 64, 3, padding=1), nn.BatchNorm2d(64), nn.ReLU(),
                              nn.Conv2d(64, 128, 3, 2, 1), nn.BatchNorm2d(128), nn.ReLU(),
                              nn.Conv2d(128, 128, 3, 2, 1), nn.ReLU(), nn.Flatten(), nn.Linear(128 * 8 * 8, 10))
        inputs, targets = torch.randn(64, 3, 32, 32), torch.randint(0, 10, (64,))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    scaler = torch.amp.GradScaler("cuda")

    def step():
        optimizer.zero_grad(set_to_none=True)
        with torch.autocast("cuda", dtype=torch.float16):
            loss = functional.cross_entropy(model(inputs), targets)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()

    seconds = timed(step, 20)
    return seconds, {"weights": digest(*model.parameters())}


def part_fft():
    """Transforms in one, two and three dimensions, of real and complex numbers."""
    import torch

    with torch.device("cuda"):
        lines, field = torch.randn(256, 1009), torch.randn(1024, 1024, dtype=torch.complex64)
        precise, block = torch.randn(512, 512, dtype=torch.float64), torch.randn(64, 64, 64)
    made = {}

    def step():
        made["of 1009"] = torch.fft.rfft(lines)
        made["and back"] = torch.fft.irfft(made["of 1009"], n=1009)
        made["in 2"] = torch.fft.fft2(field)
        made["double"] = torch.fft.rfft2(precise)
        made["in 3"] = torch.fft.fftn(block)

    seconds = timed(step, 20)
    return seconds, {name: digest(result) for name, result in made.items()}


def linear_algebra():
    """Functions without arguments, by name."""
    import torch

    with torch.device("cuda"):
        square, right = torch.randn(256, 256, dtype=torch.float64), torch.randn(256, 8, dtype=torch.float64)
        many, of_many = torch.randn(64, 32, 32), torch.randn(64, 32, 4)
    positive = square @ square.T + 256 * torch.eye(256, dtype=torch.float64, device="cuda")
    return {"solve": lambda: torch.linalg.solve(square, right), "inv": lambda: torch.linalg.inv(square),
            "cholesky": lambda: torch.linalg.cholesky(positive),
            "qr": lambda: torch.cat(tuple(torch.linalg.qr(square))),
            "eigvalsh": lambda: torch.linalg.eigvalsh(positive), "svdvals": lambda: torch.linalg.svdvals(square),
            "slogdet": lambda: torch.linalg.slogdet(square)[1],
            "solve of many": lambda: torch.linalg.solve(many, of_many), "inv of many": lambda: torch.linalg.inv(many)}


def part_linalg():
    """Solvers and decompositions; the time is of all of them together."""
    made, failed = {}, {}
    functions = linear_algebra()
    for name, function in functions.items():
        try:
            made[name] = function()
        except Exception:  # pylint: disable=broad-except
            failed[name] = f"error: {last_line()}"

    def step():
        for name in made:
            functions[name]()

    seconds = timed(step, 5)
    return seconds, {**{name: digest(result) for name, result in made.items()}, **failed}


def part_compile():
    """A small network, compiled; the time is of a call, not of compiling."""
    import torch
    from torch import nn
    from torch.nn import functional

    class Small(nn.Module):
        """Parts that a compiler can make one kernel of."""

        def __init__(self):
            super().__init__()
            self.first, self.second, self.norm = nn.Linear(256, 512), nn.Linear(512, 256), nn.LayerNorm(256)

        def forward(self, x):
            """As it is called."""
            return self.norm(x + self.second(functional.gelu(self.first(x)) * 2.0)).softmax(dim=-1)

    with torch.device("cuda"):
        model, given = Small(), torch.randn(128, 256)
    with torch.no_grad():
        compiled = torch.compile(model)
        at_begin = time.perf_counter()
        made = compiled(given)
        torch.cuda.synchronize()
        say(part="compiling", seconds=time.perf_counter() - at_begin, digests={})
        seconds = timed(lambda: compiled(given), 100)
        return seconds, {"result": digest(made)}


# The compiler is last: it starts programs and takes longest.
PARTS = ["small", "resnet50", "gpt2", "bert", "graph", "amp", "fft", "linalg", "compile"]


def last_line():
    """The last line of the exception that is being handled."""
    return traceback.format_exc().strip().splitlines()[-1][:300]


def main(names):
    """All of them, whatever becomes of each."""
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
    torch = begin()
    for name in names or PARTS:
        try:
            torch.manual_seed(SEED)
            seconds, digests = globals()[f"part_{name}"]()
            say(part=name, seconds=seconds, digests=digests)
        except Exception:  # pylint: disable=broad-except
            traceback.print_exc()
            say(part=name, error=last_line())
        gc.collect()
        torch.cuda.empty_cache()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
