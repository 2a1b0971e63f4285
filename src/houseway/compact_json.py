"""JSON without spaces, as it is stored and sent."""

import json

import orjson

_encode_slowly = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def encode_json(content: object) -> bytes:
    """Encode plain content. What orjson does not take, such as a number of more than 64 bits, the standard library encodes in the
    same form."""
    try:
        return orjson.dumps(content)
    except TypeError:
        return _encode_slowly(content).encode()
