import type { Reply, Verdict } from '../attempt.ts'

type HttpResponse = Extract<Reply, { kind: 'response' }>

/**
 * Verdict on a reply. Any 2xx is a success, even if the body was longer than the limit; everything else fails, with a sentence
 * for the log. `now` (milliseconds since the epoch) resolves a `Retry-After` date.
 */
export function judge(reply: Reply, now: number): Verdict {
  if (reply.kind === 'accepted') return { succeeded: true }
  if (reply.kind !== 'response') {
    const final = reply.kind === 'refused' && reply.final
    return { succeeded: false, detail: reply.detail, retry_after: null, final }
  }
  const { status_code, headers } = reply
  if (status_code >= 200 && status_code < 300) return { succeeded: true }
  return {
    succeeded: false,
    detail: detailOf(reply),
    retry_after: retryAfter(headers['retry-after'], now),
    final: status_code === 410,
  }
}

function detailOf({ status_code, headers }: HttpResponse): string {
  const { location } = headers
  if (status_code >= 300 && status_code < 400 && location !== undefined) {
    return `Redirects are not followed (${status_code} to ${redirectTarget(location)}) - treating webhook as a fail`
  }
  const phrase = phrases[status_code]
  const status = phrase === undefined ? `${status_code}` : `${status_code} ${phrase}`
  return `Received a status code outside of 2xx range (${status}) - treating webhook as a fail`
}

/** Target of a redirect without the parts that may be secret: user, password, path, query. */
function redirectTarget(location: string): string {
  const [, scheme = '', host] = /^([a-z][a-z0-9+.-]*:)?\/\/(?:[^/\\?#]*@)?([^/\\?#]*)/i.exec(location) ?? []
  if (host === undefined) return 'another path of the same host'
  return `${scheme}//${host.length > MAX_HOST_LENGTH ? `${host.slice(0, MAX_HOST_LENGTH)}…` : host}`
}

const MAX_HOST_LENGTH = 200

/**
 * Seconds from now of a `Retry-After`, never negative; null if the header is absent, malformed, or too large to be a duration.
 */
export function retryAfter(value: string | undefined, now: number): number | null {
  const text = value?.trim()
  if (text === undefined) return null
  if (/^\d+$/.test(text)) return Number(text) > MAX_SECONDS ? null : Number(text)
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text)) return null
  // The oldest of the three date formats names no time zone; all are in UTC.
  const time = Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`)
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - now) / 1000))
}

/** One year: a larger number must be a time since the epoch, in seconds or milliseconds. */
const MAX_SECONDS = 31_536_000

const phrases: Readonly<Record<number, string>> = {
  300: 'Multiple Choices',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  417: 'Expectation Failed',
  418: "I'm a Teapot",
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  423: 'Locked',
  425: 'Too Early',
  426: 'Upgrade Required',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  505: 'HTTP Version Not Supported',
  507: 'Insufficient Storage',
  508: 'Loop Detected',
  511: 'Network Authentication Required',
}
