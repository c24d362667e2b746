# shellcheck shell=bash
# Bash completion for strata. Commands and options are asked of the program itself, so that
# they are never out of date; the list of commands below is what is offered without it:
# run verify separate prove check merge constructions bounds regime models lesson refute export precision protocol sparse

_strata() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local program=${COMP_WORDS[0]} command=${COMP_WORDS[1]}
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        local commands
        commands=$("$program" --help 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
        mapfile -t COMPREPLY < <(compgen -W "${commands:-run verify separate prove check merge constructions bounds regime models lesson refute export precision protocol sparse} --help --version" -- "$current")
        return
    fi
    case $previous in
    --network | --input | --out | --summary | --file | --protocol | --cert | --script | --checkpoint)
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    --html)
        mapfile -t COMPREPLY < <(compgen -d -- "$current")
        return
        ;;
    --format)
        mapfile -t COMPREPLY < <(compgen -W "text json csv latex markdown svg" -- "$current")
        return
        ;;
    --number)
        mapfile -t COMPREPLY < <(compgen -W "base2 e fixed:min fp32 fp16 bf16 fp8e4m3 fp8e5m2" -- "$current")
        return
        ;;
    --to)
        mapfile -t COMPREPLY < <(compgen -W "json safetensors" -- "$current")
        return
        ;;
    --construction)
        mapfile -t COMPREPLY < <(compgen -W "$("$program" constructions --L 2 --m 2 --n 2 --format csv 2>/dev/null | sed '1d;s/,.*//')" -- "$current")
        return
        ;;
    esac
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$("$program" "$command" --help 2>/dev/null | grep -o '^  --[a-zA-Z0-9]*')" -- "$current")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
    fi
}
complete -F _strata strata
