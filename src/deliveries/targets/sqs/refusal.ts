import type { BatchResultErrorEntry } from '@aws-sdk/client-sqs'
import type { RefusalEffect } from '../../attempt.ts'

/** Why a queue did not accept a message. `throttled` messages are accepted when they are sent more slowly. */
export type Refusal = {
  kind: 'refused'
  status_code: number | null
  detail: string
  throttled: boolean
} & RefusalEffect

/**
 * A refusal of a whole request, which came with `body`; null without a response. Codes as the service's API reference names
 * them.
 */
export function refusalOf(error: unknown, body: string): (Refusal & { request_id?: string }) | null {
  if (!(error instanceof Error)) return null
  const { httpStatusCode = null, requestId } = metadataOf(error)
  const reason = reasonOf(error.name, error.message)
  // A response that broke off has a status too.
  if ((httpStatusCode === null && reason === 'other') || 'code' in error) return null
  const throttled = reason === 'throttled'
  const detail = isUnderstood(error, reason)
    ? sentence(reason, error.name, error.message)
    : `The address of the queue responded ${httpStatusCode}, but not as a queue service does${quoted(body)}`
  return {
    kind: 'refused',
    overloaded: throttled || (httpStatusCode !== null && httpStatusCode >= 500),
    final: false,
    throttled,
    status_code: httpStatusCode,
    detail,
    ...(requestId && { request_id: requestId }),
  }
}

/** The beginning of a body, on one line. */
function quoted(body: string): string {
  const text = body.replace(/\s+/g, ' ').trim()
  if (text === '') return ' (without a body)'
  return `: ${text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text}`
}

/** Characters of a foreign body in the sentence of the log; the log holds the body itself. */
const QUOTED = 200

/** For a response that it cannot parse, the client throws a JSON error, or an unknown one without a message of the service. */
function isUnderstood(error: Error, reason: Reason): boolean {
  return reason !== 'other' || ('$fault' in error && !/^Unknown/.test(error.name))
}

/** A refusal of one message of a request whose others may have been accepted. */
export function refusalOfEntry({
  Code = 'unknown',
  Message = '',
  SenderFault,
}: Omit<BatchResultErrorEntry, 'Id'>): Refusal {
  const reason = reasonOf(Code, Message)
  const throttled = reason === 'throttled'
  const overloaded = throttled || SenderFault !== true
  return {
    kind: 'refused',
    overloaded,
    final: false,
    throttled,
    status_code: null,
    detail: sentence(reason, Code, Message),
  }
}

type Reason =
  | 'missing'
  | 'throttled'
  | 'expired'
  | 'credentials'
  | 'skew'
  | 'forbidden'
  | 'kms-forbidden'
  | 'kms'
  | 'no-role'
  | 'other'

function reasonOf(code: string, message: string): Reason {
  // Older forms carry a prefix.
  const name = code.replace(/^(?:AWS|com\.amazonaws\.sqs)[.#](?:SimpleQueueService\.)?/, '')
  const reason = REASONS[name] ?? (/throttl/i.test(name) ? 'throttled' : 'other')
  // Codes of a wrong signature and of a missing permission have several causes, which only the message distinguishes.
  if (reason === 'credentials' && /^Signature (?:expired|not yet current)/.test(message)) return 'skew'
  if (reason === 'forbidden' && /\bkms:/i.test(message)) return 'kms-forbidden'
  return reason
}

const REASONS: Readonly<Record<string, Reason>> = {
  QueueDoesNotExist: 'missing',
  NonExistentQueue: 'missing',
  QueueDeletedRecently: 'missing',
  RequestThrottled: 'throttled',
  RequestLimitExceeded: 'throttled',
  TooManyRequestsException: 'throttled',
  SlowDown: 'throttled',
  OverLimit: 'throttled',
  ExpiredToken: 'expired',
  ExpiredTokenException: 'expired',
  RequestExpired: 'skew',
  RequestTimeTooSkewed: 'skew',
  InvalidClientTokenId: 'credentials',
  UnrecognizedClientException: 'credentials',
  InvalidAccessKeyId: 'credentials',
  InvalidSignatureException: 'credentials',
  SignatureDoesNotMatch: 'credentials',
  IncompleteSignature: 'credentials',
  MissingAuthenticationToken: 'credentials',
  NotAuthorized: 'credentials',
  AccessDenied: 'forbidden',
  AccessDeniedException: 'forbidden',
  KmsAccessDenied: 'kms-forbidden',
  KmsDisabled: 'kms',
  KmsInvalidKeyUsage: 'kms',
  KmsInvalidState: 'kms',
  KmsNotFound: 'kms',
  KmsOptInRequired: 'kms',
  CredentialsProviderError: 'no-role',
  TokenRefreshRequired: 'no-role',
}

function sentence(reason: Reason, code: string, message: string): string {
  const more = message === '' ? '' : `: ${message.slice(0, 300)}`
  return `${SENTENCES[reason]} (${code})${more}`
}

const SENTENCES: Readonly<Record<Reason, string>> = {
  missing: 'There is no such queue in this region',
  throttled: 'The queue service throttles requests',
  expired: 'The credentials of the integration have expired',
  credentials: 'The queue service does not accept the credentials of the integration',
  skew: "The clock of this machine differs too much from the queue service's: synchronize it, for example by NTP",
  forbidden: 'The credentials of the integration may not send to this queue; they need sqs:SendMessage',
  'kms-forbidden':
    'The credentials of the integration may not use the KMS key that encrypts this queue; they need kms:GenerateDataKey ' +
    'and kms:Decrypt',
  kms: 'The KMS key that encrypts this queue cannot be used',
  'no-role': 'The integration has no keys, and this machine has no role to lend it',
  other: 'The queue refused the message',
}

type Metadata = { httpStatusCode?: number | null; requestId?: string }

function metadataOf(error: Error): Metadata {
  return '$metadata' in error && typeof error.$metadata === 'object' && error.$metadata !== null ? error.$metadata : {}
}
