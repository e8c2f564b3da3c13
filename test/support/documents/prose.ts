import { parseSync, Visitor } from 'oxc-parser'

/** A comment or a title, with the line on which it begins. */
export type Prose = { line: number; text: string }

/** Comments of a source; lines of `//` that follow each other are one comment. Instructions to tools are left out. */
export function commentsOf(file: string, source: string): Prose[] {
  const lineOf = lines(source)
  const found: (Prose & { end: number; isLine: boolean })[] = []
  for (const { type, value, start, end } of parseSync(file, source).comments) {
    const comment = { line: lineOf(start), text: cleaned(value), end: lineOf(end), isLine: type === 'Line' }
    const previous = found.at(-1)
    const continues = previous?.isLine && comment.isLine && previous.end === comment.line - 1
    if (continues && startsLine(source, start)) {
      previous.text += ` ${comment.text}`
      previous.end = comment.end
    } else found.push(comment)
  }
  return found.filter(({ text }) => !FOR_TOOLS.test(text))
}

const FOR_TOOLS = /^(biome-ignore|@ts-|\/|#|@__)/

const cleaned = (value: string) =>
  value
    .replace(/^\*/, '')
    .replaceAll(/^\s*\*?\s?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const startsLine = (source: string, offset: number) =>
  source.slice(source.lastIndexOf('\n', offset - 1) + 1, offset).trim() === ''

/** Titles of tests and of their groups; `…` stands for what a template inserts. */
export function titlesOf(file: string, source: string): Prose[] {
  const lineOf = lines(source)
  const found: Prose[] = []
  new Visitor({
    CallExpression({ callee, arguments: [title], start }) {
      if (title === undefined || !TESTS.test(source.slice(callee.start, callee.end))) return
      const text = textOf(title)
      if (text !== null) found.push({ line: lineOf(start), text })
    },
  }).visit(parseSync(file, source).program)
  return found
}

/** `test`, `test.each(…)`, `describe.each(…)`, but not `test.each` itself, whose argument is a table. */
const TESTS = /^(test|describe|it)(\b[\s\S]*\)|[.](only|skip|concurrent))?$/

function textOf(node: {
  type: string
  value?: unknown
  quasis?: { value: { cooked: string | null } }[]
}): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral') return null
  return (node.quasis ?? []).map(({ value }) => value.cooked).join('…')
}

function lines(source: string): (offset: number) => number {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1
}
