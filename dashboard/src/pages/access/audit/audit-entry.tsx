import { Stack, Text } from '@mantine/core'
import type { AuditChange, AuditEntry } from '../../../generated/schema.ts'
import { useParam } from '../../../kit/address-state.ts'
import { Time } from '../../../kit/cells/time.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import { LoadedPage } from '../../../kit/loaded-page.tsx'
import { Page } from '../../../kit/page.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import { deviceOf } from '../../../kit/values/device.ts'
import type { Paths } from '../../../paths.ts'
import { Copyable } from '../../../ui/copy/copyable.tsx'
import { JsonDiff } from '../../../ui/json/json-diff.tsx'
import { KeyValue } from '../../../ui/layout/key-value.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { sidesOf } from '../rules/audit-changes.ts'
import { kindWords } from '../rules/operation-words.ts'
import { Actor, Resource, wordsOfEntry } from './audit-words.tsx'

export function AuditEntryPage() {
  const paths = usePaths()
  const audit_entry_id = useParam('entry')
  const query = useRead('/v2/audit/entries/{audit_entry_id}', { params: { path: { audit_entry_id } } })
  return (
    <LoadedPage query={query} what="entry" crumbs={crumbsOf(paths)}>
      {({ data }) => <Content entry={data} />}
    </LoadedPage>
  )
}

const crumbsOf = (paths: Paths) => [{ label: 'Audit log', to: paths.audit() }]

function Content({ entry }: { entry: AuditEntry }) {
  const paths = usePaths()
  const { id, changes, changes_count } = entry
  return (
    <Page
      title={wordsOfEntry(entry)}
      crumbs={crumbsOf(paths)}
      request={{ path: '/v2/audit/entries/{audit_entry_id}', params: { audit_entry_id: id } }}
    >
      <Stack gap="md">
        <Facts entry={entry} />
        {changes.map((change) => (
          <Change key={`${change.type} ${change.id} ${change.action}`} change={change} />
        ))}
        {changes_count > changes.length && (
          <Text size="sm">
            {changes_count - changes.length} of the {changes_count} changed rows are not in the log, which records at
            most 100 rows and 16 KiB per operation.
          </Text>
        )}
        {changes_count === 0 && <Text size="sm">The log records no changed values for this operation.</Text>}
      </Stack>
    </Page>
  )
}

function Facts({ entry: { id, actor, operation, resource, within, request, meta } }: { entry: AuditEntry }) {
  const paths = usePaths()
  return (
    <Section title="Who, and from where">
      <KeyValue
        items={[
          { label: 'Who', value: <Actor actor={actor} /> },
          { label: 'When', value: <Time at={meta.timestamps.created_at} /> },
          { label: 'Resource', value: <Resource resource={resource} /> },
          ...(within === null || within.id === resource?.id
            ? []
            : [{ label: 'Part of', value: <Resource resource={within} /> }]),
          { label: 'Operation', value: <code>{operation}</code> },
          { label: 'From', value: request.address },
          { label: 'By', value: request.user_agent === null ? null : deviceOf(request.user_agent) },
          {
            label: 'Request',
            value: request.id === null ? null : <Copyable value={request.id} label="request id" length={40} />,
          },
          { label: 'Entry', value: <Copyable value={id} label="entry id" length={40} /> },
          ...(within === null
            ? []
            : [
                {
                  label: 'Others',
                  value: <LinkTo to={paths.auditOf(within.id)}>All entries about this {kindWords(within.type)}</LinkTo>,
                },
              ]),
        ]}
      />
    </Section>
  )
}

const ACTIONS = { created: 'Created', updated: 'Changed', deleted: 'Deleted' } as const

function Change({ change }: { change: AuditChange }) {
  const { type, id, action } = change
  const title = `${ACTIONS[action]}: ${kindWords(type)}`
  return (
    <Section title={title} actions={<Copyable value={id} label={`${kindWords(type)} id`} length={18} />}>
      <JsonDiff {...sidesOf(change)} label={title} />
    </Section>
  )
}
