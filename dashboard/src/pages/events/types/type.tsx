import { Stack, Text } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { useParam } from '../../../kit/address-state.ts'
import { Help } from '../../../kit/form/context.tsx'
import { LoadedPage } from '../../../kit/loaded-page.tsx'
import { Page } from '../../../kit/page.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { useScope } from '../../../kit/scope.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import type { Paths } from '../../../paths.ts'
import { JsonView } from '../../../ui/json/json-view.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import type { EventTypeDetail } from '../publish/use-publish-draft.ts'
import type { PayloadSchema } from '../rules/schema-hints.ts'
import { SchemaTree } from './schema-tree.tsx'
import { TypeBadges } from './type-badges.tsx'
import { TypeObservers } from './type-observers.tsx'
import { ONLY_STORES } from './types.tsx'

/** Event type with its payload and observers. */
export function EventTypePage() {
  const paths = usePaths()
  const key = useParam('key')
  const query = useRead('/v2/events/types/{event_key}', { params: { path: { event_key: key } } })
  return (
    <LoadedPage query={query} what="event type" crumbs={crumbsOf(paths)}>
      {({ data }) => <Content key={data.id} type={data} />}
    </LoadedPage>
  )
}

const crumbsOf = (paths: Paths) => [
  { label: 'Events', to: paths.events() },
  { label: 'Event types', to: paths.eventTypes() },
]

function Content({ type }: { type: EventTypeDetail }) {
  const paths = usePaths()
  const { key, description, payload, sample } = type
  return (
    <Page
      title={key}
      crumbs={crumbsOf(paths)}
      description={<Help text={description} />}
      request={{ path: '/v2/events/types/{event_key}', params: { event_key: key } }}
      actions={useTypeActions(type)}
    >
      <Stack gap="md">
        <TypeBadges type={type} />
        <TypeObservers type={key} />
        <Section title="Sample" description="What a test delivery sends.">
          <JsonView label="Sample" value={sample} />
        </Section>
        <Section title="Schema" description="The members of the payload. Events may contain more." flush>
          <SchemaTree schema={payload as PayloadSchema} />
        </Section>
        <Section title="Schema as JSON">
          <JsonView label="Schema" value={payload} openDepth={1} />
        </Section>
        <Text size="sm" c="var(--text-dim)">
          {type.declared_by === 'tidings' ? 'Built in: it cannot be changed.' : 'Declared by this store.'}
        </Text>
      </Stack>
      <Outlet />
    </Page>
  )
}

function useTypeActions({ key, declared_by }: EventTypeDetail) {
  const scope = useScope()
  const paths = usePaths()
  const reason =
    scope.level === 'o' ? ONLY_STORES : declared_by === 'tidings' ? 'Built-in types cannot be changed.' : null
  return [
    { name: 'Publish an event', to: paths.publish({ key }), operation: 'PublishEvents' as const },
    { name: 'Events of this type', to: paths.events({ key }), operation: 'ListEvents' as const },
    {
      name: 'Edit',
      to: paths.eventType(key, 'edit'),
      operation: 'PutEventType' as const,
      disabledReason: reason,
    },
    {
      name: 'Delete',
      danger: true,
      to: paths.eventType(key, 'delete'),
      operation: 'DeleteEventType' as const,
      disabledReason: reason,
    },
  ]
}
