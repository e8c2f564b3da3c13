/** Control characters, those without a shape, and white space other than the space of a keyboard. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]|[^\S ]/u

/** Returns the rule that a SKU breaks once it is a `plainText`, as a predicate; null if it may be used. */
export function skuFault(plain: string): string | null {
  if (plain === '') return 'must not be blank.'
  const [found] = INVISIBLE.exec(plain) ?? []
  const code = found?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
  return code === undefined ? null : `must not contain the invisible character U+${code}.`
}
