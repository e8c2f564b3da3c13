/**
 * The text as searches compare it: lower case, without accents, in compatible characters. `search_text` in
 * `migrations/0085-folded-searches.sql` returns the same.
 */
export function searchText(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  return text
    .replaceAll(/[©®℗™℠]/g, '')
    .normalize('NFKD')
    .replaceAll(INVISIBLE, '')
    .replaceAll(MARKS, '')
    .toLowerCase()
    .replaceAll(/[ßæœþđðħıłŋøŧς’ʼ‘‐–—−]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC')
}

export function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}

/** Characters without width, such as soft hyphens and variants of pictures. */
export const INVISIBLE = /[\ufe00-\ufe0f\u00ad\u200b-\u200d\u2060\ufeff]/g

/** Accents and points of vowels. Marks of other scripts are letters, such as in ガ. */
const MARKS =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0640]+/g

/** What does not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
  ...{ đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ł: 'l', ŋ: 'n', ø: 'o', ŧ: 't', ς: 'σ' },
  ...{ '’': "'", ʼ: "'", '‘': "'", '‐': '-', '–': '-', '—': '-', '−': '-' },
}
