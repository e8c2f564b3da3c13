import { expect, test } from 'vitest'
import { ProgressBar } from '../../src/tool/progress-bar.ts'

const CLEAR = '\r\u001b[2K'

function drawn(isTTY: boolean, use: (bar: ProgressBar, pass: (ms: number) => void) => void): string[] {
  const written: string[] = []
  let now = 0
  const terminal = { isTTY, columns: 60, write: (text: string) => written.push(text) }
  use(new ProgressBar(terminal, () => now), (ms) => {
    now += ms
  })
  return written
}

const step = { label: 'products', done: 25, total: 100, text: '25 of 100' }

test('draws a bar on a terminal at most ten times a second, and clears it at the end', () => {
  const written = drawn(true, (bar, pass) => {
    bar.update(step)
    bar.update({ ...step, done: 26 })
    pass(100)
    bar.update({ ...step, done: 100, text: '100 of 100' })
    pass(100)
    bar.update({
      label: 'prices',
      done: 3,
      total: undefined,
      text: '3, and more than a terminal of sixty columns can show',
    })
    bar.end()
  })
  expect(written).toEqual([
    `${CLEAR}products  [======                  ] 25 %  25 of 100`,
    `${CLEAR}products  [========================] 100 %  100 of 100`,
    `${CLEAR}prices  3, and more than a terminal of sixty columns can sh`,
    CLEAR,
  ])
})

test('prints messages above the bar', () => {
  const written = drawn(true, (bar) => {
    bar.print('first\n')
    bar.update(step)
    bar.print('second\n')
  })
  const line = 'products  [======                  ] 25 %  25 of 100'
  expect(written).toEqual(['first\n', `${CLEAR}${line}`, `${CLEAR}second\n${line}`])
})

test('writes only messages without a terminal', () => {
  const written = drawn(false, (bar) => {
    bar.update(step)
    bar.print('first\n')
    bar.end()
  })
  expect(written).toEqual(['first\n'])
})
