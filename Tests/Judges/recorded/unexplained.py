"""The recordings that the rules do not explain, and why."""

from __future__ import annotations

from typing import Dict

_REASONS: Dict[str, str] = {
    "edited by its source: a text of its own": (
        "d0121 d0122 d0123 d0124 d0125 d0127 d0128 d0129 d0130 d0319 d0320"
    ),
    "edited by its source: headers, members or status of its own": "d0000 d0001 d0002 d0076 d0166",
    "edited by its source: a body that is no JSON": "d0064 d0065 d0068 d0069",
    "GitHub Enterprise Server with LDAP, not github.com": "d0312 d0327 d0340",
    "came through a proxy that put headers of its own": "d0259",
    "an account without a profile: neither name nor counts": "d0246 d0247 d0333",
    "basic authentication, of 2013: a token with scopes has taken its place": "d0338",
    "two-factor authentication by header, which went with passwords in 2020": "d0337 d0362",
    "search results with `text_matches`, which the server does not ask for": (
        "d0204 d0210 d0211 d0213"
    ),
    "an endpoint that the server does not ask, or whose length nobody can set here": (
        "d0185 d0186 d0187 d0188 d0269 d0270 d0271 d0276 d0349 d0350 d0351 d0352 d0357 d0358"
    ),
    "another endpoint's own: no permission": "d0370 d0382 d0394 d0395",
    "another endpoint's own: a 404 without a body": "d0363 d0364 d0365",
    "another endpoint's own: downloads and the tags of commits": "d0381 d0385 d0386 d0401",
}

#: By id.
UNEXPLAINED: Dict[str, str] = {
    id: reason for reason, ids in _REASONS.items() for id in ids.split()
}
