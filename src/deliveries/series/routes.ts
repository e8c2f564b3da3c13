import { Type } from 'typebox'
import { Data } from '../../http/envelope.ts'
import type { Server } from '../../http/server.ts'
import { integrationExists } from '../../integrations/store.ts'
import { notFound } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { METRICS_OF_INTEGRATION, METRICS_OF_OWNER } from '../../series/rules/metrics.ts'
import { readSeries, type SeriesDeps, SeriesResource, seriesQuery } from '../../series/series.ts'

const config = { access: 'seller', area: 'integrations' } as const

export function routes(server: Server, deps: SeriesDeps): void {
  server.get('/v2/integrations/series', { config, schema: schemas.all }, async ({ query, caller }) => {
    return { data: await readSeries(deps, ownerId(caller), query, METRICS_OF_OWNER) }
  })

  server.get(
    '/v2/integrations/:integration_id/series',
    { config, schema: schemas.one },
    async ({ params, query, caller }) => {
      const integration_id = params.integration_id.toLowerCase()
      if (!(await integrationExists(deps.db, caller, integration_id))) throw notFound('integration')
      return { data: await readSeries(deps, integration_id, query, METRICS_OF_INTEGRATION) }
    },
  )
}

const tags = ['Deliveries']

const description =
  'For charts: what happened in each step, at most a minute late. Processes count in memory, so that what one that died ' +
  'had counted in its last seconds is missing; jobs and logs are the record. Percentiles are off by at most a fifth.'

const schemas = {
  all: {
    operationId: 'ListDeliverySeries',
    summary: 'Get the series of all integrations',
    description: `${description} The sums of all integrations, also of deleted ones, and the events that were accepted.`,
    tags,
    querystring: seriesQuery(METRICS_OF_OWNER),
    response: { 200: Data(SeriesResource) },
  },
  one: {
    operationId: 'GetDeliverySeries',
    summary: 'Get the series of an integration',
    description,
    tags,
    params: Type.Object({
      integration_id: Type.String({ format: 'uuid', description: 'UUID of the integration.' }),
    }),
    querystring: seriesQuery(METRICS_OF_INTEGRATION),
    response: { 200: Data(SeriesResource) },
  },
}
