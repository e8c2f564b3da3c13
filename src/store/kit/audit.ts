import { type Change, compareMembers, type Hidden } from '../../audit/rules/change.ts'
import { secretIn } from '../../http/compression/compress.ts'
import type { AnyResource, Frame } from './resource.ts'
import type { Attribute } from './values/attribute.ts'
import type { Work } from './work.ts'

type Named = { type: string; id: string }

/** Adds a created, updated or deleted row to the audit log. */
export function auditRow(work: Work, resource: AnyResource, before: Frame | null, after: Frame | null): void {
  if (work.changes === null) return
  const { names, hidden } = auditedMembers(resource)
  const shown = (row: Frame | null) => row && pick(row, names)
  const id = (after ?? before)?.id ?? ''
  const members = compareMembers({ before: shown(before), after: shown(after), hidden })
  work.changes.push({ type: resource.type, id, action: actionOf(before, after), members })
}

/** Same for members that are not a row of the kit. */
export function noteChange(work: Work, { type, id }: Named, compared: Parameters<typeof compareMembers>[0]): void {
  const { before, after } = compared
  work.changes?.push({ type, id, action: actionOf(before, after), members: compareMembers(compared) })
}

function actionOf(before: object | null, after: object | null): Change['action'] {
  if (before === null) return 'created'
  return after === null ? 'deleted' : 'updated'
}

type Audited = { names: readonly string[]; hidden: Readonly<Record<string, Hidden>> }

const known = new WeakMap<AnyResource, Audited>()

/** Returns attributes and internal columns. Internal values are hidden, but their changes are worth an entry. */
export function auditedMembers(resource: AnyResource): Audited {
  const found = known.get(resource) ?? findAudited(resource)
  known.set(resource, found)
  return found
}

function findAudited(resource: AnyResource): Audited {
  const own = Object.entries(resource.attributes)
  const internal = Object.entries(resource.internal).filter(([, { hidden }]) => hidden !== undefined)
  const reasons = [...own, ...internal].flatMap(([name, attribute]) => {
    const hidden = reasonToHide(name, attribute) ?? resource.hidden
    return hidden === undefined ? [] : [[name, hidden] as const]
  })
  return { names: [...own, ...internal].map(([name]) => name), hidden: Object.fromEntries(reasons) }
}

/** A member that its schema keeps out of responses, or out of compressed ones, is also a secret in the audit log. */
function reasonToHide(name: string, { hidden, schema }: Attribute): Hidden | undefined {
  if (hidden !== undefined) return hidden
  const isWriteOnly = (schema as { writeOnly?: boolean }).writeOnly === true
  return isWriteOnly || secretIn({ properties: { [name]: schema } }) !== null ? 'secret' : undefined
}

function pick(row: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}
