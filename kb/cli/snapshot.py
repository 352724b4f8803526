"""Made by scripts/generate.py from the Typer application in kb/cli/app.py. Do not edit."""

from __future__ import annotations

COMMANDS: dict[str, str] = {
    "search": "Find the rulings that answer a question.",
    "show": "Show a ruling: verdict, official words, source, sections, errata, other games.",
    "compare": "Put the games' answers to one question side by side.",
    "check": "Play the scenarios that prove the rulings, or one of your own.",
    "ask": "Ask the rules engine about a position: what is legal and why, what comes of it, which rulings bear on it.",
    "sections": "List the sections of the rule books, or show one with the rulings on it.",
    "games": "List the games.",
    "build": "Build the knowledge base from the documents, whole or not at all.",
    "changes": "List what changed in rulings, comparisons, documents and readings.",
    "add": "Take over a new ruling, a new document or a re-issue, and tell what is still to write, all at once.",
    "serve": "Serve the knowledge base with Datasette: browsing, and the judge's page.",
    "mcp": "Serve assistants by the Model Context Protocol, on standard input and output.",
    "site": "Write the whole site as files, which any file server serves from any folder.",
    "phone-engine": "Fetch what phones need to play cases without network: Pyodide (6.3 MB), which kb serve then offers.",
    "doctor": "Check the build byte by byte and account for every character of the documents.",
    "export": "Print every ruling for other programs, for paper (HTML to print) or for a search cluster.",
    "event": "Check or begin the file of an event, or put the logs of its judges together.",
}
#: command that is a group -> the commands in it; elsewhere they are called 'group command'
GROUPS: dict[str, dict[str, str]] = {
    "event": {
        "check": "Tell everything that is wrong in the file of an event, and play the cases of its house rulings.",
        "new": "Begin the file of an event, with every key explained; never over a file that is there.",
        "merge": "Put the logs of several judges into one SQLite file, for Datasette; what contradicts is told.",
    }
}
#: command -> its argument, and how many words it takes (-1: any number)
ARGUMENTS: dict[str, tuple[str, int]] = {
    "search": ("query", -1),
    "show": ("ids", -1),
    "compare": ("what", -1),
    "check": ("ids", -1),
    "ask": ("what", -1),
    "sections": ("section", 1),
    "add": ("file", 1),
    "site": ("out", 1),
    "phone-engine": ("folder", 1),
    "event check": ("file", 1),
    "event new": ("file", 1),
    "event merge": ("logs", -1),
}
#: command -> flag -> (parameter, the value it takes: none, text, texts if repeated, or a lowest and a highest number)
OPTIONS: dict[str, dict[str, tuple[str, str]]] = {
    "search": {
        "--game": ("game", "text"),
        "-g": ("game", "text"),
        "--limit": ("limit", "1 1000"),
        "-n": ("limit", "1 1000"),
        "--long": ("long", ""),
        "--json": ("json", ""),
        "--batch": ("batch", "text"),
        "--no-synonyms": ("no_synonyms", ""),
        "--no-pager": ("no_pager", ""),
        "--all-games": ("all_games", ""),
        "--printing": ("printing", "text"),
        "--option": ("option", "texts"),
        "--event": ("event", "text"),
    },
    "show": {
        "--proof": ("proof", ""),
        "--games": ("games", ""),
        "--history": ("history", ""),
        "--all": ("all", ""),
        "--similar": ("similar", ""),
        "--printing": ("printing", "text"),
        "--option": ("option", "texts"),
        "--event": ("event", "text"),
        "--format": ("format", "text"),
        "--public-url": ("public_url", "text"),
        "--report": ("report", ""),
        "--json": ("json", ""),
        "--no-pager": ("no_pager", ""),
    },
    "compare": {
        "--game": ("game", "text"),
        "-g": ("game", "text"),
        "--event": ("event", "text"),
        "--json": ("json", ""),
        "--no-pager": ("no_pager", ""),
    },
    "check": {
        "--game": ("game", "text"),
        "-g": ("game", "text"),
        "--trace": ("trace", ""),
        "--mutants": ("mutants", ""),
        "--claims": ("claims", ""),
        "--json": ("json", ""),
        "--no-pager": ("no_pager", ""),
    },
    "ask": {
        "--id": ("id", "text"),
        "--set": ("set", "texts"),
        "--game": ("game", "text"),
        "-g": ("game", "text"),
        "--flips": ("flips", ""),
        "--odds": ("odds", ""),
        "--trace": ("trace", ""),
        "--event": ("event", "text"),
        "--json": ("json", ""),
        "--no-pager": ("no_pager", ""),
    },
    "sections": {
        "--game": ("game", "text"),
        "-g": ("game", "text"),
        "--json": ("json", ""),
        "--no-pager": ("no_pager", ""),
    },
    "games": {"--json": ("json", "")},
    "build": {
        "--plan": ("plan", "text"),
        "--document": ("document", "text"),
        "--register": ("register", ""),
        "--reason": ("reason", "text"),
        "--successor": ("successor", "text"),
        "--from-scratch": ("from_scratch", ""),
        "--json": ("json", ""),
    },
    "changes": {
        "--since": ("since", "text"),
        "--ruling": ("ruling", "text"),
        "--game": ("game", "text"),
        "-g": ("game", "text"),
        "--against": ("against", "text"),
        "--record": ("record", ""),
        "--title": ("title", "text"),
        "--on": ("on", "text"),
        "--json": ("json", ""),
        "--no-pager": ("no_pager", ""),
    },
    "add": {
        "--document": ("document", "text"),
        "--game": ("game", "text"),
        "-g": ("game", "text"),
        "--kind": ("kind", "text"),
        "--title": ("title", "text"),
        "--source": ("source", "text"),
        "--date": ("date", "text"),
        "--authority": ("authority", "text"),
        "--topic": ("topic", "texts"),
        "--reason": ("reason", "text"),
        "--successor": ("successor", "text"),
        "--dry-run": ("dry_run", ""),
        "--json": ("json", ""),
    },
    "serve": {
        "--host": ("host", "text"),
        "--port": ("port", "0 65535"),
        "--public-url": ("public_url", "text"),
        "--ssl-keyfile": ("ssl_keyfile", "text"),
        "--ssl-certfile": ("ssl_certfile", "text"),
        "--phone-engine": ("phone_engine", "text"),
        "--report-to": ("report_to", "text"),
        "--event": ("event", "text"),
    },
    "mcp": {"--public-url": ("public_url", "text")},
    "site": {
        "--public-url": ("public_url", "text"),
        "--phone-engine": ("phone_engine", "text"),
        "--report-to": ("report_to", "text"),
        "--event": ("event", "text"),
    },
    "phone-engine": {"--from": ("package", "text")},
    "doctor": {"--json": ("json", "")},
    "export": {
        "--format": ("format", "text"),
        "-f": ("format", "text"),
        "--json": ("json", ""),
        "--game": ("game", "text"),
        "-g": ("game", "text"),
    },
    "event check": {"--json": ("json", "")},
    "event new": {},
    "event merge": {"--out": ("out", "text")},
}
HELP: dict[str, str] = {
    "": (
        "Usage: kb [OPTIONS] COMMAND [ARGS]...\n"
        "\n"
        "  Official rulings for Axis & Allies games: the ruling, in the official words,\n"
        "  with its rule section, errata and editions.\n"
        "\n"
        "  Without a command, a question is searched for and a ruling's id is shown.\n"
        "\n"
        "Options:\n"
        "  --version             Print the version.\n"
        "  --install-completion  Install completion for the current shell.\n"
        "  --show-completion     Show completion for the current shell, to copy it or\n"
        "                        customize the installation.\n"
        "  -h, --help            Show this message and exit.\n"
        "\n"
        "Commands:\n"
        "  search        Find the rulings that answer a question.\n"
        "  show          Show a ruling: verdict, official words, source, sections,...\n"
        "  compare       Put the games' answers to one question side by side.\n"
        "  check         Play the scenarios that prove the rulings, or one of your own.\n"
        "  ask           Ask the rules engine about a position: what is legal and...\n"
        "  sections      List the sections of the rule books, or show one with the...\n"
        "  games         List the games.\n"
        "  build         Build the knowledge base from the documents, whole or not...\n"
        "  changes       List what changed in rulings, comparisons, documents and...\n"
        "  add           Take over a new ruling, a new document or a re-issue, and...\n"
        "  serve         Serve the knowledge base with Datasette: browsing, and the...\n"
        "  mcp           Serve assistants by the Model Context Protocol, on standard...\n"
        "  site          Write the whole site as files, which any file server serves...\n"
        "  phone-engine  Fetch what phones need to play cases without network:...\n"
        "  doctor        Check the build byte by byte and account for every...\n"
        "  export        Print every ruling for other programs, for paper (HTML to...\n"
        "  event         Check or begin the file of an event, or put the logs of its...\n"
        "\n"
        '  Examples: kb "can my fighter hit a lone sub", kb rev-sub-2, kb help search\n'
    ),
    "search": (
        "Usage: kb search [OPTIONS] [query]...\n"
        "\n"
        "  Find the rulings that answer a question.\n"
        "\n"
        "  A game that the question names is kept to, as with --game. Where no ruling of\n"
        "  it answers the question, a line says what is known instead: rulings of other\n"
        "  games, rules and printed values, or the nearest rulings.\n"
        "\n"
        '  Beside plain words: "a phrase", "two words"~5, torp*, fuzy~, -without, and the\n'
        "  filters game:, kind:, document:, section:, verdict:, depends:.\n"
        "\n"
        "  What an event plays (game, printing, options) and its house rulings can be\n"
        "  kept in a file that --event or KB_EVENT names; other flags win over it.\n"
        "\n"
        "Arguments:\n"
        "  query... <list[str]>  A question, in your own words; or an id.\n"
        "\n"
        "Options:\n"
        "  -g, --game <str>         Keep to one game: its id, or a name players use.\n"
        "  -n, --limit <int range>  At most this many results: 3, or 10 as JSON.\n"
        "                           [1<=x<=1000]\n"
        "  --long                   Show the questions of the documents, and what was\n"
        "                           searched as well.\n"
        "  --json                   Print JSON.\n"
        "  --batch <str>            Answer every query of a file of JSON lines (qid,\n"
        "                           query, game); - is standard input.\n"
        "  --no-synonyms            Search only for the words typed.\n"
        "  --no-pager               Never use a pager.\n"
        "  --all-games              Search all games, also where the question names one.\n"
        "  --printing <str>         The printing on the table: 2012.\n"
        "  --option <list[str]>     An option in force, or not: technology,\n"
        "                           technology=off. May be repeated.\n"
        "  --event <str>            The file of an event: what is played there, its house\n"
        "                           rulings.\n"
        "  --help                   Show this message and exit.\n"
        "\n"
        '  Example: kb search --game revised "sub hit by destroyer, does it fire back"\n'
    ),
    "show": (
        "Usage: kb show [OPTIONS] {ids}...\n"
        "\n"
        "  Show a ruling: verdict, official words, source, sections, errata, other games.\n"
        "\n"
        "  What an event plays (printing, options) and its house rulings (house-1) can be\n"
        "  kept in a file that --event or KB_EVENT names; other flags win over it.\n"
        "\n"
        "Arguments:\n"
        "  ids... <list[str]>  Ids of rulings, in any case, with hyphens or spaces.\n"
        "                      [required]\n"
        "\n"
        "Options:\n"
        "  --proof               Tell its cases, its claims and the rules that rest on\n"
        "                        it.\n"
        "  --games               Tell how other games answer its questions.\n"
        "  --history             Tell when it changed, with its old words; also of a\n"
        "                        withdrawn id.\n"
        "  --all                 Show everything.\n"
        "  --similar             Also list the rulings most like it, by their words.\n"
        "  --printing <str>      The printing on the table: 2012.\n"
        "  --option <list[str]>  An option in force, or not: technology, technology=off.\n"
        "                        May be repeated.\n"
        "  --event <str>         The file of an event: what is played there, its house\n"
        "                        rulings.\n"
        "  --format <str>        Print Markdown: markdown for a forum, chat for the same\n"
        "                        in few lines.\n"
        "  --public-url <str>    Where others reach the site, for links; or set\n"
        "                        KB_PUBLIC_URL.\n"
        "  --report              Print a text that tells that something is wrong here, to\n"
        "                        be sent.\n"
        "  --json                Print JSON, one object a line for each ruling.\n"
        "  --no-pager            Never use a pager.\n"
        "  --help                Show this message and exit.\n"
        "\n"
        "  Example: kb show rev-sub-2\n"
    ),
    "compare": (
        "Usage: kb compare [OPTIONS] [what]...\n"
        "\n"
        "  Put the games' answers to one question side by side.\n"
        "\n"
        "Arguments:\n"
        "  what... <list[str]>  A topic, a ruling's id, or words; nothing: list the\n"
        "                       topics.\n"
        "\n"
        "Options:\n"
        "  -g, --game <str>  Keep to one game: its id, or a name players use.\n"
        "  --event <str>     The file of an event: what is played there, its house\n"
        "                    rulings.\n"
        "  --json            Print JSON.\n"
        "  --no-pager        Never use a pager.\n"
        "  --help            Show this message and exit.\n"
        "\n"
        '  Example: kb compare "when may a sub submerge"\n'
    ),
    "check": (
        "Usage: kb check [OPTIONS] [ids]...\n"
        "\n"
        "  Play the scenarios that prove the rulings, or one of your own.\n"
        "\n"
        "Arguments:\n"
        "  ids... <list[str]>  Rulings, sections or scenarios by id, or a file of your\n"
        "                      own (-: standard input); nothing: all.\n"
        "\n"
        "Options:\n"
        "  -g, --game <str>  Keep to one game: its id, or a name players use.\n"
        "  --trace           Show what happened, rule by rule.\n"
        "  --mutants         Switch off each rule a scenario rests on; report those\n"
        "                    nobody misses.\n"
        "  --claims          Try each claim of the rulings: does its expectation need a\n"
        "                    rule?\n"
        "  --json            Print JSON.\n"
        "  --no-pager        Never use a pager.\n"
        "  --help            Show this message and exit.\n"
        "\n"
        "  Example: kb check rev-sub-2 --trace\n"
    ),
    "ask": (
        "Usage: kb ask [OPTIONS] [what]...\n"
        "\n"
        "  Ask the rules engine about a position: what is legal and why, what comes of\n"
        "  it, which rulings bear on it.\n"
        "\n"
        "  Say the game, whose turn and phase, who stands where, and what is done or\n"
        "  wanted, apart by semicolons. What is not said is taken to be the obvious, and\n"
        "  told. Dice and choices that are not said are waited for.\n"
        "\n"
        "  Exit status: 0 legal, 1 not legal, 2 bad input.\n"
        "\n"
        "Arguments:\n"
        "  what... <list[str]>  A position and what is done, in short notation; or a file\n"
        "                       with a case (-: standard input).\n"
        "\n"
        "Options:\n"
        "  --id <str>         Start from the case of this ruling or scenario.\n"
        "  --set <list[str]>  Change the position: 'sz5: uk +1 dd'. May be repeated.\n"
        "  -g, --game <str>   Keep to one game: its id, or a name players use.\n"
        "  --flips            Tell the smallest changes that would turn the answer.\n"
        "  --odds             Tell the exact odds of the battles that wait.\n"
        "  --trace            Show what happened, rule by rule.\n"
        "  --event <str>      The file of an event: what is played there, its house\n"
        "                     rulings.\n"
        "  --json             Print JSON.\n"
        "  --no-pager         Never use a pager.\n"
        "  --help             Show this message and exit.\n"
        "\n"
        "  Example: kb ask 'revised; germany combat; sz5: germany 1 sub, uk 1 dd; germany\n"
        "  attacks sz5, dice 2 6'\n"
    ),
    "sections": (
        "Usage: kb sections [OPTIONS] [section]\n"
        "\n"
        "  List the sections of the rule books, or show one with the rulings on it.\n"
        "\n"
        "Arguments:\n"
        "  section <str>  A section's id, or part of its title; nothing: list them.\n"
        "\n"
        "Options:\n"
        "  -g, --game <str>  Keep to one game: its id, or a name players use.\n"
        "  --json            Print JSON.\n"
        "  --no-pager        Never use a pager.\n"
        "  --help            Show this message and exit.\n"
        "\n"
        "  Example: kb sections rev/p4-s2-opening-fire\n"
    ),
    "games": (
        "Usage: kb games [OPTIONS]\n"
        "\n"
        "  List the games.\n"
        "\n"
        "Options:\n"
        "  --json  Print JSON.\n"
        "  --help  Show this message and exit.\n"
    ),
    "build": (
        "Usage: kb build [OPTIONS]\n"
        "\n"
        "  Build the knowledge base from the documents, whole or not at all.\n"
        "\n"
        "  Exit status: 0 built, 2 bad input and nothing built, 3 built, but some proofs\n"
        "  do not hold.\n"
        "\n"
        "Options:\n"
        "  --plan <str>       Tell what this document, or this folder of changed data,\n"
        "                     would move; build nothing.\n"
        "  --document <str>   With --plan: the document it re-issues, or the game it is\n"
        "                     new for.\n"
        "  --register         Record new, changed and withdrawn rulings in the register\n"
        "                     of ids.\n"
        "  --reason <str>     With --register: why rulings are withdrawn.\n"
        "  --successor <str>  With --register: the ruling that takes over from those\n"
        "                     withdrawn.\n"
        "  --from-scratch     Play and compute everything, though nothing it rests on has\n"
        "                     changed.\n"
        "  --json             Print JSON.\n"
        "  --help             Show this message and exit.\n"
        "\n"
        "  Example: kb build --plan new-faq.txt --document revised-faq\n"
    ),
    "changes": (
        "Usage: kb changes [OPTIONS]\n"
        "\n"
        "  List what changed in rulings, comparisons, documents and readings.\n"
        "\n"
        "  Without flags: what is not recorded yet, or else the last recorded edition.\n"
        "\n"
        "  Exit status: 0 something changed, 1 nothing did, 2 bad input.\n"
        "\n"
        "Options:\n"
        "  --since <str>     What is otherwise than in this edition, or on this day.\n"
        "  --ruling <str>    Only of one ruling; alone: its whole history.\n"
        "  -g, --game <str>  Keep to one game: its id, or a name players use.\n"
        "  --against <str>   What is otherwise than in another build, or in a file of its\n"
        "                    kb export.\n"
        "  --record          Record the data as an edition, in data/history.jsonl.\n"
        "  --title <str>     With --record: what it is about, in a line.\n"
        "  --on <str>        With --record: the day; default: today.\n"
        "  --json            Print JSON.\n"
        "  --no-pager        Never use a pager.\n"
        "  --help            Show this message and exit.\n"
        "\n"
        "  Example: kb changes --since 2026-11-22 --game revised\n"
    ),
    "add": (
        "Usage: kb add [OPTIONS] {file}\n"
        "\n"
        "  Take over a new ruling, a new document or a re-issue, and tell what is still\n"
        "  to write, all at once.\n"
        "\n"
        "  Writes the document byte for byte, its entry, the ids, and stubs of what is\n"
        "  written of each new ruling; marks what rests on words that changed. Then work\n"
        "  through the list in an editor, and run kb build once.\n"
        "\n"
        "Arguments:\n"
        "  file <str>  The document, as it was received: UTF-8 text.  [required]\n"
        "\n"
        "Options:\n"
        "  --document <str>     The document it re-issues, or the id of a new one;\n"
        "                       default: by its words.\n"
        "  -g, --game <str>     The game of a new document, by its id.\n"
        "  --kind <str>         faq, errata or rules; default: by what is in it.\n"
        "  --title <str>        What a new document is called.\n"
        "  --source <str>       Who published it, and where: an address.\n"
        "  --date <str>         When it was published, as 2010-04-21.\n"
        "  --authority <str>    Who approved it, where it says so.\n"
        "  --topic <list[str]>  The word ids carry below a new heading: 'Submarines=sub'.\n"
        "                       May be repeated.\n"
        "  --reason <str>       Why rulings that it has no more are withdrawn.\n"
        "  --successor <str>    The ruling that takes over from those.\n"
        "  --dry-run            Tell what would be written; write nothing.\n"
        "  --json               Print JSON.\n"
        "  --help               Show this message and exit.\n"
        "\n"
        "  Example: kb add new-faq.txt --document revised-faq --date 2026-01-31 --dry-run\n"
    ),
    "serve": (
        "Usage: kb serve [OPTIONS]\n"
        "\n"
        "  Serve the knowledge base with Datasette: browsing, and the judge's page.\n"
        "\n"
        "Options:\n"
        "  --host <str>          The address to listen at.  [default: 127.0.0.1]\n"
        "  --port <int range>    The port to listen at.  [default: 8001; 0<=x<=65535]\n"
        "  --public-url <str>    Where others reach this site; for links and QR codes.\n"
        "  --ssl-keyfile <str>   The key of the certificate, for https.\n"
        "  --ssl-certfile <str>  A certificate, for https.\n"
        "  --phone-engine <str>  The folder of the engine for phones, or off; see kb\n"
        "                        phone-engine.\n"
        "  --report-to <str>     Where readers tell that something is wrong:\n"
        "                        mailto:ADDRESS, or https://...\n"
        "  --event <str>         The file of the event whose site this is.\n"
        "  --help                Show this message and exit.\n"
        "\n"
        "  Example: kb serve --port 8001\n"
    ),
    "mcp": (
        "Usage: kb mcp [OPTIONS]\n"
        "\n"
        "  Serve assistants by the Model Context Protocol, on standard input and output.\n"
        "\n"
        "Options:\n"
        "  --public-url <str>  Where others reach the site, for links; or set\n"
        "                      KB_PUBLIC_URL.\n"
        "  --help              Show this message and exit.\n"
        "\n"
        "  Example, in the settings of an assistant: command kb, arguments [mcp]\n"
    ),
    "site": (
        "Usage: kb site [OPTIONS] {out}\n"
        "\n"
        "  Write the whole site as files, which any file server serves from any folder.\n"
        "\n"
        "Arguments:\n"
        "  out <str>  The folder to write; an earlier site there is replaced.  [required]\n"
        "\n"
        "Options:\n"
        "  --public-url <str>    Where it will be reached; for QR codes, previews and the\n"
        "                        sitemap.\n"
        "  --phone-engine <str>  The folder of the engine for phones, or off; see kb\n"
        "                        phone-engine.\n"
        "  --report-to <str>     Where readers tell that something is wrong:\n"
        "                        mailto:ADDRESS, or https://...\n"
        "  --event <str>         The file of the event whose site this is.\n"
        "  --help                Show this message and exit.\n"
        "\n"
        "  Example: kb site public --public-url https://example.org/rulings\n"
    ),
    "phone-engine": (
        "Usage: kb phone-engine [OPTIONS] [folder]\n"
        "\n"
        "  Fetch what phones need to play cases without network: Pyodide (6.3 MB), which\n"
        "  kb serve then offers.\n"
        "\n"
        "Arguments:\n"
        "  folder <str>  Where to put it; default: beside the builds.\n"
        "\n"
        "Options:\n"
        "  --from <str>  A copy of the package; default: npm gets it.\n"
        "  --help        Show this message and exit.\n"
        "\n"
        "  Example: kb phone-engine --from pyodide-314.0.7.tgz\n"
    ),
    "doctor": (
        "Usage: kb doctor [OPTIONS]\n"
        "\n"
        "  Check the build byte by byte and account for every character of the documents.\n"
        "\n"
        "  Exit status: 0 whole, 2 damaged or missing, 3 whole, but some proofs do not\n"
        "  hold.\n"
        "\n"
        "Options:\n"
        "  --json  Print JSON.\n"
        "  --help  Show this message and exit.\n"
    ),
    "export": (
        "Usage: kb export [OPTIONS]\n"
        "\n"
        "  Print every ruling for other programs, for paper (HTML to print) or for a\n"
        "  search cluster.\n"
        "\n"
        "  booklet: all on pages of A5. sheet: a page of A4 a game, with those needed\n"
        "  most. cluster: documents for the bulk interface of OpenSearch or\n"
        "  Elasticsearch. cluster-mapping: the index for them.\n"
        "\n"
        "Options:\n"
        "  -f, --format <str>  jsonl, json, csv, booklet, sheet, cluster or cluster-\n"
        "                      mapping.  [default: jsonl]\n"
        "  --json              Print JSON.\n"
        "  -g, --game <str>    Keep to one game: its id, or a name players use.\n"
        "  --help              Show this message and exit.\n"
        "\n"
        "  Example: kb export --format jsonl --game revised\n"
    ),
    "event": (
        "Usage: kb event [OPTIONS] COMMAND [ARGS]...\n"
        "\n"
        "  Check or begin the file of an event, or put the logs of its judges together.\n"
        "\n"
        "Options:\n"
        "  --help  Show this message and exit.\n"
        "\n"
        "Commands:\n"
        "  check  Tell everything that is wrong in the file of an event, and play...\n"
        "  new    Begin the file of an event, with every key explained; never over a...\n"
        "  merge  Put the logs of several judges into one SQLite file, for...\n"
    ),
    "event check": (
        "Usage: kb event check [OPTIONS] {file}\n"
        "\n"
        "  Tell everything that is wrong in the file of an event, and play the cases of\n"
        "  its house rulings.\n"
        "\n"
        "  Exit status: 0 all is well, 1 a case does not come out as it has to, 2 the\n"
        "  file is not written as it should be.\n"
        "\n"
        "Arguments:\n"
        "  file <str>  The file of the event.  [required]\n"
        "\n"
        "Options:\n"
        "  --json  Print JSON.\n"
        "  --help  Show this message and exit.\n"
        "\n"
        "  Example: kb event check spring-open.yaml\n"
    ),
    "event new": (
        "Usage: kb event new [OPTIONS] {file}\n"
        "\n"
        "  Begin the file of an event, with every key explained; never over a file that\n"
        "  is there.\n"
        "\n"
        "Arguments:\n"
        "  file <str>  The file of the event.  [required]\n"
        "\n"
        "Options:\n"
        "  --help  Show this message and exit.\n"
        "\n"
        "  Example: kb event new spring-open.yaml\n"
    ),
    "event merge": (
        "Usage: kb event merge [OPTIONS] {logs}...\n"
        "\n"
        "  Put the logs of several judges into one SQLite file, for Datasette; what\n"
        "  contradicts is told.\n"
        "\n"
        "  Exit status: 0 merged, 2 bad input and nothing written, 3 merged, but there\n"
        "  are conflicts.\n"
        "\n"
        "Arguments:\n"
        "  logs... <list[str]>  Logs that judges exported from the page /log.  [required]\n"
        "\n"
        "Options:\n"
        "  --out <str>  The SQLite file; one that is there is added to.  [required]\n"
        "  --help       Show this message and exit.\n"
        "\n"
        "  Example: kb event merge anna.jsonl bert.jsonl --out event.db\n"
    ),
}
