import type { NoResponseReason, Reply } from '../../attempt.ts'
import { NameRefused, REMEDY } from './guard.ts'

export type NoResponse = { reason: NoResponseReason; detail: string }

/** The reply to messages after the target was closed. */
export function notSent(): Reply {
  return { kind: 'no_response', reason: 'other', detail: 'Not sent: this process is shutting down', processing_time: 0 }
}

type NetworkReason = Exclude<NoResponseReason, 'bad-url' | 'access-token'>

/**
 * Describes a failed exchange in a sentence for the log. `endpoint` is `host:port`; nothing else of the address appears, since
 * paths, queries and passwords of webhook addresses are often secrets. The reason is for the operator alone.
 */
export function noResponseOf(error: Error, endpoint: string): NoResponse {
  if (error instanceof NameRefused && error.cause instanceof Error) {
    const detail = `The name of ${endpoint} does not resolve to an address that deliveries may reach; if it is a private one, ${REMEDY}`
    return { reason: noResponseOf(error.cause, endpoint).reason, detail }
  }
  const code = codeOf(error)
  const reason = reasonOf(code, error)
  return { reason, detail: detailOf(reason, code, error, endpoint) }
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

function detailOf(reason: NetworkReason, code: string, error: Error, endpoint: string): string {
  switch (reason) {
    case 'timeout':
      return `Could not connect to ${endpoint} in time`
    case 'refused':
      return `Connection refused by ${endpoint}`
    case 'reset':
      return `${endpoint} closed the connection before its response was complete`
    case 'unreachable':
      return `${endpoint} cannot be reached from here (${code})`
    case 'name-not-found':
      return `The name of ${endpoint} could not be resolved (${code})`
    case 'tls':
      return `No secure connection to ${endpoint}: ${tlsProblems[code] ?? `TLS failed (${code})`}`
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

/** OpenSSL's and Node's names for problems with a certificate or a handshake. */
const TLS_CODE =
  /^(?:ERR_SSL_|ERR_TLS_|ERR_OSSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_CERT|ERROR_IN_CRL|INVALID_(?:CA|PURPOSE)|PATH_LENGTH|HOSTNAME_MISMATCH)/

const tlsProblems: Readonly<Record<string, string>> = {
  ECONNRESET: 'the connection was closed during the TLS handshake',
  EPROTO: 'the endpoint does not speak TLS',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the endpoint does not speak TLS',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the endpoint does not speak TLS',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate chain ends in an authority that is not trusted here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'the endpoint does not send the intermediate certificates, or its authority is not trusted here',
  UNABLE_TO_GET_ISSUER_CERT: 'the certificate chain is incomplete',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the authority that signed the certificate is not trusted here',
}
