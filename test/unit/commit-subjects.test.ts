import { expect, test } from 'vitest'
import { problemOfSubject } from '../../scripts/check-subjects.mjs'

test.each([
  'fix(carts): reject stale versions',
  'feat(deliveries)!: pass the payload',
  'docs: address the reader',
  'perf(db): process rows in batches',
])('accepts "%s"', (subject) => expect(problemOfSubject(subject)).toBeNull())

test.each([
  ['fix(carts): a stale version is refused', 'imperative'],
  ['fix(carts): rejects stale versions', 'imperative'],
  ['fix(carts): rejected stale versions', 'imperative'],
  ['reject stale versions', 'type(scope)'],
  [`fix(carts): reject ${'stale '.repeat(10)}versions`, '72'],
])('rejects "%s"', (subject, reason) => expect(problemOfSubject(subject)).toContain(reason))
