"""Find what the program did not create in the schema of a PostgreSQL database. What belongs to an extension is left out."""

from collections.abc import Iterator

from sqlalchemy import Connection, UniqueConstraint, text

from houseway.store.schema import metadata

_REVISIONS = "alembic_version"
_SCHEMA_OF_THE_HOUSE = "SELECT relnamespace FROM pg_class WHERE oid = 'streams'::regclass"

_QUERIES = (
    """SELECT c.relname, CASE c.relkind WHEN 'r' THEN 'a table' WHEN 'p' THEN 'a table' WHEN 'v' THEN 'a view'
        WHEN 'm' THEN 'a materialized view' WHEN 'i' THEN 'an index' WHEN 'S' THEN 'a sequence' WHEN 'f' THEN 'a foreign table'
        ELSE 'a relation' END FROM pg_class c WHERE c.relnamespace = :house AND c.relname <> ALL(:relations)
        AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')""",
    """SELECT g.tgname, 'a trigger on ' || t.relname FROM pg_trigger g JOIN pg_class t ON t.oid = g.tgrelid
        WHERE NOT g.tgisinternal AND t.relnamespace = :house AND t.relname = ANY(:tables)""",
    """SELECT r.rulename, 'a rule on ' || t.relname FROM pg_rewrite r JOIN pg_class t ON t.oid = r.ev_class
        WHERE t.relnamespace = :house AND t.relname = ANY(:tables)""",
    """SELECT p.polname, 'a policy on ' || t.relname FROM pg_policy p JOIN pg_class t ON t.oid = p.polrelid
        WHERE t.relnamespace = :house AND t.relname = ANY(:tables)""",
    """SELECT t.relname, 'its row security' FROM pg_class t
        WHERE t.relrowsecurity AND t.relnamespace = :house AND t.relname = ANY(:tables)""",
    """SELECT p.proname, 'a function' FROM pg_proc p WHERE p.pronamespace = :house
        AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')""",
    """SELECT e.evtname, 'an event trigger' FROM pg_event_trigger e
        WHERE NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = e.oid AND d.deptype = 'e')""",
    """SELECT c.relname, 'a table that inherits from ' || t.relname FROM pg_inherits i JOIN pg_class t ON t.oid = i.inhparent
        JOIN pg_class c ON c.oid = i.inhrelid WHERE t.relnamespace = :house AND t.relname = ANY(:tables)""",
    """SELECT k.conname, 'a check of ' || t.relname FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid
        WHERE k.contype IN ('c', 'x') AND t.relnamespace = :house AND t.relname = ANY(:tables)""",
    """SELECT t.relname || '.' || a.attname, 'a column' FROM pg_attribute a JOIN pg_class t ON t.oid = a.attrelid
        WHERE a.attnum > 0 AND NOT a.attisdropped AND t.relnamespace = :house AND t.relname = ANY(:tables)
        AND t.relname || '.' || a.attname <> ALL(:columns)""",
    """SELECT t.relname || '.' || a.attname, 'its value ' || pg_get_expr(f.adbin, f.adrelid) FROM pg_attrdef f
        JOIN pg_class t ON t.oid = f.adrelid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = f.adnum
        WHERE t.relnamespace = :house AND t.relname = ANY(:tables) AND pg_get_expr(f.adbin, f.adrelid) <> '0'
        AND NOT (t.relname || '.' || a.attname = 'streams.id'
        AND pg_get_expr(f.adbin, f.adrelid) LIKE 'nextval(%streams_id_seq%)')""",
    """SELECT n.name, 'a table of that name in a schema that comes first'
        FROM unnest(CAST(:tables AS text[])) AS n(name) JOIN pg_class t ON t.oid = to_regclass(n.name)
        WHERE t.relnamespace <> :house""",
)


def find_in_postgresql(connection: Connection) -> Iterator[tuple[str, str]]:
    """Yield the name of each object that the program did not create, and what it is."""
    tables = [*metadata.tables, _REVISIONS]
    given = {
        "house": connection.execute(text(_SCHEMA_OF_THE_HOUSE)).scalar_one(),
        "tables": tables,
        "relations": [*tables, *_other_relations()],
        "columns": [f"{_REVISIONS}.version_num", *(str(each) for table in metadata.sorted_tables for each in table.columns)],
    }
    for query in _QUERIES:
        for name, what in connection.execute(text(query), {key: given[key] for key in given if f":{key}" in query}):
            yield str(name), str(what)


def _other_relations() -> Iterator[str]:
    """Yield the names of indexes and sequences that come with the tables."""
    yield from (f"{_REVISIONS}_pkey", f"{_REVISIONS}_pkc", "streams_id_seq")
    for table in metadata.sorted_tables:
        yield f"{table.name}_pkey"
        yield from (str(index.name) for index in table.indexes)
        for constraint in table.constraints:
            if isinstance(constraint, UniqueConstraint):
                yield f"{table.name}_{'_'.join(column.name for column in constraint.columns)}_key"
