"""The contract kit: checks any GitXplorer server against `Schemas/` and the protocol.

``python -m gitxplorer contract --server COMMAND`` prints a report. A test suite runs the same
checks one by one::

    from gitxplorer.contract.catalog import checks
    from gitxplorer.contract.schemas import Schemas
    from gitxplorer.contract.server import Server
    from gitxplorer.contract.session import Session

    server = Server.apart(["gitxplorer", "serve", "--sandbox"], folder)
    with Session(server, Schemas()) as session:
        for check in checks(session.schemas):
            check.run(session)  # raises gitxplorer.contract.promise.Broken or Skipped

It needs the package's extra ``[contract]``.
"""
