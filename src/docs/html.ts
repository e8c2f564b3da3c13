/** Markup that is safe to send. */
export type Html = { readonly html: string }

type Value = string | number | Html | readonly Html[]

/** Markup from a template. Texts are escaped, markup is inserted unchanged. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return markup(parts.map((part, i) => part + textOf(values[i] ?? '')).join(''))
}

export function markup(text: string): Html {
  return { html: text }
}

export const NOTHING: Html = { html: '' }

export function join(parts: readonly Html[]): Html {
  return markup(parts.map((part) => part.html).join('\n'))
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function textOf(value: Value): string {
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return 'html' in value ? value.html : value.map((one) => one.html).join('')
}
