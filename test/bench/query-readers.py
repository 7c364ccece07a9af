"""Aggregates a large CSV file with Python's csv module, or in SQLite; prints the answer and milliseconds as JSON."""
import csv
import json
import resource
import sqlite3
import sys
import time

how, path = sys.argv[1:3]
began = time.perf_counter()
with open(path, encoding="utf-8", newline="") as file:
    rows = csv.reader(file)
    header = next(rows)
    if how == "python csv":
        groups = {}
        for row in rows:
            group = groups.setdefault(row[3], [0, 0])
            group[0] += 1
            group[1] += int(row[2])
        answer = [[wing, *groups[wing]] for wing in sorted(groups)]
    else:
        db = sqlite3.connect(":memory:")
        db.execute("CREATE TABLE t (id TEXT, room TEXT, width INTEGER, wing TEXT, is_open TEXT, made TEXT)")
        db.executemany("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)", rows)
        answer = db.execute("SELECT wing, count(*), sum(width) FROM t GROUP BY wing ORDER BY wing").fetchall()
ms = (time.perf_counter() - began) * 1000
peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"answer": answer, "ms": ms, "peak_mb": peak_mb, "sqlite": sqlite3.sqlite_version}))
