import { Data } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import type { Server } from '../../http/server.ts'
import { documentedDraft } from '../../integrations/documented.ts'
import { IntegrationDraft } from '../../integrations/draft.ts'
import { DraftTest, type DraftTestDeps, testDraft } from './test-draft.ts'

export function routes(server: Server, deps: DraftTestDeps): void {
  server.post('/v2/integrations/test', { config, schema }, async ({ body, caller }) => {
    return { data: await testDraft(deps, caller, body.data) }
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
