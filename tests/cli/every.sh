#!/usr/bin/env bash
# Constructions, number systems, export and 2-Sum from the command line.
. "$TOP/tests/support/cli.sh"
s() { "$STRATA" "$@"; }
fc=(--L 2 --m 2 --n 2)
cd "$TMP" || exit 1

# ---- constructions
names=$(s constructions "${fc[@]}" --format csv | sed '1d;s/,.*//' | tr '\n' ' ')
want='binary quadratic cot hybrid-linear hybrid-linear-norm hybrid-retnet hybrid-gla hybrid-hgrn2 hybrid-deltanet hybrid-gated-deltanet hybrid-kda hybrid-deltaproduct hybrid-rwkv6 hybrid-rwkv7 hybrid-mamba hybrid-mamba2 hybrid-window '
if [ "$names" = "$want" ]; then ok "all 17 names"; else not_ok "all 17 names" "$names"; fi
expect "fields of the contract" 0 'state_bits' -- s constructions "${fc[@]}" --format json
expect "a picture" 0 '<svg' -- s constructions --L 3 --format svg
refuse "a picture is about all sizes" 2 'give --L only' -- s constructions "${fc[@]}" --format svg
expect "a hybrid is told" 0 'state at the last token' -- s run "${fc[@]}" --construction hybrid-gla --random
expect "passes are told" 0 'pass 2, layer 0' -- s run "${fc[@]}" --construction cot --random
expect "a hybrid in JSON" 0 'recurrent_state' -- s run "${fc[@]}" --construction hybrid-rwkv6 --random --format json

# ---- network files
s export "${fc[@]}" --construction hybrid-deltaproduct --out h.json
s export "${fc[@]}" --construction cot --out cot.json
expect "a hybrid comes back" 0 '^SAMPLED 20$' -- s verify --network h.json --sample 20
expect "chain of thought comes back" 0 '^SAMPLED 20$' -- s verify --network cot.json --sample 20
edit() { python3 -c "import json,sys; n=json.load(open(sys.argv[1])); $2; json.dump(n,open('bad.json','w'))" "$1"; }
edit h.json "n['layers'][0]['heads'][0]['variant']='lstm'"
refuse "unknown recurrence" 3 'no such recurrence' -- s verify --network bad.json
edit h.json "del n['layers'][0]['heads'][0]['repeats']"
refuse "repeats missing" 3 'repeats' -- s verify --network bad.json
edit h.json "n['layers'][0]['heads'][0]['key_width']=2"
refuse "parts of the wrong height" 3 'parts.query.map: expected 2 rows' -- s verify --network bad.json
edit h.json "n['layers'][0]['heads'][0]['key_width']=10**7"
refuse "a width beyond limits" 3 'key_width' -- s verify --network bad.json
edit h.json "n['layers'][0]['heads'][0]['key_width']=10**6"
refuse "a state beyond memory" 4 'too many weights' -- s verify --network bad.json
edit h.json "n['layers'][0]['heads'][0]['parts']['gate']={}"
refuse "unknown part" 3 'unknown member "gate"' -- s verify --network bad.json
edit h.json "n['layers'][0]['kind']='sparse'"
refuse "unknown kind of layer" 3 '"full" or "recurrent"' -- s verify --network bad.json
edit cot.json "n['steps']=0"
refuse "no steps" 3 'steps' -- s verify --network bad.json
edit cot.json "del n['steps']"
refuse "block -2 without steps" 3 'blocks are -1' -- s verify --network bad.json

# ---- number systems
expect "base e, certified" 0 'enclosures of 64 bits' -- s verify "${fc[@]}" --number e --sample 50
expect "fixed point" 0 'in fixed:6:2' -- s verify "${fc[@]}" --number fixed:6 --sample 50
expect "least P" 0 'least P = 3, with 1 integer' -- s verify "${fc[@]}" --number fixed:min
expect "one bit less is refuted" 0 'fixed:2:1 is refuted; first counterexample: .*z0' -- s verify "${fc[@]}" --number fixed:min
expect "least P in JSON" 0 'refuted_below' -- s verify "${fc[@]}" --number fixed:min --format json
expect "too few bits" 1 '^REFUTED$' -- s verify "${fc[@]}" --number fixed:2 --sample 50
expect "bf16" 0 '^SAMPLED 50$' -- s verify "${fc[@]}" --construction hybrid-retnet --number bf16 --sample 50
expect "fp8 is not enough for quadratic" 1 '^REFUTED$' -- s verify "${fc[@]}" --construction quadratic --number fp8e4m3 --sample 200
expect "a run in fp16" 0 'correct' -- s run "${fc[@]}" --random --number fp16
refuse "fixed:min is for verify" 2 'for verify' -- s run "${fc[@]}" --random --number fixed:min
refuse "more integer bits than bits" 2 'at most 3 integer bits' -- s verify "${fc[@]}" --number fixed:4:4
expect "precision" 0 'quadratic  *22  *5  *4' -- s precision --sizes 4

# ---- batches and export
expect "many random inputs" 0 '"expected"' -- s run "${fc[@]}" --random --count 5 --format json
echo '[{"z0":1,"w":[0],"z":[[1,0],[3,0,2,1]]},{"z0":0,"w":[1],"z":[[1,0],[3,0,2,1]]}]' >list.json
expect "a list of inputs" 0 '^1,1,1,yes$' -- s run "${fc[@]}" --input list.json --format csv
echo '[{"z0":1,"w":[0],"z":[[1,0],[3,0,2,1]]},{"z0":5,"w":[1],"z":[[1,0],[3,0,2,1]]}]' >bad-list.json
refuse "a bad input in a list" 3 'bad-list.json: input 1: z0' -- s run "${fc[@]}" --input bad-list.json
refuse "count without random" 2 'goes with --random' -- s run "${fc[@]}" --count 5 --z0 1
s export "${fc[@]}" --construction hybrid-mamba --to safetensors --out net
expect "safetensors" 0 '^True$' -- python3 -c "
import json, os
f = open('net', 'rb')
h = json.loads(f.read(int.from_bytes(f.read(8), 'little')))
end = max(t['data_offsets'][1] for n, t in h.items() if n != '__metadata__')
print(f.tell() + end == os.path.getsize('net') and f.tell() % 8 == 0 and
      json.loads(h['__metadata__']['layers'])[0]['heads'][0]['variant'] == 'mamba')"
refuse "tables beyond reason" 4 'too large' -- s export --L 1 --m 2^26 --to safetensors

# ---- 2-Sum
expect "2-Sum" 0 'cannot tell apart' -- s sparse
expect "enough bits are not refuted" 1 'tells all sets apart' -- s sparse --M 3 --bits 3
python3 -c "import json; print(json.dumps({'M':4,'block':2,'bits':2,'summary':[(i%4+i//4)%4 for i in range(16)]}))" >table.json
expect "a given table" 0 'a given table' -- s sparse --M 4 --tokens 4 --bits 2 --summary table.json
refuse "a table of another size" 3 'out of range' -- s sparse --M 5 --bits 2 --summary table.json
refuse "more blocks kept than there are" 2 'keep' -- s sparse --blocks 2 --keep 2
refuse "too many prompts" 4 'use --sample' -- s sparse --M 100 --tokens 10
refuse "one token" 2 'at least 2' -- s sparse --tokens 1
finish
