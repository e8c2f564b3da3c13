import { Alert, Button, Code, Divider, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { API_BASE } from '../../api/base.ts'
import { readLogInMethods, type Session } from '../../api/session.ts'
import type { SessionCreate, SessionStep } from '../../generated/schema.ts'
import { useAddressState } from '../../kit/address-state.ts'
import { target } from '../../kit/link.tsx'
import { ProblemView } from '../../kit/states.tsx'
import { EntryFrame } from './entry-frame.tsx'

const ENDED: Record<string, string> = {
  logged_out: 'You have logged out.',
  elsewhere: 'You have logged out in another tab.',
  expired: 'Your session has ended: it expired, or your access was ended. Log in again.',
}

/** Log-in by e-mail and password, with a second step where there is one, or by the provider of the organization. */
export function LogInPage() {
  const [{ ended, refused }] = useAddressState()
  const methods = useQuery({ queryKey: ['log-in-methods'], queryFn: readLogInMethods })
  const [step, setStep] = useState<{ step: SessionStep; sent: SessionCreate } | null>(null)
  return (
    <EntryFrame title={step === null ? 'Log in to Tidings' : 'One more step'}>
      {ended !== undefined && ENDED[ended] !== undefined && <Alert color="blue">{ENDED[ended]}</Alert>}
      {refused !== undefined && <Alert color="red">{REFUSED[refused] ?? REFUSED.other}</Alert>}
      {methods.error !== null && <ProblemView error={methods.error} onRetry={() => void methods.refetch()} />}
      {methods.data?.has_people === false && <NobodyYet />}
      {methods.data?.password && step === null && <PasswordForm onStep={setStep} />}
      {step !== null && <StepForm {...step} onStep={setStep} />}
      {methods.data?.oidc != null && step === null && (
        <>
          {methods.data.password && <Divider label="or" />}
          <Button
            component="a"
            href={`${API_BASE}/v2/sessions/oidc`}
            variant={methods.data.password ? 'default' : 'filled'}
          >
            Log in with your organization
          </Button>
        </>
      )}
    </EntryFrame>
  )
}

const REFUSED: Record<string, string> = {
  other: 'The log-in by your organization did not work. Try again; if it stays, tell who runs Tidings.',
}

function NobodyYet() {
  return (
    <Alert color="blue" title="Nobody can log in yet">
      <Text size="sm" mb="xs">
        Invite the first person where Tidings runs:
      </Text>
      <Code block>tidings people invite --email ADDRESS --role owner</Code>
    </Alert>
  )
}

type OnStep = (step: { step: SessionStep; sent: SessionCreate }) => void

/** Sends a step of the log-in and goes where the person wanted to go. */
function useLogIn(onStep: OnStep) {
  const { session } = useRouteContext({ strict: false }) as unknown as { session: Session }
  const router = useRouter()
  const [{ next }] = useAddressState()
  const [error, setError] = useState<Error | null>(null)
  const [busy, setBusy] = useState(false)
  const send = async (data: SessionCreate) => {
    setBusy(true)
    setError(null)
    try {
      const step = await session.logIn(data)
      if (step !== null) return onStep({ step, sent: data })
      await router.navigate({ ...target(inside(next)), replace: true })
    } catch (thrown) {
      setError(thrown as Error)
    } finally {
      setBusy(false)
    }
  }
  return { send, error, busy }
}

/** Only an address of this application: one of elsewhere would lead people astray. */
function inside(next: string | undefined): string {
  return next !== undefined && /^\/(?![/\\])/.test(next) ? next : '/'
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
        <TextInput name="email" type="email" label="E-mail" autoComplete="username" required autoFocus />
        <PasswordInput name="password" label="Password" autoComplete="current-password" required />
        {error !== null && <ProblemView error={error} />}
        <Button type="submit" variant="filled" loading={busy} fullWidth>
          Log in
        </Button>
      </Stack>
    </form>
  )
}

function StepForm({ step, sent, onStep }: { step: SessionStep; sent: SessionCreate; onStep: OnStep }) {
  const { send, error, busy } = useLogIn(onStep)
  const [code, setCode] = useState('')
  const [organization, setOrganization] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (step.needs === 'organization') return void send({ ...sent, organization_id: organization ?? '' })
    const isOneTime = /^\d{6}$/.test(code.trim())
    const proof = isOneTime ? { one_time_code: code.trim() } : { recovery_code: code.trim() }
    void send({ type: 'session', challenge: step.challenge ?? '', ...proof })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {step.needs === 'organization' ? (
          <Select
            label="Organization"
            description="This address is known in several."
            data={step.organizations.map(({ id, name }) => ({ value: id, label: name }))}
            value={organization}
            onChange={setOrganization}
            required
          />
        ) : (
          <TextInput
            label="Code"
            description="The six digits of your app, or a recovery code."
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            autoComplete="one-time-code"
            required
            autoFocus
          />
        )}
        {error !== null && <ProblemView error={error} />}
        <Button type="submit" variant="filled" loading={busy} fullWidth>
          Continue
        </Button>
      </Stack>
    </form>
  )
}
