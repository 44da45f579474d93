"""Groups of words that say the same in a task description; the first names the group."""

_STOP_WORDS = """
nothing else exclusively first firstly next finally lastly afterwards subsequently step belong
belongs
a an the this that these those it its they them their there here he she his her we our us you
your i my me of in on at to for from by with as into onto out up over under between about per
via and or but nor so then than too also both either if when while where which who whom whose
what how why is are was were be been being am do does did doing done have has had having will
would shall should must may might can could need needs needed let lets please just very such
same other another some any all each every more most less least few many much not no never none
don't doesn't didn't mustn't shouldn't can't cannot won't isn't aren't without exactly ensure
sure make makes made should only solely always within after before during until upon again once
e g i.e etc one thing things way given following follows below above required requires require
get gets got give gives goes go come well task goal aim job work own still even yet now own's
resulting corresponding respective respectively called named name's whether itself themselves
back use uses used using s t don didn won isn
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
CONCEPTS = (
    "write save store put output produce emit export dump written saved generate"
    " deliver create persist",
    "read load ingest open consume take",
    "fix repair correct resolve rectify mend fixed",
    "implement add build provide introduce develop code supply",
    "compute calculate determine derive calculation identify establish",
    "change modify alter edit touch tamper unchanged untouched unmodified intact altering"
    " modification rewrite amend overwrite mutate change",
    "remove delete drop discard strip eliminate deletion",
    "ignore skip disregard exclude omit excluding bypass",
    "keep preserve retain maintain kept remain stay",
    "print show display echo report list state",
    "return yield hand give",
    "raise throw raised thrown",
    "fail failure error exception erroneous broken break bug defect faulty wrong incorrectly"
    " incorrect fault crash",
    "pass succeed success passes green",
    "test suite tests",
    "row line entry record rows",
    "column field columns",
    "folder directory directories",
    "file files",
    "function method routine helper",
    "programme program script tool application app",
    "average mean averaged",
    "total sum totals add-up sums",
    "number count amount quantity counts",
    "largest highest maximum biggest greatest max top",
    "smallest lowest minimum min",
    "ascending increasing rising",
    "descending decreasing falling",
    "sort order arrange sorted ordering ordered",
    "unique distinct deduplicated",
    "duplicate repeated duplicates",
    "empty blank missing absent null",
    "start begin launch startup",
    "stop end finish terminate halt exit quit",
    "run execute invoke running ran execution call",
    "convert transform translate turn",
    "combine merge join concatenate union",
    "split divide",
    "group aggregate bucket",
    "filter select choose pick restrict",
    "check verify validate confirm inspect examine validation",
    "current existing present already",
    "new fresh",
    "third-party external outside",
    "dependency package library module dependencies libraries",
    "install download fetch",
    "network internet online",
    "input source inputs incoming",
    "result outcome answer results",
    "user customer client customers",
    "request query requests",
    "reply response respond",
    "message text",
    "value values",
    "round rounded rounding",
    "decimal places digits place decimals",
    "header heading headers",
    "format layout form formatted",
    "contain hold include comprise containing holding consist have",
    "match equal identical agree same",
    "support handle accept allow",
    "reject refuse deny disallow decline",
    "parse interpret decode",
    "encode serialise serialize",
    "rename name renamed",
    "copy copies",
    "move relocate",
    "replace substitute swap",
    "update refresh",
    "case-sensitive case sensitivity letter-case capitalisation capital lowercase uppercase"
    " insensitive",
    "date day dates",
    "time moment timestamp timing",
    "fast quick quickly speed speedy performance rapid",
    "slow slower slowly",
    "size length long",
    "document describe cover explain summarise summarize documentation describing summary",
    "finally last final",
    "standard built-in builtin stdlib",
    "accordingly appropriate suitable proper",
    "public exposed external-facing",
    "signature interface api",
    "path location route",
    "graph chart plot figure diagram",
    "model estimator classifier",
    "train fit training",
    "predict forecast prediction predictions",
    "accuracy score precise",
    "archive bundle tarball",
    "website page site",
    "concurrent parallel simultaneous",
    "random shuffled randomness",
    "seed seeded",
    "expected intended desired",
    "item element elements items",
    "character letter characters",
    "word term words",
    "recursive nested recursively",
    "valid well-formed legal",
    "invalid malformed ill-formed illegal",
    "price cost charge",
    "employee staff worker",
    "log logfile logging logs",
    "separate delimiter comma separated delimited",
    "region area regions",
    "month monthly months",
    "year annual yearly",
    "alphabetical alphabetically lexicographic",
)
HINTS = (
    r"hints?\b", r"tips?\b", r"note that", r"keep in mind", r"bear in mind", r"remember\b",
    r"you (?:may|might|can|could|will probably|should probably) (?:want|need|find|try|look|start)",
    r"consider\b", r"it(?: is|'s)? (?:helps|easiest|easier|best|simplest|useful|worth|likely)",
    r"it helps", r"(?:most )?likely\b", r"probably\b", r"presumably\b", r"perhaps\b", r"maybe\b",
    r"suspect\b", r"recommend(?:ed|ation)?\b", r"suggest(?:ed|ion|ions)?\b", r"be careful",
    r"careful\b", r"watch out", r"beware", r"look (?:at|in|into|for|closely)",
    r"pay (?:close |special )?attention", r"the trick", r"trick is", r"root cause", r"caused by",
    r"the (?:cause|culprit|problem|bug|issue|error|fault|mistake) (?:is|lies|comes|sits|stems)",
    r"(?:is|are) due to", r"comes from", r"stems from", r"the fix is", r"pitfall", r"gotcha",
    r"useful to", r"good (?:idea|starting|approach|choice)", r"a (?:simple|quick|good|common)"
    r" (?:way|approach|fix|solution|starting point)", r"should be enough", r"is enough to",
    r"suffices?\b", r"in practice", r"typically\b", r"usually\b", r"often\b", r"try\b",
    r"tends? to", r"think (?:of|about)", r"clue", r"it turns out", r"turns out", r"trap\b",
    r"easy to (?:miss|overlook|forget)", r"don't forget", r"do not forget", r"helpful",
    r"start(?:ing)? point",
)  # fmt: skip
"""Wordings that tell how to get to the solution, not what it is."""
SEQUENCE = (
    r"first(?:ly)?,", r"^first\b", r"second(?:ly)?,", r"third(?:ly)?,", r"next,", r"^next\b",
    r"\bthen\b", r"after that", r"afterwards?\b", r"finally,", r"^finally\b", r"lastly",
    r"step \w+", r"(?:start|begin) (?:by|with)", r"once (?:you|that|this|it)\b", r"to begin",
    r"before (?:you|that|doing|writing|starting|anything)", r"subsequently", r"in the end",
    r"as a (?:first|last|final) step", r"when (?:done|finished)", r"after (?:you|doing)",
)  # fmt: skip
"""Wordings that put work in an order."""
_STEP_VERBS = """
open inspect read load parse iterate loop install run execute import search grep look check
verify test profile debug refactor cache sort convert normalise normalize split back backup copy
clean log validate walk traverse scan call invoke apply set initialise initialize define declare
extract wrap catch patch edit reproduce examine review study locate find trace step print
benchmark compare download fetch clone build compile restart rerun repeat merge join group
filter drop strip replace rename move pick choose select identify count collect append push
commit create draft sketch start begin confirm plot visualise visualize tokenize tokenise
lowercase trim deduplicate reindex pivot index memoise memoize vectorise vectorize batch lock
swap store keep use add make write go explore list dump
"""
STEP_VERBS = frozenset(_STEP_VERBS.split())
"""Imperatives that tell what to do next."""
MEANS = r"(?:by \w+ing|using|via|with the help of|through the use of|by means of|after \w+ing|before \w+ing)\b"  # noqa: E501
"""How a clause begins that tells by what means."""
