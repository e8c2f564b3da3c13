import type { NamedResource, Requester } from '../../kernel/requester.ts'
import type { Change } from './change.ts'

type Named = Pick<Requester, 'path' | 'result_type'>

/** Returns the main row of an entry: the created row of the response, or the row in the path, or the first. */
export function resourceOf({ path, result_type }: Named, changes: readonly Change[]): NamedResource | null {
  const target = path.at(-1) ?? null
  const created = changes.filter(({ action }) => action === 'created')
  const main =
    created.find(({ type }) => type === result_type) ??
    changes.find(({ id }) => id === target?.id) ??
    created[0] ??
    changes[0]
  return main === undefined ? target : { type: main.type, id: main.id }
}
