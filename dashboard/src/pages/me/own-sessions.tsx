import { useState } from 'react'
import type { PersonSession } from '../../generated/schema.ts'
import { ActionButton } from '../../kit/actions.tsx'
import { SessionRows } from '../../kit/log-in/sessions.tsx'
import { useChange } from '../../kit/requests/use-change.ts'
import { useRead } from '../../kit/requests/use-read.ts'
import { Loaded, ProblemView } from '../../kit/states.tsx'
import { paths } from '../../paths.ts'
import { Section } from '../../ui/layout/section.tsx'
import { Do } from './do.tsx'

/** Polls, because sessions can end elsewhere. */
const POLL_INTERVAL_MS = 15_000

export function OwnSessions() {
  const query = useRead('/v2/me/sessions', undefined, { every_ms: POLL_INTERVAL_MS })
  const hasOthers = query.data?.data.some(({ current }) => !current) ?? false
  return (
    <Section
      title="Sessions"
      description="Browsers in which you are logged in."
      actions={hasOthers && <Do name="End all others" to={paths.me('sessions/end-others')} />}
      flush
    >
      <Loaded query={query} what="session">
        {({ data }) => <Sessions sessions={data} />}
      </Loaded>
    </Section>
  )
}

function Sessions({ sessions }: { sessions: readonly PersonSession[] }) {
  const [ending, setEnding] = useState<string | null>(null)
  const end = useChange<string>({
    stale: ['/v2/me/sessions'],
    run: (api, session_id) => api.DELETE('/v2/me/sessions/{session_id}', { params: { path: { session_id } } }),
  })
  const button = ({ id, current, address }: PersonSession) =>
    current ? null : (
      <ActionButton
        size="xs"
        action={{
          name: 'End',
          label: `End the session from ${address ?? 'an unknown address'}`,
          disabledReason: null,
          busy: end.isPending && ending === id,
          run: () => {
            setEnding(id)
            end.mutate(id)
          },
        }}
      />
    )
  return (
    <>
      {end.error !== null && <ProblemView error={end.error} what="session" />}
      <SessionRows sessions={sessions} {...(sessions.some(({ current }) => !current) ? { end: button } : {})} />
    </>
  )
}
