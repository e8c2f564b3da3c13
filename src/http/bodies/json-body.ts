import { isUtf8 } from 'node:buffer'
import { AppError, type Problem } from '../../kernel/errors.ts'
import { nextIteration } from '../../kernel/flow/next-iteration.ts'
import { pointerStep } from '../../kernel/json/json-pointer.ts'

/** Maximum nesting of a body. `JSON.stringify` fails on values that `JSON.parse` still accepts. @operator */
const MAX_DEPTH = 500
/** Maximum number of members and items in a body. Parsing them takes up to a tenth of a second. @operator */
const MAX_VALUES = 200_000
/** Characters above which reading a body yields to other work between its steps. */
const LARGE_BODY_LENGTH = 131_072

export const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?: *;|$)/

/** `unsupported_media_type` for a compressed body, otherwise null. */
export function encodingError(encoding: string | undefined): AppError | null {
  if (encoding === undefined || /^(?:identity)?$/i.test(encoding.trim())) return null
  const detail = `The Content-Encoding ${encoding} is not supported: send the body without one.`
  return new AppError('unsupported_media_type', [{ detail, header: 'Content-Encoding' }])
}

/**
 * The value of a JSON body; undefined if empty. Throws `malformed_body`, `too_large` and `invalid` like
 * `parseJsonBody`. Yields between the steps of a large body, so that they do not block the event loop together.
 */
export async function readJsonBody(bytes: Buffer): Promise<unknown> {
  const text = decodeJsonBody(bytes)
  if (text.length <= LARGE_BODY_LENGTH) return parseJsonBody(text)
  if (text.trim() === '') return undefined
  refuseShape(text)
  await nextIteration()
  const body = parse(text)
  await nextIteration()
  refuseUnstorable(body, text)
  for (const _ of numbersWithoutLoss(text)) await nextIteration()
  await nextIteration()
  return body
}

/** The text of a JSON body, which must be UTF-8 whatever its declared charset. Throws `malformed_body` otherwise. */
export function decodeJsonBody(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  throw malformed('The body is not valid UTF-8, the encoding of JSON.')
}

/** Like `parseJson`, but also throws `malformed_body` for numbers that would lose digits. */
export function parseJsonBody(text: string): unknown {
  const body = parseJson(text)
  refuseLostDigits(text)
  return body
}

/**
 * Parses a JSON body; undefined if empty. Throws `malformed_body` for invalid JSON, excessive nesting and members that
 * could change prototypes; `too_large` for too many values; `invalid` for text that the database cannot store.
 */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined
  refuseShape(text)
  const body = parse(text)
  refuseUnstorable(body, text)
  return body
}

function refuseUnstorable(body: unknown, text: string): void {
  if (!text.includes('\\u') && !MAY_POISON.test(text)) return
  const problems = findProblems(body)
  if (problems.length > 0) throw new AppError('invalid', problems)
}

// Needs no escaped spelling of the names, because any \u leads to the same check.
const MAY_POISON = /"__proto__"|"constructor"/

function parse(text: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch (cause) {
    throw malformed(`Invalid JSON: ${cause instanceof Error ? cause.message : cause}.`)
  }
}

function malformed(detail: string): AppError {
  return new AppError('malformed_body', [{ detail }])
}

function refuseShape(text: string): void {
  if (text.length <= 2 * MAX_DEPTH) return
  let depth = 0
  let values = 0
  for (let i = 0; i < text.length; i++) {
    // [ and {, like ] and }, differ only in bit 0x20.
    const code = text.charCodeAt(i)
    if (code === 0x22) i = endOfString(text, i)
    else if (code === 0x2c) values++
    else if ((code | 0x20) === 0x7b) {
      // An empty list or object has no values.
      if ((text.charCodeAt(i + 1) | 0x20) !== 0x7d) values++
      if (++depth > MAX_DEPTH) throw malformed(`The body is nested more than ${MAX_DEPTH} levels deep.`)
    } else if ((code | 0x20) === 0x7d) depth--
  }
  if (values > MAX_VALUES) throw tooManyValues()
}

function tooManyValues(): AppError {
  const detail = `The body has more than ${MAX_VALUES.toLocaleString('en')} members and items: send it in several requests.`
  return new AppError('too_large', [{ detail }])
}

/** A number of 16 digits or with an exponent of three. Texts such as ids rarely have digits after these characters. */
const MAY_LOSE = /[[:,\s]-?(?:\d{16}|\d[\d.]{16}|\d[\d.]*[eE][+-]?\d{3})/
/** Numbers checked before yielding to other work. Long numbers take some microseconds each. */
const NUMBERS_OF_STEP = 1_000
const NUMBER = /-?\d[\d.eE+-]*/y

/** Throws for a number that JavaScript would change: too many digits, too large or too small. */
function refuseLostDigits(text: string): void {
  for (const _ of numbersWithoutLoss(text));
}

/** Checks the numbers of a text. Yields after each thousand. */
function* numbersWithoutLoss(text: string): Generator<void> {
  if (!MAY_LOSE.test(text)) return
  let numbers = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x22) i = endOfString(text, i)
    else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      i = endOfNumber(text, i)
      numbers++
      if (numbers % NUMBERS_OF_STEP === 0) yield
    }
  }
}

function endOfNumber(text: string, start: number): number {
  NUMBER.lastIndex = start
  const [number = ''] = NUMBER.exec(text) ?? []
  if (number.length >= 5 && losesDigits(number)) {
    const excerpt = number.length > 40 ? `${number.slice(0, 40)}…` : number
    throw malformed(`The number ${excerpt} would lose digits: send it as text.`)
  }
  return start + number.length - 1
}

function losesDigits(number: string): boolean {
  if (number.length > MAX_NUMBER_LENGTH) return true
  const value = Number(number)
  if (!Number.isFinite(value)) return true
  if (/^-?\d+$/.test(number)) return number.length >= 16 && String(value) !== number
  const digits = significantDigits(number)
  if (digits.length <= MAX_DIGITS) return value === 0 && digits !== ''
  // Accepts all digits of a double, as some programs write them, since they lose nothing.
  return digits.length > MAX_PRECISION || significantDigits(value.toPrecision(digits.length)) !== digits
}

/** Digits that every double preserves, and digits that JavaScript can print of a double. */
const MAX_DIGITS = 15
const MAX_PRECISION = 100
/** Maximum length of a number, because checking takes time quadratic in the length. */
const MAX_NUMBER_LENGTH = 400

function significantDigits(number: string): string {
  return number
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '')
}

function endOfString(text: string, start: number): number {
  const end = text.indexOf('"', start + 1)
  if (end === -1) return text.length
  if (text.charCodeAt(end - 1) !== 0x5c) return end
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x5c) i++
    else if (code === 0x22) return i
  }
  return text.length
}

type Container = { value: Record<string, unknown>; name: string; within: Container | null }

/** Finds U+0000 and unpaired surrogates, which PostgreSQL cannot store. */
function findProblems(body: unknown): Problem[] {
  const open: Container[] = [{ value: { '': body }, name: '', within: null }]
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    const { value } = container
    const hasNames = !Array.isArray(value)
    for (const name of Object.keys(value)) {
      const member = value[name]
      if (hasNames && (name === '__proto__' || (name === 'constructor' && hasPrototype(member))))
        throw malformed(`The body must not have a member named ${name}.`)
      if (hasNames && !isStorable(name)) return [notStorable(pointerOf(container))]
      if (typeof member === 'string' && !isStorable(member)) return [notStorable(pointerOf(container, name))]
      if (typeof member === 'object' && member !== null)
        open.push({ value: member as Container['value'], name, within: container })
    }
  }
  return []
}

/** Skips the outermost container, whose only member is the body. */
function pointerOf(container: Container, ...names: string[]): string {
  for (let at: Container | null = container; at !== null; at = at.within) names.unshift(at.name)
  return names.slice(2).map(pointerStep).join('')
}

function hasPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function notStorable(pointer: string): Problem {
  return { detail: 'Text must not contain the character U+0000 or an unpaired surrogate.', pointer }
}
