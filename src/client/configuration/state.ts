import { isUuid } from '../../kernel/ids.ts'
import { isObject } from '../../kernel/json/json.ts'
import type { Kind, Members } from './kind.ts'
import { entryOf, identityBelow, isSibling, keyOf, mapReferences } from './references.ts'

export type Current = {
  kind: Kind
  identity: string
  id: string
  /** Path after `/v2`. */
  path: string
  members: Members
  isDeletable: boolean
}

export type State = {
  current: readonly Current[]
  identities: ReadonlyMap<string, string>
}

/** Items of one kind below one parent. */
export type Listed = { kind: Kind; parent: { id: string; identity: string } | null; items: readonly Members[] }

/** Builds the state from lists; lists of parents and of referenced kinds must come first. */
export function stateOf(lists: readonly Listed[]): State {
  const kinds = new Map(lists.map(({ kind }) => [kind.type, kind]))
  const identities = new Map<string, string>()
  const current = lists.flatMap(({ kind, parent, items }) => {
    for (const item of items) {
      const members = keyForm(kind, membersOf(kind, item), identities, kinds, parent?.identity)
      identities.set(
        entryOf(kind.type, idOf(item)),
        identityBelow(parent?.identity ?? null, keyOf(kind, members) ?? [idOf(item)]),
      )
    }
    return items.map(
      (item): Current => ({
        kind,
        id: idOf(item),
        identity: identities.get(entryOf(kind.type, idOf(item))) ?? '',
        path: pathOf(kind, item),
        members: keyForm(kind, membersOf(kind, item), identities, kinds, parent?.identity),
        isDeletable: kind.life === 'free' && (kind.isDeletable?.(item) ?? true),
      }),
    )
  })
  return { current, identities }
}

/** Returns the declarable members of an item in the API's format. */
export function membersOf({ frame, members }: Kind, item: Members): Members {
  const from = frame === 'attributes' && isObject(item.attributes) ? item.attributes : item
  return Object.fromEntries(members.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]))
}

/** Replaces ids of other resources by their keys; ids of unread resources stay. */
export function keyForm(
  kind: Kind,
  members: Members,
  identities: State['identities'],
  kinds: ReadonlyMap<string, Kind>,
  parent?: string,
): Members {
  const named = mapReferences(kind, members, ({ type, value }) => {
    const identity = identities.get(entryOf(type, value.toLowerCase()))
    if (identity === undefined) return isUuid(value) ? value.toLowerCase() : value
    const target = kinds.get(type)
    const isInParent = target !== undefined && isSibling(kind, target) && parent !== undefined
    return isInParent ? identity.slice(parent.length + 1) : identity
  })
  return kind.parent === undefined || parent === undefined ? named : { ...named, [kind.parent]: parent }
}

export function idOf(item: Members): string {
  return String(item.id)
}

function pathOf({ life, path }: Kind, item: Members): string {
  if (life === 'single') return path
  const links = isObject(item.links) ? item.links : {}
  const { pathname } = new URL(String(links.self), 'http://localhost')
  return pathname.slice(pathname.indexOf('/v2/') + '/v2'.length)
}
