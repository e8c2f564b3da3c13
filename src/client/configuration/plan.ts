import { isUuid } from '../../kernel/ids.ts'
import { nearestWord } from '../../kernel/text/nearest-word.ts'
import { type Change, changesOf, flatten, isSecretMember } from './compare.ts'
import { validateMembers } from './desired.ts'
import { type Desired, InvalidConfiguration, type Kind, type Members, type Mistake, SECRET } from './kind.ts'
import { entryOf, identityBelow, identityOf, isSibling, mapReferences, referencesIn } from './references.ts'
import { type Current, keyForm, type State } from './state.ts'

/** A step that makes one resource match its declaration, or deletes an undeclared resource. */
export type Step = { kind: Kind; identity: string } & (
  | { action: 'create'; changes: Change[]; desired: Desired }
  | { action: 'update'; changes: Change[]; desired: Desired; current: Current }
  | { action: 'delete'; current: Current }
)

/** Steps in executable order, and the resources that already match their declarations. */
export type Plan = { steps: Step[]; unchanged: readonly Declared[] }

type Declared = { kind: Kind; identity: string }

export type PlanOptions = {
  /** Sorted so that kinds follow those that they refer to. */
  kinds: readonly Kind[]
  /** True to delete undeclared resources, within the declared types and parents. */
  prune: boolean
  prune_types: readonly string[]
  /** True to write secrets, which cannot be compared. */
  write_secrets: boolean
}

/** Plans the steps from the API's state to the declarations. Throws all mistakes that only a comparison reveals. */
export function makePlan(declarations: readonly Desired[], state: State, options: PlanOptions): Plan {
  const byType = new Map(options.kinds.map((kind) => [kind.type, kind]))
  const desired = declarations.map((one) => {
    const members = keyForm(one.kind, one.members, state.identities, byType)
    return withIdentity({ ...one, members: siblingKeys(one.kind, members, byType) })
  })
  const existing = Map.groupBy(state.current, ({ kind, identity }) => entryOf(kind.type, identity))
  const compared = desired.map((one) => compare(one, existing.get(entryOf(one.kind.type, one.identity)) ?? [], options))
  const removals = removalsOf(desired, state.current, options)
  const mistakes = [
    ...repetitions(desired),
    ...compared.flatMap((one) => one.mistakes),
    ...exclusiveMistakes(desired, compared),
    ...desired.flatMap((one) => unknownReferences(one, { desired, existing, removals, byType })),
  ]
  if (mistakes.length > 0) throw new InvalidConfiguration(mistakes)
  const steps = compared.flatMap(({ step }) => (step === null ? [] : [step]))
  const unchanged = compared.flatMap(({ step, one }) => (step === null ? [one] : []))
  return { steps: [...inOrder(steps, options.kinds), ...inOrder(removals, options.kinds).reverse()], unchanged }
}

type Identified = Desired & { identity: string }

function withIdentity(desired: Desired): Identified {
  return { ...desired, identity: identityOf(desired.kind, desired.members) ?? '' }
}

/** Replaces the identity of a sibling by its key. */
function siblingKeys(kind: Kind, members: Members, byType: ReadonlyMap<string, Kind>): Members {
  const parent = String(members[kind.parent ?? ''])
  return mapReferences(kind, members, ({ type, value, path }) => {
    const target = byType.get(type)
    const isBelow =
      target !== undefined && path[0] !== kind.parent && isSibling(kind, target) && value.startsWith(`${parent}/`)
    return isBelow ? value.slice(parent.length + 1) : value
  })
}

type Compared = { one: Identified; step: Step | null; mistakes: Mistake[] }

function compare(one: Identified, found: readonly Current[], { write_secrets }: PlanOptions): Compared {
  const { kind, identity } = one
  const [current, other] = found
  const refuse = (mistakes: Mistake[]): Compared => ({ one, step: null, mistakes })
  if (current !== undefined && other !== undefined)
    return refuse([
      {
        at: one.at([]),
        detail: `${found.length} resources of the store are a ${nameOf(one)} (${found.map(({ id }) => id).join(', ')}): rename or delete all but one.`,
      },
    ])
  if (current === undefined) {
    if (kind.life !== 'free')
      return refuse([{ at: one.at([]), detail: `The store has no ${nameOf(one)}, and it cannot be created.` }])
    const mistakes = checkNew(one)
    return { one, step: { action: 'create', kind, identity, changes: changesOf(one, null), desired: one }, mistakes }
  }
  const changes = [...changesOf(one, current.members), ...(write_secrets ? secretsOf(one, current) : [])]
  const mistakes = [...checkFixed(one, changes), ...checkWhole(one, current.members)]
  if (changes.length === 0) return { one, step: null, mistakes }
  const distinct = [...new Map(changes.map((change) => [change.member, change])).values()]
  return { one, step: { action: 'update', kind, identity, changes: distinct, desired: one, current }, mistakes }
}

function secretsOf(one: Identified, current: Current): Change[] {
  const all = { ...current.members, ...one.members }
  const names = Object.keys(flatten(one.kind, one.members)).filter((member) => isSecretMember(one, member, all))
  return names.map((member) => ({ member, old: SECRET, new: SECRET }))
}

function checkNew(one: Identified): Mistake[] {
  const { problems } = validateMembers(one.kind, one.members, 'create')
  const missing = problems.map(({ path, detail }) => ({
    at: one.at(path),
    detail: `${detail} (a new ${one.kind.type})`,
  }))
  return missing.length > 0 ? missing : checkWhole(one, null)
}

function checkWhole({ kind, members, at }: Identified, current: Members | null): Mistake[] {
  const problems = kind.check?.(members, current) ?? []
  return problems.map(({ pointer = '', detail }) => ({ at: at(pointer.split('/').slice(1)), detail }))
}

function checkFixed({ kind, at }: Identified, changes: readonly Change[]): Mistake[] {
  return changes
    .filter(({ member }) => kind.fixed.includes(member))
    .map(({ member, old }) => ({
      at: at([member]),
      detail: `\`${member}\` cannot be changed: it is ${JSON.stringify(old)}. Declare that, or delete the ${kind.type} first.`,
    }))
}

function repetitions(desired: readonly Identified[]): Mistake[] {
  const groups = Map.groupBy(desired, ({ kind, identity }) => entryOf(kind.type, identity))
  return [...groups.values()].flatMap(([first, ...others]) =>
    others.map((other) => ({
      at: other.at([]),
      detail: `The ${nameOf(other)} is declared twice: first at ${first?.at([])}.`,
    })),
  )
}

/**
 * Mistakes in exclusive members such as `default`: declared by several resources, or removed from one without declaring
 * another.
 */
function exclusiveMistakes(desired: readonly Identified[], compared: readonly Compared[]): Mistake[] {
  return compared.flatMap(({ one, step }) => {
    const name = one.kind.exclusive
    if (name === undefined) return []
    const holders = desired.filter(({ kind, members }) => kind === one.kind && members[name] === true)
    const wrong = (detail: string) => [{ at: one.at([name]), detail }]
    if (holders.length > 1 && holders.indexOf(one) > 0)
      return wrong(`\`${name}\` is declared by ${holders.length} resources: only one ${one.kind.type} can have it.`)
    const isTaken = step?.action === 'update' && step.changes.some(({ member, old }) => member === name && old === true)
    return isTaken && holders.length === 0
      ? wrong(`\`${name}\`: declare another ${one.kind.type} as the ${name} instead.`)
      : []
  })
}

/** Returns the undeclared resources of the declared types and parents, or of the named types. */
function removalsOf(
  desired: readonly Identified[],
  current: readonly Current[],
  { prune, prune_types }: PlanOptions,
): Step[] {
  const declared = new Set(desired.map(({ kind, identity }) => entryOf(kind.type, identity)))
  const scopes = new Set(desired.map(({ kind, members }) => entryOf(kind.type, parentOf(kind, members))))
  return current
    .filter(
      ({ kind, members }) =>
        prune_types.includes(kind.type) || (prune && scopes.has(entryOf(kind.type, parentOf(kind, members)))),
    )
    .filter(({ kind, identity, isDeletable }) => isDeletable && !declared.has(entryOf(kind.type, identity)))
    .filter((one) => !isExclusive(one, desired))
    .map((one): Step => ({ action: 'delete', kind: one.kind, identity: one.identity, current: one }))
}

function parentOf({ parent }: Kind, members: Members): string {
  return parent === undefined ? '' : String(members[parent])
}

/** True if the resource has an exclusive member, such as `default`, and keeps it. */
function isExclusive({ kind, members }: Current, desired: readonly Identified[]): boolean {
  const { exclusive } = kind
  if (exclusive === undefined || members[exclusive] !== true) return false
  return !desired.some((one) => one.kind === kind && one.members[exclusive] === true)
}

type Known = {
  desired: readonly Identified[]
  existing: ReadonlyMap<string, readonly Current[]>
  removals: readonly Step[]
  byType: ReadonlyMap<string, Kind>
}

function unknownReferences(one: Identified, { desired, existing, removals, byType }: Known): Mistake[] {
  return referencesIn(one.kind, one.members).flatMap(({ type, value, path }) => {
    const isHidden = one.from_environment.includes(String(path[0]))
    const shown = isHidden ? SECRET : value
    const entry = entryOf(type, targetOf(one, { type, value }, byType))
    if (desired.some((other) => entryOf(other.kind.type, other.identity) === entry)) return []
    const found = existing.get(entry) ?? []
    const removed = removals.find((step) => entryOf(step.kind.type, step.identity) === entry)
    const wrong = (detail: string) => [{ at: one.at(path), detail: `\`${path.join('.')}\`: ${detail}` }]
    if (removed !== undefined) return wrong(`the ${type} ${shown} is to be deleted: declare it too.`)
    if (found.length > 1)
      return wrong(`${found.length} resources of the store are a ${type} ${shown}: rename all but one.`)
    if (found.length === 1 || (isUuid(value) && path[0] !== one.kind.parent)) return []
    const known = [...desired, ...[...existing.values()].flat()].filter(({ kind }) => kind.type === type)
    const nearest = nearestWord(
      shown,
      known.map(({ identity }) => identity),
    )
    return wrong(`there is no ${type} ${shown}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`)
  })
}

export function targetOf(
  { kind, members }: Pick<Desired, 'kind' | 'members'>,
  { type, value }: { type: string; value: string },
  byType: ReadonlyMap<string, Kind>,
): string {
  const target = byType.get(type)
  const parent = kind.parent === undefined ? null : String(members[kind.parent])
  return target !== undefined && isSibling(kind, target) ? identityBelow(parent, [value]) : value
}

/**
 * Sorts referenced kinds first; within a kind, new holders of an exclusive member such as the default, then parents.
 */
function inOrder<One extends Step>(steps: readonly One[], kinds: readonly Kind[]): One[] {
  const depths = new Map<Step, number>()
  const ranked = steps.map((step) => ({
    step,
    rank: [kinds.indexOf(step.kind), isTaking(step) ? 0 : 1, depthOf(step, steps, depths)],
  }))
  return ranked
    .sort(
      (one, other) =>
        one.rank.map((value, index) => value - (other.rank[index] ?? 0)).find((order) => order !== 0) ?? 0,
    )
    .map(({ step }) => step)
}

function isTaking(step: Step): boolean {
  const { exclusive } = step.kind
  return exclusive !== undefined && step.action !== 'delete' && step.desired.members[exclusive] === true
}

/** Returns the depth of a step in the chain of resources of the same kind that must come first. */
function depthOf(step: Step, steps: readonly Step[], depths: Map<Step, number>): number {
  const known = depths.get(step)
  if (known !== undefined) return known
  depths.set(step, 0)
  const members = step.action === 'delete' ? step.current.members : step.desired.members
  const byType = new Map([[step.kind.type, step.kind]])
  const above = referencesIn(step.kind, members)
    .filter(({ type }) => type === step.kind.type)
    .map(({ type, value }) => targetOf({ kind: step.kind, members }, { type, value }, byType))
  const waits = steps.filter((other) => other.kind === step.kind && above.includes(other.identity))
  const depth = waits.length === 0 ? 0 : 1 + Math.max(...waits.map((other) => depthOf(other, steps, depths)))
  depths.set(step, depth)
  return depth
}

/** Returns the name of a resource for sentences, such as `promotion Spring sale`. */
export function nameOf({ kind, identity }: { kind: Kind; identity: string }): string {
  return identity === '' ? kind.type : `${kind.type} ${identity}`
}
