#!/bin/sh
# Reads a request as JSON, writes a report as JSON. Like many a report, it fails on the first two tries.
request=$(cat)
if [ "${PAWL_ATTEMPT:-1}" -lt 3 ]; then
    echo "the warehouse database is busy (attempt ${PAWL_ATTEMPT:-1})" >&2
    exit 75
fi
day=$(printf '%s' "$request" | sed -n 's/.*"day" *: *"\([^"]*\)".*/\1/p')
printf '{"rows": 1284, "report": "report-%s.csv"}\n' "$day"
