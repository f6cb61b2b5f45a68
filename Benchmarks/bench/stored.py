"""Cache files with many stored responses."""

from __future__ import annotations

from .upstream import Upstream
from .workplace import Workplace

# Workplace has put Tests on the path.
from harness import cache_file  # isort: skip

STORED = [1_000, 10_000, 100_000, 1_000_000]


def write_cache_file(workplace: Workplace, upstream: Upstream, count: int) -> str:
    """A file with `octocat` as the server stored it, and `count` small responses beside it."""
    path = str(workplace.files / f"stored-{count}.sqlite")
    upstream.call("user.summary", {"login": "octocat"}, path)
    database = cache_file.connect(path)
    names = ", ".join(cache_file.columns(database, "response"))
    # Nobody else has the file yet, and a million rows would be written twice.
    database.execute("PRAGMA journal_mode = OFF")
    database.execute("PRAGMA synchronous = OFF")
    database.execute(
        f"""
        WITH RECURSIVE number (n) AS (
            SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
        INSERT INTO response ({names}, digest)
        SELECT {names}, digest128('response', {names}) FROM (
            SELECT url || '-' || n AS url, method, identity, varying, status, requestedAt,
                receivedAt, usedAt, '' AS fields, '' AS tags, NULL AS bodyLength,
                CAST('{{"id":' || n || '}}' AS BLOB) AS body
            FROM number, (SELECT * FROM response WHERE url LIKE '%/users/octocat'))
        """,
        (count,),
    )
    database.commit()
    database.close()
    return path
