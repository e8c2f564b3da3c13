import { mask } from '../../kernel/text/mask.ts'
import type { Reply } from '../attempt.ts'

export type Hide = (text: string) => string

/** Masks secrets anywhere in a text, as they are or as JSON escapes them: some receivers echo what they received. */
export function hider(secrets: readonly (string | undefined)[]): Hide {
  const hidden = secrets.flatMap((secret) => (secret === undefined || secret === '' ? [] : formsOf(secret)))
  return (text) => {
    let result = text
    for (const { form, masked } of hidden) if (result.includes(form)) result = result.replaceAll(form, masked)
    return result
  }
}

/** The longer form first: the other may be a part of it. */
function formsOf(secret: string): { form: string; masked: string }[] {
  const masked = mask(secret)
  const written = JSON.stringify(secret).slice(1, -1)
  return [...new Set([written, secret])].map((form) => ({ form, masked }))
}

/** The texts for the log; the same object when they contain no secret. */
export function hideInTexts(texts: Record<string, string>, hide: Hide): Record<string, string> {
  let shown = texts
  for (const [name, text] of Object.entries(texts)) {
    const hidden = hide(text)
    if (hidden !== text) shown = { ...shown, [name]: hidden }
  }
  return shown
}

/** The reply for the log; the same object when it contains no secret. */
export function hideInReply(reply: Reply, hide: Hide): Reply {
  if (reply.kind === 'no_response') return reply
  const body = hide(reply.body)
  const headers = hideInTexts(reply.headers, hide)
  if (reply.kind === 'refused') return { ...reply, body, headers, detail: hide(reply.detail) }
  return body === reply.body && headers === reply.headers ? reply : { ...reply, body, headers }
}
