import { stringify } from 'yaml'
import { isObject } from '../../kernel/json/json.ts'
import { type Cell, row } from '../../tool/output.ts'
import type { Applied } from './apply-plan.ts'
import { flatten, isSecretMember } from './compare.ts'
import { type Kind, type Members, SECRET } from './kind.ts'
import { nameOf, type Plan, type Step } from './plan.ts'
import { unifiedDiff } from './unified-diff.ts'

const MARKS = {
  create: { text: '+', tone: 'good' },
  update: { text: '~', tone: 'quiet' },
  delete: { text: '-', tone: 'bad' },
} as const

/** Formats the plan for people: a line per resource, a line per changed member, and the counts. */
export function showPlan({ steps, unchanged }: Plan): string {
  const lines = steps.flatMap((step) => [
    row([MARKS[step.action], nameOf(step)]).replace('  ', ' '),
    ...changeLines(step),
  ])
  const count = (action: Step['action']) => steps.filter((step) => step.action === action).length
  const counts = `${count('create')} to create, ${count('update')} to update, ${count('delete')} to delete, ${unchanged.length} unchanged`
  return `${lines.join('')}${counts}\n`
}

function changeLines(step: Step): string[] {
  if (step.action !== 'update') return []
  return step.changes.map(({ member, old, new: next }) => `    ${member}: ${short(old)} → ${short(next)}\n`)
}

/** Longer values are truncated with an ellipsis. */
const MAX_VALUE_LENGTH = 120

function short(value: unknown): string {
  const text = value === SECRET ? SECRET : JSON.stringify(value)
  return text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH)}…`
}

/** Returns the plan as data, with the outcome of each step if it was applied. */
export function planData({ steps, unchanged }: Plan, applied: Applied | null) {
  return {
    steps: steps.map((step, index) => ({
      action: step.action,
      type: step.kind.type,
      key: step.identity,
      ...(step.action !== 'delete' && { at: step.desired.at([]), changes: step.changes }),
      ...(applied !== null && { outcome: applied.outcomes[index] }),
    })),
    unchanged: unchanged.map(({ kind, identity }) => ({ type: kind.type, key: identity })),
    ...(applied !== null && { failure: applied.failure, notes: applied.notes }),
  }
}

/** Formats the differences between the store and the declarations as YAML diffs. */
export function showDiff({ steps }: Plan): string {
  return steps
    .flatMap((step) => {
      const name = nameOf(step)
      const [before, after] = textsOf(step)
      const names = [`--- ${before === null ? '/dev/null' : name}`, `+++ ${after === null ? '/dev/null' : name}`]
      return [...names, ...unifiedDiff(linesOf(before), linesOf(after))]
    })
    .map((line) => row([{ text: line, ...toneOf(line) }]))
    .join('')
}

function toneOf(line: string): Pick<Exclude<Cell, string>, 'tone'> {
  if (line.startsWith('+')) return { tone: 'good' }
  return { tone: line.startsWith('-') ? 'bad' : 'quiet' }
}

/** Returns both versions of a resource; for an update only its declared members. */
function textsOf(step: Step): [before: Members | null, after: Members | null] {
  switch (step.action) {
    case 'create':
      return [null, visible(step.desired, step.desired.members, step.desired.members, SECRET)]
    case 'update': {
      const { desired, current, changes } = step
      const old = formerMembers(
        step.kind,
        desired.members,
        current.members,
        new Set(changes.map(({ member }) => member)),
      )
      const all = { ...current.members, ...desired.members }
      const secret = changes.some(({ new: next }) => next === SECRET) ? `${SECRET}, to be written` : SECRET
      return [
        visible(desired, old, all, SECRET),
        visible(
          desired,
          desired.members,
          all,
          secret,
          changes.map(({ member }) => member),
        ),
      ]
    }
    case 'delete':
      return [
        visible(
          { ...step, members: step.current.members, from_environment: [] },
          step.current.members,
          step.current.members,
          SECRET,
        ),
        null,
      ]
  }
}

/**
 * Returns the current values of the declared members; equivalent values are shown as declared, so that they do not
 * differ.
 */
function formerMembers(kind: Kind, declared: Members, current: Members, changed: ReadonlySet<string>): Members {
  const entries = Object.entries(declared).map(([name, value]) => {
    const now = current[name]
    if (!kind.merged.includes(name) || !isObject(value)) return [name, changed.has(name) ? (now ?? null) : value]
    const inner = Object.entries(value).map(([part, said]) => {
      const former = isObject(now) ? now[part] : undefined
      return [part, changed.has(`${name}.${part}`) ? (former ?? null) : said]
    })
    return [name, Object.fromEntries(inner)]
  })
  return Object.fromEntries(entries)
}

type Hiding = { kind: Kind; members: Members; from_environment: readonly string[] }

/** Returns the members without secrets; `changed` secrets are replaced by another text, so that they differ. */
function visible(
  hiding: Hiding,
  members: Members,
  all: Members,
  written: string,
  changed: readonly string[] = [],
): Members {
  const hide = (member: string, value: unknown) => {
    if (value === null || !isSecretMember(hiding, member, all)) return value
    return changed.includes(member) ? written : SECRET
  }
  const entries = Object.entries(members).map(([name, value]) => {
    const isMerged = hiding.kind.merged.includes(name) && isObject(value)
    if (!isMerged) return [name, hide(name, value)]
    const inner = Object.entries(value).map(([part, said]) => [part, hide(`${name}.${part}`, said)])
    return [name, Object.fromEntries(inner)]
  })
  return Object.fromEntries(entries)
}

function linesOf(members: Members | null): string[] {
  return members === null ? [] : stringify(members).trimEnd().split('\n')
}

export function secretsIn(plan: Plan): string[] {
  return plan.steps.flatMap((step) => {
    if (step.action === 'delete') return []
    const { desired } = step
    const entries = Object.entries(flatten(step.kind, desired.members))
    return entries
      .filter(([member]) => isSecretMember(desired, member, desired.members))
      .flatMap(([, value]) => textsIn(value))
  })
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
