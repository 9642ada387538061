import type pg from 'pg'

/** What stands in the schema by itself; an extension's parts are the extension's, an identity column's sequence its table's. */
const OBJECTS = `
  select kind, name from (
    select 'pg_class'::regclass as class, oid, quote_ident(relname) as name,
      case relkind when 'v' then 'view' when 'm' then 'materialized view'
        when 'S' then 'sequence' else 'table' end as kind
    from pg_class
    where relnamespace = current_schema()::text::regnamespace
      and relkind in ('r', 'p', 'v', 'm', 'S') and not relispartition
    union all
    select 'pg_proc'::regclass, oid, oid::regprocedure::text, 'routine' from pg_proc
    where pronamespace = current_schema()::text::regnamespace
    union all
    select 'pg_type'::regclass, oid, oid::regtype::text, 'type' from pg_type
    where typnamespace = current_schema()::text::regnamespace and (
      typtype in ('e', 'd')
      -- Every table brings a composite type of its own; those that stand alone have an entry of kind c.
      or typrelid in (select oid from pg_class where relkind = 'c')
    )
  ) as objects
  where not exists (
    select from pg_depend where classid = class and objid = oid and deptype in ('e', 'i')
  )
  order by kind, name`

/** Tables, views, functions and so on of the schema, as DROP names them: `table users`. */
export async function listObjects(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ kind: string; name: string }>(OBJECTS)
  return rows.map(({ kind, name }) => `${kind} ${name}`)
}

/** Removes all of them, so that the schema can be built anew; the caller's transaction can undo it. */
export async function dropSchema(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ kind: string; name: string }>(OBJECTS)
  // What fell with an earlier one is gone already.
  for (const { kind, name } of rows) await client.query(`drop ${kind} if exists ${name} cascade`)
}
