import { Data } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import type { Server } from '../../http/server.ts'
import { documentedDraft } from '../../integrations/documented.ts'
import { IntegrationDraft } from '../../integrations/draft.ts'
import { DraftTest, type DraftTestDeps, testDraft } from './test-draft.ts'
import { FilterDraft, FilterTest, testFilter } from './test-filter.ts'

export function routes(server: Server, deps: DraftTestDeps): void {
  server.post('/v2/integrations/test', { config, schema }, async ({ body, caller }) => {
    return { data: await testDraft(deps, caller, body.data) }
  })

  server.post('/v2/integrations/test-filter', { config: filterConfig, schema: filterSchema }, async (request) => {
    return { data: await testFilter(deps, request.caller, request.body.data) }
  })
}

const config = {
  access: 'seller',
  area: 'integrations',
  documented: { body: Data(documentedDraft) },
} as const

const schema = {
  operationId: 'TestDraft',
  summary: 'Send a sample event to an integration that is not saved',
  description:
    'Checks the integration as on creation, makes one attempt as deliveries do, and responds with it; nothing is stored. At ' +
    'most three of an organization run at the same time.',
  tags: ['Deliveries'],
  body: Data(IntegrationDraft),
  response: { 200: Data(DraftTest), ...errorResponses(429) },
}

const filterConfig = { access: 'seller', area: 'integrations' } as const

const filterSchema = {
  operationId: 'TestFilter',
  summary: 'Test a filter with the samples of events',
  description:
    'Checks a filter as on creation, and names the conditions that the sample of each observed key does not meet.',
  tags: ['Deliveries'],
  body: Data(FilterDraft),
  response: { 200: Data(FilterTest) },
}
