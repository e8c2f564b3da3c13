import type { Command } from 'commander'
import { AuditEntry } from '../audit/entry.ts'
import { allOf, findById, readList } from '../client/list.ts'
import {
  type ApiOptions,
  addApiOptions,
  addListOptions,
  type ListCommandOptions,
  onApi,
  printList,
} from '../client/on-api.ts'
import { moment, uuid } from '../tool/arguments.ts'
import { defaultList } from '../tool/default-list.ts'
import { fieldList, formatTime, print, table } from '../tool/output.ts'

const ENTRIES = '/audit/entries'

export function addAudit(program: Command): void {
  const audit = program.command('audit').description('Show who changed what: the audit log.')
  const list = defaultList(audit)
    .description('List entries of the audit log, newest first.')
    .option('--since <time>', 'only since this moment, for example 2026-11-20 or 1d', moment)
    .option('--actor <id>', 'only of this key or person', uuid)
    .option('--operation <name>', 'only of this operation, for example UpdateProduct')
    .option('--resource <id>', 'only about this resource, and what belongs to it')
  addListOptions(list, 'eq(resource_type,order)').action(listEntries)
  const get = audit
    .command('get')
    .description('Show an entry, with what changed.')
    .argument('<id>', 'id of the entry', uuid)
  addApiOptions(get).action(getEntry)
}

type AuditOptions = ListCommandOptions & { since?: string; actor?: string; operation?: string; resource?: string }

async function listEntries({ since, actor, operation, resource, ...options }: AuditOptions): Promise<void> {
  const filter = allOf(
    options.filter,
    since && `ge(created_at,${since})`,
    actor && `eq(actor_id,${actor})`,
    operation && `eq(operation,${operation})`,
    resource && `eq(within_id,${resource})`,
  )
  const found = await onApi(options, (connection) =>
    readList(connection, ENTRIES, { ...options, ...(filter !== undefined && { filter }) }, AuditEntry),
  )
  await printList(found, options, (entries) =>
    table(
      ['time', 'actor', 'operation', 'resource', 'address', 'id'],
      entries.map(({ id, meta, actor: who, operation: done, resource: about, request }) => [
        formatTime(meta.timestamps.created_at),
        actorOf(who),
        done,
        about === null ? '' : `${about.type} ${about.id}`,
        request.address ?? '',
        id,
      ]),
    ),
  )
}

function actorOf({ type, id, name }: AuditEntry['actor']): string {
  return type === 'person' || type === 'key' ? `${type} ${name ?? id}` : type.replaceAll('_', ' ')
}

async function getEntry(id: string, options: ApiOptions): Promise<void> {
  const entry = await onApi(options, (connection) => findById(connection, ENTRIES, id, AuditEntry))
  if (entry === undefined) throw new Error(`There is no audit entry ${id}.`)
  await print(entry, options, () => describeEntry(entry))
}

function describeEntry({ id, meta, actor, operation, resource, request, changes, changes_count }: AuditEntry): string {
  const fields = fieldList([
    ['id', id],
    ['time', formatTime(meta.timestamps.created_at)],
    ['actor', actorOf(actor)],
    ['operation', operation],
    ['resource', resource === null ? '' : `${resource.type} ${resource.id}`],
    ['request', request.id ?? ''],
    ['address', request.address ?? ''],
    ['user agent', request.user_agent ?? ''],
    ['rows', String(changes_count)],
  ])
  const shown = changes.map(({ type, id: row, action, members }) => {
    const lines = Object.entries(members).map(([name, member]) => `  ${name}: ${describeMember(member)}\n`)
    return `\n${action} ${type} ${row}\n${lines.join('')}`
  })
  return `${fields}${shown.join('')}`
}

function describeMember(member: AuditEntry['changes'][number]['members'][string]): string {
  if (member.hidden !== undefined) return `(${member.hidden})`
  if (member.omitted_bytes !== undefined) return `(${member.omitted_bytes} bytes)`
  const values = [member.before, member.after].filter((value) => value !== undefined)
  return values.map((value) => JSON.stringify(value)).join(' → ')
}
