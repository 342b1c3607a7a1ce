#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# A task of the job array of a sweep: runs the points of its list, one after another, and writes down when
# each begins and ends. Where Slurm starts the task again, points that have ended are not repeated.
task=$1/task-$SLURM_ARRAY_TASK_ID
tab=$(printf '\t')
while IFS=$tab read -r point command; do
    grep -qF "end$tab$point$tab" "$task.tsv" && continue
    printf 'begin\t%s\t%s\n' "$point" "$(date +%s.%N)" >>"$task.tsv"
    sh -c "$command" </dev/null
    status=$?
    printf 'end\t%s\t%s\t%d\n' "$point" "$(date +%s.%N)" $status >>"$task.tsv"
done <"$task.list"
