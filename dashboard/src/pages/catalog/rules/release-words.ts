type Counts = { created: number; updated: number; deleted: number }

const NOUNS = { products: 'product', nodes: 'node', hierarchies: 'hierarchy' } as const
type Kind = keyof typeof NOUNS

/** Effects of publishing, a sentence each: "1 product changes, 2 are added." Empty if nothing changes. */
export function previewSentences(preview: Record<Kind, Counts> & { products: { prices_updated: number } }): string[] {
  const kinds: Kind[] = ['products', 'nodes', 'hierarchies']
  const sentences = kinds.flatMap((kind) => sentenceOf(NOUNS[kind], preview[kind]))
  const { prices_updated } = preview.products
  if (prices_updated === 0) return sentences
  return [
    ...sentences,
    `${prices_updated === 1 ? 'One of them has' : `${number(prices_updated)} of them have`} another price.`,
  ]
}

function sentenceOf(noun: string, { created, updated, deleted }: Counts): string[] {
  const parts = [
    { count: updated, one: 'changes', many: 'change' },
    { count: created, one: 'is added', many: 'are added' },
    { count: deleted, one: 'is removed', many: 'are removed' },
  ].filter(({ count }) => count > 0)
  if (parts.length === 0) return []
  const words = parts.map(({ count, one, many }, at) => {
    const subject = at === 0 ? `${number(count)} ${count === 1 ? noun : pluralOf(noun)}` : number(count)
    return `${subject} ${count === 1 ? one : many}`
  })
  return [`${words.join(', ')}.`]
}

const pluralOf = (noun: string) => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`)
const number = (count: number) => count.toLocaleString('en-US')

type Release = { id: string; meta: { release_status: string; created_at: string } }

/** Catalog that shoppers see after a release is deleted. `releases` are those of the catalog, newest first. */
export function afterDeletion<R extends Release>(
  releases: readonly R[],
  id: string,
): { same: true } | { same: false; next: R | null } {
  const published = releases.filter(({ meta }) => meta.release_status === 'PUBLISHED')
  if (published[0]?.id !== id) return { same: true }
  return { same: false, next: published[1] ?? null }
}
