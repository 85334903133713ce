#compdef `name`
`function`() {
    local line
    local -a candidates descriptions
    while IFS= read -r line; do
        if [[ $line == $'\t' ]]; then
            _files
        elif [[ $line == $'\t'* ]]; then
            _files -g "*.(${${line#?}// /|})"
        else
            candidates+=("${line%%$'\t'*}")
            descriptions+=("${line/$'\t'/  -- }")
        fi
    done < <(${~words[1]} `option` "${(@Q)words[2,CURRENT]}" 2>/dev/null)
    (( $#candidates )) && compadd -l -d descriptions -a candidates
}
if [[ $funcstack[1] == `function` ]]; then
    `function` "$@"
else
    compdef `function` `name`
fi
