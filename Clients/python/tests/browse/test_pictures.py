"""Pictures are decoded within limits."""

import base64
import io
import struct
import warnings
import zlib

import pytest
from gitxplorer.browse import pictures
from gitxplorer.browse.terminal import Terminal
from gitxplorer.browse.widgets.sixel import selected
from PIL import Image


def encoded(image: Image.Image, kind: str) -> str:
    """An image file in base64."""
    file = io.BytesIO()
    image.save(file, kind)
    return base64.b64encode(file.getvalue()).decode()


def bomb() -> str:
    """A PNG that claims 100,000 by 100,000 pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    head = struct.pack(">IIBBBBB", 100_000, 100_000, 1, 0, 0, 0, 0)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + parts).decode()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_the_image_formats_of_avatars_are_decoded(kind: str) -> None:
    picture = pictures.decode(encoded(Image.new("RGB", (600, 300), "red"), kind))
    assert picture is not None
    assert (picture.mode, picture.size) == ("RGB", (256, 128))


def test_transparent_pixels_become_white() -> None:
    picture = pictures.decode(encoded(Image.new("RGBA", (4, 4), (0, 0, 0, 0)), "PNG"))
    assert picture is not None and picture.getpixel((0, 0)) == (255, 255, 255)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param("", id="empty"),
        pytest.param("not base64 at all", id="no base64"),
        pytest.param(base64.b64encode(b"GIF89a").decode(), id="cut short"),
        pytest.param(encoded(Image.new("RGB", (9, 9)), "PNG")[:60], id="half"),
        pytest.param(encoded(Image.new("RGB", (9, 9)), "BMP"), id="another kind"),
        pytest.param(encoded(Image.new("1", (2001, 2000)), "PNG"), id="too many pixels"),
        pytest.param(bomb(), id="bomb"),
        pytest.param("A" * (pictures.MOST_BYTES * 4 // 3 + 8), id="too many bytes"),
    ],
)
def test_a_large_or_broken_picture_is_rejected(data: str) -> None:
    assert pictures.decode(data) is None


def test_decoding_does_not_affect_other_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    filters: list[list[object]] = []

    def convert(image: Image.Image, mode: str) -> Image.Image:
        filters.append(list(warnings.filters))
        return Image.new(mode, (1, 1))

    monkeypatch.setattr(Image.Image, "convert", convert)
    before = list(warnings.filters)
    pictures.decode(encoded(Image.new("RGB", (9, 9)), "PNG"))
    assert filters and all(each == before for each in filters)


def test_a_sixels_colors_are_selected_after_their_definition() -> None:
    # In xterm a definition does not select its color: what follows has the former color.
    assert selected("\x1bPq#0;2;9;8;7!9~#1;2;1;2;3!9?~$#0!9~-\x1b\\") == (
        "\x1bPq#0;2;9;8;7#0!9~#1;2;1;2;3#1!9?~$#0!9~-\x1b\\"
    )


@pytest.mark.parametrize(
    ("replies", "terminal"),
    [
        (b"\x1bP>|kitty(0.26.5)\x1b\\\x1b[?62;c", Terminal("blocks")),
        (b"\x1bP>|kitty(0.28.0)\x1b\\\x1b[6;20;9t\x1b[?62;c", Terminal("kitty", (9, 20))),
        (b"\x1bP>|kitty(1.0.0)\x1b\\\x1b[?62;c", Terminal("kitty")),
        (b"\x1bP>|ghostty 1.1.0\x1b\\\x1b[?62;c", Terminal("kitty")),
        (b"\x1bP>|WezTerm 20240203\x1b\\\x1b[?65;4;6;18;22c", Terminal("sixel")),
        (b"\x1bP>|XTerm(379)\x1b\\\x1b[6;17;8t\x1b[?63;1;2;4;6c", Terminal("sixel", (8, 17))),
        (b"q\x1b[?6cj", Terminal("blocks")),
        (b"\x1b[?64;14;24c", Terminal("blocks")),
        (b"", Terminal("blocks")),
    ],
)
def test_a_terminals_replies_say_what_it_can_draw(replies: bytes, terminal: Terminal) -> None:
    assert Terminal.read(replies) == terminal
