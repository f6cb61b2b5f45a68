"""Runs https://github.com/http-tests/cache-tests against a caching proxy, as its own program does.

The suite's tests are data, in `Tests/Judges/cache_tests`. The names of its parts are kept: an
origin serves `/config`, `/test` and `/state`, and a client fetches through the proxy and checks
what it receives and what the origin has received. `python -m harness.cache_tests --help` shows how
to run one test or all of them.
"""
