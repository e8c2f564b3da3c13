/** Null means unlimited. */
export function limitOf(limit: number | null): string {
  return limit === null ? 'Any number' : limit.toLocaleString('en-US')
}

export function batchName({ size, prefix }: { size: number; prefix: string }): string {
  const codes = `${size.toLocaleString('en-US')} ${size === 1 ? 'code' : 'codes'}`
  return prefix === '' ? codes : `${codes} with ${prefix}…`
}
