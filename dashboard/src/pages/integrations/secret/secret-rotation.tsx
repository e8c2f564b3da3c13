import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useChange } from '../../../kit/requests/use-change.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { CodeBlock } from '../../../ui/copy/code-block.tsx'
import { Countdown, useCurrentSecond } from '../../../ui/countdown.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { shownSecret } from '../rules/secrets.ts'
import type { Integration } from '../use-integration.ts'
import classes from './secret.module.css'

type SecretRotationProps = {
  integration: Integration
  /** The secret that was made on this page, which is shown this once. */
  made: string | null
  onMade: (secret: string | null) => void
}

/** Replaces the secret in three steps: a new one signs too, receivers change, the old one ends. */
export function SecretRotation({ integration, made, onMade }: SecretRotationProps) {
  const second = useCurrentSecond()
  const until = integration.meta.secret?.previous_until ?? null
  const isBoth = until !== null && Date.parse(until) > second * 1000
  const step = isBoth ? 2 : made === null ? 1 : 3
  return (
    <Section
      title="Replace it"
      description="Receivers have a day to change: until then deliveries carry both signatures."
    >
      <ol className={classes.steps}>
        <Step number={1} current={step} title="Create a new secret">
          <Rotate integration={integration} isBoth={isBoth} onMade={onMade} />
          {made !== null && (
            <Stack gap="xs" mt="sm">
              <Text size="sm">The new secret is shown this once. Put it where the receiver reads its settings.</Text>
              <CodeBlock label="New secret" code={made} wrapped />
            </Stack>
          )}
        </Step>
        <Step number={2} current={step} title="Change the receivers">
          {isBoth ? (
            <Stack gap="sm" align="flex-start">
              <Text size="sm">
                The old one still signs for <Countdown to={until} prefix="" />. Receivers with either secret verify.
              </Text>
              <EndPrevious integration={integration} />
            </Stack>
          ) : (
            <Text size="sm">Receivers that know either secret verify each delivery meanwhile.</Text>
          )}
        </Step>
        <Step number={3} current={step} title="Only the new one signs">
          <Text size="sm">
            {step === 3 ? 'Done: the old one signs no more.' : 'After a day, or when you end the old one.'}
          </Text>
        </Step>
      </ol>
    </Section>
  )
}

type StepProps = { number: number; current: number; title: string; children: ReactNode }

function Step({ number, current, title, children }: StepProps) {
  const state = number < current ? 'done' : number === current ? 'current' : 'later'
  return (
    <li className={classes.step} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
      <span className={classes.number} aria-hidden>
        {state === 'done' ? '✓' : number}
      </span>
      <div className={classes.content}>
        <h3 className={classes.title}>{title}</h3>
        {children}
      </div>
    </li>
  )
}

type RotateProps = { integration: Integration; isBoth: boolean; onMade: (secret: string | null) => void }

function Rotate({ integration: { id, name }, isBoth, onMade }: RotateProps) {
  const forbidden = whyForbidden('RotateSecret', useScope())
  const [isAsking, ask] = useState(false)
  const rotate = useChange({
    stale: ['/v2/integrations'],
    run: (api) =>
      api.POST('/v2/integrations/{integration_id}/secret/rotate', {
        params: { path: { integration_id: id } },
        body: { data: { type: 'integration-secret', ...(isBoth ? { force: true } : {}) } },
      }),
    onDone: ({ data }) => {
      onMade(shownSecret(data.secret_key))
      ask(false)
    },
  })
  return (
    <>
      <Button
        variant={isBoth ? 'default' : 'filled'}
        {...(forbidden === null ? {} : { 'data-disabled': true, 'aria-disabled': true, title: forbidden })}
        onClick={() => forbidden === null && ask(true)}
      >
        {isBoth ? 'Create another one' : 'Create a new secret'}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => ask(false)}
        title={`Create a new secret for ${name}?`}
        confirmLabel="Create a new secret"
        onConfirm={() => rotate.mutate()}
        busy={rotate.isPending}
        danger={isBoth}
        {...(rotate.error === null ? {} : { error: rotate.error.message })}
      >
        <Stack gap="sm">
          {isBoth && (
            <Alert
              color="red"
              variant="outline"
              icon={<IconAlertTriangle aria-hidden />}
              title="The first one stops at once"
            >
              Only two secrets sign at a time. Receivers that still verify with the one before the last refuse
              deliveries from then on.
            </Alert>
          )}
          <span>The present one signs for a day more, beside the new one.</span>
        </Stack>
      </ConfirmDialog>
    </>
  )
}

function EndPrevious({ integration: { id, name } }: { integration: Integration }) {
  const forbidden = whyForbidden('EndPreviousSecret', useScope())
  const [isAsking, ask] = useState(false)
  const end = useChange({
    stale: ['/v2/integrations'],
    run: (api) =>
      api.POST('/v2/integrations/{integration_id}/secret/end-previous', { params: { path: { integration_id: id } } }),
    onDone: () => ask(false),
  })
  return (
    <>
      <Button
        variant="default"
        {...(forbidden === null ? {} : { 'data-disabled': true, 'aria-disabled': true, title: forbidden })}
        onClick={() => forbidden === null && ask(true)}
      >
        End the old one now
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => ask(false)}
        title={`End the old secret of ${name}?`}
        confirmLabel="End it now"
        onConfirm={() => end.mutate()}
        busy={end.isPending}
        irreversible="Receivers that still verify with the old one refuse deliveries from then on."
        {...(end.error === null ? {} : { error: end.error.message })}
      >
        Only the new secret signs from then on.
      </ConfirmDialog>
    </>
  )
}
