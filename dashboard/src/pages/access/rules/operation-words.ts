import type { AuditEntry } from '../../../generated/schema.ts'

/** First words of operation summaries, in the past tense. */
const DONE: Readonly<Record<string, string>> = {
  accept: 'accepted',
  add: 'added',
  anonymize: 'anonymized',
  assign: 'assigned',
  build: 'built',
  cancel: 'canceled',
  capture: 'captured',
  change: 'changed',
  clear: 'cleared',
  compute: 'computed',
  configure: 'configured',
  confirm: 'confirmed',
  copy: 'copied',
  count: 'counted',
  create: 'created',
  delete: 'deleted',
  deliver: 'delivered',
  empty: 'emptied',
  end: 'ended',
  fulfill: 'fulfilled',
  get: 'got',
  invite: 'invited',
  link: 'linked',
  log: 'logged',
  move: 'moved',
  pause: 'paused',
  pay: 'paid',
  publish: 'published',
  refund: 'refunded',
  remove: 'removed',
  rename: 'renamed',
  replace: 'replaced',
  report: 'reported',
  request: 'requested',
  resume: 'resumed',
  retry: 'retried',
  revoke: 'revoked',
  search: 'searched',
  send: 'sent',
  show: 'showed',
  stop: 'stopped',
  test: 'tested',
  try: 'tried',
  turn: 'turned',
  update: 'changed',
  upload: 'uploaded',
  void: 'voided',
}

/** Operations whose summary cannot be put in the past tense. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  CreateSession: 'Logged in',
  RefuseSession: 'Was refused at log-in',
  EndSession: 'Logged out',
  CreateFirstOwner: 'Created the first owner',
  DisableIntegration: 'Disabled an integration',
  FollowProvider: 'Updated a person from the identity provider',
  LinkProvider: 'Linked the organization’s log-in',
  EndOtherSessions: 'Ended their other sessions',
  EndOwnSession: 'Ended one of their sessions',
  UpdateOwnName: 'Changed their own name',
  UpdateOwnPassword: 'Changed their own password',
  AcceptInvitation: 'Chose a password through a link',
  StartSecondFactor: 'Started to set up the second factor',
  ConfirmSecondFactor: 'Turned the second factor on',
  RemoveSecondFactor: 'Turned the second factor off',
  RenewRecoveryCodes: 'Replaced the recovery codes',
  CreatePasswordReset: 'Created a link for a person',
  PutEventType: 'Saved an event type of the store',
  ResetSettings: 'Reset the settings of the store',
  AddProductMainImage: 'Chose the main image of a product',
  SetProductMainImage: 'Chose the main image of a product',
  SetNodeParent: 'Moved a node below another node',
  UpdateOrder: 'Changed an order',
  PayOrder: 'Paid for an order or authorized its payment',
}

/**
 * Operation in words: "Created a tax class". `summary` is that of the OpenAPI document; absent for operations that only
 * the log has.
 */
export function operationWords(operation: string, summary: string | undefined): string {
  const own = OWN_WORDS[operation]
  if (own !== undefined) return own
  return summary === undefined ? spelledOut(operation) : inThePast(summary)
}

type LogIn = NonNullable<AuditEntry['log_in']>

const METHODS: Record<LogIn['method'], string> = {
  password: 'with a password',
  link: 'with a link',
  passkey: 'with a passkey',
  provider: 'through the identity provider',
}

const SECOND_FACTORS: Record<NonNullable<LogIn['second_factor']>, string> = {
  one_time_code: 'a one-time code',
  recovery_code: 'a recovery code',
}

/** Operation of an entry. A log-in includes its method: "Logged in with a password and a one-time code". */
export function entryWords(
  { operation, log_in }: Pick<AuditEntry, 'operation' | 'log_in'>,
  summary: string | undefined,
) {
  const done = operationWords(operation, summary)
  if (log_in === null) return done
  const { method, second_factor } = log_in
  return `${done} ${METHODS[method]}${second_factor === null ? '' : ` and ${SECOND_FACTORS[second_factor]}`}`
}

/**
 * "Retry or cancel many jobs" becomes "Retried or canceled many jobs": converts leading verbs joined by commas and
 * "or".
 */
function inThePast(summary: string): string {
  const words = summary.split(' ')
  const end = words.findIndex((word) => word.toLowerCase() !== 'or' && DONE[withoutComma(word)] === undefined)
  const verbs = words.slice(0, end === -1 ? words.length : end)
  if (verbs.length === 0) return summary
  const done = verbs.map((word) =>
    word.toLowerCase() === 'or' ? word : `${DONE[withoutComma(word)]}${word.endsWith(',') ? ',' : ''}`,
  )
  return capitalized([...done, ...words.slice(verbs.length)].join(' '))
}

const withoutComma = (word: string) => word.toLowerCase().replace(/,$/, '')

/** `RefuseSomething` becomes "Refuse something". */
function spelledOut(operation: string): string {
  return capitalized(operation.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase())
}

const capitalized = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Kind of resource in words: `tax_class` is "tax class". */
export function kindWords(type: string): string {
  if (type === 'person_invitation') return 'invitation'
  return type.replaceAll(/[_-]+/g, ' ')
}
