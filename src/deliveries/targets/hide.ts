import { mask } from '../../kernel/text/mask.ts'
import type { Reply } from '../attempt.ts'
import { type Basic, spellingsOf } from './spellings.ts'

/** Masks secrets in texts from others (`echoes`) and in our own sentences. */
export type Hide = Record<'echoes' | 'sentences', (text: string) => string>

/** Minimum length of a secret in sentences, since a shorter secret would mask parts of unrelated words. */
const MIN_LENGTH_IN_SENTENCES = 8

type Hidden = { part: string; forms: string[]; masked: string }

/** Masks secrets anywhere in a text, in every spelling, since some receivers echo the request. */
export function hider(secrets: readonly (string | Basic | undefined)[]): Hide {
  // Longest first, because a short secret may be part of a longer secret or its Base64.
  const hidden = secrets.flatMap(hiddenOf).sort((one, other) => lengthOf(other) - lengthOf(one))
  return { echoes: masking(hidden), sentences: masking(hidden.flatMap(inSentences)) }
}

function hiddenOf(secret: string | Basic | undefined): Hidden[] {
  const text = typeof secret === 'object' ? secret.password : secret
  if (secret === undefined || text === undefined || text === '') return []
  const masked = mask(text)
  return spellingsOf(secret).map((spellings) => ({ ...spellings, masked }))
}

function lengthOf({ forms: [longest = ''] }: Hidden): number {
  return longest.length
}

function inSentences({ forms, ...hidden }: Hidden): Hidden[] {
  const long = forms.filter((form) => form.length >= MIN_LENGTH_IN_SENTENCES)
  return long.length === 0 ? [] : [{ ...hidden, forms: long }]
}

function masking(hidden: readonly Hidden[]): (text: string) => string {
  // Fast path: most texts contain no secret, and all spellings of a secret contain its `part`.
  const parts = [...new Set(hidden.map(({ part }) => part))]
  return (text) => {
    if (!parts.some((part) => text.includes(part))) return text
    let result = text
    for (const { part, forms, masked } of hidden) {
      if (!result.includes(part)) continue
      for (const form of forms) result = result.replaceAll(form, masked)
    }
    return result
  }
}

/** Masks texts for the log; returns the same object if they contain no secret. */
export function hideInTexts(texts: Record<string, string>, hide: Hide): Record<string, string> {
  let shown = texts
  for (const name of Object.keys(texts)) {
    const text = texts[name] ?? ''
    const hidden = hide.echoes(text)
    if (hidden === text) continue
    // A copy of its own data properties, so that assigning even `__proto__` replaces its value.
    if (shown === texts) shown = { ...texts }
    shown[name] = hidden
  }
  return shown
}

/** Masks a reply for the log; returns the same object if the reply contains no secret. */
export function hideInReply(reply: Reply, hide: Hide): Reply {
  if (reply.kind === 'no_response') return reply
  const body = hide.echoes(reply.body)
  const headers = hideInTexts(reply.headers, hide)
  if (reply.kind === 'refused') return { ...reply, body, headers, detail: hide.sentences(reply.detail) }
  return body === reply.body && headers === reply.headers ? reply : { ...reply, body, headers }
}
