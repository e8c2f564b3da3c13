import { type Database, query, type Transaction } from '../../db/database.ts'
import { type Listed, list } from '../../db/list.ts'
import { parameters, statement } from '../../db/prepared.ts'
import type { Rows } from '../../db/rows.ts'
import type { ListRequest } from '../../kernel/lists/list.ts'
import type { HeldRole } from '../rules/roles.ts'

/** `invite` creates a person, `reset` sets a new password, `enter` logs in without one. */
export type LinkPurpose = 'invite' | 'reset' | 'enter'

/** A row with the type of its JSON column. */
export type InvitationRow = Omit<Rows['person_invitations'], 'purpose' | 'roles'> & {
  purpose: LinkPurpose
  roles: HeldRole[]
}

const INVITATION = [
  ...(['id', 'organization_id', 'purpose', 'person_id', 'email', 'name', 'roles', 'code_hash'] as const),
  ...(['invited_by', 'created_at', 'expires_at', 'used_at'] as const),
] satisfies (keyof InvitationRow)[]
const COLUMNS = INVITATION.join(', ')

const INSERT = statement(INVITATION, `insert into person_invitations (${COLUMNS}) values (${parameters(INVITATION)})`)

export async function insertInvitation(tx: Transaction, row: InvitationRow): Promise<void> {
  await query(tx, INSERT.text, INSERT.bind({ ...row, roles: JSON.stringify(row.roles) }))
}

type Scope = { organization_id: string; store_id: string | null }

/** Invitations of the organization; for a store, only those whose every role is in that store. */
const VISIBLE = (organization: string, store: string) =>
  `organization_id = ${organization} and purpose = 'invite' and (${store}::uuid is null or not exists (
     select 1 from jsonb_array_elements(roles) as r where r ->> 'store_id' is distinct from ${store}::uuid::text))`

export function listInvitationRows(db: Database, scope: Scope, request: ListRequest): Promise<Listed<InvitationRow>> {
  const where = (bind: (value: unknown) => string) => VISIBLE(bind(scope.organization_id), bind(scope.store_id))
  return list(db, { columns: COLUMNS, from: 'person_invitations', where }, request)
}

export async function selectInvitation(db: Database, id: string): Promise<InvitationRow | undefined> {
  return (await query<InvitationRow>(db, `select ${COLUMNS} from person_invitations where id = $1`, [id]))[0]
}

/** Returns false if the invitation was used, has expired or is deleted. */
export async function useInvitation(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const rows = await query(
    tx,
    `update person_invitations set used_at = $2 where id = $1 and used_at is null and expires_at > $2 returning id`,
    [id, now],
  )
  return rows.length > 0
}

/** Deletes an unused invitation; returns undefined if not found. */
export async function deleteInvitation(tx: Transaction, id: string, scope: Scope): Promise<InvitationRow | undefined> {
  const text = `delete from person_invitations where id = $1 and used_at is null and ${VISIBLE('$2', '$3')}
    returning ${COLUMNS}`
  return (await query<InvitationRow>(tx, text, [id, scope.organization_id, scope.store_id]))[0]
}

/** Deletes the unused invitations of one address, because a new one replaces them. */
export async function deleteInvitationsOf(tx: Transaction, { organization_id, email }: Named): Promise<void> {
  await query(
    tx,
    `delete from person_invitations where organization_id = $1 and purpose = 'invite' and lower(email) = lower($2)
        and used_at is null`,
    [organization_id, email],
  )
}

type Named = { organization_id: string; email: string }

/** Deletes the unused links of a person for these purposes, because a new one replaces them. */
export async function deleteLinksOf(tx: Transaction, person_id: string, purposes: readonly LinkPurpose[]) {
  await query(
    tx,
    `delete from person_invitations where person_id = $1 and purpose = any($2::text[]) and used_at is null`,
    [person_id, purposes],
  )
}

/** Deletes the open invitations by a person whose roles have changed. */
export async function deleteInvitationsBy(tx: Transaction, person_id: string): Promise<void> {
  await query(tx, `delete from person_invitations where invited_by = $1 and used_at is null`, [person_id])
}

/** Deletes invitations that were used or expired before a time. Returns their number. */
export async function deleteOldInvitations(db: Database, before: Date): Promise<number> {
  const rows = await query(db, `delete from person_invitations where expires_at < $1 or used_at < $1 returning id`, [
    before,
  ])
  return rows.length
}
