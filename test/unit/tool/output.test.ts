import { expect, test } from 'vitest'
import { table } from '../../../src/tool/output.ts'

test('columns are as wide as their widest cell, and no line ends in blanks', () => {
  const rows = [
    ['1', 'a long name', ''],
    ['22', 'b', 'x'],
  ]
  expect(table(['id', 'name', 'of'], rows)).toBe('ID  NAME         OF\n1   a long name\n22  b            x\n')
})

test('a table without rows is its headings', () => {
  expect(table(['id', 'name'], [])).toBe('ID  NAME\n')
})
