import { resources } from '../../../src/store/resources.ts'
import type { Client } from '../app.ts'
import { sampleOf } from '../store/resource-samples.ts'

type Members = Record<string, unknown>
type Derived = { document: { type: string } & Members; changes: Members }

/** Documents of plain resources of the other types, derived from their samples. */
export async function derivedSamples(types: readonly string[]): Promise<Derived[]> {
  const others = resources.filter(({ type, undeclared }) => undeclared === undefined && !types.includes(type))
  return Promise.all(
    others.map(async (resource) => {
      const { create, change } = await sampleOf(resource).arrange(noClient)
      const changes = Object.entries(change).filter(([name]) => !resource.key.includes(name))
      return { document: { type: resource.type, ...create }, changes: Object.fromEntries(changes) }
    }),
  )
}

const refuse = () => {
  throw new Error('A resource that refers to others needs a document in test/support/configuration.ts.')
}
const noClient: Client = {
  ...{ organization_id: '', store_id: '', token: '' },
  ...{ call: refuse, get: refuse, post: refuse, put: refuse, delete: refuse },
}
