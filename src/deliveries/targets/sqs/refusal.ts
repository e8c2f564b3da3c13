import type { BatchResultErrorEntry } from '@aws-sdk/client-sqs'
import type { RefusalEffect } from '../../attempt.ts'
import { endpointOf } from '../network/endpoint.ts'

/** Rejection of a message by a queue. A `throttled` message would be accepted at a lower rate. */
export type Refusal = {
  kind: 'refused'
  status_code: number | null
  detail: string
  throttled: boolean
} & RefusalEffect

/**
 * Rejection of a whole request to the queue at `url`, with the response `body`; null without a response. Error codes are those of
 * the service's API reference.
 */
export function refusalOf(error: unknown, body: string, url: string): (Refusal & { request_id?: string }) | null {
  if (!(error instanceof Error)) return null
  const { httpStatusCode = null, requestId } = metadataOf(error)
  const reason = reasonOf(error.name, error.message, httpStatusCode)
  // A truncated response has a status too.
  if ((httpStatusCode === null && reason === 'other') || 'code' in error) return null
  const throttled = reason === 'throttled'
  const detail = isUnderstood(error, reason)
    ? sentence(reason, error.name, error.message, url)
    : `${endpointOf(new URL(url))} responded ${httpStatusCode}, but not as a queue service does${quoted(body, url)}`
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

/** Excerpt of a body, on one line. */
function quoted(body: string, url: string): string {
  const text = withoutAddress(body, url).replace(/\s+/g, ' ').trim()
  if (text === '') return ' (without a body)'
  return `: ${text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text}`
}

/** Length of the excerpt in the sentence of the log; the log also has the whole body. */
const QUOTED = 200

/**
 * True if the response came from a queue service. For an unparsable response the client throws a JSON error, or an unknown error
 * without a message.
 */
function isUnderstood(error: Error, reason: Reason): boolean {
  return !['other', 'unavailable'].includes(reason) || ('$fault' in error && !/^Unknown/.test(error.name))
}

/** Rejection of one message in a batch to the queue at `url`; other messages may have been accepted. */
export function refusalOfEntry(
  { Code = 'unknown', Message = '', SenderFault }: Omit<BatchResultErrorEntry, 'Id'>,
  url: string,
): Refusal {
  const reason = reasonOf(Code, Message, null)
  const throttled = reason === 'throttled'
  const overloaded = throttled || SenderFault !== true
  return {
    kind: 'refused',
    overloaded,
    final: false,
    throttled,
    status_code: null,
    detail: sentence(reason, Code, Message, url),
  }
}

type Reason =
  | 'missing'
  | 'no-queue-address'
  | 'throttled'
  | 'unavailable'
  | 'expired'
  | 'credentials'
  | 'signature'
  | 'region'
  | 'skew'
  | 'forbidden'
  | 'kms-forbidden'
  | 'kms'
  | 'too-long'
  | 'fifo'
  | 'no-role'
  | 'other'

function reasonOf(code: string, message: string, status_code: number | null): Reason {
  // Older codes have a prefix.
  const name = code.replace(/^(?:AWS|com\.amazonaws\.sqs)[.#](?:SimpleQueueService\.)?/, '')
  const reason = REASONS[name] ?? (/throttl/i.test(name) ? 'throttled' : 'other')
  const specific = BY_MESSAGE.find(({ among, pattern }) => among.includes(reason) && pattern.test(message))
  if (specific !== undefined) return specific.reason
  return reason === 'other' && status_code !== null && status_code >= 500 ? 'unavailable' : reason
}

/** Codes with several causes, distinguished only by the message. */
const BY_MESSAGE: readonly { among: readonly Reason[]; pattern: RegExp; reason: Reason }[] = [
  { among: ['signature', 'credentials'], pattern: /^Signature (?:expired|not yet current)/, reason: 'skew' },
  { among: ['signature', 'credentials'], pattern: /scoped to (?:a valid|correct) region/i, reason: 'region' },
  { among: ['forbidden'], pattern: /\bkms:/i, reason: 'kms-forbidden' },
  { among: ['other'], pattern: /must be shorter than|message (?:is )?too long/i, reason: 'too-long' },
  {
    among: ['other'],
    pattern: /must contain the parameter MessageGroupId|ContentBasedDeduplication enabled/,
    reason: 'fifo',
  },
]

const REASONS: Readonly<Record<string, Reason>> = {
  QueueDoesNotExist: 'missing',
  NonExistentQueue: 'missing',
  QueueDeletedRecently: 'missing',
  InvalidAddress: 'no-queue-address',
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
  InvalidSignatureException: 'signature',
  SignatureDoesNotMatch: 'signature',
  IncompleteSignature: 'signature',
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

function sentence(reason: Reason, code: string, message: string, url: string): string {
  const words = withoutAddress(message, url)
  const more = words === '' ? '' : `: ${words.slice(0, 300)}`
  return `${SENTENCES[reason](`The queue service at ${endpointOf(new URL(url))}`)} (${code})${more}`
}

/** Removes the address of the queue, which some services repeat, since its path and query may be secrets. */
function withoutAddress(text: string, url: string): string {
  const { origin, pathname, search } = new URL(url)
  const shorter = text.replaceAll(url, origin).replaceAll(`${origin}${pathname}${search}`, origin)
  return pathname === '/' ? shorter : shorter.replaceAll(`${pathname}${search}`, '…').replaceAll(pathname, '…')
}

/** Problem and remedy; `service` starts the sentence. */
const SENTENCES: Readonly<Record<Reason, (service: string) => string>> = {
  missing: (service) => `${service} has no such queue: check the url and the region`,
  'no-queue-address': (service) => `${service} has no queue at this address: check the path of the url`,
  throttled: (service) => `${service} throttles requests`,
  unavailable: (service) => `${service} is failing at the moment`,
  expired: (service) => `${service} does not accept the credentials of the integration, which have expired: renew them`,
  credentials: (service) => `${service} does not accept the credentials of the integration: check the keys`,
  signature: (service) => `${service} does not accept the signature: check the secret access key`,
  region: (service) => `${service} does not accept the region of the integration: it must be that of the queue`,
  skew: (service) => `${service} disagrees with this machine about the time: an operator should synchronize its clock`,
  forbidden: (service) => `${service} does not permit the credentials to send to this queue: they need sqs:SendMessage`,
  'kms-forbidden': (service) =>
    `${service} does not permit the credentials to use the KMS key that encrypts this queue: they need ` +
    'kms:GenerateDataKey and kms:Decrypt',
  kms: (service) => `${service} cannot use the KMS key that encrypts this queue: check that the key is enabled`,
  'too-long': (service) =>
    `${service} does not accept a message of this length: raise the MaximumMessageSize of the queue`,
  fifo: (service) => `${service} requires the parameters of a FIFO queue: the url must end in .fifo`,
  'no-role': () => 'The integration has no keys, and this machine has no role either',
  other: (service) => `${service} refused the message`,
}

type Metadata = { httpStatusCode?: number | null; requestId?: string }

function metadataOf(error: Error): Metadata {
  return '$metadata' in error && typeof error.$metadata === 'object' && error.$metadata !== null ? error.$metadata : {}
}
