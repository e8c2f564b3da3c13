import fc from 'fast-check'
import { test } from 'vitest'
import { cases } from '../../support/store/pricing-carts.ts'
import { LAWS } from '../../support/store/pricing-laws.ts'

/** Carts per law; `npm run pricing:laws` tries more. */
const CARTS = 2_000

test.each(Object.entries(LAWS))('%s', (_name, law) => {
  fc.assert(fc.property(cases, law), { numRuns: CARTS })
})
