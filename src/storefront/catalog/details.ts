/** Something that is worth knowing, for programs and for people. */
export type Detail = { name: string; 'display-name': string; value: unknown; 'display-value': string }

/** Those members that have a value that can be shown as it is. */
export function detailsOf(members: Readonly<Record<string, unknown>>): Detail[] {
  return Object.entries(members)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value) && value !== '')
    .map(([name, value]) => ({ name, 'display-name': titled(name), value, 'display-value': String(value) }))
}

/** `lamp_shade` as `Lamp shade`. */
function titled(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
