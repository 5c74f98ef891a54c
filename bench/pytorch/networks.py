"""Networks of well-known sizes in plain torch.nn: a ResNet-50, a decoder like GPT-2, an encoder like BERT."""

import torch
from torch import nn
from torch.nn import functional

GPT2_TOKENS = 50257
BERT_TOKENS = 30522


class Bottleneck(nn.Module):
    """Three convolutions beside a shortcut."""

    def __init__(self, given, width, stride):
        super().__init__()
        made = 4 * width
        self.path = nn.Sequential(
            nn.Conv2d(given, width, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU(inplace=True),
            nn.Conv2d(width, width, 3, stride, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU(inplace=True),
            nn.Conv2d(width, made, 1, bias=False), nn.BatchNorm2d(made))
        self.shortcut = nn.Identity()
        if stride != 1 or given != made:
            self.shortcut = nn.Sequential(nn.Conv2d(given, made, 1, stride, bias=False), nn.BatchNorm2d(made))

    def forward(self, x):
        """As it is called."""
        return functional.relu(self.path(x) + self.shortcut(x))


class ResNet50(nn.Module):
    """25.6 million weights, for pictures of 224 × 224."""

    def __init__(self):
        super().__init__()
        parts = [nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(inplace=True),
                 nn.MaxPool2d(3, 2, 1)]
        given = 64
        for width, count, stride in ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2)):
            for number in range(count):
                parts.append(Bottleneck(given, width, stride if number == 0 else 1))
                given = 4 * width
        self.features = nn.Sequential(*parts)
        self.classes = nn.Linear(given, 1000)

    def forward(self, x):
        """As it is called."""
        return self.classes(self.features(x).mean((2, 3)))


class Attention(nn.Module):
    """Several heads; what it has seen before may be given."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.inputs = nn.Linear(width, 3 * width)
        self.output = nn.Linear(width, width)

    def forward(self, x, past=None, is_causal=False):
        """Its answer, and keys and values for the next call."""
        batch, length, width = x.shape
        query, key, value = (part.reshape(batch, length, self.heads, width // self.heads).transpose(1, 2)
                             for part in self.inputs(x).chunk(3, dim=-1))
        if past is not None:
            key, value = torch.cat((past[0], key), dim=2), torch.cat((past[1], value), dim=2)
        seen = functional.scaled_dot_product_attention(query, key, value, is_causal=is_causal)
        return self.output(seen.transpose(1, 2).reshape(batch, length, width)), (key, value)


def feed_forward(width, approximate):
    """The other half of a layer."""
    return nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(approximate=approximate), nn.Linear(4 * width, width))


class DecoderLayer(nn.Module):
    """Normalises before each half."""

    def __init__(self, width, heads):
        super().__init__()
        self.attention, self.thought = Attention(width, heads), feed_forward(width, "tanh")
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)

    def forward(self, x, past):
        """Its answer, and what the next call has to know."""
        seen, known = self.attention(self.first(x), past, is_causal=past is None)
        x = x + seen
        return x + self.thought(self.second(x)), known


class EncoderLayer(nn.Module):
    """Normalises after each half."""

    def __init__(self, width, heads):
        super().__init__()
        self.attention, self.thought = Attention(width, heads), feed_forward(width, "none")
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)

    def forward(self, x):
        """As it is called."""
        x = self.first(x + self.attention(x)[0])
        return self.second(x + self.thought(x))


def set_weights(module):
    """As GPT-2 and BERT begin."""
    if isinstance(module, (nn.Linear, nn.Embedding)):
        nn.init.normal_(module.weight, std=0.02)
    if isinstance(module, nn.Linear) and module.bias is not None:
        nn.init.zeros_(module.bias)


class Decoder(nn.Module):
    """GPT-2's smallest: 12 layers, 124 million weights."""

    def __init__(self, width=768, heads=12, layers=12, places=1024):
        super().__init__()
        self.tokens, self.places = nn.Embedding(GPT2_TOKENS, width), nn.Embedding(places, width)
        self.layers = nn.ModuleList(DecoderLayer(width, heads) for _ in range(layers))
        self.last = nn.LayerNorm(width)
        self.apply(set_weights)

    def forward(self, tokens, past):
        """How likely each token is next; past: what the last call has given, or None."""
        begin = 0 if past is None else past[0][0].shape[2]
        x = self.tokens(tokens) + self.places(torch.arange(begin, begin + tokens.shape[1], device=tokens.device))
        known = []
        for number, layer in enumerate(self.layers):
            x, of_layer = layer(x, None if past is None else past[number])
            known.append(of_layer)
        return functional.linear(self.last(x[:, -1]), self.tokens.weight), known


def generate(decoder, prompt, count):
    """The likeliest tokens, one after the other, each looked at on the host as one that may end the text; and the last
    likelihoods."""
    tokens, given, past, likely = [], prompt, None, None
    for _ in range(count):
        likely, past = decoder(given, past)
        given = likely.argmax(dim=-1, keepdim=True)
        tokens.append(given.item())
    return tokens, likely


class Encoder(nn.Module):
    """BERT's smaller: 12 layers, 108 million weights."""

    def __init__(self, width=768, heads=12, layers=12, places=512):
        super().__init__()
        self.tokens, self.places = nn.Embedding(BERT_TOKENS, width), nn.Embedding(places, width)
        self.first = nn.LayerNorm(width)
        self.layers = nn.Sequential(*(EncoderLayer(width, heads) for _ in range(layers)))
        self.apply(set_weights)

    def forward(self, tokens):
        """The last hidden state."""
        places = torch.arange(tokens.shape[1], device=tokens.device)
        return self.layers(self.first(self.tokens(tokens) + self.places(places)))
