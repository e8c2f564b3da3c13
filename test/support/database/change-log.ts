import { type Database, query } from '../../../src/db/database.ts'

/** Tables whose every change needs an audit entry, with columns that do not count as changes. */
const WATCHED: Readonly<Record<string, readonly string[]>> = {
  organizations: [],
  stores: [],
  settings: [],
  alerts: [],
  // Written when a key is used.
  api_keys: ['last_used_at'],
  // Sealed secrets count by other columns: a new secret changes `secret_since`, and re-encryption changes none.
  integrations: ['secrets', 'sealed_version', 'revision', 'cancelled_before'],
  // Written when a person is active; a second factor counts once it is confirmed.
  people: ['last_seen_at', 'updated_at', 'totp_secret', 'totp_last_step'],
  person_roles: [],
  // Written on each use.
  person_passkeys: ['sign_count', 'backed_up', 'last_used_at'],
  // The log-in that uses a code has its own entry.
  person_recovery_codes: ['used_at'],
}

/** Starts recording which rows of these tables change, in which transaction. */
export async function watchChanges(db: Database): Promise<void> {
  await query(db, 'create table noted_changes (xact bigint, relation text, row_id text, columns text[])', [])
  await query(db, NOTE, [])
  for (const [relation, ignored] of Object.entries(WATCHED)) {
    const names = ignored.map((name) => `'${name}'`).join(', ')
    await query(
      db,
      `create trigger note_change after insert or update or delete on ${relation}
         for each row execute function note_change(${names})`,
      [],
    )
  }
}

const NOTE = `create function note_change() returns trigger language plpgsql as $$
declare
  former jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  next jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  changed text[] := array(select name from jsonb_object_keys(former || next) as name
    where former -> name is distinct from next -> name and (tg_nargs = 0 or name <> all (tg_argv)));
  named jsonb := former || next;
begin
  if cardinality(changed) > 0 then
    insert into noted_changes values (txid_current() % 4294967296, tg_table_name,
      coalesce(named ->> 'id', named ->> 'person_id', named ->> 'owner_id'), changed);
  end if;
  return null;
end $$`

export type NotedChange = { relation: string; row_id: string; columns: string[] }

/** Changes by transactions that wrote no audit entry. */
export function changesWithoutEntry(db: Database): Promise<NotedChange[]> {
  return query(
    db,
    `select relation, row_id, columns from noted_changes c
      where not exists (select 1 from audit_entries e where e.xmin::text::bigint = c.xact)
      order by relation, row_id`,
    [],
  )
}

export async function countChanges(db: Database): Promise<Record<string, number>> {
  const rows = await query<{ relation: string; count: number }>(
    db,
    'select relation, count(*)::int as count from noted_changes group by relation order by relation',
    [],
  )
  return Object.fromEntries(rows.map(({ relation, count }) => [relation, count]))
}

export const WATCHED_TABLES = Object.keys(WATCHED)
