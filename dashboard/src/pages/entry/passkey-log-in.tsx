import { Stack, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { BrowserRefusal } from '../../api/problem.ts'
import { readPasskeyOptions } from '../../api/session.ts'
import { canOfferPasskeys, requestPasskey } from '../../kit/log-in/passkeys.ts'
import { ProblemView } from '../../kit/states.tsx'
import { DisableableButton } from '../../ui/disableable-button.tsx'
import { type OnStep, useLogIn } from './log-in-steps.tsx'

/** Log-in with a passkey, by the button or by the browser's autofill of the email field. */
export function PasskeyLogIn({ reason, onStep }: { reason: string | null; onStep: OnStep }) {
  const { begin, error, busy } = useLogIn(onStep)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a browser offers goes on while the page is there.
  useEffect(() => {
    if (reason !== null) return
    const leaving = new AbortController()
    void offer(leaving.signal, (passkey) => begin(async () => ({ type: 'session', passkey })))
    return () => leaving.abort()
  }, [reason, round])
  const ask = async () => {
    await begin(async () => ({ type: 'session', passkey: await requestPasskey(await readPasskeyOptions()) }))
    setRound(round + 1)
  }
  return (
    <Stack gap="xs">
      <DisableableButton
        reason={reason}
        leftSection={<IconFingerprint size={16} aria-hidden />}
        loading={busy}
        onClick={() => void ask()}
        fullWidth
      >
        Log in with a passkey
      </DisableableButton>
      {error instanceof BrowserRefusal ? (
        <Text size="sm" role="status">
          {error.message}
        </Text>
      ) : (
        error !== null && <ProblemView error={error} />
      )}
    </Stack>
  )
}

/** The challenge is renewed before it expires. */
const RENEWED_AFTER_MS = 240_000

type Passkey = Awaited<ReturnType<typeof requestPasskey>>

/**
 * Offers passkeys through autofill until a passkey is chosen, the page is left, or the button starts another request.
 */
async function offer(leaving: AbortSignal, logIn: (passkey: Passkey) => Promise<void>): Promise<void> {
  if (!(await canOfferPasskeys())) return
  let chosen: Passkey | null = null
  while (chosen === null) {
    const renewing = AbortSignal.timeout(RENEWED_AFTER_MS)
    const signal = AbortSignal.any([leaving, renewing])
    chosen = await readPasskeyOptions()
      .then((options) => requestPasskey(options, { signal }))
      .catch(() => null)
    if (chosen === null && (leaving.aborted || !renewing.aborted)) return
  }
  await logIn(chosen)
}
