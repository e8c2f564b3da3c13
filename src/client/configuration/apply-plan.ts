import { Type } from 'typebox'
import { isUuid } from '../../kernel/ids.ts'
import { stepsOf } from '../../kernel/json/json-pointer.ts'
import { describeProblem } from '../../tool/failure.ts'
import { ApiError } from '../api-error.ts'
import type { Connection } from '../connection.ts'
import { parseResponse } from '../list.ts'
import { changesOf } from './compare.ts'
import { type Kind, type Members, type Path, SECRET } from './kind.ts'
import { nameOf, type Plan, type Step, targetOf } from './plan.ts'
import { entryOf, mapReferences } from './references.ts'
import { idOf, keyForm, membersOf, type State } from './state.ts'

export type Outcome = 'done' | 'failed' | 'not_started'

/** Outcomes of the steps in order; `notes` are about completed steps. */
export type Applied = { outcomes: Outcome[]; failure: string | null; notes: string[] }

type Context = {
  connection: Connection
  byType: ReadonlyMap<string, Kind>
  /** Identities by type and id, and ids by type and identity; both grow with created resources. */
  identities: Map<string, string>
  ids: Map<string, string>
  secrets: readonly string[]
}

const One = Type.Object({ data: Type.Record(Type.String(), Type.Unknown()) })

/** Runs the steps of a plan until one fails. */
export async function applyPlan(
  connection: Connection,
  { steps }: Plan,
  state: State,
  { kinds, secrets }: { kinds: readonly Kind[]; secrets: readonly string[] },
): Promise<Applied> {
  const context: Context = {
    connection,
    secrets,
    byType: new Map(kinds.map((kind) => [kind.type, kind])),
    identities: new Map(state.identities),
    ids: new Map(state.current.map(({ kind, identity, id }) => [entryOf(kind.type, identity), id])),
  }
  const notes: string[] = []
  for (const [index, step] of steps.entries()) {
    try {
      notes.push(...(await take(context, step)))
    } catch (error) {
      const outcomes = steps.map(
        (_, other): Outcome => (other < index ? 'done' : other > index ? 'not_started' : 'failed'),
      )
      return { outcomes, failure: redact(describe(step, error), secrets), notes }
    }
  }
  return { outcomes: steps.map(() => 'done'), failure: null, notes }
}

async function take(context: Context, step: Step): Promise<string[]> {
  switch (step.action) {
    case 'create':
      return create(context, step)
    case 'update':
      return update(context, step)
    case 'delete':
      return remove(context, step)
  }
}

async function create(context: Context, step: Step & { action: 'create' }): Promise<string[]> {
  const { kind, desired, identity } = step
  const members = withIds(context, step)
  const path = kind.path.replace(`:${kind.parent}`, String(members[kind.parent ?? '']))
  const body = bodyOf(kind, members)
  const response =
    kind.created_at_key === true
      ? await context.connection.put(`${path}/${encodeURIComponent(identity)}`, body)
      : await context.connection.post(path, body)
  const { data } = parseResponse(One, response)
  context.ids.set(entryOf(kind.type, identity), idOf(data))
  context.identities.set(entryOf(kind.type, idOf(data)), identity)
  return notesOn(context, step, data, desired.members)
}

async function update(context: Context, step: Step & { action: 'update' }): Promise<string[]> {
  const { kind, desired, current, changes } = step
  const { body, version } = await context.connection.getVersion(current.path)
  const now = shownAs(context, step, parseResponse(One, body).data)
  expectUnchanged(step, now)
  const names = new Set(changes.map(({ member }) => topOf(kind, member)))
  // Secrets, which cannot be compared, are sent with any other change.
  for (const name of kind.merged) if (desired.members[name] !== undefined) names.add(name)
  const all = withIds(context, step)
  const changed = Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)))
  const sent = kind.replaces ? { ...membersOf(kind, parseResponse(One, body).data), ...all } : changed
  const response = await context.connection.put(current.path, bodyOf(kind, sent), version)
  return notesOn(context, step, parseResponse(One, response).data, desired.members)
}

async function remove(context: Context, step: Step & { action: 'delete' }): Promise<string[]> {
  const { kind, current } = step
  const { body, version } = await context.connection.getVersion(current.path)
  const now = shownAs(context, step, parseResponse(One, body).data)
  const { [kind.exclusive ?? '']: _now, ...found } = now
  const { [kind.exclusive ?? '']: _planned, ...planned } = current.members
  const moved = changesOf({ kind, members: planned, from_environment: [] }, found)
  if (moved.length > 0) throw new ChangedMeanwhile(moved.map(({ member }) => member))
  await context.connection.delete(current.path, version)
  return []
}

class ChangedMeanwhile extends Error {
  constructor(members: readonly string[]) {
    super(`It has been changed since the plan was made (${members.join(', ')}).`)
  }
}

/** Throws if a member to be changed has neither its planned nor its declared value. */
function expectUnchanged({ kind, desired, current, changes }: Step & { action: 'update' }, now: Members): void {
  const planned = { ...desired, kind, members: onlyOf(kind, current.members, changes) }
  const moved = new Set(changesOf(planned, now).map(({ member }) => member))
  const open = new Set(changesOf(desired, now).map(({ member }) => member))
  const foreign = changes.map(({ member }) => member).filter((member) => moved.has(member) && open.has(member))
  if (foreign.length > 0) throw new ChangedMeanwhile(foreign)
}

function onlyOf(kind: Kind, members: Members, changes: readonly { member: string }[]): Members {
  const names = new Set(changes.map(({ member }) => topOf(kind, member)))
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.has(name)))
}

function topOf({ merged }: Kind, member: string): string {
  return merged.find((name) => member.startsWith(`${name}.`)) ?? member
}

function withIds(
  { ids, byType }: Context,
  { desired }: Step & { action: 'create' | 'update' },
): Record<string, unknown> {
  return mapReferences(desired.kind, desired.members, ({ type, value }) => {
    const id = ids.get(entryOf(type, targetOf(desired, { type, value }, byType)))
    if (id === undefined && !isUuid(value)) throw new Error(`There is no ${type} ${value}.`)
    return id ?? value
  })
}

function bodyOf({ type, frame, parent }: Kind, members: Members) {
  const { [parent ?? '']: _, ...own } = members
  return { data: { type, ...(frame === 'flat' ? own : { attributes: own }) } }
}

function shownAs({ identities, byType }: Context, { kind, identity }: Step, item: Members): Members {
  const parent = kind.parent === undefined ? undefined : identity.slice(0, identity.lastIndexOf('/'))
  return keyForm(kind, membersOf(kind, item), identities, byType, parent)
}

/** Notes members that the API shows otherwise than declared, because each run would change them again. */
function notesOn(
  context: Context,
  step: Step & { action: 'create' | 'update' },
  item: Members,
  members: Members,
): string[] {
  const shown = shownAs(context, step, item)
  return changesOf({ ...step.desired, members }, shown).map(
    ({ member, old }) =>
      `${step.desired.at(member.split('.'))}: the API stores \`${member}\` of ${nameOf(step)} as ${JSON.stringify(old)}: declare it so.`,
  )
}

function describe(step: Step, error: unknown): string {
  if (step.action === 'delete') return `${nameOf(step)}: ${sentencesOf(error)}`
  const { desired } = step
  if (!(error instanceof ApiError) || error.problems.length === 0)
    return `${desired.at([])}: ${nameOf(step)}: ${sentencesOf(error)}`
  return error.problems
    .map(
      (problem) =>
        `${desired.at(pathOf(problem.pointer))}: ${nameOf(step)}: ${describeProblem({ detail: problem.detail })}`,
    )
    .join('\n')
}

function sentencesOf(error: unknown): string {
  if (error instanceof ApiError && error.problems.length > 0)
    return error.problems.map(({ detail }) => detail).join(' ')
  return error instanceof Error ? error.message : String(error)
}

/** Converts a pointer into the body to a path in the document that the body was made from. */
function pathOf(pointer = ''): Path {
  const steps = stepsOf(pointer.replace(/^\/data(\/attributes)?/, ''))
  return steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}

/** Shorter secrets would also match ordinary words. */
const MIN_SECRET_LENGTH = 4

function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .reduce((redacted, secret) => redacted.replaceAll(secret, SECRET), text)
}
