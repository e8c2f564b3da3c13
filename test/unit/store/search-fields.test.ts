import { expect, test } from 'vitest'
import { namesIn } from '../../../src/store/released-catalogs/multi-search/rules/fields.ts'

test.each([
  ['', []],
  [' , ,', []],
  ['a, b,a', ['a', 'b']],
  ['price.USD.amount(Low:[0, 10], High:[10, 20]),b', ['price.USD.amount', 'b']],
  ['a(sort_by: _alpha:asc) , options.Size (EU)', ['a', 'options.Size (EU)']],
  ['options.Size (EU, US), b', ['options.Size (EU, US)', 'b']],
  ['_text_match(buckets: 10):desc,b:asc', ['_text_match(buckets: 10):desc', 'b:asc']],
  ['a(b,c', ['a(b', 'c']],
  ['a:b)', ['a:b)']],
])('the names in %j are %j', (list, names) => {
  expect(namesIn(list)).toEqual(names)
})

test.each([',', '(', ')', '(:', '(,', '(a)', 'a(:'])('parsing many repetitions of %j takes linear time', (part) => {
  const began = process.cpuUsage()
  namesIn(part.repeat(200_000))
  namesIn(`(${part.replaceAll('(', '').repeat(200_000)}`)
  // A quadratic parser would take seconds to minutes.
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(1_000)
})
