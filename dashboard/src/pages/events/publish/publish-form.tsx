import { Group, SegmentedControl, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useId } from 'react'
import { Problem } from '../../../api/problem.ts'
import type { PublishEventsRequest } from '../../../generated/schema.ts'
import { asBody } from '../../../kit/form/values/outgoing.ts'
import { AsRequest } from '../../../kit/requests/as-request-button.tsx'
import { useChange } from '../../../kit/requests/use-change.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { ProblemView } from '../../../kit/states.tsx'
import { DisableableButton } from '../../../ui/disableable-button.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { notesOf } from '../rules/payload-notes.ts'
import { type EventDraft, type EventShape, requestOf } from '../rules/published-event.ts'
import type { PayloadSchema } from '../rules/schema-hints.ts'
import { PayloadInput } from './payload-input.tsx'
import { PublishedView } from './publish-result.tsx'
import { keepRecent } from './recent-publishes.ts'
import {
  type DraftTexts,
  draftOf,
  type EventTypeDetail,
  newId,
  useDraftTexts,
  usePublishAddress,
} from './use-publish-draft.ts'

type PublishFormProps = { type: EventTypeDetail; payload: unknown; onPublished: () => void }

type Published = { id: string }

/** Draft of an event. Schema violations are only hints, since the API decides. */
export function PublishForm({ type, payload, onPublished }: PublishFormProps) {
  const scope = useScope()
  const { shape, setShape } = usePublishAddress()
  const [texts, put] = useDraftTexts(payload)
  const { read, draft } = draftOf(type.key, texts)
  const forbidden = whyForbidden('PublishEvents', scope)
  const publish = useChange<EventDraft, { data: Published[] }>({
    stale: ['/v2/events'],
    run: (api, sent) => api.POST('/v2/events', sendOptions(sent, shape)),
    onDone: ({ data: [event] }) => {
      const kept = { key: type.key, shape, payload: texts.payload, source: texts.source, version: texts.version }
      keepRecent(scope.id, { ...kept, event: event?.id ?? '', at: new Date().toISOString() })
      put({ id: newId() })
      onPublished()
    },
  })
  const notes = notesOf(read, type.payload as PayloadSchema, publish.error, shape)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (draft !== null && forbidden === null && !publish.isPending) publish.mutate(draft)
  }
  const change = (next: Partial<DraftTexts>) => {
    if (publish.error !== null) publish.reset()
    put(next)
  }
  const placed = publish.error instanceof Problem && notes.some(({ kind }) => kind === 'error')
  return (
    <Section title="Event" actions={<Shape shape={shape} onChange={setShape} />}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Attributes texts={texts} shape={shape} onChange={change} />
          <PayloadInput
            schema={type.payload}
            sample={type.sample}
            text={texts.payload}
            read={read}
            notes={notes}
            error={publish.error}
            shape={shape}
            onChange={(text) => change({ payload: text })}
          />
          {publish.error !== null && !placed && <ProblemView error={publish.error} what="event type" />}
          <Submit draft={draft} shape={shape} forbidden={forbidden} busy={publish.isPending} />
        </Stack>
      </form>
      {publish.data?.data[0] !== undefined && (
        <PublishedView key={publish.data.data[0].id} event={publish.data.data[0].id} />
      )}
    </Section>
  )
}

function sendOptions(draft: EventDraft, shape: EventShape) {
  const { headers, body } = requestOf(draft, shape)
  return { body: asBody<PublishEventsRequest>(body), headers }
}

type SubmitProps = { draft: EventDraft | null; shape: EventShape; forbidden: string | null; busy: boolean }

function Submit({ draft, shape, forbidden, busy }: SubmitProps) {
  const reason = forbidden ?? (draft === null ? 'The payload must be a JSON object.' : null)
  const request = draft === null ? null : requestOf(draft, shape)
  const id = useId()
  return (
    <Group gap="sm">
      <DisableableButton type="submit" variant="filled" loading={busy} reason={reason} saidBy={id}>
        Publish
      </DisableableButton>
      {request !== null && <AsRequest method="POST" path="/v2/events" body={request.body} headers={request.headers} />}
      {reason !== null && (
        <Text size="sm" c="var(--text-dim)" id={id}>
          {reason}
        </Text>
      )}
    </Group>
  )
}

function Shape({ shape, onChange }: { shape: EventShape; onChange: (shape: EventShape) => void }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="How it is sent"
      value={shape}
      onChange={(value) => onChange(value as EventShape)}
      data={[
        { value: 'plain', label: 'Tidings' },
        { value: 'structured', label: 'CloudEvent' },
        { value: 'binary', label: 'CloudEvent, binary' },
      ]}
    />
  )
}

type AttributesProps = { texts: DraftTexts; shape: EventShape; onChange: (change: Partial<DraftTexts>) => void }

function Attributes({ texts, shape, onChange }: AttributesProps) {
  const field = (name: keyof DraftTexts) => ({
    value: texts[name],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
  })
  const isCloudEvent = shape !== 'plain'
  return (
    <SimpleGrid cols={{ base: 1, sm: isCloudEvent ? 3 : 2 }} spacing="md">
      <TextInput
        label="Id"
        description={
          isCloudEvent
            ? 'With the source, identifies a repeat, which is not stored again.'
            : 'Your own id. A repeat with this id is not stored again. May be empty.'
        }
        {...field('id')}
      />
      {isCloudEvent && <TextInput label="Source" description="Where it comes from." {...field('source')} />}
      <TextInput
        label="Version of the resource"
        description="A whole number that grows with each change. May be empty."
        inputMode="numeric"
        {...field('version')}
      />
    </SimpleGrid>
  )
}
