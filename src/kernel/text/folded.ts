/** Letters and digits alone, without accents and case: how two people write one name. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
}
