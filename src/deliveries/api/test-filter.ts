import { type Static, Type } from 'typebox'
import { keysOf } from '../../event-types/catalog.ts'
import { IntegrationCreate } from '../../integrations/integration.ts'
import { checkObserves } from '../../integrations/rules/observes.ts'
import { checkFilter, failingConditions } from '../../integrations/rules/payload-filter.ts'
import { PayloadReader } from '../../integrations/rules/payload-reader.ts'
import { invalid } from '../../kernel/errors.ts'
import { nextIteration } from '../../kernel/flow/next-iteration.ts'
import { FILTER_LENGTH } from '../../kernel/lists/filter.ts'
import type { Owner } from '../../kernel/owner.ts'
import { failing_conditions } from './job.ts'
import { type SampleDeps, samplePayload } from './test-integration.ts'

/** Samples of the observed keys that a filter is tested with, in the order of the event types. @operator */
const MAX_SAMPLES = 200

export const FilterDraft = Type.Object({
  filter: Type.String({
    minLength: 1,
    maxLength: FILTER_LENGTH,
    description: 'A filter of an integration.',
    examples: ['gt(data.meta.display_price.with_tax.amount,10000)'],
  }),
  observes: IntegrationCreate.properties.observes,
})
type FilterDraft = Static<typeof FilterDraft>

export const FilterTest = Type.Object(
  {
    type: Type.Literal('integration-filter-test'),
    samples: Type.Array(Type.Object({ triggered_by: Type.String(), failing_conditions }), {
      description: `The sample of each observed key, at most ${MAX_SAMPLES}.`,
    }),
  },
  { $id: 'IntegrationFilterTest' },
)
type FilterTest = Static<typeof FilterTest>

/** Tests a filter with the samples of the observed keys. Throws `invalid` with every problem. */
export async function testFilter(deps: SampleDeps, owner: Owner, draft: FilterDraft): Promise<FilterTest> {
  const { filter, observes } = draft
  const known = await deps.ownTypes.known(owner, observes)
  const problems = [...checkFilter(filter), ...checkObserves(observes, known)]
  if (problems.length > 0) throw invalid(problems)
  const keys = [...new Set(observes.flatMap((text) => keysOf(text, known)))].slice(0, MAX_SAMPLES)
  const samples: FilterTest['samples'] = []
  for (const triggered_by of keys) {
    const sample = await samplePayload(deps, owner, triggered_by, deps.clock())
    samples.push({ triggered_by, failing_conditions: failingConditions(filter, new PayloadReader(() => sample)) })
    // One sample may use the whole budget of steps.
    await nextIteration()
  }
  return { type: 'integration-filter-test', samples }
}
