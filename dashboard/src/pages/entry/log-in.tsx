import { Alert, Anchor, Button, Code, Divider, PasswordInput, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { API_BASE } from '../../api/base.ts'
import type { LogInMethods } from '../../generated/schema.ts'
import { useAddressState } from '../../kit/address-state.ts'
import { useLogInMethods, whyNoPasskeysHere } from '../../kit/requests/use-log-in-methods.ts'
import { ProblemView, RequestId } from '../../kit/states.tsx'
import { ONE_MORE_STEP } from '../../messages/en.ts'
import { EntryFrame } from './entry-frame.tsx'
import { type OnStep, type Step, StepForm, useLogIn } from './log-in-steps.tsx'
import { refusalSentence } from './refusals.ts'

/** Lazy, so that the password form does not wait for the code of passkeys. */
const PasskeyLogIn = lazy(async () => ({ default: (await import('./passkey-log-in.tsx')).PasskeyLogIn }))

const ENDED: Readonly<Record<string, string>> = {
  logged_out: 'You have logged out.',
  elsewhere: 'You have logged out in another tab.',
  expired: 'Your session has ended: it expired, it was ended elsewhere, or your access was removed. Log in again.',
}

/** Log-in by email and password, with a second step if needed, or through the organization's identity provider. */
export function LogInPage() {
  const methods = useLogInMethods()
  const [step, setStep] = useState<Step | null>(null)
  if (step !== null)
    return (
      <EntryFrame title={ONE_MORE_STEP}>
        <StepForm {...step} onStep={setStep} />
        <Button variant="subtle" onClick={() => setStep(null)}>
          Begin again
        </Button>
      </EntryFrame>
    )
  return (
    <EntryFrame title="Log in to Tidings">
      <WhatHappened methods={methods.data} />
      {methods.error !== null && <ProblemView error={methods.error} onRetry={() => void methods.refetch()} />}
      {methods.data !== undefined && <Ways methods={methods.data} onStep={setStep} />}
    </EntryFrame>
  )
}

/** Reason for the log-in: an ended session, or a refusal of the identity provider. */
function WhatHappened({ methods }: { methods: LogInMethods | undefined }) {
  const [{ ended, refused, request_id }] = useAddressState()
  const sentence = ended === undefined ? undefined : ENDED[ended]
  const log_out_url = ended === 'logged_out' ? methods?.oidc?.log_out_url : undefined
  return (
    <>
      {sentence !== undefined && (
        <Alert color="blue" variant="outline" role="status">
          <Text size="sm">{sentence}</Text>
          {log_out_url != null && (
            <Text size="sm" mt={4}>
              You may still be logged in at your organization: <Anchor href={log_out_url}>log out there, too</Anchor>.
            </Text>
          )}
        </Alert>
      )}
      {refused !== undefined && (
        <Alert color="red" variant="outline" title="Not logged in" role="alert">
          <Text size="sm" mb={request_id === undefined ? 0 : 'xs'}>
            {refusalSentence(refused)}
          </Text>
          {request_id !== undefined && <RequestId id={request_id} />}
        </Alert>
      )}
    </>
  )
}

function Ways({ methods, onStep }: { methods: LogInMethods; onStep: OnStep }) {
  const { has_people, password, oidc } = methods
  const hasForm = password && has_people
  return (
    <>
      {!has_people && <NoOneYet />}
      {hasForm && <PasswordForm onStep={onStep} />}
      {hasForm && <Divider label="or" />}
      {hasForm && (
        <Suspense fallback={<Skeleton height={32} />}>
          <PasskeyLogIn reason={whyNoPasskeysHere(methods)} onStep={onStep} />
        </Suspense>
      )}
      {oidc !== null && <ByProvider isFirst={!hasForm} />}
      {!password && oidc === null && (
        <Text size="sm">Passwords are disabled here. Ask the operator of Tidings for a log-in link.</Text>
      )}
      {hasForm && (
        <Text size="xs" c="var(--text-dim)">
          Forgot your password? An owner can create a reset link under People, or with{' '}
          <code>tidings people reset ADDRESS</code>.
        </Text>
      )}
    </>
  )
}

export function ByProvider({ isFirst }: { isFirst: boolean }) {
  return (
    <Button component="a" href={`${API_BASE}/v2/sessions/oidc`} variant={isFirst ? 'filled' : 'default'} fullWidth>
      Log in with your organization
    </Button>
  )
}

function NoOneYet() {
  return (
    <Alert color="blue" variant="outline" title="No one can log in yet">
      <Text size="sm" mb="xs">
        Invite the first person where Tidings runs. The command prints a link that opens a page like this one:
      </Text>
      <Code block>tidings people invite --email ADDRESS --role owner</Code>
    </Alert>
  )
}

function PasswordForm({ onStep }: { onStep: OnStep }) {
  const { send, error, busy } = useLogIn(onStep)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    void send({ type: 'session', email: String(fields.get('email')), password: String(fields.get('password')) })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput name="email" type="email" label="E-mail" autoComplete="username webauthn" required autoFocus />
        <PasswordInput name="password" label="Password" autoComplete="current-password" required />
        {error !== null && <ProblemView error={error} />}
        <Button type="submit" variant="filled" loading={busy} fullWidth>
          Log in
        </Button>
      </Stack>
    </form>
  )
}
