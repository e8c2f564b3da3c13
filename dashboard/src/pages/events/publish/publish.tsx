import { Autocomplete, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Help } from '../../../kit/form/context.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import { Page } from '../../../kit/page.tsx'
import { useEventTypes } from '../../../kit/requests/use-event-types.ts'
import { useScope } from '../../../kit/scope.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { PublishForm } from './publish-form.tsx'
import { PublishRecent } from './publish-recent.tsx'
import { type RecentPublish, readRecent } from './recent-publishes.ts'
import { type EventTypeDetail, usePrefill, usePublishAddress } from './use-publish-draft.ts'

/** Publishes an event as an external producer would. */
export function PublishPage() {
  const scope = useScope()
  const paths = usePaths()
  const { key, event, setKey, setShape } = usePublishAddress()
  const [recent, setRecent] = useState(() => readRecent(scope.id))
  const [again, setAgain] = useState<RecentPublish | null>(null)
  const { type, repeated } = usePrefill(key, event)
  const use = (published: RecentPublish) => {
    setAgain(published)
    setKey(published.key)
    setShape(published.shape === 'structured' || published.shape === 'binary' ? published.shape : 'plain')
  }
  const beginning = again?.key === key ? again : null
  return (
    <Page
      title="Publish an event"
      description="As an external producer does, through the same API. Integrations that observe its key receive it like any other event."
      crumbs={[{ label: 'Events', to: paths.events() }]}
    >
      <Stack gap="md">
        <KeyField value={key} onChange={setKey} />
        {key === '' ? (
          <NoKey />
        ) : (
          <Loaded query={type} what="event type">
            {({ data }) => (
              <>
                <About type={data} />
                {event !== null && beginning === null ? (
                  <Loaded query={repeated} what="event">
                    {(found) => (
                      <PublishForm
                        key={found.data.id}
                        type={data}
                        payload={found.data.payload}
                        onPublished={() => setRecent(readRecent(scope.id))}
                      />
                    )}
                  </Loaded>
                ) : (
                  <PublishForm
                    key={`${key} ${beginning?.event ?? ''}`}
                    type={data}
                    payload={beginning === null ? data.sample : JSON.parse(beginning.payload)}
                    onPublished={() => setRecent(readRecent(scope.id))}
                  />
                )}
              </>
            )}
          </Loaded>
        )}
        {recent.length > 0 && <PublishRecent recent={recent} onUse={use} />}
      </Stack>
    </Page>
  )
}

function KeyField({ value, onChange }: { value: string; onChange: (key: string) => void }) {
  const { types } = useEventTypes()
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    setText(value)
  }
  const type = (next: string) => {
    setText(next)
    // Not on blur: the form below would move away from under the click.
    if (next === '' || types.some(({ id }) => id === next.trim())) onChange(next.trim())
  }
  return (
    <Autocomplete
      label="Key"
      description="What happened. Choose a built-in key, or one of your own types."
      placeholder="order.paid"
      maw={460}
      data={types.map(({ id }) => id)}
      limit={300}
      maxDropdownHeight={320}
      value={text}
      onChange={type}
    />
  )
}

function About({ type: { key, description } }: { type: EventTypeDetail }) {
  const paths = usePaths()
  return (
    <Text size="sm" component="p" my={0}>
      <Help text={description} />{' '}
      <LinkTo to={paths.eventType(key)} underline="always">
        Its schema and who observes it
      </LinkTo>
    </Text>
  )
}

function NoKey() {
  return (
    <Section title="Payload">
      <Empty title="Choose a key first" command="tidings publish --key order.paid --sample">
        The payload is filled in with the sample of its type.
      </Empty>
    </Section>
  )
}
