"""Decodes untrusted pictures, with limits."""

from __future__ import annotations

import base64
import io
import warnings
from typing import Optional

from PIL import Image

#: Longest file, in bytes; the server's own limit is higher.
MOST_BYTES = 2 << 20

#: Largest picture; one whose header claims more is refused.
MOST_PIXELS = 4_000_000

#: Pictures are reduced to this edge, which is more than a terminal shows.
EDGE = 256

_FORMATS = ("PNG", "JPEG", "GIF", "WEBP")

# For all threads: what is shown elsewhere must not fail while a picture is decoded. The bound above
# is lower than the one that Pillow warns of.
warnings.filterwarnings("ignore", category=Image.DecompressionBombWarning)


def decode(data: str) -> Optional[Image.Image]:
    """Decodes a picture in base64; None if it cannot be shown.

    Only its first frame. Takes some milliseconds, so it must not run in the drawing thread.
    """
    if len(data) > MOST_BYTES * 4 // 3 + 4:
        return None
    try:
        stream = io.BytesIO(base64.b64decode(data, validate=True))
        with Image.open(stream, formats=_FORMATS) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                return None
            picture = opened.convert("RGBA")
        picture.thumbnail((EDGE, EDGE))
        flat = Image.new("RGBA", picture.size, "white")
        flat.alpha_composite(picture)
        return flat.convert("RGB")
    except Exception:  # Pillow's decoders may raise any exception for a malformed file.
        return None
