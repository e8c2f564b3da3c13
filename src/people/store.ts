import { plainArray, textArray } from '../db/arrays.ts'
import { type Database, query, type Transaction } from '../db/database.ts'
import { type Listed, list } from '../db/list.ts'
import type { Rows } from '../db/rows.ts'
import type { ListRequest } from '../kernel/lists/list.ts'
import { sealedColumn } from '../secrets/sql/sealed-column.ts'
import { isSameEmail, normalizeEmail } from './rules/credentials.ts'
import type { HeldRole } from './rules/roles.ts'

/** A person without the columns that only log-in uses. */
export type PersonRow = Omit<Rows['people'], 'normalized_email' | 'totp_last_step' | 'oidc_issuer' | 'oidc_subject'> & {
  roles: HeldRole[]
  passkeys: number
  has_provider: boolean
}

const COLUMNS = `people.id, people.organization_id, people.email, people.name, people.password_hash, people.totp_secret,
  people.totp_confirmed_at, people.last_seen_at, people.created_at, people.updated_at,
  (select coalesce(json_agg(json_build_object('role', r.role, 'store_id', r.store_id)
                            order by r.store_id nulls first, r.role), '[]')
     from person_roles r where r.person_id = people.id) as roles,
  (select count(*)::int from person_passkeys k where k.person_id = people.id) as passkeys,
  people.oidc_subject is not null as has_provider`

/** People with a role in this store or in all stores; everyone of the organization if `store_id` is null. */
const VISIBLE = (organization: string, store: string) =>
  `people.organization_id = ${organization} and (${store}::uuid is null or exists (select 1 from person_roles v
     where v.person_id = people.id and (v.store_id is null or v.store_id = ${store})))`

type Scope = { organization_id: string; store_id: string | null }

export function listPersonRows(db: Database, scope: Scope, request: ListRequest): Promise<Listed<PersonRow>> {
  const where = (bind: (value: unknown) => string) => VISIBLE(bind(scope.organization_id), bind(scope.store_id))
  return list(db, { columns: COLUMNS, from: 'people', where }, request)
}

export async function selectPerson(db: Database, id: string, scope: Scope): Promise<PersonRow | undefined> {
  const text = `select ${COLUMNS} from people where id = $1 and ${VISIBLE('$2', '$3')}`
  return (await query<PersonRow>(db, text, [id, scope.organization_id, scope.store_id]))[0]
}

export async function lockPerson(tx: Transaction, id: string): Promise<PersonRow | undefined> {
  await query(tx, `select 1 from people where id = $1 for no key update`, [id])
  return (await query<PersonRow>(tx, `select ${COLUMNS} from people where id = $1`, [id]))[0]
}

type OfEmail = { email: string; organization_id: string | null }

/**
 * Returns the people with this address, in one organization (at most one person) or in all, most recently seen first.
 */
export async function selectPeopleOfEmail(db: Database, { email, organization_id }: OfEmail): Promise<PersonRow[]> {
  const text = `select ${COLUMNS} from people where normalized_email = $1 and ($2::uuid is null or organization_id = $2)
    order by last_seen_at desc nulls last, id`
  const alike = await query<PersonRow>(db, text, [normalizeEmail(email), organization_id])
  return alike.filter((person) => isSameEmail(person.email, email))
}

/**
 * Returns addresses of people of an organization who have accepted or logged in, including all that are equal to one of
 * these.
 */
export async function selectEmailsOfPeople(
  db: Database,
  organization_id: string,
  emails: readonly string[],
): Promise<string[]> {
  const text = `select email from people
    where organization_id = $1 and normalized_email = any($2::text[])
      and (last_seen_at is not null or password_hash is not null)`
  const rows = await query<{ email: string }>(db, text, [organization_id, textArray(emails.map(normalizeEmail))])
  return rows.map(({ email }) => email)
}

/** Returns the person of an organization with the same or a look-alike address. */
export async function selectPersonAlike(
  db: Database,
  { email, organization_id }: { email: string; organization_id: string },
): Promise<PersonRow | undefined> {
  const text = `select ${COLUMNS} from people where normalized_email = $1 and organization_id = $2`
  return (await query<PersonRow>(db, text, [normalizeEmail(email), organization_id]))[0]
}

/** Returns the names of people of an organization by id; removed people are missing. */
export async function selectPersonNames(
  db: Database,
  organization_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const text = 'select id, name from people where organization_id = $1 and id = any($2::uuid[])'
  const rows = await query<{ id: string; name: string }>(db, text, [organization_id, plainArray(ids)])
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns all people, or those of an organization, sorted by address; for the command line. */
export function selectAllPeople(db: Database, organization_id: string | null): Promise<PersonRow[]> {
  return query(
    db,
    `select ${COLUMNS} from people where $1::uuid is null or organization_id = $1 order by normalized_email, id`,
    [organization_id],
  )
}

export type NewPerson = Pick<PersonRow, 'id' | 'organization_id' | 'email' | 'name' | 'password_hash'> & { now: Date }

/** Returns false if a person of the organization has the same or a look-alike address. */
export async function insertPerson(tx: Transaction, person: NewPerson): Promise<boolean> {
  const rows = await query(
    tx,
    `insert into people (id, organization_id, email, normalized_email, name, password_hash, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict (organization_id, normalized_email) do nothing returning id`,
    [
      person.id,
      person.organization_id,
      person.email,
      normalizeEmail(person.email),
      person.name,
      person.password_hash,
      person.now,
    ],
  )
  return rows.length > 0
}

export async function selectPersonOfSubject(
  db: Database,
  { organization_id, issuer, subject }: { organization_id: string; issuer: string; subject: string },
): Promise<PersonRow | undefined> {
  const text = `select ${COLUMNS} from people where organization_id = $1 and oidc_issuer = $2 and oidc_subject = $3`
  return (await query<PersonRow>(db, text, [organization_id, issuer, subject]))[0]
}

type Subject = { id: string; issuer: string; subject: string }

/** Returns false if the person already has a subject. */
export async function updateSubject(tx: Transaction, { id, issuer, subject }: Subject): Promise<boolean> {
  const rows = await query(
    tx,
    `update people set oidc_issuer = $2, oidc_subject = $3 where id = $1 and oidc_subject is null returning id`,
    [id, issuer, subject],
  )
  return rows.length > 0
}

export async function deletePerson(tx: Transaction, id: string): Promise<void> {
  await query(tx, `delete from people where id = $1`, [id])
}

export async function updateName(tx: Transaction, { id, name, now }: { id: string; name: string; now: Date }) {
  await query(tx, `update people set name = $2, updated_at = $3 where id = $1`, [id, name, now])
}

export async function updatePassword(tx: Transaction, change: { id: string; password_hash: string | null; now: Date }) {
  const values = [change.id, change.password_hash, change.now]
  await query(tx, `update people set password_hash = $2, updated_at = $3 where id = $1`, values)
}

export async function updateSeen(tx: Transaction, id: string, now: Date): Promise<void> {
  await query(tx, `update people set last_seen_at = $2 where id = $1`, [id, now])
}

export async function insertRoles(tx: Transaction, person_id: string, roles: readonly HeldRole[]): Promise<void> {
  await query(
    tx,
    `insert into person_roles (person_id, store_id, role)
     select $1, store_id, role from json_to_recordset($2::json) as given (store_id uuid, role text)`,
    [person_id, JSON.stringify(roles)],
  )
}

export async function deleteRoles(tx: Transaction, person_id: string, roles: readonly HeldRole[]): Promise<void> {
  await query(
    tx,
    `delete from person_roles using json_to_recordset($2::json) as taken (store_id uuid, role text)
      where person_id = $1 and person_roles.role = taken.role
        and person_roles.store_id is not distinct from taken.store_id`,
    [person_id, JSON.stringify(roles)],
  )
}

/** Blocks other changes of roles in this organization until the transaction ends. */
export async function lockRoles(tx: Transaction, organization_id: string): Promise<void> {
  await query(tx, `select pg_advisory_xact_lock(hashtextextended('tidings.people.' || $1, 0))`, [organization_id])
}

export async function countOwners(tx: Transaction, organization_id: string): Promise<number> {
  const rows = await query<{ count: number }>(
    tx,
    `select count(*)::int as count from person_roles r join people p on p.id = r.person_id
      where p.organization_id = $1 and r.role = 'owner' and r.store_id is null`,
    [organization_id],
  )
  return rows[0]?.count ?? 0
}

export async function peopleExist(db: Database): Promise<boolean> {
  return (await query(db, `select 1 from people limit 1`, [])).length > 0
}

export const contextOfTotp = (person_id: string) => `people/${person_id}/totp`

export const sealedTotpSecrets = sealedColumn({ table: 'people', column: 'totp_secret', contextOf: contextOfTotp })
