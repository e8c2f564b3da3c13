import { Group, NumberInput, Select, Stack, TagsInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { Problem } from '../../../api/problem.ts'
import { useGoTo } from '../../../kit/link.tsx'
import { Page } from '../../../kit/page.tsx'
import { AsRequest } from '../../../kit/requests/as-request-button.tsx'
import { useChange } from '../../../kit/requests/use-change.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { ProblemView } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { DisableableButton } from '../../../ui/disableable-button.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { useIntegrationId } from '../integration-id.ts'
import { useIntegration } from '../use-job.ts'
import { ReplayPreview } from './replay-preview.tsx'
import { Which } from './replay-which.tsx'
import { bodyOf, type DraftProps, type ReplayCreate, useReplayDraft } from './use-replay-draft.ts'

const PATH = '/v2/integrations/{integration_id}/replays'

/** Form for a replay, whose state is entirely in the address. */
export function ReplayCreatePage() {
  const integration = useIntegrationId()
  const paths = usePaths()
  const goTo = useGoTo()
  const [draft, put] = useReplayDraft(integration)
  const create = useChange<ReplayCreate, { data: { id: string } }>({
    stale: [PATH],
    run: (api, data) => api.POST(PATH, { params: { path: { integration_id: integration } }, body: { data } }),
    onDone: ({ data }) => goTo(paths.replay(integration, data.id)),
  })
  const body = bodyOf(draft, integration)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(body)
  }
  const name = useIntegration(integration)?.name
  const errorAt = (pointer: string) => (create.error instanceof Problem ? create.error.at(pointer).join(' ') : '')
  return (
    <Page
      title="New replay"
      description="Delivers past events again with their original ids, so that receivers can recognize repeats. New events go first."
      crumbs={[
        { label: 'Integrations', to: paths.integrations() },
        { label: name ?? 'Integration', to: paths.integration(integration) },
        { label: 'Replays', to: paths.replays(integration) },
      ]}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <Which draft={draft} put={put} errorAt={errorAt} />
          <Where draft={draft} put={put} errorAt={errorAt} />
          <ReplayPreview integration={integration} body={body} />
          {create.error !== null && <ProblemView error={create.error} />}
          <Submit busy={create.isPending} integration={integration} body={body} />
        </Stack>
      </form>
    </Page>
  )
}

function Where({ draft, put, errorAt }: DraftProps) {
  const integration = useIntegration(useIntegrationId())
  const isOfEvents = draft.events.length > 0
  const { data } = useRead('/v2/integrations', { params: { query: { 'page[limit]': 100, sort: 'name' } } })
  const targets = data?.data.map(({ id, name, enabled }) => ({
    value: id,
    label: enabled ? name : `${name} (disabled)`,
  }))
  return (
    <Section title={isOfEvents ? 'To where' : 'Which events, to where'}>
      <Stack gap="md" maw={560}>
        {!isOfEvents && (
          <TagsInput
            label="Keys"
            description="Empty: all that the integration observes. Patterns such as order.* are allowed."
            value={[...draft.keys]}
            onChange={(keys) => put({ keys })}
            data={integration?.observes ?? []}
            error={errorAt('/data/keys') || null}
            acceptValueOnBlur
          />
        )}
        <Select
          label="Deliver to"
          value={draft.target}
          onChange={(target) => target !== null && put({ target })}
          data={targets ?? []}
          allowDeselect={false}
          searchable
          error={errorAt('/data/target_id') || null}
        />
        <NumberInput
          label="Events a second"
          description="At most."
          value={draft.rate}
          onChange={(rate) => typeof rate === 'number' && rate > 0 && put({ rate })}
          min={1}
          max={5_000}
          clampBehavior="strict"
          allowDecimal={false}
          maw={200}
          error={errorAt('/data/rate') || null}
        />
      </Stack>
    </Section>
  )
}

function Submit({ busy, integration, body }: { busy: boolean; integration: string; body: ReplayCreate }) {
  const forbidden = whyForbidden('CreateReplay', useScope())
  return (
    <Group>
      <DisableableButton type="submit" variant="filled" loading={busy} reason={forbidden}>
        Start the replay
      </DisableableButton>
      <AsRequest method="POST" path={PATH} params={{ integration_id: integration }} body={{ data: body }} />
    </Group>
  )
}
