/** Removes a trailing character. `/x+$/` would be quadratic in the length of a run. */
export function trimEnd(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end -= 1
  return text.slice(0, end)
}
