/* data/hybrid_models.csv as text; made by scripts/embed-models.sh, do not edit. */
#include "bounds/models.h"

/* clang-format off */
const char models_data[] =
    "model,layers,full_layers,linear_layers,heads,head_dim,variant,state_entries_total,context,source\n"
    "Jamba v0.1,32,4,28,32,128,Mamba,3670016,262144,\"transformers configuration_jamba.py; ai21labs/Jamba-v0.1 config.json\"\n"
    "MiniMax-Text-01,80,10,70,64,128,Lightning (decayed linear attention),73400320,4000000,\"transformers model_doc/minimax.md; config.json attn_type_list\"\n"
    "Qwen3-Next-80B-A3B,48,12,36,16,256,Gated DeltaNet,18874368,262144,\"transformers configuration_qwen3_next.py\"\n"
    "Kimi-Linear-48B-A3B,27,7,20,32,192,KDA,10485760,1048576,\"MoonshotAI/Kimi-Linear README; model args (MLA: qk 128+64, v 128)\"\n"
    "Nemotron-H-8B,52,4,24,32,128,Mamba-2,25165824,8192,\"NVIDIA-NeMo/Megatron-Bridge docs nemotronh.md (plus 24 MLP layers)\"\n"
    "Nemotron-H-56B,118,10,54,64,128,Mamba-2,226492416,8192,\"NVIDIA-NeMo/Megatron-Bridge docs nemotronh.md (plus 54 MLP layers)\"\n"
    "Zamba2-7B,81,13,81,32,224,Mamba-2,37158912,4096,\"transformers configuration_zamba2.py; config copy (13 calls of 2 shared attention blocks)\"\n"
    "Zamba2-2.7B,54,9,54,32,160,Mamba-2,17694720,4096,\"Zyphra/Zamba2-2.7B-instruct config.json (9 calls of 2 shared blocks)\"\n"
    "Granite-4.0-H-Small,40,4,36,32,128,Mamba-2,37748736,131072,\"GGUF metadata; 128K validated\"\n"
    "Granite-4.0-H-Tiny,40,4,36,12,128,Mamba-2,14155776,131072,\"GGUF metadata\"\n"
    "Bamba-9B,32,3,29,32,128,Mamba-2,30408704,4096,\"foundation-model-stack/bamba blog/bamba.md\"\n"
    "Olmo-Hybrid-7B,32,8,24,30,128,Gated DeltaNet,13271040,65536,\"transformers configuration_olmo_hybrid.py\"\n"
    "RecurrentGemma-2B,26,0,26,10,256,RG-LRU + 2048-window local attention,?,?,\"google-deepmind/recurrentgemma common.py (18 RG-LRU, 8 local)\"\n"
    "RecurrentGemma-9B,38,0,38,16,256,RG-LRU + 2048-window local attention,?,?,\"google-deepmind/recurrentgemma common.py (26 RG-LRU, 12 local)\"\n"
    "Griffin-7B,32,0,32,32,128,RG-LRU + 1024-window local attention,?,?,\"google-deepmind/recurrentgemma common.py (22 RG-LRU, 10 local)\"\n"
    "Samba-1.3B,18,0,18,18,128,Mamba + 2048-window local attention,?,4096,\"microsoft/Samba lit_gpt/config.py (9 Mamba, 9 sliding window)\"\n"
    "Falcon-H1-7B,44,44,44,12,128,Mamba-2 in parallel with attention,34603008,262144,\"transformers model_doc/falcon_h1.md (every layer has both)\"\n"
    "Falcon-H1-34B,72,72,72,20,128,Mamba-2 in parallel with attention,75497472,262144,\"transformers model_doc/falcon_h1.md\"\n";
/* clang-format on */
