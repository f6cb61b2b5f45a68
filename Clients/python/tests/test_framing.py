"""The framings, whole and byte by byte."""

import pytest
from gitxplorer.errors import ProtocolError
from gitxplorer.framing import MAXIMUM_MESSAGE, Framing, decoder, encode


def check(framing: Framing, stream: bytes, gives: list[bytes]) -> None:
    """Decodes the stream whole, then byte by byte; both must give the same bodies."""
    assert decoder(framing).feed(stream) == gives
    by_byte = decoder(framing)
    assert [body for byte in stream for body in by_byte.feed(bytes([byte]))] == gives


def test_lines_come_out_in_order_and_blank_ones_are_ignored() -> None:
    check("lines", b'{"a":1}\r\n\n \n[]\n{"rest"', [b'{"a":1}\r', b"[]"])


def test_two_headed_frames_in_one_read_come_out_in_order() -> None:
    check(
        "headers", b"Content-Length: 2\r\n\r\n{}content-length:2\r\nX: y\r\n\r\n[]", [b"{}", b"[]"]
    )


@pytest.mark.parametrize("value", [b"", b"-1", b"+2", b"0x2", b"2 2", "²".encode()])
def test_a_length_that_is_not_plain_decimal_is_refused(value: bytes) -> None:
    with pytest.raises(ProtocolError, match="Content-Length"):
        decoder("headers").feed(b"Content-Length: " + value + b"\r\n\r\n{}")


def test_a_header_block_without_an_end_is_refused() -> None:
    with pytest.raises(ProtocolError, match="4096"):
        decoder("headers").feed(b"X: " + b"y" * 5000)


@pytest.mark.parametrize("framing", ["lines", "headers"])
def test_a_long_message_is_rejected_before_it_is_complete(framing: Framing) -> None:
    taken = decoder(framing)
    if framing == "headers":
        taken.feed(b"Content-Length: %d\r\n\r\n" % MAXIMUM_MESSAGE)
        with pytest.raises(ProtocolError, match="longer than"):
            decoder(framing).feed(b"Content-Length: %d\r\n\r\n" % (MAXIMUM_MESSAGE + 1))
    else:
        taken.feed(b"[]\n" + b" " * MAXIMUM_MESSAGE)
        with pytest.raises(ProtocolError, match="longer than"):
            taken.feed(b" ")


@pytest.mark.parametrize("framing", ["lines", "headers"])
def test_encoded_messages_can_be_decoded(framing: Framing) -> None:
    check(framing, encode(framing, b"{}") + encode(framing, "é".encode()), [b"{}", "é".encode()])
