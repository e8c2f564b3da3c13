import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ActionButton, useActions } from '../../../kit/actions.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { CodeBlock } from '../../../ui/copy/code-block.tsx'
import { Countdown, useCurrentSecond } from '../../../ui/countdown.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import type { Integration } from '../use-integration.ts'
import classes from './secret.module.css'

type SecretRotationProps = {
  integration: Integration
  /** Secret created on this page, which is shown only once. */
  made: string | null
}

/** Rotation in three steps: add a secret that signs too, update receivers, end the old secret. */
export function SecretRotation({ integration, made }: SecretRotationProps) {
  const second = useCurrentSecond()
  const until = integration.meta.secret?.previous_until ?? null
  const isBoth = until !== null && Date.parse(until) > second * 1000
  const step = isBoth ? 2 : made === null ? 1 : 3
  return (
    <Section
      title="Replace the secret"
      description="Receivers have a day to change: until then deliveries carry both signatures."
    >
      <ol className={classes.steps}>
        <Step number={1} current={step} title="Create a new secret">
          <Rotate id={integration.id} isBoth={isBoth} />
          {made !== null && (
            <Stack gap="xs" mt="sm">
              <Text size="sm">Copy the new secret to the settings of the receiver.</Text>
              <CodeBlock label="New secret" code={made} wrapped />
            </Stack>
          )}
        </Step>
        <Step number={2} current={step} title="Change the receivers">
          {isBoth ? (
            <Stack gap="sm" align="flex-start">
              <Text size="sm">
                The old secret still signs for <Countdown to={until} prefix="" />. Receivers with either secret can
                verify.
              </Text>
              <EndPrevious id={integration.id} />
            </Stack>
          ) : (
            <Text size="sm">Until then, receivers with either secret can verify each delivery.</Text>
          )}
        </Step>
        <Step number={3} current={step} title="Only the new secret signs">
          <Text size="sm">
            {step === 3 ? 'Done: the old secret no longer signs.' : 'After a day, or when you end the old secret.'}
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

function Rotate({ id, isBoth }: { id: string; isBoth: boolean }) {
  const paths = usePaths()
  const name = isBoth ? 'Create another secret' : 'Create a new secret'
  const [action] = useActions([{ name, to: paths.integration(id, 'secret/rotate'), operation: 'RotateSecret' }])
  return action === undefined ? null : <ActionButton action={action} variant={isBoth ? 'default' : 'filled'} />
}

function EndPrevious({ id }: { id: string }) {
  const paths = usePaths()
  const to = paths.integration(id, 'secret/end-previous')
  const [action] = useActions([{ name: 'End the old secret now', to, operation: 'EndPreviousSecret' }])
  return action === undefined ? null : <ActionButton action={action} />
}
