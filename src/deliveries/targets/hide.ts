import { mask } from '../../kernel/mask.ts'
import type { Reply } from '../attempt.ts'

type Hide = (text: string) => string

/** Masks secrets wherever they stand in a text, as they are or as JSON writes them: some receivers echo what they got. */
export function hider(secrets: readonly (string | undefined)[]): Hide {
  const hidden = secrets.flatMap((secret) => (secret === undefined || secret === '' ? [] : formsOf(secret)))
  return (text) => {
    let shown = text
    for (const { form, masked } of hidden) if (shown.includes(form)) shown = shown.replaceAll(form, masked)
    return shown
  }
}

/** The longer form first: the other may be a part of it. */
function formsOf(secret: string): { form: string; masked: string }[] {
  const masked = mask(secret)
  const written = JSON.stringify(secret).slice(1, -1)
  return [...new Set([written, secret])].map((form) => ({ form, masked }))
}

/** The texts as a log may show them; themselves when they hold no secret. */
export function hideInTexts(texts: Record<string, string>, hide: Hide): Record<string, string> {
  let shown = texts
  for (const [name, text] of Object.entries(texts)) {
    const hidden = hide(text)
    if (hidden !== text) shown = { ...shown, [name]: hidden }
  }
  return shown
}

/** The reply as a log may show it; itself when it holds no secret. */
export function hideInReply(reply: Reply, hide: Hide): Reply {
  if (reply.kind === 'no_response') return reply
  const body = hide(reply.body)
  const headers = hideInTexts(reply.headers, hide)
  if (reply.kind === 'refused') return { ...reply, body, headers, detail: hide(reply.detail) }
  return body === reply.body && headers === reply.headers ? reply : { ...reply, body, headers }
}
