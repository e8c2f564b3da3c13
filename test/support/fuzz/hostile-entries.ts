/** A body of nearly a mebibyte, the limit for an entry. */
const MAX_BODY_LENGTH = 1_040_000
/** Maximum number of characters that a pattern is matched against, and of options of a field. */
const MAX_MATCHED_LENGTH = 10_000
const MAX_OPTIONS = 500
const MAX_ITEMS = 1_000

/** The most expensive allowed patterns per character, each with its worst-case text. */
const COSTLY_PATTERNS: readonly (readonly [pattern: string, unit: string])[] = [
  ['(?:[^x]?){245}[yz]?$', 'a'],
  ['(?:[^x]?){120}(?:[^y]?){120}$', 'ab'],
  ['(?:\\pL?){245}$', 'aé'],
  ['(?i)(?:[^x]?){245}[yz]?$', 'ſ'],
  ['(?:.?){240}$', '💣'],
  ['(?:[^x]?){240}\\b!?$', 'a '],
  ['(?i)(?:[a-zſK].?){100}!', 'aſ'],
  ['(?:(?:a|b|ab)*c){12}', 'ab'],
]

/** Patterns that are costly to compile; most are rejected. */
const COSTLY_DEFINITIONS: readonly string[] = [
  '((a{100}){100}){100}',
  '(?i)'.concat('\\pL{1000}'.repeat(27)),
  '(\\pL|\\PN){1000}'.repeat(15),
  '(((((((((a{2}){2}){2}){2}){2}){2}){2}){2}){2}){2}',
  '(?:a?){500}'.repeat(20),
  '('.repeat(120).concat(')'.repeat(120)),
  '[a-z]|'.repeat(40),
  '(?i)['.concat('\\pL\\PN'.repeat(40), ']{999}'),
  '(|a)*'.repeat(50),
  '\\x{10FFFF}{1000}'.repeat(15),
]

type Field = { slug: string; field_type: string; validation: Record<string, unknown> }

/** Fields of one custom API: the maximum number, most with a costly pattern or many options. */
export function hostileFields(): Field[] {
  return [
    ...fields('pattern', 56, 'string', (index) => ({ regexp: patternOf(index)[0] })),
    ...fields('unique', 6, 'string', () => ({ unique: 'case-insensitive' })),
    ...fields('option', 12, 'string', () => ({ options: OPTIONS })),
    ...fields('list', 18, 'list', () => ({ options: OPTIONS, allowed_type: 'string' })),
    ...fields('any', 4, 'any', (index) => ({ immutable: index % 2 === 0 })),
    ...fields('number', 2, 'float', () => ({ unique: true })),
    ...fields('date', 2, 'date', () => ({ unique: true })),
  ]
}

/** Fields that are rejected or costly to define. */
export function hostileDefinitions(): Field[] {
  const patterns = fields('costly', COSTLY_DEFINITIONS.length, 'string', (index) => ({
    regexp: COSTLY_DEFINITIONS[index],
  }))
  const options = fields('many', 1, 'list', () => ({ options: Array(MAX_OPTIONS).fill('o'.repeat(255)) }))
  return [...patterns, ...options]
}

function fields(
  name: string,
  count: number,
  field_type: string,
  rules: (index: number) => Record<string, unknown>,
): Field[] {
  return Array.from({ length: count }, (_, index) => ({
    slug: `${name}${index}`,
    field_type,
    validation: rules(index),
  }))
}

const OPTIONS = Array.from({ length: MAX_OPTIONS }, (_, index) => `o${index}`)
const LAST_OPTION = `o${MAX_OPTIONS - 1}`

function patternOf(index: number): readonly [pattern: string, unit: string] {
  return COSTLY_PATTERNS[index % COSTLY_PATTERNS.length] ?? ['', '']
}

/** Bodies of new entries that are the most costly to validate, store and reject. */
export function* hostileEntries(): Generator<string> {
  yield entry(members('pattern', 56, (index) => matched(patternOf(index)[1])))
  yield entry(members('pattern', 56, (index) => matched(`${patternOf(index)[1]}!`)))
  for (const index of COSTLY_PATTERNS.keys()) yield entry([[`pattern${index}`, matched(patternOf(index)[1])]])
  yield entry([['pattern0', text('a', MAX_BODY_LENGTH)]])
  yield entry(members('list', 18, () => `[${items(`"${LAST_OPTION}"`, MAX_ITEMS)}]`))
  yield entry(members('list', 18, () => `[${items('"no"', MAX_ITEMS)}]`))
  yield entry(members('option', 12, () => '"no"'))
  yield entry([['list0', `[${items('0', MAX_BODY_LENGTH / 2)}]`]])
  for (const unit of ['a', 'ß', 'İ', '💣', '\\u0000', '\\ud800', '\\u0001'])
    yield entry([['unique0', text(unit, MAX_BODY_LENGTH)]])
  for (const value of [...ANY_VALUES, text('a', MAX_BODY_LENGTH)])
    yield entry([
      ['any0', value],
      ['unique0', `"${Math.abs(value.length)}"`],
    ])
  for (const value of ['1e308', '-0', '5e-324', '1e999', '9007199254740993', '0.1']) yield entry([['number0', value]])
  for (const value of ['"9999-12-31T23:59:59+00:00"', '"0000-01-01"', '"2026-02-30"', text('1', MAX_BODY_LENGTH)])
    yield entry([['date0', value]])
  yield entry(Array.from({ length: 60_000 }, (_, index) => [`m${index}`, '0']))
  yield entry([[`${'n'.repeat(MAX_BODY_LENGTH)}`, '0']])
  yield entry(Array.from({ length: 60_000 }, () => ['any0', '0']))
}

const ANY_VALUES: readonly string[] = [
  `[${items('0', MAX_BODY_LENGTH / 2)}]`,
  `[${items('{}', MAX_BODY_LENGTH / 3)}]`,
  `{${Array.from({ length: 70_000 }, (_, index) => `"m${index}":0`).join(',')}}`,
  `${'['.repeat(490)}${']'.repeat(490)}`,
  `{"a":[${items('"\\u0041"', MAX_BODY_LENGTH / 9)}]}`,
  `[${items('1e300', MAX_BODY_LENGTH / 6)}]`,
]

function entry(named: readonly (readonly [name: string, json: string])[]): string {
  return `{"data":{${named.map(([name, json]) => `"${name}":${json}`).join(',')}}}`
}

function members(name: string, count: number, json: (index: number) => string): [string, string][] {
  return Array.from({ length: count }, (_, index) => [`${name}${index}`, json(index)])
}

/** The longest text that a pattern is matched against. */
function matched(unit: string): string {
  return `"${unit.repeat(Math.floor(MAX_MATCHED_LENGTH / unit.length))}"`
}

function text(unit: string, length: number): string {
  return `"${unit.repeat(Math.floor(length / Buffer.byteLength(unit)))}"`
}

function items(item: string, count: number): string {
  return `${item},`.repeat(Math.floor(count)).slice(0, -1)
}
