import { isObservableBy, type KnownTypes } from '../../event-types/catalog.ts'

/** Returns the texts that match no event type without the key. */
export function orphanedBy(key: string, texts: readonly string[], known: KnownTypes): readonly string[] {
  const without = { ...known, own: new Set([...known.own].filter((own) => own !== key)) }
  return texts.filter((text) => isObservableBy(text, known) && !isObservableBy(text, without))
}
