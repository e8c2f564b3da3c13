import { expect, test } from 'vitest'
import { FilterDraft } from '../../../src/deliveries/api/test-filter.ts'
import { findEventType } from '../../../src/event-types/catalog.ts'
import { checkFilter, pathsWithout, payloadTest } from '../../../src/integrations/rules/payload-filter.ts'
import { PayloadReader } from '../../../src/integrations/rules/payload-reader.ts'
import { TARGETS } from '../../src/kit/targets/targets.ts'
import { overridesOf } from '../../src/pages/integrations/target-form.tsx'

const at = { organization_id: 'o', store_id: 's', id: 'i', base_url: 'https://shop.example.com/v2', time: 0 }
const paid = findEventType('order.paid')?.sample(at)

test('the example of the filter in each form of an integration delivers the sample of an order', () => {
  for (const { kind } of Object.values(TARGETS)) {
    const [, example = ''] = /`(.+?)`/.exec(overridesOf(kind, []).filter?.help ?? '') ?? []
    expect(checkFilter(example)).toEqual([])
    expect(payloadTest(example)(new PayloadReader(() => paid)), example).toBe(true)
  }
})

test('the example of the filter in the API reads members that the sample of an order has', () => {
  const { examples = [] } = FilterDraft.properties.filter as { examples?: readonly string[] }
  expect(examples.map((example) => pathsWithout(example, [paid]))).toEqual([[]])
})
