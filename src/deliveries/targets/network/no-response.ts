import type { NoResponseReason, Reply } from '../../attempt.ts'
import { NameRefused, REMEDY } from './guard.ts'
import { type ClientCertificateUse, suspicionOf, TLS_CODE, tlsProblem } from './tls-problems.ts'

/** Whom an exchange is with. `endpoint` is `host:port`. */
export type Peer = { endpoint: string; client_certificate: ClientCertificateUse }

export type NoResponse = { reason: NoResponseReason; detail: string }

/** The reply to messages after the target was closed. */
export function notSent(): Reply {
  return { kind: 'no_response', ...SHUTTING_DOWN, processing_time: 0 }
}

export const SHUTTING_DOWN: NoResponse = { reason: 'other', detail: 'Not sent: this process is shutting down' }

type NetworkReason = Exclude<NoResponseReason, 'bad-url' | 'access-token'>

/**
 * Describes a failed exchange in a sentence for the log. `endpoint` is `host:port`; nothing else of the address appears, since
 * paths, queries and passwords of webhook addresses are often secrets. The reason is for the operator alone.
 */
export function noResponseOf(error: Error, endpoint: string, use: ClientCertificateUse = 'unsupported'): NoResponse {
  if (error instanceof NameRefused && error.cause instanceof Error) {
    const detail = `The name of ${endpoint} does not resolve to an address that deliveries may reach; if it is a private one, ${REMEDY}`
    return { reason: noResponseOf(error.cause, endpoint).reason, detail }
  }
  const code = codeOf(error)
  const reason = reasonOf(code, error)
  return { reason, detail: detailOf(reason, code, error, { endpoint, client_certificate: use }) }
}

/** The sentence for a response that violates HTTP; `problem` says how, if known. */
export function unexpectedResponse(endpoint: string, problem: string | null): string {
  return `${endpoint} responded with something that is not valid HTTP/1.1${problem === null ? '' : `: ${problem}`}`
}

function reasonOf(code: string, error: Error): NetworkReason {
  const known = reasons[code]
  // Node reports a connection that ends inside the handshake as a reset.
  if (known === 'reset' && error.message.includes('before secure TLS connection')) return 'tls'
  if (known !== undefined) return known
  if (code === 'UND_ERR_SOCKET') return /^bad /.test(error.message) ? 'bad-answer' : 'reset'
  if (error.name === 'HTTPParserError') return 'bad-answer'
  if (code.startsWith('EAI_')) return 'name-not-found'
  return TLS_CODE.test(code) ? 'tls' : 'other'
}

function detailOf(
  reason: NetworkReason,
  code: string,
  error: Error,
  { endpoint, client_certificate: use }: Peer,
): string {
  switch (reason) {
    case 'timeout':
      return `Could not connect to ${endpoint} in time`
    case 'refused':
      return `Connection refused by ${endpoint}`
    case 'reset':
      return `${endpoint} closed the connection before its response was complete${suspicionOf(use)}`
    case 'unreachable':
      return `${endpoint} cannot be reached from here (${code})`
    case 'name-not-found':
      return `The name of ${endpoint} could not be resolved (${code})`
    case 'tls':
      return `No secure connection to ${endpoint}: ${tlsProblem(code, use)}`
    case 'address-blocked':
    case 'proxy':
      return error.message
    case 'bad-answer':
      return unexpectedResponse(endpoint, code === 'UND_ERR_HEADERS_OVERFLOW' ? 'its headers are too large' : null)
    case 'other':
      return `The delivery to ${endpoint} failed${code === '' ? '' : ` (${code})`}`
  }
}

/** Several addresses may have been tried; the most specific failure is reported. */
function codeOf(error: Error): string {
  const codes = (error instanceof AggregateError ? error.errors : [error]).map((each) => String(each?.code ?? ''))
  return ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT'].find((code) => codes.includes(code)) ?? codes[0] ?? ''
}

const reasons: Readonly<Record<string, NetworkReason>> = {
  ADDRESS_BLOCKED: 'address-blocked',
  PROXY_REFUSED: 'proxy',
  CONNECT_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  EHOSTUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  EPERM: 'unreachable',
  ENOTFOUND: 'name-not-found',
  ENODATA: 'name-not-found',
  ESERVFAIL: 'name-not-found',
  EREFUSED: 'name-not-found',
  EPROTO: 'tls',
  UND_ERR_HEADERS_OVERFLOW: 'bad-answer',
}
