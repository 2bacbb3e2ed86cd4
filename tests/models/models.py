"""Positional encodings of real models, called on plain arrays. No weights are needed."""

import importlib.metadata

import numpy as np
import torch
from fairscale.nn.model_parallel import initialize  # noqa: F401  (llama3.model needs it loaded)
from llama_models.llama3 import model as original_llama
from rotary_embedding_torch import RotaryEmbedding
from transformers import GPTNeoXConfig, LlamaConfig
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS
from transformers.models.ctrl import modeling_ctrl
from transformers.models.distilbert import modeling_distilbert
from transformers.models.gpt_neox import modeling_gpt_neox
from transformers.models.gptj import modeling_gptj
from transformers.models.llama import modeling_llama

PACKAGES = ("torch", "transformers", "llama-models", "rotary-embedding-torch")


def installed_versions() -> dict[str, str]:
    """Of the packages whose code is called; local parts such as +cpu left out."""
    return {name: importlib.metadata.version(name).split("+")[0] for name in PACKAGES}


def heads(vectors) -> torch.Tensor:
    """(count, width) as (batch, heads, time, width), one of each but time."""
    return torch.tensor(np.asarray(vectors), dtype=torch.float32)[None, None]


def by_original_llama(vectors, positions, base=10_000.0) -> np.ndarray:
    """`apply_rotary_emb` of Meta's llama-models: complex numbers of neighbouring components."""
    width = np.shape(vectors)[-1]
    angles = original_llama.precompute_freqs_cis(width, int(max(positions)) + 1, base)
    # This code wants time before heads.
    rows = heads(vectors).transpose(1, 2)
    turned, _ = original_llama.apply_rotary_emb(rows, rows, angles[list(positions)])
    return turned.transpose(1, 2)[0, 0].double().numpy()


def by_gpt_j(vectors, positions) -> np.ndarray:
    """`apply_rotary_pos_emb` of GPT-J; its base is fixed at 10 000."""
    width = np.shape(vectors)[-1]
    table = modeling_gptj.create_sinusoidal_positions(int(max(positions)) + 1, width)
    sin, cos = torch.split(table[list(positions)][None], width // 2, dim=-1)
    rows = heads(vectors).transpose(1, 2)
    turned = modeling_gptj.apply_rotary_pos_emb(rows, sin, cos)
    return turned.transpose(1, 2)[0, 0].double().numpy()


def by_hugging_face_llama(vectors, positions, base=10_000.0) -> np.ndarray:
    """`apply_rotary_pos_emb` of the Llama module in transformers."""
    width = np.shape(vectors)[-1]
    config = LlamaConfig(
        hidden_size=width,
        num_attention_heads=1,
        rope_parameters={"rope_type": "default", "rope_theta": base},
    )
    rows = heads(vectors)
    cos, sin = modeling_llama.LlamaRotaryEmbedding(config)(rows, torch.tensor([list(positions)]))
    turned, _ = modeling_llama.apply_rotary_pos_emb(rows, rows, cos, sin)
    return turned[0, 0].double().numpy()


def by_gpt_neox(vectors, positions, share=1.0, base=10_000.0) -> np.ndarray:
    """`apply_rotary_pos_emb` of GPT-NeoX, which may turn the first `share` of a vector alone."""
    width = np.shape(vectors)[-1]
    config = GPTNeoXConfig(
        hidden_size=width,
        num_attention_heads=1,
        rope_parameters={
            "rope_type": "default",
            "rope_theta": base,
            "partial_rotary_factor": share,
        },
    )
    rows = heads(vectors)
    embedding = modeling_gpt_neox.GPTNeoXRotaryEmbedding(config)
    cos, sin = embedding(rows, torch.tensor([list(positions)]))
    turned, _ = modeling_gpt_neox.apply_rotary_pos_emb(rows, rows, cos, sin)
    return turned[0, 0].double().numpy()


def by_rotary_embedding_torch(vectors, positions, base=10_000.0) -> np.ndarray:
    """`RotaryEmbedding` of the package rotary-embedding-torch, for positions in any order."""
    width = np.shape(vectors)[-1]
    embedding = RotaryEmbedding(dim=width, theta=base, cache_if_possible=False)
    rows = [
        embedding.rotate_queries_or_keys(heads([vector]), offset=int(position))[0, 0, 0]
        for vector, position in zip(vectors, positions, strict=True)
    ]
    return torch.stack(rows).detach().double().numpy()


# Named as the lesson names them.
ROTATIONS = {
    "original Llama": by_original_llama,
    "GPT-J": by_gpt_j,
    "Hugging Face Llama": by_hugging_face_llama,
    "GPT-NeoX": by_gpt_neox,
}


def sinusoids_of_distilbert(count, width) -> np.ndarray:
    """Sine and cosine in turn, as in the paper."""
    table = torch.empty(count, width)
    modeling_distilbert.create_sinusoidal_embeddings(count, width, out=table)
    return table.detach().double().numpy()


def sinusoids_of_ctrl(count, width) -> np.ndarray:
    """All sines, then all cosines."""
    return modeling_ctrl.positional_encoding(count, width, torch.float32).double().numpy()


def scaled_rates(kind, width, base=10_000.0, trained=4096, length=None, **settings) -> np.ndarray:
    """Rates of a context extension in transformers, by its name there."""
    config = LlamaConfig(
        hidden_size=width,
        num_attention_heads=1,
        max_position_embeddings=trained,
        rope_parameters={
            "rope_type": kind,
            "rope_theta": base,
            "original_max_position_embeddings": trained,
            **settings,
        },
    )
    rates, _ = ROPE_INIT_FUNCTIONS[kind](config, device="cpu", seq_len=length)
    return rates.double().numpy()


def llama_3_1_rates(width, base=500_000.0) -> np.ndarray:
    """`apply_scaling` of Meta's llama-models: trained on 8 192 positions, stretched by 8."""
    rates = base ** (-torch.arange(0, width, 2, dtype=torch.float64) / width)
    return original_llama.apply_scaling(rates).numpy()
