import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Problem } from '../../api/problem.ts'
import { isLoggedOut } from '../../api/session.ts'
import { saidAt, unplaced } from '../../kit/dialogs/unplaced.ts'
import { useLogInMethods } from '../../kit/requests/use-log-in-methods.ts'
import { useSession } from '../../kit/requests/use-session.ts'
import { ProblemView } from '../../kit/states.tsx'
import { ONE_MORE_STEP, PASSWORD_HINT } from '../../messages/en.ts'
import { EntryFrame } from './entry-frame.tsx'
import { InvitationFacts, useInvitation } from './invitation-facts.tsx'
import { ByProvider } from './log-in.tsx'
import { type OnStep, type Step, StepForm, useLogIn } from './log-in-steps.tsx'

type ChoosePasswordProps = {
  title: string
  /** Kind of link, as in "an invitation". */
  what: string
  asksName: boolean
  submitLabel: string
  /** Source of a new link. */
  another: string
}

/**
 * Page of a link that sets a password. The single-use code is in the fragment, which browsers do not send to servers.
 */
export function ChoosePassword({ title, what, another, ...form }: ChoosePasswordProps) {
  const { hash } = useLocation()
  const methods = useLogInMethods()
  const invitation = useInvitation(hash)
  const [step, setStep] = useState<Step | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  if (step !== null)
    return (
      <EntryFrame title={ONE_MORE_STEP}>
        <StepForm {...step} onStep={setStep} />
      </EntryFrame>
    )
  if (hash === '' || refused === hash || isLoggedOut(invitation.error))
    return (
      <EntryFrame title="This link is not valid">
        <Alert color="yellow" variant="outline" role="alert">
          <Text size="sm">
            {hash === ''
              ? `The address lacks the part after the #. Open the complete link of ${what}.`
              : `It was used, revoked or replaced, or has expired. ${another}`}
          </Text>
        </Alert>
        <Button component="a" href="./login" variant="default">
          Log in
        </Button>
      </EntryFrame>
    )
  return (
    <EntryFrame title={title}>
      {invitation.data !== undefined && <InvitationFacts invitation={invitation.data} />}
      {methods.error !== null && <ProblemView error={methods.error} onRetry={() => void methods.refetch()} />}
      {methods.data?.password === false && (
        <>
          <Text size="sm">Passwords are disabled here, so there is nothing to choose.</Text>
          {methods.data.oidc !== null && <ByProvider isFirst />}
        </>
      )}
      {methods.data?.password && (
        <PasswordForm
          {...form}
          code={hash}
          name={invitation.data?.name ?? null}
          onStep={setStep}
          onRefused={() => setRefused(hash)}
        />
      )}
    </EntryFrame>
  )
}

type PasswordFormProps = Pick<ChoosePasswordProps, 'asksName' | 'submitLabel'> & {
  code: string
  /** Name on the invitation. */
  name: string | null
  onStep: OnStep
  onRefused: () => void
}

function PasswordForm({ asksName, submitLabel, code, name, onStep, onRefused }: PasswordFormProps) {
  const { accept, busy, error } = useAccept({ code, onStep, onRefused })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const chosen = String(fields.get('name') ?? '').trim()
    void accept(String(fields.get('password')), chosen === '' ? {} : { name: chosen })
  }
  const rest = unplaced(error, ['/data/name', '/data/password'])
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {asksName && (
          <TextInput
            name="name"
            label="Your name"
            autoComplete="name"
            {...(name === null ? { required: true } : { description: `Leave empty to keep “${name}”.` })}
            error={saidAt(error, '/data/name')}
            autoFocus
          />
        )}
        <PasswordInput
          name="password"
          label="New password"
          description={PASSWORD_HINT}
          autoComplete="new-password"
          error={saidAt(error, '/data/password')}
          autoFocus={!asksName}
          required
        />
        {rest !== null && <ProblemView error={rest} />}
        <Button type="submit" variant="filled" loading={busy} fullWidth>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  )
}

type Accept = { code: string; onStep: OnStep; onRefused: () => void }

/** Sets the password with the code, and logs in with it. */
function useAccept({ code, onStep, onRefused }: Accept) {
  const session = useSession()
  const logIn = useLogIn(onStep)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const accept = async (password: string, name: { name?: string }) => {
    setBusy(true)
    setError(null)
    try {
      const email = await session.acceptInvitation({ type: 'person_invitation', code, password, ...name })
      await logIn.send({ type: 'session', email, password })
    } catch (thrown) {
      if (thrown instanceof Problem && thrown.status === 401) onRefused()
      else setError(thrown as Error)
    } finally {
      setBusy(false)
    }
  }
  return { accept, busy: busy || logIn.busy, error: error ?? logIn.error }
}
