import type { NoResponseReason, Reply } from '../../attempt.ts'
import { NameRefused, REMEDY } from './guard.ts'
import { lengthProblem, type ResponseHead, statusOf } from './response-head.ts'
import { type ClientCertificateUse, certificateHint, TLS_CODE, tlsProblem } from './tls-problems.ts'
import { ProxyRefused } from './tunnel.ts'

/** Peer of an exchange. `endpoint` is `host:port`. */
export type Peer = { endpoint: string; client_certificate: ClientCertificateUse }

export type NoResponse = { reason: NoResponseReason; detail: string }

/** Reply to messages after the target was closed. */
export function notSent(): Reply {
  return { kind: 'no_response', ...SHUTTING_DOWN, processing_time: 0 }
}

export const SHUTTING_DOWN: NoResponse = { reason: 'shutting-down', detail: 'Not sent: this process is shutting down' }

type NetworkReason = Exclude<NoResponseReason, 'bad-url' | 'access-token' | 'shutting-down'>

/**
 * Describes a failed exchange in a sentence for the log. `endpoint` is `host:port`, and nothing else of the address appears,
 * since paths, queries and passwords of webhook addresses are often secrets. The reason is only for the operator.
 */
export function noResponseOf(
  error: Error,
  endpoint: string,
  use: ClientCertificateUse = 'unsupported',
  head: ResponseHead = headOf(error),
): NoResponse {
  if (error instanceof NameRefused && error.cause instanceof Error) {
    const detail = `The name of ${endpoint} does not resolve to an address that deliveries may reach: check its spelling; if it is a private one, ${REMEDY}`
    return { reason: noResponseOf(error.cause, endpoint).reason, detail }
  }
  const code = codeOf(error)
  const reason = reasonOf(code, error)
  return { reason, detail: detailOf(reason, code, error, { endpoint, client_certificate: use, head }) }
}

/** Message for a connection that was not established, TLS included. `within` is the time limit in words. */
export function noConnection(endpoint: string, within: string): string {
  const remedy = 'check its address, the firewalls on the way, and whether it completes TLS handshakes'
  return `No connection to ${endpoint} ${within}: ${remedy}`
}

/** Message for a response that violates HTTP. `problem` describes the violation or what to check. */
export function unexpectedResponse(endpoint: string, problem: string, head: ResponseHead): string {
  const status = statusOf(head)
  return `${endpoint} responded ${status === null ? '' : `${status} `}with something that is not valid HTTP/1.1: ${problem}`
}

function reasonOf(code: string, error: Error): NetworkReason {
  if (isOfNameServer(code, error)) return 'name-server'
  const known = reasons[code]
  // Node reports a connection that ends during the handshake as a reset.
  if (known === 'reset' && error.message.includes('before secure TLS connection')) return 'tls'
  if (known !== undefined) return known
  if (code === 'UND_ERR_SOCKET') return /^bad /.test(error.message) ? 'bad-answer' : 'reset'
  if (error.name === 'HTTPParserError' || code.startsWith('HPE_')) return 'bad-answer'
  return TLS_CODE.test(code) ? 'tls' : 'other'
}

/** True if the lookup itself failed rather than found no such name; even a refused connection is then the name server's. */
function isOfNameServer(code: string, error: Error): boolean {
  const syscall = 'syscall' in error ? String(error.syscall) : ''
  const isOfLookUp = /^(?:query|getaddrinfo)/.test(syscall) || /^(?:EAI_|ESERVFAIL$|EREFUSED$)/.test(code)
  return isOfLookUp && !UNKNOWN_NAME.test(code)
}

const UNKNOWN_NAME = /^(?:ENOTFOUND|ENODATA)$/

function detailOf(
  reason: NetworkReason,
  code: string,
  error: Error,
  { endpoint, client_certificate: use, head }: Peer & { head: ResponseHead },
): string {
  switch (reason) {
    case 'timeout':
      return noConnection(endpoint, 'in time')
    case 'refused':
      return `Connection refused by ${endpoint}: no server listens on this port`
    case 'reset':
      return `${endpoint} closed the connection before its response was complete: see its log${certificateHint(use)}`
    case 'unreachable':
      return `${endpoint} cannot be reached from here (${code}): check the routes and firewalls on the way`
    case 'name-not-found':
      return `The name of ${endpoint} could not be resolved (${code}): check its spelling`
    case 'name-server':
      return `The name of ${endpoint} could not be resolved (${code}): the name server failed or did not respond`
    case 'tls':
      return `No secure connection to ${endpoint}: ${tlsProblem(code, error, use)}`
    case 'address-blocked':
      return error.message
    case 'proxy':
      return proxyProblem(error, endpoint)
    case 'bad-answer':
      return unexpectedResponse(endpoint, violationOf(code, head) ?? protocolOf(head), head)
    case 'other':
      return `The delivery to ${endpoint} failed${code === '' ? '' : ` (${code})`}`
  }
}

function violationOf(code: string, head: ResponseHead): string | null {
  if (/HEADERS?_OVERFLOW$/.test(code)) return 'its headers are too large'
  const isMismatch = code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'
  if (!isMismatch && !HPE_LENGTH.test(code)) return null
  return lengthProblem(head) ?? (isMismatch ? 'its content-length is repeated, or differs from its body' : null)
}

const HPE_LENGTH = /^HPE_(?:UNEXPECTED_CONTENT_LENGTH|INVALID_CONTENT_LENGTH|INVALID_TRANSFER_ENCODING)$/

function proxyProblem(error: Error, endpoint: string): string {
  const status_code = error instanceof ProxyRefused ? error.status_code : null
  if (status_code === null) {
    const code = error.cause instanceof Error ? codeOf(error.cause) : ''
    return `The forward proxy cannot be reached (${code}): an operator should check TIDINGS_OUTGOING_PROXY`
  }
  return `The forward proxy responded ${status_code} to the request for ${endpoint}: ${proxyRemedy(status_code)}`
}

function proxyRemedy(status_code: number): string {
  if (status_code === 407) return 'an operator should check the user and password in TIDINGS_OUTGOING_PROXY'
  return status_code >= 500 ? 'it cannot connect to it' : 'it has to allow CONNECT to it'
}

/** Unparsed bytes, as Node and undici attach them to errors. */
function headOf({ rawPacket, data }: Error & { rawPacket?: unknown; data?: unknown }): ResponseHead {
  return rawPacket instanceof Buffer ? rawPacket.toString('latin1') : String(data ?? '')
}

/** Guess, from the first bytes, of the protocol that the endpoint speaks instead of HTTP/1.1. */
function protocolOf(head: ResponseHead): string {
  // A TLS alert, and the first frame of HTTP/2.
  if (head.startsWith('\u0015\u0003')) return 'it speaks TLS, use https://'
  if (head.startsWith('\0\0') && head[3] === '\u0004') return 'it speaks HTTP/2 only'
  return 'check the port, and the server behind it'
}

/** Reports the most specific failure, because several addresses may have been tried. */
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
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'bad-answer',
  EHOSTUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  EPERM: 'unreachable',
  ENOTFOUND: 'name-not-found',
  ENODATA: 'name-not-found',
  EPROTO: 'tls',
  UND_ERR_HEADERS_OVERFLOW: 'bad-answer',
}
