/** Elides the middle. Time-ordered ids differ at their end, so more of the end stays. */
export function shorten(value: string, length: number): string {
  const characters = [...value]
  if (characters.length <= length) return value
  const start = Math.ceil((length - 1) * 0.4)
  return `${characters.slice(0, start).join('')}…${characters.slice(characters.length - (length - 1 - start)).join('')}`
}
