`function`() {
    local line file
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ $line == $'\t'* ]]; then
            compopt -o filenames 2>/dev/null
            while IFS= read -r file; do
                if [[ $line == $'\t' || -d $file || " ${line#?} " == *" ${file##*.} "* ]]; then
                    COMPREPLY+=("$file")
                fi
            done < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
        else
            COMPREPLY+=("$(printf %q "${line%%$'\t'*}")")
        fi
    done < <("$1" `option` "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F `function` `name`
