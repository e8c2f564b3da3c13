import type { Command } from 'commander'
import { parseResponse } from '../client/list.ts'
import { type ApiOptions, addApiOptions, onApi } from '../client/on-api.ts'
import { Data } from '../http/envelope.ts'
import { OperationsResource } from '../operations/api/resources.ts'
import { fieldList, formatBytes, formatDuration, formatTime, print, table } from '../tool/output.ts'

export function addOperations(program: Command): void {
  const operations = program
    .command('operations')
    .description('Show due, waiting and refused work of all stores; needs a key of the deployment.')
  addApiOptions(operations).action(showOperations)
}

async function showOperations(options: ApiOptions): Promise<void> {
  const response = await onApi(options, (connection) => connection.get('/operations'))
  const { data } = parseResponse(Data(OperationsResource), response)
  await print(data, options, () => describe(data))
}

function describe({ due, unfinished, workers, latency, backlog, busiest, database }: OperationsResource): string {
  const dueOf = (of: { jobs: number; due_since: string | null }) =>
    of.due_since === null ? `${of.jobs}` : `${of.jobs}, since ${formatTime(of.due_since)}`
  const fields = fieldList([
    ...(due === null
      ? []
      : ([
          ['due', dueOf(due.working)],
          ['due, endpoint fails', dueOf(due.failing)],
          ['due, rate limited', dueOf(due.limited)],
        ] as const)),
    ...(unfinished === null ? [] : [['unfinished', String(unfinished.jobs)] as const]),
    ...(workers === null ? [] : [['workers', String(workers.alive)] as const]),
    ['first attempts', latency.p99 === null ? 'none' : `99 % within ${formatDuration(latency.p99)} of the event`],
    ['refused', backlog.refused.length === 0 ? 'none' : backlog.refused.map(nameOf).join(', ')],
    ...(database === null ? [] : [['database', formatBytes(database.bytes)] as const]),
  ])
  if (busiest === null || busiest.length === 0) return fields
  const rows = busiest.map((one) => [
    nameOf(one),
    String(one.due.working),
    String(one.due.failing),
    String(one.due.limited),
    formatTime(one.due_since),
  ])
  return `${fields}\n${table(['store', 'due', 'failing', 'limited', 'since'], rows)}`
}

function nameOf({
  organization,
  store,
}: Pick<NonNullable<OperationsResource['busiest']>[number], 'organization' | 'store'>) {
  return store === null ? organization.name : `${store.name} (${organization.name})`
}
