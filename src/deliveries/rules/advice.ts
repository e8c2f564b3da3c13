import type { Reply } from '../attempt.ts'

/** Advice on the reply to a test, as a sentence. Without a response, the detail of the reply is the advice. */
export function adviceOn(reply: Reply): string {
  switch (reply.kind) {
    case 'no_response':
      return `${reply.detail}.`
    case 'refused':
      return sentence(reply.detail)
    case 'accepted':
      return 'The message was accepted: the integration can be saved.'
    case 'response':
      return `The endpoint responded ${reply.status_code}: ${adviceOnStatus(reply.status_code)}`
  }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

function adviceOnStatus(status_code: number): string {
  const known = BY_STATUS[status_code]
  if (known !== undefined) return known
  if (status_code < 300) return 'the integration can be saved.'
  if (status_code < 400) return 'redirects are not followed, so use the address that it redirects to.'
  if (status_code < 500) return 'it refuses the request; its response and its log say why.'
  return 'it failed; its response and its log say why.'
}

const BY_STATUS: Readonly<Record<number, string>> = {
  401: 'check that it verifies with the same secret, and the headers and the authentication of the configuration.',
  403: 'check that it verifies with the same secret, and the headers and the authentication of the configuration.',
  404: 'check the path of the address.',
  405: 'it must accept POST at this address.',
  410: 'the address is gone; an integration whose endpoint responds 410 is disabled.',
  413: 'it must accept larger bodies.',
  415: 'it must accept the Content-Type of the request.',
  429: 'it limits requests; set `rate_limit` to what it accepts.',
  502: 'a proxy in front of it does not reach it.',
  503: 'it is not ready.',
  504: 'a proxy in front of it gets no response from it.',
}
