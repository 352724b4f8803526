"""The views: the tables as people read them.

Lists are JSON arrays, so that they can be counted and linked one by one. A view that shows one
ruling a row has its ``rowid``, by which the full-text table finds it.
"""

from __future__ import annotations

from kb.store.tables.description import A_COLUMN_A_GAME, INTEGER, LINES, LIST, Column, Shown, View

#: what is said of how two games compare on a topic, who tells, and what the documents' words say
COMPARISON = (
    "same or different (one scenario, played in both games, comes out so), said (only the documents' words tell), or "
    "not comparable (the answers are to different questions)."
)
SAID = "What the documents' words say where only they tell: same or different."
BASIS = (
    "Who tells: play (a scenario is played in both games), reading (one is, and in one of them only readings of ours or "
    "unverified rules decide it), documents or none."
)
_PAGES = """case when s.pages_are = 'unknown' or s.pages = '' then 'not known'
             when s.pages_are = 'estimated' then s.pages || ' (estimated)' else s.pages end"""


def _list(column: str, table: str, where: str) -> str:
    """Return the values of a column of linking rows, as a JSON array."""
    return f"(select json_group_array({column}) from (select {column} from {table} where {where} order by rowid))"


def _pairs(comparison: str) -> str:
    """Return how many pairs of games of a topic compare so, as a column."""
    where = f"topic = t.topic and comparison = '{comparison}'"
    return f"(select count(*) from topic_pairs where {where}) as {comparison.replace(' ', '_')}_pairs"


def _counted(table: str) -> str:
    """Return how many rows of a linking table each section has."""
    return f"(select section, count(*) as n from {table} group by section)"


VIEWS = (
    View(
        "ruling_list",
        "Rulings, as people read them",
        "One ruling a row, with its first section and what proves it. Search it by words; "
        "a ruling's id leads to its own page.",
        f"""
        select r.id as ruling, r.game, g.title as game_title, r.kind, r.heading, r.question_text as question,
          r.verdict_kind, r.verdict, r.answer_text as answer, s.id as section, s.title as section_title,
          {_PAGES} as pages, r.authority, r.authority_date, r.proof, r.proof_reason, r.rowid as rowid
        from rulings r join games g on g.id = r.game
        left join ruling_sections l on l.ruling = r.id and l.place = 0 left join sections s on s.id = l.section
        order by r.position""",
        (
            Column("game_title", "The title of the game."),
            Column("kind", "What it is: answer, erratum, rule-change, statement or optional-rule."),
            Column("question", "The question, without its markup."),
            Column("answer", "The words, without their markup."),
            Column("section", "The first of the sections it interprets or amends.", references="sections"),
        ),
        shown=Shown(facets=("game", "kind", "verdict_kind", "proof", "section"), quotes=True),
    ),
    View(
        "errata_before_after",
        "Errata, before and after",
        "One change of the printed words a row.",
        f"""
        select a.ruling, r.game, a."where", a.action, a.old as "before", a.new as "after", r.verdict,
          {_list("section", "ruling_sections", "ruling = r.id")} as sections, r.authority_date, r.rowid as rowid
        from amendments a join rulings r on r.id = a.ruling order by r.position, a.id""",
        (
            Column("ruling", "The erratum.", references="rulings"),
            Column("before", "The words before it; empty where words are only added."),
            Column("after", "The words after it."),
        ),
        shown=Shown(facets=("game", "action"), quotes=True),
    ),
    View(
        "section_links",
        "Which section a ruling interprets, and how we know",
        "One link between a ruling and a section a row, with its evidence.",
        f"""
        select l.ruling, r.game, r.verdict, l.role, l.section, s.title as section_title, {_PAGES} as pages,
          case l.basis when 'curated' then 'chosen by a reader' when 'page' then 'the ruling cites the page'
            when 'name' then 'the ruling names the section' else l.basis end as how_known,
          l.evidence, r.rowid as rowid
        from ruling_sections l join rulings r on r.id = l.ruling join sections s on s.id = l.section
        order by r.position, l.place""",
        shown=Shown(facets=("game", "role", "how_known")),
    ),
    View(
        "relations_in_words",
        "Rulings that belong together",
        "One pair of rulings a row, with what one is to the other.",
        """
        select l.ruling, r.verdict,
          case l.kind when 'restates' then 'says again' when 'see-also' then 'see also'
            when 'same-as' then 'decides the same as' when 'differs' then 'decides otherwise than'
            when 'supersedes' then 'takes the place of' when 'corrects' then 'corrects' when 'extends' then 'adds to'
            when 'rests-on' then 'rests on' when 'tension' then 'is hard to reconcile with' else l.kind end as relation,
          l.other, o.verdict as other_verdict, r.game, o.game as other_game, l.note,
          case l.basis when 'curated' then 'chosen by a reader' when 'computed' then 'by likeness of the words'
            when 'play' then 'played in both games' when 'reading' then 'played in both games, decided by our reading'
            when 'said' then 'by the words alone' else l.basis end as how_known, r.rowid as rowid
        from relations l join rulings r on r.id = l.ruling join rulings o on o.id = l.other
        order by r.position, o.position""",
        (
            Column("relation", "How the two belong together."),
            Column("other_verdict", "What the other ruling says, in one line."),
            Column("other_game", "The game of the other ruling.", references="games"),
        ),
        shown=Shown(facets=("relation", "game", "other_game", "how_known")),
    ),
    View(
        "topics_side_by_side",
        "The same question in every game",
        "One question a row, one game a column.",
        f"""
        select t.topic, o.title,
          {_pairs("same")}, {_pairs("different")}, {_pairs("said")}, {_pairs("not comparable")},
          {A_COLUMN_A_GAME},
          (select json_group_array(ruling) from (
            select ruling from topic_rulings where topic = t.topic order by rowid)) as rulings
        from topic_games t join topics o on o.id = t.topic group by t.topic order by o.rowid""",
        tuple(
            Column(f"{each.replace(' ', '_')}_pairs", f"How many pairs of games are {each}.", INTEGER)
            for each in ("same", "different", "said", "not comparable")
        ),
        shown=Shown(),
    ),
    View(
        "compared_games",
        "How games compare, two by two",
        "One question and two games that answer it a row: whether a scenario comes out the same in both, and why not.",
        """
        select p.topic, t.title, p.game, p.other_game, p.comparison, p.said, p.basis, p.scenario,
          coalesce(nullif(p.why, ''), (select group_concat(why, '; ') from scenario_printings s where why <> ''
            and s.scenario = p.scenario and s.printing = '' and s.game in (p.game, p.other_game)), '') as why,
          coalesce((select group_concat(made_by, char(10)) from scenario_printings s where why <> ''
            and s.scenario = p.scenario and s.printing = '' and s.game in (p.game, p.other_game)), '') as made_by
        from topic_pairs p join topics t on t.id = p.topic order by p.rowid""",
        (
            Column("other_game", "The second of the two games.", references="games"),
            Column("comparison", COMPARISON),
            Column("said", SAID),
            Column("basis", BASIS),
            Column("why", "What comes out otherwise in the other game; or why nothing can be compared."),
            Column("made_by", "What makes the difference, in words.", LINES),
        ),
        shown=Shown(facets=("comparison", "said", "basis", "game", "other_game")),
    ),
    View(
        "scenario_verdicts",
        "Scenarios, with their last verdict",
        "One scenario a row; its id leads to the page where it is played.",
        f"""
        select s.id as scenario, s.game, s.title,
          case when s.passed then 'as ruled' else 'NOT AS RULED' end as result,
          case when s.contrast_passed then 'the opposite, as it must be' else 'NOT THE OPPOSITE' end as contrast,
          case when s.suspect then 'the words have changed since' else 'the words are unchanged' end as suspect,
          case s.proof when 'play' then 'played by the engine'
            when 'reference' then 'compared with the printed board and charts' else s.proof end as proof,
          {_list("ruling", "scenario_rulings", "scenario = s.id")} as rulings,
          {_list("section", "scenario_sections", "scenario = s.id")} as sections,
          {_list("rule", "scenario_rules", "scenario = s.id")} as rules
        from scenarios s order by s.rowid""",
        (
            Column("result", "Whether the scenario came out as ruled when it was last played."),
            Column("contrast", "Whether the same scenario with the decisive fact changed has the opposite result."),
            Column("suspect", "Whether the words that the scenario proves have changed since it was written."),
            Column("rules", "The rules of the engine that decided it.", LIST, references="rules"),
        ),
        shown=Shown(facets=("game", "result", "contrast", "suspect", "proof")),
    ),
    View(
        "rule_citations",
        "Rules of the engine, and what each rests on",
        "One rule of one rule set a row, with the sections, rulings and readings it is cited from.",
        f"""
        select r.id as rule, r.game, r.ruleset, r.about,
          case r.form when 'refuses' then 'refuses an action' when 'happens' then 'makes something happen'
            when 'holds' then 'applies where it is asked for' else r.form || ' an answer' end as form,
          {_list("section", "rule_sections", "rule = r.id")} as sections,
          {_list("ruling", "rule_rulings", "rule = r.id")} as rulings,
          {_list("reading", "rule_readings", "rule = r.id")} as readings,
          (select count(*) from scenario_rules where rule = r.id) as scenario_count, r.confidence, r.note
        from rules r order by r.rowid""",
        (
            Column("form", "What the rule does: refuses an action, answers a question, or makes something happen."),
            Column(
                "readings",
                "The readings it rests on, where the documents leave something open.",
                LIST,
                references="readings",
            ),
        ),
        shown=Shown(facets=("ruleset", "form", "confidence", "rulings")),
    ),
    View(
        "rule_set_data",
        "Numbers and names of the rule sets",
        "One value that a rule set gives to a rule a row, with what says so.",
        f"""
        select r.ruleset, r.id as rule, r.about, v.key as name,
          case when v.type in ('array', 'object') then json(v.value) else v.value end as value,
          {_list("section", "rule_sections", "rule = r.id")} as sections,
          {_list("ruling", "rule_rulings", "rule = r.id")} as rulings, r.confidence, r.game
        from rules r join json_each(r.given) v order by r.rowid, v.id""",
        (
            Column("name", "The name of the value."),
            Column("value", "The number, the name, or the list of names."),
        ),
        shown=Shown(facets=("ruleset", "name", "confidence")),
    ),
    View(
        "section_coverage",
        "Sections, and how many rulings are on each",
        "One section of a rule book a row; the most ruled on first.",
        f"""
        select s.id as section, s.game, s.title, {_PAGES} as pages, s.parent, coalesce(l.n, 0) as ruling_count,
          coalesce(r.n, 0) as rule_count, coalesce(c.n, 0) as scenario_count, s.confidence
        from sections s left join {_counted("ruling_sections")} l on l.section = s.id
        left join {_counted("rule_sections")} r on r.section = s.id
        left join {_counted("scenario_sections")} c on c.section = s.id order by ruling_count desc, s.rowid""",
        (
            Column("parent", "The section it is a part of.", references="sections"),
            Column("ruling_count", "How many rulings.", INTEGER),
            Column("rule_count", "How many rules of the engine rest on it.", INTEGER),
        ),
        shown=Shown(facets=("game", "confidence")),
    ),
    View(
        "ledger_totals",
        "What became of every character",
        "How many characters of each document were taken for what.",
        """
        select document, taken_for, name, sum("end" - "start") as characters
        from ledger group by document, taken_for, name order by document, characters desc""",
        (Column("name", "Which kind of it."),),
        shown=Shown(facets=("document", "taken_for")),
    ),
)
