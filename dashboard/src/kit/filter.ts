/**
 * Condition of a filter, printed as `operator(field,value,…)`. A field `a|b` matches if either field does:
 * `(operator(a,value)|operator(b,value))`.
 */
export type FilterCondition = { field: string; operator: string; values: readonly string[] }

/** Conditions that must all hold, or the raw text of a filter that is invalid or uses other alternatives. */
export type ParsedFilter = { conditions: readonly FilterCondition[] } | { raw: string }

/** Parses a filter of the address. Empty text has no conditions. */
export function parseFilter(text: string): ParsedFilter {
  const cursor = { text, at: 0 }
  if (next(cursor) === '') return { conditions: [] }
  const conditions: FilterCondition[] = []
  do {
    const condition = next(cursor) === '(' ? readAlternatives(cursor) : readCondition(cursor)
    if (condition === null) return { raw: text }
    conditions.push(condition)
  } while (take(cursor, ':'))
  return next(cursor) === '' ? { conditions } : { raw: text }
}

/** Inverse of `parseFilter`. Text values must not contain NUL, which no filter can express. */
export function printFilter(filter: ParsedFilter): string {
  return 'raw' in filter ? filter.raw : filter.conditions.map(printCondition).join(':')
}

/** Conjunction of filters; empty texts are ignored. */
export function combineFilters(...texts: readonly (string | null | undefined)[]): string {
  return texts
    .map((text) => text?.trim() ?? '')
    .filter((text) => text !== '')
    .join(':')
}

/** Condition in words: "Status is failed". `labels` names the fields that have another label on the page. */
export function describeCondition(
  { field, operator, values }: FilterCondition,
  labels: Readonly<Record<string, string>> = {},
): string {
  const [first = '', ...others] = field.split('|').map((one) => labels[one] ?? fieldLabel(one))
  const names = ALTERNATIVES.format([first, ...others.map(lowerFirst)])
  return `${names} ${predicateOf(operator, isTime(field), values)}`
}

const ALTERNATIVES = new Intl.ListFormat('en', { type: 'disjunction' })

/** Lowers the first letter within a sentence, except of abbreviations. */
function lowerFirst(label: string): string {
  return /^[A-Z][A-Z]/.test(label) ? label : label.slice(0, 1).toLowerCase() + label.slice(1)
}

/** All conditions in words; the raw text if the filter is not a plain conjunction. */
export function describeFilter(filter: ParsedFilter, labels: Readonly<Record<string, string>> = {}): string {
  if ('raw' in filter) return filter.raw
  return filter.conditions.map((condition) => describeCondition(condition, labels)).join(', ')
}

function predicateOf(operator: string, time: boolean, values: readonly string[]): string {
  const [first = ''] = values
  switch (operator) {
    case 'eq':
      return `is ${shown(first)}`
    case 'gt':
      return `is ${time ? 'after' : 'greater than'} ${shown(first)}`
    case 'ge':
      return time ? `is ${shown(first)} or later` : `is at least ${shown(first)}`
    case 'lt':
      return `is ${time ? 'before' : 'less than'} ${shown(first)}`
    case 'le':
      return time ? `is ${shown(first)} or earlier` : `is at most ${shown(first)}`
    case 'in':
      return values.length === 1 ? `is ${shown(first)}` : `is one of ${listed(values)}`
    case 'like':
      return `${matchOf(first)} (same case)`
    case 'ilike':
      return matchOf(first)
    case 'contains':
      return `has ${shown(first)}`
    case 'contains_any':
      return `has one of ${listed(values)}`
    case 'contains_all':
      return `has all of ${listed(values)}`
    case 'is_null':
      return 'is empty'
    default:
      return [operator, ...values.map(shown)].join(' ')
  }
}

function matchOf(pattern: string): string {
  const [, start, text = '', end] = /^(\*?)(.*?)(\*?)$/s.exec(pattern) ?? []
  if (start && end) return `contains ${shown(text)}`
  if (end) return `starts with ${shown(text)}`
  return start ? `ends with ${shown(text)}` : `is ${shown(text)}`
}

/** Quotes empty and padded texts, whose spaces would be invisible. */
function shown(value: string): string {
  return value === '' || value !== value.trim() ? JSON.stringify(value) : value
}

function listed(values: readonly string[]): string {
  return values.map(shown).join(', ')
}

/** Label of a field: "Created", "Tax class ID". */
export function fieldLabel(field: string): string {
  const words = field.replace(/[_.]+/g, ' ').trim()
  const label = words.replace(/ (at|id)$/, (end) => (end === ' at' ? '' : ' ID'))
  return label.slice(0, 1).toUpperCase() + label.slice(1)
}

function isTime(field: string): boolean {
  return field.endsWith('_at')
}

function printCondition({ field, operator, values }: FilterCondition): string {
  const alternatives = field.split('|').map((one) => `${operator}(${[one, ...values.map(printValue)].join(',')})`)
  return alternatives.length === 1 ? alternatives.join('') : `(${alternatives.join('|')})`
}

function printValue(value: string): string {
  const isPlain = /^[A-Za-z0-9@$_*.{}|+:/-]+( +[A-Za-z0-9@$_*.{}|+:/-]+)*$/.test(value)
  return isPlain ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
}

type Cursor = { readonly text: string; at: number }

function readCondition(cursor: Cursor): FilterCondition | null {
  const operator = match(cursor, /[A-Za-z0-9_.-]+/y)
  if (operator === null || !take(cursor, '(')) return null
  const field = match(cursor, /[A-Za-z0-9_.-]+/y)
  if (field === null) return null
  const values: string[] = []
  while (take(cursor, ',')) {
    const value = readValue(cursor)
    if (value === null) return null
    values.push(value)
  }
  return take(cursor, ')') ? { field, operator, values } : null
}

/** Null for alternatives that differ in more than their field. */
function readAlternatives(cursor: Cursor): FilterCondition | null {
  take(cursor, '(')
  const read: FilterCondition[] = []
  do {
    const condition = readCondition(cursor)
    if (condition === null) return null
    read.push(condition)
  } while (take(cursor, '|'))
  const [first] = read
  if (first === undefined || !take(cursor, ')')) return null
  const areAlike = read.every(
    (one) => printCondition({ ...one, field: '' }) === printCondition({ ...first, field: '' }),
  )
  return areAlike ? { ...first, field: read.map(({ field }) => field).join('|') } : null
}

function readValue(cursor: Cursor): string | null {
  const quote = next(cursor)
  if (quote === '"') return unquoted(match(cursor, /"((?:[^"\\\0]|\\[^\0])*)"/y))
  if (quote === "'") return unquoted(match(cursor, /'((?:[^'\\\0]|\\[^\0])*)'/y))
  return match(cursor, /[^(),'"\\\p{Cc}]+/uy)?.replace(/ +$/, '') ?? null
}

function unquoted(quoted: string | null): string | null {
  return quoted === null ? null : quoted.slice(1, -1).replace(/\\(.)/gs, '$1')
}

function next(cursor: Cursor): string {
  while (cursor.text[cursor.at] === ' ') cursor.at += 1
  return cursor.text[cursor.at] ?? ''
}

function take(cursor: Cursor, character: string): boolean {
  if (next(cursor) !== character) return false
  cursor.at += 1
  return true
}

function match(cursor: Cursor, pattern: RegExp): string | null {
  next(cursor)
  pattern.lastIndex = cursor.at
  const found = pattern.exec(cursor.text)?.[0] ?? null
  cursor.at += found?.length ?? 0
  return found
}
