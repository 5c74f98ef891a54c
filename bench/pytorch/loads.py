#!/usr/bin/env python3
"""A tenant of tenants.py: answers requests, or trains.

    loads.py inference|training [--without-cudnn]

It says `imported` when it has imported PyTorch, and uses the card only when it is told to. Each line of its input is
`warm` (makes its network and uses it; answer: `warm`) or how many seconds to go on for. The answer to that is a line of
JSON with a pair for each request or step that has ended: when, by the machine's clock, and how many seconds after it
was due, or begun. Needs a card and PyTorch.

Inference: an encoder of 12 layers, one text of 128 tokens in half precision for each request, 100 requests a second,
each from the host and back; one that comes while another is answered waits, and that counts. Training: ResNet-50, batch
32, whose loss is read after every step.
"""

import argparse
import json
import sys
import time

REQUESTS = 100  # a second
WARM = 20
AWAKE = 0.0005  # seconds before a request is due: sleeping is not as exact as that


def until(moment):
    """Waits; also by turning, at the end."""
    left = moment - time.monotonic() - AWAKE
    if left > 0:
        time.sleep(left)
    while time.monotonic() < moment:
        pass


class Inference:
    """Answers requests."""

    def __init__(self, torch):
        from networks import BERT_TOKENS, Encoder

        self.torch = torch
        with torch.device("cuda"):
            self.model = Encoder().eval().half()
        self.text = torch.randint(0, BERT_TOKENS, (1, 128)).pin_memory()

    def step(self):
        """A request."""
        with self.torch.inference_mode():
            return self.model(self.text.to("cuda", non_blocking=True))[:, 0].float().cpu()

    def go_on(self, seconds):
        """Requests come at their times, whether the last one was answered or not."""
        begin, done = time.monotonic(), []
        for number in range(int(seconds * REQUESTS)):
            due = begin + number / REQUESTS
            until(due)
            self.step()
            now = time.monotonic()
            done.append((now, now - due))
        return done


class Training:
    """Goes from step to step."""

    def __init__(self, torch):
        from networks import ResNet50

        with torch.device("cuda"):
            self.model = ResNet50()
            self.inputs, self.targets = torch.randn(32, 3, 224, 224), torch.randint(0, 1000, (32,))
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.01, momentum=0.9)
        self.loss_of = torch.nn.functional.cross_entropy

    def step(self):
        """A training step of all weights."""
        self.optimizer.zero_grad(set_to_none=True)
        loss = self.loss_of(self.model(self.inputs), self.targets)
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def go_on(self, seconds):
        """One after the other."""
        end, done = time.monotonic() + seconds, []
        while (begin := time.monotonic()) < end:
            self.step()
            now = time.monotonic()
            done.append((now, now - begin))
        return done


def made(kind, torch):
    """The load, which has used all that it uses."""
    torch.manual_seed(14)
    load = kind(torch)
    for _ in range(WARM):
        load.step()
    torch.cuda.synchronize()
    return load


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=["inference", "training"])
    parser.add_argument("--without-cudnn", action="store_true")
    options = parser.parse_args()
    import torch

    if options.without_cudnn:
        torch.backends.cudnn.enabled = False
        torch.backends.cuda.enable_cudnn_sdp(False)
    print("imported", flush=True)
    load = None
    for line in sys.stdin:
        if line.strip() == "warm":
            load = made({"inference": Inference, "training": Training}[options.kind], torch)
            print("warm", flush=True)
        else:
            print(json.dumps(load.go_on(float(line))), flush=True)


if __name__ == "__main__":
    main()
