import { Button, Group, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { ifUnchanged } from '../../../api/if-unchanged.ts'
import { useAllParams } from '../../../kit/address-state.ts'
import { useUnsaved } from '../../../kit/form/unsaved.tsx'
import { useGoTo } from '../../../kit/link.tsx'
import { Page } from '../../../kit/page.tsx'
import { AsRequest } from '../../../kit/requests/as-request-button.tsx'
import { useChange } from '../../../kit/requests/use-change.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { Loaded, ProblemView } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { DisableableButton } from '../../../ui/disableable-button.tsx'
import { readTypeTexts, type TypeTexts } from '../rules/type-texts.ts'
import { Fields } from './type-fields.tsx'
import { ONLY_STORES } from './types.tsx'

/** Form for a new event type, or for the type in the address. */
export function EventTypeEditPage() {
  const { key } = useAllParams()
  if (key === undefined) return <EditPage title="New event type" texts={NEW} />
  return <EditKnown event_key={key} />
}

function EditKnown({ event_key }: { event_key: string }) {
  const query = useRead('/v2/events/types/{event_key}', { params: { path: { event_key } } })
  return (
    <Loaded query={query} what="event type">
      {({ data: { key, description, payload, sample } }) => (
        <EditPage
          key={key}
          known
          title={`Edit ${key}`}
          texts={{ key, description, schema: printed(payload), sample: printed(sample) }}
        />
      )}
    </Loaded>
  )
}

const printed = (value: unknown) => JSON.stringify(value, null, 2)

const NEW: TypeTexts = {
  key: '',
  description: '',
  schema: printed({
    type: 'object',
    required: ['data'],
    properties: {
      data: {
        type: 'object',
        required: ['type', 'id'],
        properties: { type: { const: 'approval' }, id: { type: 'string' } },
      },
    },
  }),
  sample: printed({ data: { type: 'approval', id: 'A-1' } }),
}

type EditPageProps = { title: string; texts: TypeTexts; known?: boolean }

function EditPage({ title, texts: before, known = false }: EditPageProps) {
  const scope = useScope()
  const paths = usePaths()
  const goTo = useGoTo()
  const unsaved = useUnsaved()
  const [texts, setTexts] = useState(before)
  const body = readTypeTexts(texts)
  const reason =
    whyForbidden('PutEventType', scope) ??
    (scope.level === 'o' ? ONLY_STORES : body === null ? 'The schema and the sample must be JSON objects.' : null)
  const save = useChange({
    stale: ['/v2/events/types'],
    run: (api, data: NonNullable<typeof body>) =>
      ifUnchanged(api).PUT('/v2/events/types/{event_key}', {
        params: { path: { event_key: texts.key.trim() } },
        body: { data },
      }),
    onDone: () => {
      unsaved.leave()
      notifications.show({ message: `Saved ${texts.key.trim()}.` })
      goTo(paths.eventType(texts.key.trim()))
    },
  })
  const put = (change: Partial<TypeTexts>) => {
    if (save.error !== null) save.reset()
    unsaved.setDirty(true)
    setTexts({ ...texts, ...change })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason === null && body !== null && !save.isPending) save.mutate(body)
  }
  const backTo = known ? paths.eventType(before.key) : paths.eventTypes()
  return (
    <Page
      title={title}
      description="Events with its key are published, observed, tested and replayed like built-in ones."
      crumbs={[{ label: 'Event types', to: paths.eventTypes() }, ...(known ? [{ label: before.key, to: backTo }] : [])]}
    >
      {unsaved.question}
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Fields texts={texts} known={known} error={save.error} onChange={put} />
          {save.error !== null && <ProblemView error={save.error} what="event type" />}
          <Group gap="sm">
            <DisableableButton type="submit" variant="filled" loading={save.isPending} reason={reason}>
              {known ? 'Save' : 'Create event type'}
            </DisableableButton>
            <Button onClick={() => goTo(backTo)}>Cancel</Button>
            <AsRequest
              method="PUT"
              path="/v2/events/types/{event_key}"
              params={{ event_key: texts.key }}
              body={{ data: body }}
            />
            {reason}
          </Group>
        </Stack>
      </form>
    </Page>
  )
}
