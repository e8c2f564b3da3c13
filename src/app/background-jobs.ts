import { forgetGenerations } from '../access/tokens/generations.ts'
import { evaluateAlerts } from '../alerts/evaluate.ts'
import { sendConfirmation } from '../alerts/recipients/send.ts'
import { CONFIRMATIONS_DUE, deleteExpiredConfirmations } from '../alerts/recipients/store.ts'
import { sendDue } from '../alerts/send.ts'
import { deleteResolvedBefore, MESSAGES_DUE } from '../alerts/store.ts'
import type { Reader } from '../db/reading/reader.ts'
import { sealConfigurations } from '../integrations/seal.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../kernel/duration.ts'
import { deleteOldAccess } from '../people/delete-old-access.ts'
import type { Cipher } from '../secrets/cipher.ts'
import { type SeriesRetention, sweepSeries } from '../series/sweep.ts'
import { sendOneTimePassword } from '../store/authentication/one-time-passwords/send.ts'
import { deleteOldCodes, REQUESTS_DUE } from '../store/authentication/one-time-passwords/store.ts'
import { expireCart } from '../store/carts/expire.ts'
import { publishReleases } from '../store/catalog/releases/publish-releases.ts'
import { REMAINS_DUE, sweepReleases } from '../store/catalog/releases/sql/sweep-releases.ts'
import { RELEASES_DUE } from '../store/catalog/releases/store.ts'
import { removeEntries } from '../store/custom-apis/remove-entries.ts'
import { REMOVALS_DUE } from '../store/custom-apis/sql/removal.ts'
import { stepExport } from '../store/exports/step.ts'
import { EXPORTS_DUE } from '../store/exports/store.ts'
import type { FileStorage } from '../store/files/bytes/file-storage.ts'
import { DELETIONS_DUE, deletePending } from '../store/files/bytes/sql/pending-deletion.ts'
import { sweepIdempotencyKeys } from '../store/kit/sql/idempotency.ts'
import type { StoreDeps } from '../store/kit/work.ts'
import { decidePending, expireOrder } from '../store/orders/expire.ts'
import { DECISIONS_DUE } from '../store/orders/sql/due.ts'
import { countOrders } from '../store/recommendations/count-orders.ts'
import { deleteExpiredGuests } from '../storefront/shoppers/sql/checkout-details.ts'
import type { Alerting } from './alerting.ts'
import type { DueWork } from './due-work.ts'

type BackgroundJobDeps = StoreDeps & {
  reader: Reader
  fileStorage: FileStorage
  cipher: Cipher
  retention: SeriesRetention
  alerting: Alerting
}

type BackgroundJob = Omit<DueWork, 'step'> & {
  step: (deps: BackgroundJobDeps, now: number, signal: AbortSignal) => Promise<boolean | number>
}

/** Each list runs in a separate lane, so that long jobs do not delay quick jobs. */
const QUICK: readonly BackgroundJob[] = [
  { name: 'sending one-time passwords', due: REQUESTS_DUE, step: sendOneTimePassword },
  { name: 'applying delayed gateway decisions', due: DECISIONS_DUE, step: decidePending },
  { name: 'cancelling unpaid orders', every_ms: 10 * SECOND, step: expireOrder },
  { name: 'deleting expired carts', every_ms: 10 * SECOND, step: expireCart },
  { name: 'deleting expired idempotency keys', every_ms: MINUTE, step: ({ db }, now) => sweepIdempotencyKeys(db, now) },
  { name: 'deleting old one-time passwords', every_ms: HOUR, step: ({ db }, now) => deleteOldCodes(db, now) },
  { name: 'deleting expired guest data', every_ms: HOUR, step: ({ db }, now) => deleteExpiredGuests(db, now) },
  { name: 'deleting old sessions and invitations', every_ms: HOUR, step: ({ db }, now) => deleteOldAccess(db, now) },
  {
    name: 'evaluating alerts',
    every_ms: 10 * SECOND,
    step: (deps, now) => evaluateAlerts(deps, now).then(() => false),
  },
  { name: 'deleting old incidents', every_ms: HOUR, step: ({ db }, now) => deleteResolvedBefore(db, now - 90 * DAY) },
  {
    name: 'deleting expired confirmations of addresses',
    every_ms: HOUR,
    step: ({ db }, now) => deleteExpiredConfirmations(db, now),
  },
  { name: 'deleting expired token generations', every_ms: HOUR, step: ({ db }, now) => forgetGenerations(db, now) },
]
const LONG: readonly BackgroundJob[] = [
  { name: 'encrypting integration configurations', every_ms: 10 * MINUTE, step: sealing },
  { name: 'moving minutes of the series into hours', every_ms: HOUR, step: sweeping },
  {
    name: 'deleting rows of deleted catalog releases',
    every_ms: 5 * SECOND,
    due: REMAINS_DUE,
    step: (deps) => sweepReleases(deps),
  },
  {
    name: 'deleting entries of deleted custom APIs',
    every_ms: SECOND,
    due: REMOVALS_DUE,
    step: (deps) => removeEntries(deps),
  },
  { name: 'counting what is bought together', every_ms: 10 * MINUTE, step: countOrders },
  { name: 'writing exports', every_ms: SECOND, due: EXPORTS_DUE, step: stepExport },
  {
    name: 'deleting contents of removed files',
    every_ms: 5 * SECOND,
    due: DELETIONS_DUE,
    step: ({ db, fileStorage }, now) => deletePending(db, fileStorage, now),
  },
  {
    name: 'deleting uploads that a crash cut short',
    every_ms: 10 * MINUTE,
    step: ({ fileStorage }, now) => fileStorage.spool.sweep(now - HOUR).then(() => false),
  },
]

/** A separate lane, because a step copies a whole catalog, which takes minutes. */
const RELEASES: readonly BackgroundJob[] = [
  {
    name: 'publishing catalog releases',
    every_ms: 500,
    due: RELEASES_DUE,
    step: (deps, _, signal) => publishReleases(deps, signal),
  },
]

/** A separate lane, because a mail server or a chat system may be slow. */
const MESSAGES: readonly BackgroundJob[] = [
  {
    name: 'sending messages of alerts',
    every_ms: SECOND,
    due: MESSAGES_DUE,
    step: ({ alerting }, now) => sendDue(alerting, now),
  },
  {
    name: 'sending confirmation mails of alerts',
    every_ms: SECOND,
    due: CONFIRMATIONS_DUE,
    step: ({ alerting }, now) => sendConfirmation(alerting, now),
  },
]

async function sealing(deps: BackgroundJobDeps, _: number, signal: AbortSignal): Promise<boolean> {
  await sealConfigurations(deps, signal)
  return false
}

async function sweeping(deps: BackgroundJobDeps, now: number, signal: AbortSignal): Promise<boolean> {
  await sweepSeries(deps, now, signal)
  return false
}

export function backgroundLanes(deps: BackgroundJobDeps): DueWork[][] {
  return [QUICK, LONG, RELEASES, MESSAGES].map((jobs) =>
    jobs.map(({ step, ...job }) => ({ ...job, step: (now, signal) => step(deps, now, signal) })),
  )
}
