import { Button, Select, Stack, TextInput } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { SessionCreate, SessionStep } from '../../generated/schema.ts'
import { useAddressState } from '../../kit/address-state.ts'
import { target } from '../../kit/link.tsx'
import { useSession } from '../../kit/requests/use-session.ts'
import { ProblemView } from '../../kit/states.tsx'

/** Next step of a log-in, and the request of the previous step. */
export type Step = { step: SessionStep; sent: SessionCreate }
export type OnStep = (step: Step) => void

/** Sends a step of the log-in, then opens the page that the person requested. */
export function useLogIn(onStep: OnStep) {
  const session = useSession()
  const router = useRouter()
  const [{ next }] = useAddressState()
  const [error, setError] = useState<Error | null>(null)
  const [busy, setBusy] = useState(false)
  /** Sends a step whose data is not ready yet. */
  const begin = async (dataOf: () => Promise<SessionCreate>) => {
    setBusy(true)
    setError(null)
    try {
      const data = await dataOf()
      const step = await session.logIn(data)
      if (step !== null) return onStep({ step, sent: data })
      await router.navigate({ ...target(inside(next)), hash: '', replace: true })
    } catch (thrown) {
      setError(thrown as Error)
    } finally {
      setBusy(false)
    }
  }
  return { begin, send: (data: SessionCreate) => begin(async () => data), error, busy }
}

/** Only addresses of the dashboard are followed, to prevent open redirects. */
function inside(next: string | undefined): string {
  return next !== undefined && /^\/(?![/\\])/.test(next) ? next : '/'
}

/** Second step of a log-in: a code, or the choice of an organization. */
export function StepForm({ step, sent, onStep }: Step & { onStep: OnStep }) {
  const { send, error, busy } = useLogIn(onStep)
  const [code, setCode] = useState('')
  const [organization, setOrganization] = useState<string | null>(step.organizations[0]?.id ?? null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (step.needs === 'organization') return void send({ ...sent, organization_id: organization ?? '' })
    void send({ type: 'session', challenge: step.challenge ?? '', ...proofOf(code.trim()) })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {step.needs === 'organization' ? (
          <Select
            label="Organization"
            description="Your address and password work in several organizations."
            data={step.organizations.map(({ id, name }) => ({ value: id, label: name }))}
            value={organization}
            onChange={setOrganization}
            allowDeselect={false}
          />
        ) : (
          <TextInput
            label="Code"
            description="The six digits that your app shows, or a recovery code."
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            autoComplete="one-time-code"
            autoCapitalize="off"
            spellCheck={false}
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

/** Apps show six digits, some in two groups. */
function proofOf(code: string): { one_time_code: string } | { recovery_code: string } {
  const digits = code.replaceAll(/\s/g, '')
  return /^\d{6}$/.test(digits) ? { one_time_code: digits } : { recovery_code: code }
}
