import { mask } from '../kernel/mask.ts'
import type { Reply } from './attempt.ts'

/** Masks secrets wherever they stand in a text, as they are or as JSON writes them: some receivers echo what they got. */
export function hider(secrets: readonly (string | undefined)[]): (text: string) => string {
  const hidden = secrets.flatMap((secret) => (secret === undefined || secret === '' ? [] : formsOf(secret)))
  return (text) => hidden.reduce((shown, { form, masked }) => shown.replaceAll(form, masked), text)
}

/** The longer form first: the other may be a part of it. */
function formsOf(secret: string): { form: string; masked: string }[] {
  const masked = mask(secret)
  const written = JSON.stringify(secret).slice(1, -1)
  return [...new Set([written, secret])].map((form) => ({ form, masked }))
}

/** JSON of an object of texts, its texts as a log may show them: a secret may hold characters that JSON is made of. */
export function hideInJson(json: string, hide: (text: string) => string): string {
  if (hide(json) === json) return json
  const texts: [string, string][] = Object.entries(JSON.parse(json))
  return JSON.stringify(Object.fromEntries(texts.map(([name, text]) => [name, hide(text)])))
}

/** The reply as a log may show it. */
export function hideInReply(reply: Reply, hide: (text: string) => string): Reply {
  if (reply.kind === 'silence') return reply
  const body = hide(reply.body)
  const detail = reply.kind === 'refused' ? { detail: hide(reply.detail) } : {}
  const isClean = body === reply.body && (reply.kind !== 'refused' || detail.detail === reply.detail)
  // Hardly any reply holds a secret: then there is nothing to copy.
  if (isClean && Object.values(reply.headers).every((value) => hide(value) === value)) return reply
  const headers = Object.entries(reply.headers).map(([name, value]) => [name, hide(value)])
  return { ...reply, ...detail, body, headers: Object.fromEntries(headers) }
}
