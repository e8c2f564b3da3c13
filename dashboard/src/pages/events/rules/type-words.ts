type TypeFacts = { origin: 'store' | 'outside'; declared_by: 'tidings' | 'store'; level: string }

/** Where events of a type come from. */
export type TypeOrigin = 'here' | 'outside' | 'own'

export function originOf({ origin, declared_by }: Pick<TypeFacts, 'origin' | 'declared_by'>): TypeOrigin {
  if (declared_by === 'store') return 'own'
  return origin === 'store' ? 'here' : 'outside'
}

export const ORIGIN_WORDS: Readonly<Record<TypeOrigin, string>> = {
  here: 'Emitted here',
  outside: 'By producers outside',
  own: 'Own type',
}

/** Whether all words that were typed are in the key, the resource or the description. */
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
