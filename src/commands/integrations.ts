import type { Command } from 'commander'
import type { Static } from 'typebox'
import { parseResponse, readList } from '../client/list.ts'
import {
  type ApiOptions,
  addApiOptions,
  addListOptions,
  type ListCommandOptions,
  onApi,
  printList,
} from '../client/on-api.ts'
import { HealthResource } from '../deliveries/api/health.ts'
import { Data } from '../http/envelope.ts'
import { IntegrationResource } from '../integrations/integration.ts'
import { declarationOf } from '../integrations/kinds/kinds.ts'
import { defaultList } from '../tool/default-list.ts'
import { fieldList, formatDuration, formatTime, print, table } from '../tool/output.ts'
import { HEALTH_TONES } from './health.ts'
import { type AttributeOptions, addAttributes, attributesOf } from './integration-attributes.ts'
import { addSecrets } from './integration-secrets.ts'
import { addTest } from './integration-test.ts'
import { addOne } from './one-integration.ts'

export function addIntegrations(program: Command): void {
  const integrations = program
    .command('integrations')
    .description('Manage integrations: each sends the events that it observes to a target.')
  const list = defaultList(integrations).description('List integrations, newest first.')
  addListOptions(list, 'eq(enabled,true)').action(listIntegrations)
  const create = integrations.command('create').description('Create an integration.')
  create.option('--disabled', 'deliver nothing to it yet')
  addApiOptions(addAttributes(create)).addHelpText('after', CREATE).action(createIntegration)
  addOne(integrations, 'get', 'Show an integration, including the secrets that the API returns.').action(getIntegration)
  const update = addOne(integrations, 'update', 'Change the given attributes of an integration.')
  addAttributes(update).action(updateIntegration)
  addOne(integrations, 'enable', 'Deliver events to an integration.').action(setEnabled(true))
  addOne(integrations, 'disable', 'Stop delivering events to an integration.').action(setEnabled(false))
  addOne(integrations, 'delete', 'Delete an integration.').action(deleteIntegration)
  addTest(integrations)
  addSecrets(integrations)
  addOne(integrations, 'health', 'Show the deliveries of the last hour, and the waiting jobs.').action(showHealth)
}

const CREATE = `
Attributes can come from a file (JSON or YAML, as in POST /v2/integrations); options take precedence.

Examples:
  tidings integrations create --name Warehouse --to https://warehouse.example/hooks --observe 'order.*'
  tidings integrations create --file warehouse.yaml`

const One = Data(IntegrationResource)

async function listIntegrations(options: ListCommandOptions): Promise<void> {
  const found = await onApi(options, (connection) =>
    readList(connection, '/integrations', options, IntegrationResource),
  )
  await printList(found, options, (integrations) =>
    table(
      ['id', 'type', 'enabled', 'name', 'target'],
      integrations.map((one) => [
        one.id,
        one.integration_type,
        one.enabled ? 'yes' : { text: 'no', tone: 'quiet' },
        one.name,
        targetOf(one),
      ]),
    ),
  )
}

function targetOf({ integration_type, configuration }: IntegrationResource): string {
  const { addresses } = declarationOf(integration_type)
  return addresses.map((member) => String(configuration[member] ?? '')).join(', ')
}

async function createIntegration(options: ApiOptions & AttributeOptions & { disabled?: true }): Promise<void> {
  const attributes = await attributesOf(options)
  const data = {
    integration_type: 'webhook',
    enabled: true,
    ...attributes,
    ...(options.disabled && { enabled: false }),
  }
  const created = await onApi(options, (connection) => connection.post('/integrations', { data }))
  await printOne(parseResponse(One, created).data, options)
}

async function getIntegration(id: string, options: ApiOptions): Promise<void> {
  const found = await onApi(options, (connection) => connection.get(`/integrations/${id}`))
  await printOne(parseResponse(One, found).data, options)
}

async function updateIntegration(id: string, options: ApiOptions & AttributeOptions): Promise<void> {
  const data = await attributesOf(options)
  const updated = await onApi(options, (connection) => connection.put(`/integrations/${id}`, { data }))
  await printOne(parseResponse(One, updated).data, options)
}

function setEnabled(enabled: boolean) {
  return async (id: string, options: ApiOptions): Promise<void> => {
    const body = { data: { type: 'integration', enabled } }
    const updated = await onApi(options, (connection) => connection.put(`/integrations/${id}`, body))
    await print(
      parseResponse(One, updated).data,
      options,
      () => `Integration ${id} is ${enabled ? 'enabled' : 'disabled'}.\n`,
    )
  }
}

async function deleteIntegration(id: string, options: ApiOptions): Promise<void> {
  await onApi(options, (connection) => connection.delete(`/integrations/${id}`))
  await print({ id, type: 'integration' }, options, () => `Deleted integration ${id}.\n`)
}

function printOne(integration: IntegrationResource, options: ApiOptions): Promise<void> {
  const {
    id,
    name,
    description,
    integration_type,
    enabled,
    observes,
    filter,
    rate_limit,
    concurrency,
    configuration,
    meta,
  } = integration
  return print(integration, options, () =>
    fieldList([
      ['id', id],
      ['name', name],
      ...(description === '' ? [] : [['description', description] as const]),
      ['type', integration_type],
      ['enabled', enabled ? { text: 'yes', tone: 'good' } : { text: 'no', tone: 'bad' }],
      ...(meta.disabled === undefined ? [] : [['disabled because', meta.disabled.detail] as const]),
      ['observes', observes.join(', ')],
      ...(filter === undefined ? [] : [['only if', filter] as const]),
      ...(rate_limit === undefined ? [] : [['rate limit', `${rate_limit} a second`] as const]),
      ...(concurrency === undefined ? [] : [['concurrency', `${concurrency} in flight`] as const]),
      ...Object.entries(configuration).map(([member, value]) => [member, textOf(value)] as const),
      ['created', formatTime(meta.timestamps.created_at)],
      ...(meta.warnings ?? []).map((warning) => ['warning', { text: warning, tone: 'bad' }] as const),
    ]),
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

async function showHealth(id: string, options: ApiOptions): Promise<void> {
  const response = await onApi(options, (connection) => connection.get(`/integrations/${id}/health`))
  const { data } = parseResponse(Data(HealthResource), response)
  await print(data, options, () => describeHealth(data))
}

function describeHealth(health: Static<typeof HealthResource>): string {
  const { status, summary, attempts, failing_since, backlog, pace, filtered } = health
  const { count, success_rate, processing_time } = attempts
  const span = (seconds: number | null) => (seconds === null ? '-' : formatDuration(seconds))
  return fieldList([
    ['status', { text: status, tone: HEALTH_TONES[status] }],
    ['summary', summary],
    ...(failing_since === null ? [] : [['failing since', formatTime(failing_since)] as const]),
    [
      'attempts',
      `${count} in the last hour${success_rate === null ? '' : `, ${Math.round(success_rate * 1000) / 10} % succeeded`}`,
    ],
    ['duration', `${span(processing_time.p50)} median, ${span(processing_time.p99)} for 99 %`],
    ['last success', formatTime(attempts.last_succeeded_at) || 'never'],
    ['last failure', formatTime(attempts.last_failed_at) || 'never'],
    ['waiting', `${backlog.jobs} jobs, ${backlog.due} due`],
    ['in flight', `${pace.in_flight} of at most ${pace.cap}`],
    ...(filtered.count === 0 ? [] : [['kept back', `${filtered.count} events by the filter`] as const]),
  ])
}
