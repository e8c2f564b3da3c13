import { expect, test } from 'vitest'
import { formatBytes, table } from '../../../src/tool/output.ts'

test('columns are as wide as their widest cell, and no line ends with spaces', () => {
  const rows = [
    ['1', 'a long name', ''],
    ['22', 'b', 'x'],
  ]
  expect(table(['id', 'name', 'of'], rows)).toBe('ID  NAME         OF\n1   a long name\n22  b            x\n')
})

test('a table without rows has only its headings', () => {
  expect(table(['id', 'name'], [])).toBe('ID  NAME\n')
})

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [82_596, '82.6 KB'],
  [674_000, '674 KB'],
  [4_300_000_000, '4.3 GB'],
])('%d bytes are shown as %s', (bytes, shown) => expect(formatBytes(bytes)).toBe(shown))
