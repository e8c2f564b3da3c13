import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { lazy, Suspense, useMemo, useState } from 'react'
import { ifUnchanged } from '../../api/if-unchanged.ts'
import { SchemaForm } from '../../kit/form/form.tsx'
import { Outdated, useShown } from '../../kit/form/shown.tsx'
import { useUnsaved } from '../../kit/form/unsaved.tsx'
import type { FormBody } from '../../kit/form/use-form.ts'
import { useChange } from '../../kit/requests/use-change.ts'
import { useInvalidate } from '../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../kit/scope.ts'
import { Lines, Loaded, ProblemView } from '../../kit/states.tsx'
import { TARGETS } from '../../kit/targets/targets.ts'
import { JsonView } from '../../ui/json/json-view.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { RetryNote } from './retry-note.tsx'
import { changeOverridesOf, TARGET_ORDER, useKindSchema } from './target-form.tsx'
import { type Integration, useIntegration } from './use-integration.ts'

/** Lazy, so that the target comes first. */
const EventPicker = lazy(async () => ({ default: (await import('./picker/event-picker.tsx')).EventPicker }))

export function SettingsPage() {
  const query = useIntegration()
  return (
    <Loaded query={query} what="integration">
      {({ data }) => <Settings integration={data} />}
    </Loaded>
  )
}

function Settings({ integration }: { integration: Integration }) {
  const forbidden = whyForbidden('UpdateIntegration', useScope())
  if (forbidden !== null)
    return (
      <Section title="Settings" description={forbidden}>
        <JsonView label="integration" value={integration} />
      </Section>
    )
  return (
    <Stack gap="md">
      <Warnings integration={integration} />
      <TargetForm integration={integration} />
      <Events integration={integration} />
      <Section title="Retries" description="The same for all integrations.">
        <RetryNote />
      </Section>
    </Stack>
  )
}

function Warnings({ integration: { meta } }: { integration: Integration }) {
  const { warnings = [], ignored = [] } = meta
  const unused = ignored.length === 0 ? [] : [`These members have no effect: ${ignored.join(', ')}.`]
  const sentences = [...warnings, ...unused]
  if (sentences.length === 0) return null
  return (
    <Section title="Warnings">
      <Stack gap={4}>
        {sentences.map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
      </Stack>
    </Section>
  )
}

function TargetForm({ integration }: { integration: Integration }) {
  const { api } = useScope()
  const invalidate = useInvalidate()
  const unsaved = useUnsaved()
  const { id, integration_type } = integration
  const target = useMemo(() => targetOf(integration), [integration])
  const { shown, revision, isOutdated, latest, show, keep } = useShown(target, unsaved.isDirty)
  const { kind } = TARGETS[integration_type]
  const schema = useKindSchema('CreateIntegration', kind)
  const save = async (changes: FormBody) => {
    const data = dataOf(changes)
    const params = { path: { integration_id: id } }
    const { data: saved } = await ifUnchanged(api).PUT('/v2/integrations/{integration_id}', {
      params,
      body: { data },
    })
    if (saved !== undefined) keep(targetOf(saved.data))
    await invalidate('/v2/integrations')
    notifications.show({ message: 'Saved the settings.' })
    return saved && targetOf(saved.data)
  }
  if (schema === undefined) return <Lines />
  return (
    <Section title="Settings" description="Where it delivers. Changes also apply to waiting deliveries.">
      {unsaved.question}
      {isOutdated && <Outdated what="integration" onLoad={() => show(target)} />}
      <SchemaForm
        key={revision}
        schema={schema}
        value={shown}
        latest={latest}
        shapeOf={(stored) => targetOf(stored as Integration)}
        overrides={changeOverridesOf(kind, integration.observes)}
        order={TARGET_ORDER}
        operation="UpdateIntegration"
        dataOf={dataOf}
        onSubmit={save}
        submitLabel="Save settings"
        onDirty={unsaved.setDirty}
      />
    </Section>
  )
}

/** Events are saved by their own form. */
const targetOf = ({ observes: _observes, meta: _meta, ...target }: Integration) => target

const dataOf = (changes: FormBody) => ({ ...changes, type: 'integration' as const })

function Events({ integration: { id, observes } }: { integration: Integration }) {
  const [{ chosen, read }, set] = useState({ chosen: observes, read: observes })
  const isChanged = chosen.join() !== observes.join()
  const unsaved = useUnsaved({ isChanged })
  // Follows changes saved elsewhere, unless the person has changed the selection.
  if (read.join() !== observes.join())
    set({ chosen: chosen.join() === read.join() ? observes : chosen, read: observes })
  const save = useChange({
    stale: ['/v2/integrations'],
    run: (api) =>
      ifUnchanged(api).PUT('/v2/integrations/{integration_id}', {
        params: { path: { integration_id: id } },
        body: { data: { type: 'integration', observes: [...chosen] } },
      }),
    onDone: () => notifications.show({ message: 'Saved the events.' }),
  })
  return (
    <Section title="Events" description="What it observes. Changes apply to later events.">
      {unsaved.question}
      <Suspense fallback={<Lines />}>
        <EventPicker value={chosen} onChange={(next) => set({ chosen: [...next], read })} />
      </Suspense>
      {save.error !== null && <ProblemView error={save.error} />}
      <Group gap="sm" mt="md">
        <Button
          variant={isChanged ? 'filled' : 'default'}
          loading={save.isPending}
          {...(isChanged ? {} : { 'data-disabled': true, 'aria-disabled': true, title: 'Nothing has changed.' })}
          onClick={() => isChanged && save.mutate()}
        >
          Save events
        </Button>
        {isChanged && (
          <Button variant="default" onClick={() => set({ chosen: observes, read: observes })}>
            Undo
          </Button>
        )}
      </Group>
    </Section>
  )
}
