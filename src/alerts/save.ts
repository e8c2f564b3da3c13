import { newId } from '../db/new-id.ts'
import { invalid, type Problem } from '../kernel/errors.ts'
import { ownerId } from '../kernel/owner.ts'
import type { ActingOwner } from '../kernel/requester.ts'
import { isMaskOf, mask } from '../kernel/text/mask.ts'
import { checkVersion } from '../kernel/version.ts'
import type { Cipher } from '../secrets/cipher.ts'
import { sealedColumn } from '../secrets/sql/sealed-column.ts'
import { attributesIn, lockOne } from '../store/kit/operations.ts'
import { insert, save } from '../store/kit/rows.ts'
import { change, type StoreDeps, type Work } from '../store/kit/work.ts'
import { type Alert, alerts } from './alert.ts'
import { requestConfirmations } from './recipients/request.ts'
import { checkChannel } from './rules/channel.ts'
import { selectMissing } from './store.ts'

export type AlertDeps = StoreDeps & {
  cipher: Cipher
  sendsMail: boolean
}

type Sent = Readonly<Record<string, unknown>>

/**
 * Creates an alert, and requests mails to recipients who must confirm their addresses. Throws `conflict` and `invalid`.
 */
export function createAlert(deps: AlertDeps, owner: ActingOwner, sent: Sent): Promise<Alert> {
  return change(deps, owner, async (work) => {
    const { url = null, ...values } = attributesIn(alerts, sent) as Partial<Alert>
    const id = newId(work.now)
    const sealed = url === null ? {} : { url: mask(url), secret: deps.cipher.seal(url, contextOf(id)) }
    const row = await insert(work, alerts, { ...values, id, ...sealed })
    await refuseInvalid(work, { after: { ...row, url }, known: [] }, deps)
    await requestConfirmations(work, row)
    return row
  })
}

type Update = {
  id: string
  sent: Sent
  /** Null if the request has none. */
  expected_version: number | null
}

/** Changes the sent attributes, and requests mails as `createAlert` does. Throws `not_found`, `conflict`, `invalid`. */
export function updateAlert(
  deps: AlertDeps,
  owner: ActingOwner,
  { id, sent, expected_version }: Update,
): Promise<Alert> {
  return change(deps, owner, async (work) => {
    const before = await lockOne(work, alerts, { id })
    checkVersion('alert', before.version, expected_version)
    const stored = urlOf(deps.cipher, before)
    const changes = attributesIn(alerts, sent) as Partial<Alert>
    const url = changes.url === undefined || isMaskOf(changes.url, stored) ? stored : changes.url
    const after = { ...before, ...changes, url }
    await refuseInvalid(work, { after, known: before.integration_ids ?? [] }, deps)
    await requestConfirmations(work, after)
    if (url === stored) return save(work, alerts, before, { ...changes, url: before.url })
    const secret = url === null ? null : deps.cipher.seal(url, contextOf(id))
    return save(work, alerts, before, { ...changes, url: url === null ? null : mask(url), secret })
  })
}

/** Accepts `known` integrations that were deleted since, because clients write back what they read. */
async function refuseInvalid(
  { tx, owner }: Work,
  { after, known }: { after: Alert; known: readonly string[] },
  { sendsMail }: Pick<AlertDeps, 'sendsMail'>,
): Promise<void> {
  const added = (after.integration_ids ?? []).filter((id) => !known.includes(id))
  const missing = await selectMissing(tx, ownerId(owner), added)
  const problems: Problem[] = [
    ...checkChannel(after, sendsMail),
    ...missing.map((id) => ({ detail: `There is no integration ${id}.`, pointer: '/data/integration_ids' })),
  ]
  if (problems.length > 0) throw invalid(problems)
}

/** Decrypts the URL of the channel; null without one. */
export function urlOf(cipher: Cipher, { id, secret }: Pick<Alert, 'id' | 'secret'>): string | null {
  return secret === null ? null : cipher.open(secret, contextOf(id))
}

function contextOf(id: string): string {
  return `alert ${id}`
}

export const sealedAlerts = sealedColumn({ table: 'alerts', column: 'secret', contextOf })
