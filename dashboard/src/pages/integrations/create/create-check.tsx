import { Alert, Button, Group, Stack, Switch } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { announce } from '../../../kit/announce.ts'
import { AsRequest } from '../../../kit/requests/as-request-button.tsx'
import { useChange } from '../../../kit/requests/use-change.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { ProblemView } from '../../../kit/states.tsx'
import { DisableableButton } from '../../../ui/disableable-button.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { ExchangeView, sentenceOf } from '../exchange-view.tsx'
import { RetryNote } from '../retry-note.tsx'
import { bodyOf } from '../rules/draft.ts'
import { shownSecret } from '../rules/secrets.ts'
import { StepBefore } from './create-step-before.tsx'
import { useDraft, useGoToStep } from './draft-state.ts'

/** Last step: sends a test, shows the result, and creates the integration. */
export function CheckStep() {
  return (
    <StepBefore step="check">
      <Check />
    </StepBefore>
  )
}

function Check() {
  const { draft, test, setTest } = useDraft()
  const scope = useScope()
  const again = useChange({
    stale: [],
    run: (api) => api.POST('/v2/integrations/test', { body: { data: bodyOf(draft) } }),
    onDone: (result) => {
      const { data } = result as { data: NonNullable<typeof test> }
      setTest(data)
      announce(sentenceOf(data))
    },
  })
  const send = () => {
    setTest(null)
    again.mutate()
  }
  return (
    <Stack gap="md">
      <Section
        title="Does it arrive?"
        description="Sends one real test with the sample of the first event. Nothing is stored."
        actions={
          <Group gap="xs">
            <AsRequest method="POST" path="/v2/integrations/test" body={{ data: bodyOf(draft) }} />
            <DisableableButton
              variant="default"
              loading={again.isPending}
              reason={whyForbidden('TestDraft', scope)}
              onClick={send}
            >
              {test === null ? 'Send a test' : 'Send it again'}
            </DisableableButton>
          </Group>
        }
      >
        {again.error !== null && <ProblemView error={again.error} />}
        {test !== null && <ExchangeView test={test} />}
        {test === null && again.error === null && !again.isPending && 'No test was sent yet.'}
      </Section>
      <RetryNote />
      <Create />
    </Stack>
  )
}

function Create() {
  const { draft, setDraft, test, setSecret } = useDraft()
  const scope = useScope()
  const goToStep = useGoToStep()
  const [enabled, setEnabled] = useState(true)
  const body = { data: { ...bodyOf(draft), enabled } }
  const isGood = test?.succeeded === true
  const create = useChange({
    stale: ['/v2/integrations'],
    run: async (api) => {
      const { data } = await api.POST('/v2/integrations', { body })
      // Once the direct test has succeeded, a second test goes through the queue.
      if (data !== undefined && isGood && enabled) await testQueued(api, data.data.id)
      return data === undefined ? {} : { data: data.data }
    },
    onDone: ({ id, configuration }) => {
      const next = { ...draft, target: {}, created: id }
      setSecret('secret_key' in configuration ? shownSecret(configuration.secret_key) : null)
      setDraft(next)
      goToStep('done', next, 'replace')
    },
  })
  const forbidden = whyForbidden('CreateIntegration', scope)
  return (
    <Stack gap="sm">
      {!isGood && <NotProven />}
      {create.error !== null && <ProblemView error={create.error} />}
      <Switch
        label="Deliver events from now on"
        checked={enabled}
        onChange={(event) => setEnabled(event.currentTarget.checked)}
      />
      <Group gap="sm">
        <Button
          variant={isGood ? 'filled' : 'default'}
          loading={create.isPending}
          {...(forbidden === null ? {} : { disabled: true, title: forbidden })}
          onClick={() => create.mutate()}
        >
          {isGood ? 'Create integration' : 'Create it anyway'}
        </Button>
        <Button variant="default" onClick={() => goToStep('target', draft)}>
          Change the target
        </Button>
      </Group>
    </Stack>
  )
}

function NotProven() {
  return (
    <Alert color="yellow" variant="outline" icon={<IconAlertTriangle aria-hidden />} title="Not proven yet">
      You can create the integration anyway. Events that cannot be delivered are retried for about two days.
    </Alert>
  )
}

/** The integration exists already, so a failure to start the test is ignored. */
async function testQueued(api: ReturnType<typeof useScope>['api'], integration_id: string): Promise<void> {
  await api
    .POST('/v2/integrations/{integration_id}/test', { params: { path: { integration_id } } })
    .catch(() => undefined)
}
