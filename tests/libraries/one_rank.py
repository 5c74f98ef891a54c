#!/usr/bin/env python3
"""torch.distributed with one rank, and torch.cuda.gds: for a machine with a card and PyTorch, natively and under Ringfence.

    python3 tests/libraries/one_rank.py
    ringfence run --isolation private -- python3 tests/libraries/one_rank.py

It prints a digest of the trained weights, so that the two runs can be compared.
"""

import hashlib
import os
import sys
import tempfile

import torch
import torch.distributed as dist

FAILURES = []
CHECKS = 0


def check(holds, what):
    """Counts, and says what does not hold."""
    global CHECKS
    CHECKS += 1
    if not holds:
        FAILURES.append(what)
        print(f"FAILED: {what}")


def check_collectives(dtype):
    """Each leaves what it got."""
    source = torch.arange(1000, device="cuda").to(dtype)
    for operation in (dist.ReduceOp.SUM, dist.ReduceOp.MAX, dist.ReduceOp.MIN, dist.ReduceOp.PRODUCT):
        tensor = source.clone()
        dist.all_reduce(tensor, operation)
        check(torch.equal(tensor, source), f"all_reduce {operation} of {dtype}")
    target = torch.zeros_like(source)
    dist.all_gather_into_tensor(target, source)
    check(torch.equal(target, source), f"all_gather_into_tensor of {dtype}")
    parts = [torch.zeros_like(source)]
    dist.all_gather(parts, source)
    check(torch.equal(parts[0], source), f"all_gather of {dtype}")
    target.zero_()
    dist.reduce_scatter_tensor(target, source)
    check(torch.equal(target, source), f"reduce_scatter_tensor of {dtype}")
    target.zero_()
    dist.all_to_all_single(target, source)
    check(torch.equal(target, source), f"all_to_all_single of {dtype}")
    dist.broadcast(source, 0)
    dist.reduce(source, 0)
    dist.gather(source, [target], 0)
    check(torch.equal(target, source), f"gather of {dtype}")
    target.zero_()
    dist.scatter(target, [source], 0)
    check(torch.equal(target, source), f"scatter of {dtype}")


def check_scaling():
    """The one operation that computes."""
    tensor = torch.arange(1000, device="cuda", dtype=torch.float32)
    expected = tensor * 0.5
    dist.all_reduce(tensor, dist._make_nccl_premul_sum(0.5))
    check(torch.equal(tensor, expected), "all_reduce with a factor")


def check_groups():
    """Communicators that are split off, and asynchronous work."""
    group = dist.new_group([0])
    tensor = torch.ones(1 << 20, device="cuda")
    dist.all_reduce(tensor, group=group, async_op=True).wait()
    dist.barrier(group=group)
    check(tensor.sum().item() == 1 << 20, "a group of its own")
    dist.destroy_process_group(group)


def check_graph():
    """Collectives in a CUDA graph."""
    source, target = torch.ones(100, device="cuda"), torch.zeros(100, device="cuda")
    dist.all_gather_into_tensor(target, source)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        dist.all_gather_into_tensor(target, source)
        target.mul_(2)
    source.fill_(21)
    graph.replay()
    torch.cuda.synchronize()
    check(bool((target == 42).all()), "a graph with a collective")


def train():
    """A small model, with DistributedDataParallel and without: the same weights."""
    weights = []
    for is_distributed in (False, True):
        torch.manual_seed(1)
        model = torch.nn.Sequential(torch.nn.Linear(64, 128), torch.nn.ReLU(), torch.nn.Linear(128, 10)).cuda()
        model = torch.nn.parallel.DistributedDataParallel(model, device_ids=[0]) if is_distributed else model
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for _ in range(20):
            optimizer.zero_grad()
            model(torch.randn(32, 64).cuda()).square().mean().backward()
            optimizer.step()
        weights.append(torch.cat([p.detach().flatten() for p in model.parameters()]).cpu())
    check(torch.equal(*weights), "DistributedDataParallel trains as a plain model does")
    print("weights", hashlib.sha256(weights[1].numpy().tobytes()).hexdigest()[:16])


def check_file():
    """cuFile by way of torch.cuda.gds."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        source = torch.randn(3_000_000, device="cuda")
        target = torch.zeros_like(source)
        file = torch.cuda.gds.GdsFile(f"{folder}/tensor", os.O_CREAT | os.O_RDWR)
        file.save_storage(source.untyped_storage(), offset=4096)
        file.load_storage(target.untyped_storage(), offset=4096)
        check(torch.equal(source, target), "a tensor comes back from its file")
        del file


def main():
    """The command."""
    torch.cuda.set_device(0)
    dist.init_process_group("nccl", init_method="tcp://127.0.0.1:29571", rank=0, world_size=1)
    print("NCCL", torch.cuda.nccl.version())
    for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int32, torch.int64, torch.uint8):
        check_collectives(dtype)
    check_scaling()
    check_groups()
    check_graph()
    train()
    dist.destroy_process_group()
    check_file()
    print(f"one rank: {CHECKS} checks, {len(FAILURES)} failures")
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
