"""Header fields as the suite and `node` treat them."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from typing import Any, Dict, List, Optional

#: In the suite, `["Expires", -5000]` stands for a date 5000 seconds before now.
DATES = {"date", "expires", "last-modified", "if-modified-since", "if-unmodified-since"}
LOCATIONS = {"location", "content-location"}

#: Statuses of responses without a body.
NO_BODY = {204, 304}

_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def http_date(now: int, delta: int, rfc850: bool = False) -> str:
    """The date `delta` seconds after `now`, which is in milliseconds."""
    instant = datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(
        milliseconds=now, seconds=delta
    )
    day, month = _DAYS[instant.weekday()], _MONTHS[instant.month - 1]
    time = f"{instant:%H:%M:%S} GMT"
    if rfc850:
        return f"{day}, {instant.day:02}-{month}-{instant.year % 100:02} {time}"
    return f"{day[:3]}, {instant.day:02} {month} {instant.year:04} {time}"


def parse_int(text: Optional[str]) -> Optional[int]:
    """JavaScript's `parseInt`, with None for its NaN."""
    found = re.match(r"\s*([+-]?[0-9]+)", text or "")
    return int(found[1]) if found else None


def fix_up(field: List[Any], response: Dict[str, str], config: Dict[str, Any]) -> List[Any]:
    """Gives a field its value, if that depends on the response; changes the field itself."""
    name = field[0].lower()
    if name in DATES and isinstance(field[1], int):
        now = parse_int(response.get("server-now"))
        if now is None:
            field[1] = "Invalid Date"
        else:
            field[1] = http_date(now, field[1], name in config.get("rfc850date", []))
    if name in LOCATIONS and config.get("magic_locations"):
        base = response.get("server-base-url", "undefined")
        field[1] = f"{base}/{field[1]}" if field[1] else base
    return field
