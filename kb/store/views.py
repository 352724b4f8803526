"""The views: the tables as people read them.

Lists are JSON arrays, so that they can be counted and linked one by one. A view that shows one
ruling a row has its ``rowid``, by which the full-text table finds it.
"""

from __future__ import annotations

from collections.abc import Iterable

from kb.model import Game

_PAGES = """case when s.pages_are = 'unknown' or s.pages = '' then 'not known'
             when s.pages_are = 'estimated' then s.pages || ' (estimated)' else s.pages end"""


def _list(column: str, table: str, where: str) -> str:
    """The values of a column of linking rows, as a JSON array."""
    return f"(select json_group_array({column}) from (select {column} from {table} where {where} order by rowid))"


def _counted(table: str) -> str:
    """How many rows of a linking table each section has."""
    return f"(select section, count(*) as n from {table} group by section)"


VIEWS = {
    "ruling_list": f"""
        select r.id as ruling, r.game, g.title as game_title, r.kind, r.heading, r.question_text as question,
          r.verdict_kind, r.verdict, r.answer_text as answer, s.id as section, s.title as section_title, {_PAGES} as pages,
          r.authority, r.authority_date, r.proof, r.proof_reason, r.rowid as rowid
        from rulings r join games g on g.id = r.game
        left join ruling_sections l on l.ruling = r.id and l.place = 0 left join sections s on s.id = l.section
        order by r.position""",
    "errata_before_after": f"""
        select a.ruling, r.game, a."where", a.action, a.old as "before", a.new as "after", r.verdict,
          {_list("section", "ruling_sections", "ruling = r.id")} as sections, r.authority_date, r.rowid as rowid
        from amendments a join rulings r on r.id = a.ruling order by r.position, a.id""",
    "section_links": f"""
        select l.ruling, r.game, r.verdict, l.role, l.section, s.title as section_title, {_PAGES} as pages,
          case l.basis when 'curated' then 'chosen by a reader' when 'page' then 'the ruling cites the page'
            when 'name' then 'the ruling names the section' else l.basis end as how_known,
          l.evidence, r.rowid as rowid
        from ruling_sections l join rulings r on r.id = l.ruling join sections s on s.id = l.section
        order by r.position, l.place""",
    "relations_in_words": """
        select l.ruling, r.verdict,
          case l.kind when 'restates' then 'says the same as' when 'see-also' then 'see also'
            when 'differs' then 'decides otherwise than' when 'supersedes' then 'takes the place of'
            when 'tension' then 'is hard to reconcile with' else l.kind end as relation,
          l.other, o.verdict as other_verdict, r.game, o.game as other_game, l.note,
          case l.basis when 'curated' then 'chosen by a reader' when 'computed' then 'by likeness of the words'
            else l.basis end as how_known, r.rowid as rowid
        from relations l join rulings r on r.id = l.ruling join rulings o on o.id = l.other order by r.position, o.position""",
    "scenario_verdicts": f"""
        select s.id as scenario, s.game, s.title,
          case when s.passed then 'as ruled' else 'NOT AS RULED' end as result,
          case when s.contrast_passed then 'the opposite, as it must be' else 'NOT THE OPPOSITE' end as contrast,
          case when s.suspect then 'the words have changed since' else 'the words are unchanged' end as suspect,
          case s.proof when 'play' then 'played by the engine' when 'reference' then 'compared with the printed board and charts'
            else s.proof end as proof,
          {_list("ruling", "scenario_rulings", "scenario = s.id")} as rulings,
          {_list("section", "scenario_sections", "scenario = s.id")} as sections,
          {_list("rule", "scenario_rules", "scenario = s.id")} as rules
        from scenarios s order by s.rowid""",
    "rule_citations": f"""
        select r.id as rule, r.game, r.ruleset, r.about,
          case r.form when 'refuses' then 'refuses an action' when 'answers' then 'answers a question'
            when 'happens' then 'makes something happen' else r.form end as form,
          {_list("section", "rule_sections", "rule = r.id")} as sections,
          {_list("ruling", "rule_rulings", "rule = r.id")} as rulings,
          {_list("reading", "rule_readings", "rule = r.id")} as readings,
          (select count(*) from scenario_rules where rule = r.id) as scenario_count, r.confidence, r.note
        from rules r order by r.rowid""",
    "rule_set_data": f"""
        select r.ruleset, r.id as rule, r.about, v.key as name, case when v.type in ('array', 'object') then json(v.value)
            else v.value end as value,
          {_list("section", "rule_sections", "rule = r.id")} as sections,
          {_list("ruling", "rule_rulings", "rule = r.id")} as rulings, r.confidence, r.game
        from rules r join json_each(r.given) v order by r.rowid, v.id""",
    "section_coverage": f"""
        select s.id as section, s.game, s.title, {_PAGES} as pages, s.parent, coalesce(l.n, 0) as ruling_count,
          coalesce(r.n, 0) as rule_count, coalesce(c.n, 0) as scenario_count, s.confidence
        from sections s left join {_counted("ruling_sections")} l on l.section = s.id
        left join {_counted("rule_sections")} r on r.section = s.id
        left join {_counted("scenario_sections")} c on c.section = s.id order by ruling_count desc, s.rowid""",
    "ledger_totals": """
        select document, claim, name, sum("end" - "start") as characters
        from ledger group by document, claim, name order by document, characters desc""",
}


def topics_side_by_side(games: Iterable[Game]) -> str:
    """A row a topic, a column a game: what each says, and whether they all say the same."""
    columns = ",\n".join(f"""max(case when t.game = '{game.id}' then t.says end) as "{game.id}" """ for game in games)
    return f"""
        select t.topic, o.title, case when count(distinct t.alike) = 1 then 'the same' else 'different' end as games_say,
          {columns},
          (select json_group_array(ruling) from (
            select ruling from topic_rulings where topic = t.topic order by rowid)) as rulings
        from topic_games t join topics o on o.id = t.topic group by t.topic order by o.rowid"""


def views(games: Iterable[Game]) -> dict[str, str]:
    """Every view by its name."""
    return {**VIEWS, "topics_side_by_side": topics_side_by_side(games)}
