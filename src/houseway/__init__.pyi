from houseway.errors import Corrupted as Corrupted
from houseway.errors import HousewayError as HousewayError
from houseway.errors import Malformed as Malformed
from houseway.errors import NotAllowed as NotAllowed
from houseway.errors import Outdated as Outdated
from houseway.errors import Unavailable as Unavailable
from houseway.library.auditing import Audit as Audit
from houseway.library.auditing import audit as audit
from houseway.library.clients.async_client import AsyncClient as AsyncClient
from houseway.library.clients.client import Client as Client
from houseway.library.counting import Odds as Odds
from houseway.library.counting import OddsTable as OddsTable
from houseway.library.counting import all_odds as all_odds
from houseway.library.counting import odds as odds
from houseway.library.filing import FiledRules
from houseway.library.filing import SubmissionRefused as SubmissionRefused
from houseway.library.filing import check as check
from houseway.library.filing import new as new
from houseway.library.holding import ShownHold, ShownMeter
from houseway.library.holding import hold as hold
from houseway.library.holding import meters as meters
from houseway.library.par_sheet import ShownParSheet
from houseway.library.playing import PlayableTable
from houseway.library.playing import TableOption as TableOption
from houseway.library.printing import layout as layout
from houseway.library.printing import par as par
from houseway.library.printing import sign as sign
from houseway.library.ranking import RankedHand as RankedHand
from houseway.library.ranking import rank as rank
from houseway.library.replaying import ReplayedLog as ReplayedLog
from houseway.library.replaying import replay as replay
from houseway.library.rounds import Explanation as Explanation
from houseway.library.rounds import Round as Round
from houseway.library.rounds import explain as explain
from houseway.library.sessions import ShownSession
from houseway.library.sessions import session as session
from houseway.library.setting import LoadedHouseWay
from houseway.library.solving import SolvedGame as SolvedGame
from houseway.library.solving import solve as solve
from houseway.library.sweeping import ShownSweep
from houseway.library.sweeping import sweep as sweep
from houseway.money import Cents as Cents

Rules = FiledRules
Table = PlayableTable
HouseWay = LoadedHouseWay
ParSheet = ShownParSheet
Session = ShownSession
Hold = ShownHold
Meter = ShownMeter
Sweep = ShownSweep
__version__: str
__all__: list[str]
