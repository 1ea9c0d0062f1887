#!/bin/sh
# A bot in shell: it takes the first legal action, which is to stop where one may.
while read -r line; do
    case $line in
    *'"type": "hello"'*) echo '{"ready": true}' ;;
    *'"type": "decide"'*) echo "$line" | sed 's/.*"legal": \["\([^"]*\)".*/{"action": "\1"}/' ;;
    *'"type": "bye"'*) exit 0 ;;
    esac
done
