import { type Asked, eitherOf } from './clause.ts'
import type { ConditionKind } from './condition.ts'
import { oneOf } from './one-of.ts'

export const country: ConditionKind<'country'> = oneOf(
  'country',
  ({ country }) => (country === null ? [] : [country]),
  asked,
)

const NAMES = new Intl.DisplayNames('en', { type: 'region' })

function asked(codes: readonly string[]): Asked {
  const names = codes.map((code) => NAMES.of(code) ?? code)
  const delivery = `for delivery to ${eitherOf(names, 'certain countries')}`
  return { does: delivery, does_not: `not ${delivery}` }
}
