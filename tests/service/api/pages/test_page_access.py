"""Who may open which page, over all pages and all roles: a menu has no page that its reader may not open, whoever types the address
of one is told so in one sentence, and no page that opens is refused what it asks for first."""

import re

import pytest

from houseway.service.pages.page import page_list
from houseway.service.people.roles import role_policy
from tests.support.api_bench import open_table, sign_in

BOOK, TABLE = "md.four-card-poker", "FC-1"
STAFF = {"dealer", "floorperson", "surveillance", "auditor", "administrator"}
PLAYERS = {"visitor", "guest", "player"}
ALL = PLAYERS | STAFF
REPORTERS = {"floorperson", "surveillance", "auditor", "administrator"}
PAGES = {
    "/": (ALL, ["/api/tables"]),
    "/tables/{table}": (ALL, ["/api/tables/FC-1"]),
    "/tables/{table}/text": (ALL, ["/api/tables/FC-1"]),
    "/administrator": (ALL, []),
    "/sign-in": (ALL, []),
    "/interface": (ALL, ["/api/routes"]),
    "/odds": (ALL, [f"/api/odds/books/{BOOK}/wagers"]),
    "/odds/own-wager": (ALL, [f"/api/odds/own-wagers/choices?book={BOOK}"]),
    "/odds/starting-hands": (ALL, [f"/api/odds/books/{BOOK}/wagers"]),
    "/odds/settings": (ALL, ["/api/house-ways"]),
    "/odds/house-ways": (ALL, ["/api/house-ways"]),
    "/odds/session": (ALL, [f"/api/sessions/books/{BOOK}"]),
    "/odds/par": (ALL, ["/api/submissions/examples"]),
    "/how-to-play/{book}": (ALL, [f"/api/how-to-play/{BOOK}"]),
    "/rules": (ALL, ["/api/rules/books"]),
    "/rules/{book}": (ALL, ["/api/rules/books"]),
    "/rules/{book}/{entry:path}": (ALL, ["/api/rules/books"]),
    "/submissions": (ALL, ["/api/submissions/examples", f"/api/submissions/example?name={BOOK}/minimal"]),
    "/console": ({"dealer", "floorperson"}, ["/api/waiting"]),
    "/console/{table}": ({"dealer"}, ["/api/tables/FC-1?as=dealer"]),
    "/floor": ({"floorperson"}, ["/api/waiting", "/api/meters"]),
    "/floor/{table}": ({"floorperson"}, ["/api/tables/FC-1?as=floor", "/api/tables/FC-1/inventory"]),
    "/administration": ({"administrator"}, ["/api/people", "/api/house/record"]),
    "/rounds": (ALL, ["/api/rounds"]),
    "/rounds/{table}/{number}": (ALL, ["/api/rounds"]),
    "/shared/{token}": (ALL, []),
    "/disputes": (REPORTERS, ["/api/disputes/players?name=Gus"]),
    "/audit": ({"auditor", "administrator"}, ["/api/house/reconciliation"]),
    "/log": (ALL, ["/api/keys"]),
    "/reports": (REPORTERS, ["/api/reports"]),
    "/reports/{report}": (REPORTERS, ["/api/reports/overview"]),
    "/history": (PLAYERS, ["/api/reports/history", "/api/hindsight"]),
    "/profile": (PLAYERS, ["/api/session", "/api/shared"]),
    "/protection": (PLAYERS, ["/api/protection", "/api/protection/visit", "/api/protection/help"]),
}
"""Who may open each page, and what it asks for first."""
PARAMETERS = {"table": TABLE, "book": BOOK, "entry:path": ".02 B", "number": "1", "token": "x" * 43, "report": "overview"}
SENTENCE = re.compile(r'role="alert"><h1>[^<]+</h1><p>(Only [^<.;]+ may open this page; you [^<.;]+\.)</p>')
"""What somebody reads who may not open a page: its title, and one sentence."""


@pytest.fixture(scope="module")
def people(bench):
    """A client for each role, and one without a session."""
    open_table(sign_in(bench, "Flo", "floorperson"), BOOK)
    clients = {role: sign_in(bench, role[:3].title(), role) for role in role_policy().roles if role != "guest"}
    return {**clients, "guest": sign_in(bench, "Gus"), "visitor": bench.client()}


def address_of(path):
    return re.sub(r"{([^}]+)}", lambda name: PARAMETERS[name[1]], path)


def menu_of(page):
    """The addresses in the menu of a page."""
    (menu,) = re.findall('<nav aria-label="Desks">(.+?)</nav>', page.text)
    return re.findall('href="([^"]+)"', menu)


def test_every_page_and_every_role_is_tried(people):
    assert {page.path for page in page_list()[0]} == PAGES.keys()
    assert people.keys() == ALL == {*role_policy().roles, "visitor"}


@pytest.mark.parametrize("path", PAGES)
def test_a_page_opens_for_those_who_may_use_it_and_says_to_others_for_whom_it_is(people, path):
    allowed, asked = PAGES[path]
    for who, client in people.items():
        page = client.get(address_of(path))
        assert page.status_code == (200 if who in allowed else 403), (path, who)
        said = SENTENCE.findall(page.text)
        assert len(said) == (0 if who in allowed else 1), (path, who)
        assert ("hw-person" in page.text, page.headers["vary"].split(",")[0]) == (True, "Cookie")
        if who in allowed - {"visitor"}:  # the page begins a session as a guest for him
            refused = {address: client.get(address).status_code for address in asked}
            assert 403 not in refused.values(), (path, who, refused)


@pytest.mark.parametrize("who", sorted(ALL))
def test_a_menu_has_the_desks_that_its_reader_may_open_and_no_other(people, who):
    menu = menu_of(people[who].get("/"))
    assert menu == [desk.path for desk in page_list()[1] if who in PAGES[desk.path][0]]
    for address in menu:
        assert menu_of(people[who].get(address)) == menu, "the menu is the same on every page"


def test_the_sentence_names_the_roles_and_the_reader_and_ways_on(people, bench):
    said = {who: people[who].get("/floor/FC-1").text for who in ("visitor", "guest", "dealer", "administrator")}
    assert {who: SENTENCE.findall(page)[0] for who, page in said.items()} == {
        "visitor": "Only floorpersons may open this page; you are not signed in.",
        "guest": "Only floorpersons may open this page; you are here as Gus, a guest.",
        "dealer": "Only floorpersons may open this page; you are signed in as Dea, dealer.",
        "administrator": "Only floorpersons may open this page; you are signed in as Adm, administrator.",
    }
    ways = {who: re.findall('class="btn[^"]*" href="([^"]+)">([^<]+)<', page) for who, page in said.items()}
    sign_in_here = "/sign-in?next=%2Ffloor%2FFC-1"
    assert ways["guest"] == ways["visitor"] == [(sign_in_here, "Sign in with an account"), ("/tables/FC-1", "Watch FC-1")]
    assert ways["dealer"] == [("/tables/FC-1", "Watch FC-1"), (sign_in_here, "Sign in as somebody else")]
    assert ways["administrator"] == [("/administration", "Give somebody the role"), *ways["dealer"]]
    reports = SENTENCE.findall(people["dealer"].get("/reports").text)[0]
    assert reports.startswith("Only floorpersons, surveillance, auditors and administrators may open this page;")


def test_what_somebody_types_or_is_called_is_text_and_no_markup(people, bench):
    page = people["guest"].get("/floor/%3Cb%3Ex{{web}}").text
    assert ">Watch &lt;b&gt;x{{web}}<" in page
    named = sign_in(bench, "<i>Eve</i>").get("/floor").text
    assert "you are here as &lt;i&gt;Eve&lt;/i&gt;, a guest." in named
