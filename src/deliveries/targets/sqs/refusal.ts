import type { BatchResultErrorEntry } from '@aws-sdk/client-sqs'

/** Why a queue did not accept a message. */
export type Refusal = { kind: 'refused'; overloaded: boolean; status_code: number | null; detail: string }

/** A refusal of a whole request; null without a response. Codes as the service's API reference names them. */
export function refusalOf(error: unknown): (Refusal & { request_id?: string }) | null {
  if (!(error instanceof Error)) return null
  const { httpStatusCode = null, requestId } = metadataOf(error)
  const reason = reasonOf(error.name)
  // A response that broke off has a status too.
  if ((httpStatusCode === null && reason === 'other') || 'code' in error) return null
  const overloaded = reason === 'throttled' || (httpStatusCode !== null && httpStatusCode >= 500)
  const detail = isUnderstood(error, reason)
    ? sentence(reason, error.name, error.message)
    : `The address of the queue responded ${httpStatusCode}, but not as a queue service does`
  return {
    kind: 'refused',
    overloaded,
    status_code: httpStatusCode,
    detail,
    ...(requestId && { request_id: requestId }),
  }
}

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
  const reason = reasonOf(Code)
  const overloaded = reason === 'throttled' || SenderFault !== true
  return { kind: 'refused', overloaded, status_code: null, detail: sentence(reason, Code, Message) }
}

type Reason = 'missing' | 'throttled' | 'expired' | 'credentials' | 'forbidden' | 'no-role' | 'other'

function reasonOf(code: string): Reason {
  // Older forms carry a prefix.
  const name = code.replace(/^(?:AWS|com\.amazonaws\.sqs)[.#](?:SimpleQueueService\.)?/, '')
  return REASONS[name] ?? (/throttl/i.test(name) ? 'throttled' : 'other')
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
  RequestExpired: 'expired',
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
  KmsAccessDenied: 'forbidden',
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
  forbidden: 'The credentials of the integration may not send to this queue; they need sqs:SendMessage',
  'no-role': 'The integration has no keys, and this machine has no role to lend it',
  other: 'The queue refused the message',
}

type Metadata = { httpStatusCode?: number | null; requestId?: string }

function metadataOf(error: Error): Metadata {
  return '$metadata' in error && typeof error.$metadata === 'object' && error.$metadata !== null ? error.$metadata : {}
}
