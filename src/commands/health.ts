import type { Command } from 'commander'
import { readList } from '../client/list.ts'
import { addListOptions, type ListCommandOptions, onApi, printList } from '../client/on-api.ts'
import { HealthResource } from '../deliveries/api/health.ts'
import { table } from '../tool/output.ts'

export function addHealth(program: Command): void {
  const health = program
    .command('health')
    .description('Show the health of all integrations of the store, newest first.')
  addListOptions(health, 'in(status,failing,degraded)').action(listHealth)
}

export const HEALTH_TONES = {
  healthy: 'good',
  idle: 'quiet',
  degraded: 'bad',
  failing: 'bad',
  disabled: 'bad',
} as const

async function listHealth(options: ListCommandOptions): Promise<void> {
  const path = '/integrations/health'
  const found = await onApi(options, (connection) =>
    readList(connection, path, { sort: '-created_at', ...options }, HealthResource),
  )
  await printList(found, options, (all) =>
    table(
      ['id', 'name', 'status', 'waiting', 'summary'],
      all.map(({ id, name, status, backlog, summary }) => [
        id,
        name,
        { text: status, tone: HEALTH_TONES[status] },
        String(backlog.jobs),
        summary,
      ]),
    ),
  )
}
