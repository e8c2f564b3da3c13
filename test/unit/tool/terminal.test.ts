import { styleText } from 'node:util'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { printable } from '../../../src/kernel/text/printable.ts'
import { describeInFull, describeInLine } from '../../../src/receiver/describe.ts'
import { commandLog } from '../../../src/tool/log.ts'
import { fieldList, print, row, table } from '../../../src/tool/output.ts'
import { ProgressBar } from '../../../src/tool/progress-bar.ts'
import { forTerminal, writeErr } from '../../../src/tool/terminal.ts'
import { anyText } from '../../support/any-text.ts'

afterEach(() => void vi.restoreAllMocks())

/** Sets the window title, clears the screen and reverses the text direction. */
const HOSTILE = 'esc\u001b]0;PWNED\u0007\u001b[2J\u009b1m\u007f\u202egnp\r'
const SHOWN = 'esc\\x1b]0;PWNED\\x07\\x1b[2J\\u009b1m\\u007f\\u202egnp\\r'
const OBEYED = /(?![\t\n])\p{Cc}|\p{Bidi_Control}|[\u2028\u2029]/u

function written(name: 'stdout' | 'stderr'): () => string {
  const chunks: string[] = []
  vi.spyOn(process[name], 'write').mockImplementation((chunk) => chunks.push(String(chunk)) > 0)
  return () => chunks.join('')
}

describe('control characters in foreign texts are escaped', () => {
  test('cells of tables, lines and lists are escaped, and columns keep the visible width', () => {
    const shown = `NAME${' '.repeat(SHOWN.length - 4)}  ID\n${SHOWN}  1\n`
    expect(table(['name', 'id'], [[HOSTILE, '1']])).toBe(shown)
    expect(row([{ text: HOSTILE, tone: 'bad' }, 'two\nlines'])).toBe(`${SHOWN}  two\\nlines\n`)
    expect(fieldList([['name', HOSTILE]])).toBe(`name  ${SHOWN}\n`)
  })

  test('sentences are escaped on both streams', async () => {
    const [out, error] = [written('stdout'), written('stderr')]
    await print(null, {}, () => `Created ${HOSTILE}.\n`)
    writeErr(`Deleted ${HOSTILE}.\n`)
    ;(await commandLog('info', {})).warn({ reason: HOSTILE }, HOSTILE)
    ;(await commandLog('info', { TIDINGS_LOG_LEVEL: 'info', TIDINGS_LOG_FORMAT: 'text' })).warn({ a: HOSTILE }, HOSTILE)
    expect(out() + error()).not.toMatch(OBEYED)
    expect(out()).toContain('Created esc\\x1b]0;PWNED')
    expect(error().match(/PWNED/g)).toHaveLength(4)
  })

  test('messages above a progress bar and the bar itself are escaped', () => {
    const chunks: string[] = []
    const bar = new ProgressBar({ isTTY: true, columns: 200, write: (text) => chunks.push(text) }, () => 0)
    bar.update({ label: HOSTILE, done: 1, total: 2, text: HOSTILE })
    bar.print(`line 1: ${HOSTILE}\n`)
    const text = chunks.join('').replaceAll('\r\u001b[2K', '')
    expect(text).toContain('PWNED')
    expect(text).not.toMatch(OBEYED)
  })

  test('described deliveries are escaped', () => {
    const arrival = {
      received_at: 0,
      method: 'POST',
      path: `/${HOSTILE}`,
      triggered_by: HOSTILE,
      event_id: HOSTILE,
      attempt: null,
      payload: { data: { type: HOSTILE, id: HOSTILE } },
      signature: 'invalid',
      reason: HOSTILE,
      secret_header: 'absent',
    } as unknown as Parameters<typeof describeInLine>[0]
    const text = forTerminal(describeInLine(arrival) + describeInFull(arrival, '200'))
    expect(text).toContain('PWNED')
    expect(text).not.toMatch(OBEYED)
  })

  test('any text is escaped, and no other characters change', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(printable(text)).not.toMatch(OBEYED)
        expect(forTerminal(text)).not.toMatch(OBEYED)
        if (!/\p{Cc}|\p{Bidi_Control}|[\u2028\u2029]/u.test(text)) expect(printable(text)).toBe(text)
      }),
    )
  })
})

test('printed JSON and YAML keep their values', async () => {
  const { parse } = await import('yaml')
  const data = [{ name: HOSTILE }, { name: 'plain \u009b and \u202e' }]
  for (const [output, read] of [
    ['json', JSON.parse],
    ['yaml', parse],
  ] as const) {
    const out = written('stdout')
    await print(data, { output }, () => '')
    expect(out()).not.toMatch(OBEYED)
    expect((read as (text: string) => unknown)(out())).toEqual(data)
    vi.restoreAllMocks()
  }
})

test("the CLI's own colors appear in a terminal", () => {
  vi.stubEnv('FORCE_COLOR', '1')
  const green = styleText('green', 'ok', { stream: process.stdout })
  expect(forTerminal(`${green} \u001b[2J\n`)).toBe(`${green} \\x1b[2J\n`)
  vi.unstubAllEnvs()
})
