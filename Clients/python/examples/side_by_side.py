"""Summaries of many users at once: ``python side_by_side.py octocat github``."""

import asyncio
import sys

from gitxplorer import AsyncClient, NotFound

COMMAND = ["gitxplorer", "serve", "--sandbox"]


async def main(logins: list[str], command: list[str] = COMMAND) -> None:
    """Prints a line for each login, in their order."""
    async with AsyncClient.spawn(command) as client:
        asked = [client.user_summary(login) for login in logins]
        for login, result in zip(logins, await asyncio.gather(*asked, return_exceptions=True)):
            if isinstance(result, NotFound):
                print(f"{login}: nobody; see {result.profile_url}")
            elif isinstance(result, BaseException):
                raise result
            else:
                print(f"{login}: {result['totalStars']:,} stars, {result['favoriteLanguage']}")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:] or ["octocat"]))
