import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** A command block of a guide with the response that is shown after it; null when none is. */
export type Step = { line: number; commands: string; response: string | null }

/** What became of a step: null for what was never come to. */
export type Ran = { output: string | null; errors: string; status: number | null }

/** The folder in which they run, and all that they find in their environment. */
type Where = { cwd: string; env: Record<string, string> }

/** The `sh` blocks of a guide in order, each with the `json` block that follows it. */
export function stepsOf(markdown: string): Step[] {
  const blocks = [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
  return blocks.flatMap(([, language, commands = ''], index) => {
    if (language !== 'sh') return []
    const [, next, response = ''] = blocks[index + 1] ?? []
    const line = markdown.slice(0, blocks[index]?.index).split('\n').length
    return [{ line, commands, response: next === 'json' ? response : null }]
  })
}

/** Stands between what two steps print. */
const MARK = '\x1e'

/** Runs steps one after the other in one bash that ends with the first command that fails. */
export async function runSteps(bash: string, steps: readonly Step[], where: Where): Promise<Ran[]> {
  const script = steps.map(({ commands }) => `${commands}printf '${MARK}'; printf '${MARK}' >&2\n`).join('')
  const child = spawn(bash, ['-euo', 'pipefail', '-c', script], { ...where, stdio: ['ignore', 'pipe', 'pipe'] })
  const [printed, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const [outputs, complaints] = [printed.split(MARK), errors.split(MARK)]
  // What follows the last mark is of the step that failed.
  const done = outputs.length - 1
  return steps.map((_, index) => {
    const seen = { output: outputs[index] ?? null, errors: complaints[index] ?? '' }
    if (index > done) return { output: null, errors: '', status: null }
    return { ...seen, status: index < done ? 0 : status }
  })
}

/**
 * Where a response differs from what is shown of it, as paths; empty when it does not. Members that are not shown may be
 * anything. `…` in a text stands for any text, alone for any value, and as an element for any number of them.
 */
export function differences(shown: unknown, real: unknown, path = '$'): string[] {
  if (shown === ANYTHING) return real === undefined ? [`${path} is missing`] : []
  if (Array.isArray(shown)) return Array.isArray(real) ? ofLists(shown, real, path) : [`${path} is no list`]
  if (typeof shown === 'object' && shown !== null) {
    if (typeof real !== 'object' || real === null) return [`${path} is no object`]
    const members = real as Record<string, unknown>
    return Object.entries(shown).flatMap(([name, value]) => differences(value, members[name], `${path}.${name}`))
  }
  const isAlike =
    typeof shown === 'string' && typeof real === 'string' ? patternOf(shown).test(real) : Object.is(shown, real)
  return isAlike ? [] : [`${path} is ${JSON.stringify(real)}, not ${JSON.stringify(shown)}`]
}

const ANYTHING = '…'

function ofLists(shown: readonly unknown[], real: readonly unknown[], path: string): string[] {
  const gap = shown.indexOf(ANYTHING)
  const [head, tail] = gap === -1 ? [shown, []] : [shown.slice(0, gap), shown.slice(gap + 1)]
  const isLong = gap === -1 ? real.length === head.length : real.length >= head.length + tail.length
  if (!isLong) return [`${path} has ${real.length} elements, not ${shown.length}`]
  return [
    ...head.flatMap((value, index) => differences(value, real[index], `${path}[${index}]`)),
    ...tail.flatMap((value, index) => {
      const place = real.length - tail.length + index
      return differences(value, real[place], `${path}[${place}]`)
    }),
  ]
}

function patternOf(shown: string): RegExp {
  const parts = shown.split(ANYTHING).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's')
}
