#!/bin/sh
# Runs on every change of the files: shows the resulting changes to the store, and applies them on the main branch.
# TIDINGS_URL, TIDINGS_CLIENT_ID, TIDINGS_CLIENT_SECRET and the secrets that the files name come from the CI's secrets.
#   ci.sh examples/configuration/shop            prints the differences; fails only if a file has a mistake
#   APPLY=yes ci.sh examples/configuration/shop  applies them
set -eu

folder=$1
if [ "${APPLY:-no}" = yes ]; then
  tidings apply "$folder" --yes
else
  # Exit code 2 means that there are differences.
  tidings diff "$folder" || [ $? -eq 2 ]
fi
