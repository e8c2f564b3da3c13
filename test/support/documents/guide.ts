/** A command block of a guide, with the `json` or `text` block that follows it, or null. */
export type Step = { line: number; commands: string; response: Shown | null }

export type Shown = { language: string; text: string }

/** The `sh` blocks of a guide in order. A block that names a file only shows the file and is not a step. */
export function stepsOf(markdown: string): Step[] {
  return [...markdown.matchAll(STEP)].map((found) => {
    const [, indent = '', commands = '', language, text = ''] = found
    const line = markdown.slice(0, found.index).split('\n').length
    const response = language === undefined ? null : { language, text: unindented(text, indent) }
    return { line, commands: unindented(commands, indent), response }
  })
}

/** A command block and the output block right after it. */
const STEP = /^( *)```sh\n(.*?)^ *```\n(?:\n *```(json|text)\n(.*?)^ *```$)?/gms

function unindented(text: string, indent: string): string {
  return text.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
}

/** Differences between the real output and the shown text; empty if they match. */
export function outputDifferences({ language, text }: Shown, output: string): string[] {
  if (language === 'text') return textPattern(text).test(output.trim()) ? [] : [`it is ${JSON.stringify(output)}`]
  try {
    return differences(JSON.parse(text), JSON.parse(output))
  } catch (error) {
    return [`${error}: ${output}`]
  }
}

/** `…` matches any text in its line, or any number of lines if alone; column widths may differ. */
function textPattern(shown: string): RegExp {
  const lines = shown.trim().split('\n').map(linePattern)
  return new RegExp(`^${lines.join('\n').replaceAll(`${SOME_LINES}\n`, `(?:.*\n)*`)}$`)
}

const SOME_LINES = '(?:.*\n)*.*'

function linePattern(line: string): string {
  if (line.trim() === ANYTHING) return SOME_LINES
  return literal(line.trimEnd()).replaceAll(/ {2,}/g, ' +')
}

/**
 * Paths at which a response differs from the shown JSON; empty if they match. Extra members are allowed. `…` matches
 * any text within a string, any value if alone, and any number of elements as an element.
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
  return new RegExp(`^${literal(shown)}$`, 's')
}

function literal(shown: string): string {
  const parts = shown.split(ANYTHING).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return parts.join('.*')
}
