function `function`
    set -l last (commandline -ct)
    set -l words (commandline -opc)
    for line in ($words[1] `option` $words[2..-1] "$last" 2>/dev/null)
        if string match -q \t'*' -- $line
            __fish_complete_path "$last"
        else
            echo $line
        end
    end
end
complete -c `name` -f -a '(`function`)'
