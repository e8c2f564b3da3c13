#!/bin/sh
# For every change of the files: shows what it would do to the store, and applies it on the main branch.
# TIDINGS_URL, TIDINGS_CLIENT_ID, TIDINGS_CLIENT_SECRET and the secrets that the files name come from the CI's secrets.
#   ci.sh examples/configuration/shop            prints the differences; fails only if a file has a mistake
#   APPLY=yes ci.sh examples/configuration/shop  applies them
set -eu

folder=$1
if [ "${APPLY:-no}" = yes ]; then
  tidings apply "$folder" --yes
else
  # 2 means that something would change.
  tidings diff "$folder" || [ $? -eq 2 ]
fi
