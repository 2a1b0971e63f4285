"""Who may open which page: the desks of somebody's menu, and what he reads at the address of a page that is not for him."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import escape
from urllib.parse import quote

from houseway.service.pages.page import DeskLink, Page, page_list
from houseway.service.people.authority import is_allowed
from houseway.service.people.person import Person
from houseway.service.people.roles import GUEST, SURVEILLANCE, role_policy
from houseway.spelling import list_things

_ALL_TABLES = ("/", "All tables")
_DOCS = DeskLink("docs", "/docs/", "Docs", "How everything works, with tutorials.")
_ONE_WORD = {SURVEILLANCE: SURVEILLANCE}
"""Roles that are called by the same word, however many people have them."""


def may_open(person: Person | None, page: Page) -> bool:
    """Return whether somebody may open a page. Without a session he may open those of a guest: they begin one."""
    if not page.permission or is_allowed(person, page.permission):
        return True
    return person is None and role_policy().allows([GUEST], page.permission)


def desks_for(person: Person | None, *, has_docs: bool = False) -> tuple[DeskLink, ...]:
    """Return the desks of somebody's menu: those whose page he may open, and the documentation if the house has it."""
    desks = tuple(desk for desk in page_list()[1] if may_open(person, _page_at(desk.path)))
    return (*desks, _DOCS) if has_docs else desks


@cache
def _page_at(path: str) -> Page:
    return next(page for page in page_list()[0] if page.path == path)


def refusal_content(person: Person | None, page: Page, parameters: Mapping[str, str], desks: Iterable[DeskLink] = ()) -> str:
    """Return what stands in place of a page: one sentence that says for whom it is, ways on, and the pages that are open."""
    words = f"Only {list_things(_roles_with(page.permission))} may open this page; {_describe_reader(person)}."
    ways = "".join(
        f'<a class="btn {look}" href="{escape(address)}">{escape(title)}</a>'
        for address, title, look in _ways_on(person, page, parameters)
    )
    return (
        '<div class="page narrow"><section class="panel empty not-there" role="alert">'
        f'<h1>{escape(page.title)}</h1><p>{escape(words)}</p><p class="send">{ways}</p></section>'
        f"{_open_pages(desks)}</div>"
    )


def _open_pages(desks: Iterable[DeskLink]) -> str:
    links = "".join(
        f'<li><a href="{escape(each.path)}">{escape(each.title)}</a><span>{escape(each.about)}</span></li>' for each in desks
    )
    if not links:
        return ""
    return f'<nav class="other-pages" aria-label="Pages open to you"><h2 class="label">Open to you</h2><ul>{links}</ul></nav>'


def _roles_with(permission: str) -> Iterator[str]:
    for role, held in role_policy().roles.items():
        if permission in held:
            yield _ONE_WORD.get(role, f"{role}s")


def _describe_reader(person: Person | None) -> str:
    if person is None:
        return "you are not signed in"
    if person.guest:
        return f"you are here as {person.name}, a guest"
    return f"you are signed in as {person.name}, {', '.join(sorted(person.roles)) or 'without a role'}"


def _ways_on(person: Person | None, page: Page, parameters: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield addresses, titles and looks of links: to sign in, to the administration for whoever gives out roles, and elsewhere."""
    is_nobody = person is None or person.guest
    sign_in = f"/sign-in?next={quote(_filled(page.path, parameters, quoted=True), safe='')}"
    if is_nobody:
        yield sign_in, "Sign in with an account", "primary"
    elif is_allowed(person, "people.manage"):
        yield "/administration", "Give somebody the role", "primary"
    address, title = page.instead or _ALL_TABLES
    yield _filled(address, parameters, quoted=True), _filled(title, parameters), ""
    if not is_nobody:
        yield sign_in, "Sign in as somebody else", ""


def _filled(text: str, parameters: Mapping[str, str], *, quoted: bool = False) -> str:
    for name, value in parameters.items():
        shown = quote(value, safe="") if quoted else value
        text = text.replace(f"{{{name}}}", shown).replace(f"{{{name}:path}}", shown)
    return text
