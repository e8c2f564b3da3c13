import type { Logger } from 'pino'
import { recordChange } from '../../audit/record.ts'
import { compareMembers } from '../../audit/rules/change.ts'
import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transaction.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { ActingOwner, Actor, NamedResource } from '../../kernel/requester.ts'
import { logPersonEvents, type PersonEvent, type ReportPersonEvent } from '../../people/report.ts'

/** Writes a log line for each event, and an entry in the organization's audit log, in the transaction of the change. */
export function recordPersonEvents(log: Pick<Logger, 'info'>, clock: Clock): ReportPersonEvent {
  const write = logPersonEvents(log)
  return async (db, event) => {
    if (event.change !== undefined && Object.keys(compareMembers(event.change)).length === 0) return
    await write(db, event)
    const { organization_id } = event
    if (organization_id === null) return
    const record = (tx: Transaction) => recordEvent(tx, { ...event, organization_id }, clock())
    await ('isTransaction' in db ? record(db) : transact(db, record))
  }
}

type KnownEvent = PersonEvent & { organization_id: string }

function recordEvent(tx: Transaction, event: KnownEvent, now: number): Promise<void> {
  const resource = resourceOf(event)
  const change = event.action === 'person.password_changed' ? ANOTHER_PASSWORD : event.change
  const compared = { ...(change ?? { before: {}, after: {} }), hidden: HIDDEN }
  const owner = event.acting?.requested_by === undefined ? withoutToken(event, resource) : event.acting
  return recordChange(tx, owner, { ...resource, ...compared }, now)
}

const ANOTHER_PASSWORD = { before: {}, after: { password: true } }
const HIDDEN = { name: 'personal', password: 'secret' } as const

function withoutToken(event: KnownEvent, resource: NamedResource): ActingOwner {
  const { organization_id, address = null } = event
  const operation = {
    operation: operationOf(event),
    path: [resource],
    result_type: null,
  }
  const requested_by = { actor: actorOf(event), ...operation, request_id: null, address, user_agent: null }
  return { organization_id, store_id: null, requested_by }
}

function resourceOf({ action, person_id, subject_id }: KnownEvent): NamedResource {
  if (action === 'person.invited' || action === 'person.invitation_revoked')
    return { type: 'person_invitation', id: subject_id ?? '' }
  if (action.startsWith('person.passkey_') && subject_id !== undefined) return { type: 'passkey', id: subject_id }
  if (action.startsWith('session.') && subject_id !== undefined) return { type: 'session', id: subject_id }
  return { type: 'person', id: person_id ?? '' }
}

/**
 * Two changes are not operations of the OpenAPI document: the first owner, created by the command line, and changes by
 * a provider.
 */
function operationOf({ action, by, by_person_id }: KnownEvent): string {
  if (by === 'provider') return 'FollowProvider'
  return action === 'person.created' && by_person_id === null ? 'CreateFirstOwner' : OPERATIONS[action]
}

/**
 * Returns the actor of an event without an access token: a person who logs in or out or accepts a link, the provider,
 * or the command line.
 */
function actorOf({ by, person_id, by_person_id, subject_id }: KnownEvent): Actor {
  if (by === 'provider') return { type: 'provider' }
  const id = by_person_id ?? (by_person_id === undefined ? person_id : null)
  return id === null ? { type: 'command_line' } : { type: 'person', id, session_id: subject_id ?? id }
}

/** Operation names for events without an access token. */
const OPERATIONS: Readonly<Record<PersonEvent['action'], string>> = {
  'person.invited': 'InvitePerson',
  'person.invitation_revoked': 'RevokeInvitation',
  'person.created': 'AcceptInvitation',
  'person.updated': 'UpdatePerson',
  'person.linked': 'LinkProvider',
  'person.removed': 'RemovePerson',
  'person.link_created': 'CreatePasswordReset',
  'person.password_changed': 'AcceptInvitation',
  'person.second_factor_confirmed': 'ConfirmSecondFactor',
  'person.second_factor_removed': 'RemoveSecondFactor',
  'person.recovery_codes_created': 'RenewRecoveryCodes',
  'person.passkey_created': 'CreatePasskey',
  'person.passkey_renamed': 'UpdatePasskey',
  'person.passkey_removed': 'RemovePasskey',
  'session.created': 'CreateSession',
  'session.refused': 'RefuseSession',
  'session.token_reused': 'EndSession',
  'session.ended': 'EndSession',
}
