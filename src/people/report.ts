import type { FastifyBaseLogger } from 'fastify'
import type { Database, Transaction } from '../db/database.ts'
import { afterwards } from '../db/transaction.ts'
import type { ActingOwner } from '../kernel/requester.ts'

/** Actions of people on their access, and of others on it. No event contains a secret or typed text. */
export type PersonEvent = {
  action:
    | 'person.invited'
    | 'person.invitation_revoked'
    | 'person.created'
    | 'person.updated'
    | 'person.linked'
    | 'person.removed'
    | 'person.link_created'
    | 'person.password_changed'
    | 'person.second_factor_confirmed'
    | 'person.second_factor_removed'
    | 'person.recovery_codes_created'
    | 'person.passkey_created'
    | 'person.passkey_renamed'
    | 'person.passkey_removed'
    | 'session.created'
    | 'session.refused'
    | 'session.token_reused'
    | 'session.ended'
  /** Null if no person is known. */
  organization_id: string | null
  /** The affected person; null if no person is known. */
  person_id: string | null
  subject_id?: string
  /** The acting person; null for a key and the command line. Default: the affected person. */
  by_person_id?: string | null
  /** Set if the provider caused it at a log-in. */
  by?: 'provider'
  address?: string
  /** The caller who requested it with an access token. */
  acting?: ActingOwner
  /** Changed members, without secrets; `before` is null for a new row, `after` for a deleted row. */
  change?: { before: Members | null; after: Members | null }
}

type Members = Readonly<Record<string, unknown>>

/**
 * Receives every event, in the transaction of the change; `db` is no transaction if nothing changes, such as for a
 * rejected log-in.
 */
export type ReportPersonEvent = (db: Database | Transaction, event: PersonEvent) => Promise<void>

/** Logs a line for each event once it is committed. */
export function logPersonEvents(log: Pick<FastifyBaseLogger, 'info'>): ReportPersonEvent {
  return async (db, { acting: _, change: __, ...event }) => {
    const write = () => log.info(event, 'access of people')
    if ('isTransaction' in db) afterwards(db, { committed: write, rolledBack() {} })
    else write()
  }
}
