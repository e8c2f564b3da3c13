import type { FastifyBaseLogger } from 'fastify'
import type { Database, Transaction } from '../db/database.ts'
import { afterwards } from '../db/transaction.ts'
import type { ActingOwner } from '../kernel/requester.ts'

/** What people do with their access, and what is done with it. None of it holds a secret, or what was typed. */
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
  /** Null where no person is known. */
  organization_id: string | null
  /** Whom it is about; null where no person is known. */
  person_id: string | null
  /** The session, invitation or link that it is about. */
  subject_id?: string
  /** The person who did it; null for a key and the command line. Missing: the person whom it is about. */
  by_person_id?: string | null
  /** The provider did it, at a log-in. */
  by?: 'provider'
  /** Network address of the client. */
  address?: string
  /** The caller who requested it with an access token. */
  acting?: ActingOwner
  /** What has changed, without secrets; the row is new or gone where one of them is null. */
  change?: { before: Members | null; after: Members | null }
}

type Members = Readonly<Record<string, unknown>>

/**
 * Takes every such event, in the transaction of the change; `db` is no transaction for what changes nothing, such as a
 * refused log-in.
 */
export type ReportPersonEvent = (db: Database | Transaction, event: PersonEvent) => Promise<void>

/** Writes a line for each once it has been committed. */
export function logPersonEvents(log: Pick<FastifyBaseLogger, 'info'>): ReportPersonEvent {
  return async (db, { acting: _, change: __, ...event }) => {
    const write = () => log.info(event, 'access of people')
    if ('isTransaction' in db) afterwards(db, { committed: write, rolledBack() {} })
    else write()
  }
}
