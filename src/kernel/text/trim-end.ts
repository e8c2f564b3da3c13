/** The text without the characters at its end. `/x+$/` would read a long run of them again from each of its places. */
export function trimEnd(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end -= 1
  return text.slice(0, end)
}
