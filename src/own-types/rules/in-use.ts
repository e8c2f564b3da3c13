import { isObservableBy, type KnownTypes } from '../../event-types/catalog.ts'

/** Of these texts, those that stand for no event type any more without the key. */
export function orphanedBy(key: string, texts: readonly string[], known: KnownTypes): readonly string[] {
  const without = { ...known, own: new Set([...known.own].filter((own) => own !== key)) }
  return texts.filter((text) => isObservableBy(text, known) && !isObservableBy(text, without))
}
