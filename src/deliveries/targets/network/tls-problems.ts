/** Use of a client certificate with an endpoint that requests one; `unsupported` if the target has no option for it. */
export type ClientCertificateUse = 'sent' | 'none' | 'unsupported'

/** Error codes of OpenSSL and Node for problems with a certificate or a handshake. */
export const TLS_CODE =
  /^(?:ERR_SSL_|ERR_TLS_|ERR_OSSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_CERT|ERROR_IN_CRL|INVALID_(?:CA|PURPOSE)|PATH_LENGTH|HOSTNAME_MISMATCH)/

export function tlsProblem(code: string, error: Error, use: ClientCertificateUse): string {
  const alert = /_ALERT_(\w+)$/.exec(code)?.[1] ?? ''
  if (alert === 'HANDSHAKE_FAILURE') return `the endpoint refused the handshake: ${REFUSED_HANDSHAKE[use]}`
  if (Object.hasOwn(REFUSED_CERTIFICATE, alert)) {
    return use === 'sent' ? String(REFUSED_CERTIFICATE[alert]) : NO_CERTIFICATE[use]
  }
  const problem = problems[code] ?? `TLS failed (${code})`
  if (code === 'ECONNRESET') return `${problem}${certificateHint(use)}`
  const names = code === 'ERR_TLS_CERT_ALTNAME_INVALID' ? namesOf(error) : ''
  return names === '' ? problem : `${problem} (${names})`
}

const MAX_NAMES = 3

function namesOf(error: Error & { cert?: { subjectaltname?: unknown } }): string {
  const names = String(error.cert?.subjectaltname ?? '').matchAll(/\bDNS:([\w.*-]{1,100})/g)
  return [...names]
    .slice(0, MAX_NAMES)
    .map(([, name]) => name)
    .join(', ')
}

/** Hint for connections that the endpoint closed without a TLS alert. */
export function certificateHint(use: ClientCertificateUse): string {
  return use === 'sent' ? '; it may have refused the client certificate' : ''
}

const REPLACE = 'put another one and its key into client_certificate'

/** Alerts of RFC 8446, section 6.2, about the client certificate, by their OpenSSL names. */
const REFUSED_CERTIFICATE: Readonly<Record<string, string>> = {
  CERTIFICATE_REQUIRED: `the endpoint requires a client certificate of another kind: ${REPLACE}`,
  BAD_CERTIFICATE: `the endpoint refused the client certificate as invalid: ${REPLACE}`,
  UNSUPPORTED_CERTIFICATE: `the endpoint does not support the kind of the client certificate: ${REPLACE}`,
  CERTIFICATE_REVOKED: `the endpoint refused the client certificate as revoked: ${REPLACE}`,
  CERTIFICATE_EXPIRED: `the endpoint refused the client certificate as expired: ${REPLACE}`,
  CERTIFICATE_UNKNOWN: `the endpoint refused the client certificate without a reason: have it accept this one, or ${REPLACE}`,
  UNKNOWN_CA:
    'the endpoint does not trust the authority of the client certificate: have it trust that authority, or add the ' +
    'intermediate certificates to client_certificate.certificate',
  ACCESS_DENIED: `the endpoint denies access to the client certificate: have it permit this one, or ${REPLACE}`,
}

const NO_CERTIFICATE = {
  none: 'the endpoint requires a client certificate: put one and its key into client_certificate of the configuration',
  unsupported: 'the endpoint requires a client certificate, which only webhooks send',
}

const REFUSED_HANDSHAKE: Readonly<Record<ClientCertificateUse, string>> = {
  sent: 'it may not accept the client certificate, or no version or cipher of TLS that is offered',
  none: 'it may require a client certificate (client_certificate of the configuration), or another version or cipher of TLS',
  unsupported: 'it may require a client certificate, which only webhooks send, or another version or cipher of TLS',
}

const NO_TLS = 'the endpoint does not speak TLS on this port'
const OLD_TLS = 'the endpoint does not speak TLS 1.2 or 1.3'

const problems: Readonly<Record<string, string>> = {
  ECONNRESET: 'the connection was closed during the TLS handshake, see the log of the endpoint',
  EPROTO: NO_TLS,
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: OLD_TLS,
  ERR_SSL_UNSUPPORTED_PROTOCOL: OLD_TLS,
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: 'the endpoint does not accept HTTP/1.1',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
  CERT_HAS_EXPIRED: 'the certificate has expired, renew it',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet, or the clock of this machine is wrong',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed, so it is not trusted here',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate chain ends in an authority that is not trusted here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'the endpoint does not send the intermediate certificates, or its authority is not trusted here',
  UNABLE_TO_GET_ISSUER_CERT: 'the certificate chain is incomplete',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the authority that signed the certificate is not trusted here',
}
