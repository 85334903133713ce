# Writes the Swift blocks of a text whose first line names a file in a folder: awk -v folder=FOLDER/ -v output=FOLDER TEXT
previous == "```swift" && index($0, "// " folder) == 1 {
    file = output "/" substr($0, length("// " folder) + 1)
    # Errors of the compiler refer to the text.
    printf "#sourceLocation(file: \"%s\", line: %d)\n", FILENAME, FNR >file
}
$0 == "```" { file = "" }
file { print >file }
{ previous = $0 }
END {
    if (!file) exit
    print FILENAME ": the last code block is unterminated" >"/dev/stderr"
    exit 1
}
