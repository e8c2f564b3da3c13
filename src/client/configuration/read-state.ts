import { Type } from 'typebox'
import { isUuid } from '../../kernel/ids.ts'
import type { Connection } from '../connection.ts'
import { parseResponse, readPages } from '../list.ts'
import type { Desired, Kind, Members } from './kind.ts'
import { referencesIn } from './references.ts'
import { idOf, type Listed, type State, stateOf } from './state.ts'

const Item = Type.Record(Type.String(), Type.Unknown())

/** Scope of a read: a whole type, or only the children of these parents (keys or ids). */
type Scope = 'all' | Set<string>

/**
 * Reads the resources of the declared types, of types that they refer to, and of `whole` types from the API. Children
 * are read only for parents that the declarations name, unless their type is `whole`.
 */
export async function readState(
  connection: Pick<Connection, 'get'>,
  kinds: readonly Kind[],
  desired: readonly Desired[],
  whole: readonly string[],
): Promise<State> {
  const scopes = scopesOf(kinds, desired, whole)
  const lists: Listed[] = []
  for (const kind of kinds) {
    const scope = scopes.get(kind.type)
    if (scope === undefined) continue
    if (kind.parent === undefined)
      lists.push({ kind, parent: null, items: await readItems(connection, kind, kind.path) })
    else lists.push(...(await readChildren(connection, kind, scope, stateOf(lists))))
  }
  return stateOf(lists)
}

function scopesOf(kinds: readonly Kind[], desired: readonly Desired[], whole: readonly string[]): Map<string, Scope> {
  const byType = new Map(kinds.map((kind) => [kind.type, kind]))
  const isBelow = (type: string) => byType.get(type)?.parent !== undefined
  const scopes = new Map<string, Scope>()
  const add = (type: string, parent: string | 'all') => {
    const scope = scopes.get(type) ?? new Set()
    if (!isBelow(type)) scopes.set(type, 'all')
    else if (scope !== 'all') scopes.set(type, parent === 'all' ? 'all' : scope.add(parent))
    // References are shown by key, so their targets are read too.
    for (const target of Object.values(byType.get(type)?.references ?? {}))
      if (!isBelow(target) && !scopes.has(target)) add(target, 'all')
  }
  for (const type of whole) add(type, 'all')
  for (const { kind, members } of desired) {
    add(kind.type, String(members[kind.parent ?? '']))
    // References to children start with the parent: `lighting/desk-lamps`.
    for (const { type, value } of referencesIn(kind, members))
      if (isBelow(type) && type !== kind.type && !isUuid(value)) add(type, value.split('/')[0] ?? '')
  }
  return scopes
}

async function readChildren(
  connection: Pick<Connection, 'get'>,
  kind: Kind,
  scope: Scope,
  { current }: State,
): Promise<Listed[]> {
  const member = kind.parent ?? ''
  const parents = current
    .filter((one) => one.kind.type === kind.references[member])
    .filter(({ identity, id }) => scope === 'all' || scope.has(identity) || scope.has(id))
  const lists: Listed[] = []
  for (const parent of parents) {
    const items = await readItems(connection, kind, kind.path.replace(`:${member}`, parent.id))
    lists.push({ kind, parent, items })
  }
  return lists
}

async function readItems(connection: Pick<Connection, 'get'>, kind: Kind, path: string): Promise<Members[]> {
  if (kind.life === 'single') {
    const { data } = parseResponse(Type.Object({ data: Item }), await connection.get(path))
    return [{ ...data, id: idOf(data) }]
  }
  const items = await readPages(connection, path, Item, kind.filter)
  return items.filter((item) => kind.isDeclarable?.(item) ?? true)
}
