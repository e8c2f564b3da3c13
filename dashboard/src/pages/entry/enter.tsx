import { Alert, Button, Code, Loader, Text } from '@mantine/core'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Problem } from '../../api/problem.ts'
import { LinkTo } from '../../kit/link.tsx'
import { useSession } from '../../kit/requests/use-session.ts'
import { ProblemView } from '../../kit/states.tsx'
import { paths } from '../../paths.ts'
import { EntryFrame } from './entry-frame.tsx'

/**
 * Target of the links of `tidings people link`. The single-use code is in the fragment, which browsers do not send to
 * servers.
 */
export function EnterPage() {
  const session = useSession()
  const router = useRouter()
  const [error, setError] = useState<Error | null>(null)
  const { hash } = useLocation()
  const sent = useRef<string | null>(null)
  useEffect(() => {
    if (sent.current !== null && hash === '') return
    if (hash === '') return void router.navigate({ to: '/', replace: true })
    if (sent.current === hash) return
    sent.current = hash
    setError(null)
    // Removes the code from the address and from the browser's history.
    void router.navigate({ to: '.', hash: '', replace: true })
    session
      .logIn({ type: 'session', code: hash })
      .then(() => router.navigate({ to: '/', replace: true }))
      .catch(setError)
  }, [session, router, hash])
  if (error === null)
    return (
      <EntryFrame title="Opening Tidings">
        <Loader aria-label="Logging in" />
      </EntryFrame>
    )
  return (
    <EntryFrame title="This link does not work">
      {error instanceof Problem && error.status === 401 ? <UsedLink /> : <ProblemView error={error} />}
      <Button component="a" href="./login" variant="default">
        Log in another way
      </Button>
    </EntryFrame>
  )
}

function UsedLink() {
  return (
    <Alert color="yellow" title="This link was already used, or has expired">
      <Text size="sm" mb="xs">
        Each link works once. To get another, run this command where Tidings runs:
      </Text>
      <Code block>tidings people link EMAIL</Code>
      <Text size="sm" mt="xs">
        In a checkout, the command is <Code>bin/tidings</Code>. <Code>npm start</Code> prints a link too.
      </Text>
      <Text size="sm" mt="xs">
        <LinkTo to={paths.start()}>If you are already logged in, continue</LinkTo>
      </Text>
    </Alert>
  )
}
