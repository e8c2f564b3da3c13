import { Button, Radio, Stack } from '@mantine/core'
import { Section } from '../../../ui/layout/section.tsx'
import { SELECTIONS } from '../rules/run-words.ts'
import { EventLinks } from './replay-facts.tsx'
import { ReplayRange } from './replay-range.tsx'
import type { DraftProps, Selection } from './use-replay-draft.ts'

/** Selection of events: those of a link, or those of a time range. */
export function Which({ draft, put, errorAt }: DraftProps) {
  return draft.events.length > 0 ? (
    <Named draft={draft} put={put} />
  ) : (
    <Past draft={draft} put={put} errorAt={errorAt} />
  )
}

function Named({ draft, put }: Omit<DraftProps, 'errorAt'>) {
  return (
    <Section
      title="What"
      description="Delivered again, even if they were delivered before."
      actions={
        <Button variant="subtle" size="compact-sm" onClick={() => put({ events: [] })}>
          Choose a time range instead
        </Button>
      }
    >
      <EventLinks ids={draft.events} />
    </Section>
  )
}

function Past({ draft, put, errorAt }: DraftProps) {
  return (
    <>
      <What draft={draft} put={put} />
      <Section title="When the events happened">
        <ReplayRange draft={draft} put={put} errorAt={errorAt} />
      </Section>
    </>
  )
}

function What({ draft, put }: Omit<DraftProps, 'errorAt'>) {
  return (
    <Section title="What">
      <Radio.Group
        aria-label="What"
        value={draft.selection}
        onChange={(selection) => put({ selection: selection as Selection })}
      >
        <Stack gap="sm">
          {Object.entries(SELECTIONS).map(([value, { name, detail }]) => (
            <Radio key={value} value={value} label={name} description={detail} />
          ))}
        </Stack>
      </Radio.Group>
    </Section>
  )
}
