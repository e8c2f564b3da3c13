/** JSON with sorted members, so that equal values have equal texts. Undefined becomes `''`. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => sorted(member)) ?? ''
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}
