type TypeFacts = { origin: 'store' | 'outside'; declared_by: 'tidings' | 'store'; level: string }

/** Origin of the events of a type. */
export type TypeOrigin = 'here' | 'outside' | 'own'

export function originOf({ origin, declared_by }: Pick<TypeFacts, 'origin' | 'declared_by'>): TypeOrigin {
  if (declared_by === 'store') return 'own'
  return origin === 'store' ? 'here' : 'outside'
}

export const ORIGIN_WORDS: Readonly<Record<TypeOrigin, string>> = {
  here: 'Emitted here',
  outside: 'By external producers',
  own: 'Own type',
}

/** True if the key, resource or description contains all words. */
export function matchesSearch(
  { key, entity, description }: { key: string; entity: string; description: string },
  search: string,
): boolean {
  const text = `${key} ${entity} ${description}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
