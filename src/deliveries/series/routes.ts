import { Type } from 'typebox'
import type { Executor } from '../../db/database.ts'
import type { Reader } from '../../db/reading/reader.ts'
import { Data } from '../../http/envelope.ts'
import type { Server } from '../../http/server.ts'
import { integrationExists } from '../../integrations/store.ts'
import { notFound } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { METRICS_OF_INTEGRATION, METRICS_OF_OWNER } from '../../series/rules/metrics.ts'
import { readSeries, type SeriesDeps, SeriesResource, seriesQuery } from '../../series/series.ts'

const config = { access: 'seller', area: 'integrations' } as const

export function routes(server: Server, deps: Omit<SeriesDeps, 'db'> & { reader: Reader }): void {
  const { reader } = deps

  server.get('/v2/integrations/series', { config, schema: schemas.all }, async ({ query, caller, freshness }) => {
    const read = (db: Executor) => readSeries({ ...deps, db }, ownerId(caller), query, METRICS_OF_OWNER)
    return { data: await reader.read(freshness, read) }
  })

  server.get(
    '/v2/integrations/:integration_id/series',
    { config, schema: schemas.one },
    async ({ params, query, caller, freshness }) => {
      const integration_id = params.integration_id.toLowerCase()
      const read = async (db: Executor) => {
        if (!(await integrationExists(db, caller, integration_id))) throw notFound('integration')
        return readSeries({ ...deps, db }, integration_id, query, METRICS_OF_INTEGRATION)
      }
      return { data: await reader.read(freshness, read) }
    },
  )
}

const tags = ['Deliveries']

const description =
  'For charts: totals of each step, at most a minute late. Processes count in memory, so that the last seconds of a ' +
  'crashed process are missing; jobs and logs are exact. Percentiles are off by at most 20 %.'

const schemas = {
  all: {
    operationId: 'ListDeliverySeries',
    summary: 'Get the series of all integrations',
    description: `${description} The sums of all integrations, including deleted ones, and the events that were accepted.`,
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
