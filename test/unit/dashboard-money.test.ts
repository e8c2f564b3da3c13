import { expect, test } from 'vitest'
import { minorUnitDigits as inDashboard } from '../../dashboard/src/kit/values/money.ts'
import { minorUnitDigits } from '../../src/store/currencies/iso-4217.ts'

test('the dashboard and the server agree on the decimals of each currency', () => {
  const codes = [...Intl.supportedValuesOf('currency'), 'CLF', 'UYW']
  expect(codes.length).toBeGreaterThan(100)
  const differing = codes.filter((code) => (minorUnitDigits(code) ?? inDashboard(code)) !== inDashboard(code))
  expect(differing).toEqual([])
})
