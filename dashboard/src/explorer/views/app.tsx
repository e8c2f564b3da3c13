import { Anchor, Button, Text, Title } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Exchange, isSuccess } from '../api/exchange.ts'
import type { Kind } from '../api/graph.ts'
import { messagesIn } from '../api/resource.ts'
import { useExplorer, useExplorerState } from '../context.ts'
import type { Shown } from '../state.ts'
import { AddressBar } from './address-bar.tsx'
import classes from './explorer.module.css'
import { KindList, KindView } from './graph.tsx'
import { Inspector } from './inspector.tsx'
import { useRepeat } from './log.tsx'
import { LogIn } from './log-in.tsx'
import { Messages } from './messages.tsx'
import { ResourceView } from './resource.tsx'

export function App() {
  const explorer = useExplorer()
  const { shown, target, session, inspected, isBusy } = useExplorerState()
  const content = useFocusOnHeading(shown)
  useNavigation()
  const [tab, setTab] = useState('json')
  const hasInspector = inspected !== null || shown.what === 'graph'
  return (
    <div className={classes.page}>
      <title>{`${titleOf(shown, target?.uri ?? '')} · Storefront explorer`}</title>
      <header className={classes.top}>
        <Anchor href="#/" c="inherit" fw={650} underline="hover">
          Storefront explorer
        </Anchor>
        <Anchor href="#graph" underline="hover">
          Graph
        </Anchor>
        <SessionControls />
      </header>
      {target !== null && session !== null && <AddressBar target={target} />}
      <StatusLine />
      <main className={classes.main} data-split={hasInspector || undefined}>
        <section ref={content} className={classes.content} aria-label="Resource" aria-busy={isBusy}>
          <Content shown={shown} />
        </section>
        {hasInspector && (
          <Inspector
            tab={tab}
            onTab={setTab}
            exchange={inspected}
            json={shown.what === 'graph' ? sourcesOf(shown.kind, explorer.kinds) : inspected?.json}
          />
        )}
      </main>
    </div>
  )
}

function Content({ shown }: { shown: Shown }) {
  const { kinds } = useExplorer()
  const { target } = useExplorerState()
  switch (shown.what) {
    case 'nothing':
      return <Text c="dimmed">Loading …</Text>
    case 'log-in':
      return <LogIn key={shown.previous === null ? 'enter' : 'log in'} {...shown} />
    case 'graph':
      return shown.kind === null ? <KindList kinds={kinds} /> : <KindView kind={shown.kind} kinds={kinds} />
    case 'invalid-address':
      return <Failure title="Invalid address" sentence="This is not a URI of this API." />
    case 'response':
      // The key resets open and closed sections for another resource.
      if (shown.resource.self !== undefined) return <ResourceView key={target?.uri} resource={shown.resource} />
      return <WithoutResource exchange={shown.exchange} />
  }
}

const TITLES: Readonly<Record<number, string>> = {
  0: 'No response',
  400: 'Invalid request',
  403: 'Not permitted',
  404: 'Not found',
  429: 'Too many requests',
  503: 'Not available',
}

/** Response without a resource: an error, or no body. */
function WithoutResource({ exchange: { method, status, json, isRepeatable } }: { exchange: Exchange }) {
  const explorer = useExplorer()
  const messages = messagesIn(json)
  return (
    <>
      <Failure
        title={TITLES[status] ?? `${method} ${status}`}
        sentence={messages.length === 0 ? 'The response has no resource.' : ''}
      />
      <Messages messages={messages} />
      {method === 'GET' && isRepeatable && <Button onClick={explorer.reload}>Try again</Button>}
    </>
  )
}

function Failure({ title, sentence }: { title: string; sentence: string }) {
  return (
    <>
      <Title order={1} tabIndex={-1}>
        {title}
      </Title>
      <Text my="sm">{sentence}</Text>
    </>
  )
}

function SessionControls() {
  const explorer = useExplorer()
  const { session } = useExplorerState()
  if (session === null) return null
  const { role, name, scope } = session
  return (
    <div className={classes.session}>
      <Text size="sm" c="dimmed">{`${role === 'PUBLIC' ? 'Anonymous' : name} in ${scope}`}</Text>
      {role === 'PUBLIC' && (
        <Button size="xs" onClick={() => explorer.showLogIn('The anonymous cart is kept.')}>
          Log in
        </Button>
      )}
      <Button size="xs" onClick={() => explorer.logOut()}>
        Log out
      </Button>
    </div>
  )
}

/** One line per request that led to the content. */
function StatusLine() {
  const { exchanges, shown } = useExplorerState()
  const { repeat, dialog } = useRepeat()
  const recorded = shown.what === 'response' && shown.isRecorded ? shown.exchange : null
  return (
    <div className={classes.status}>
      <p role="status" aria-label="Requests">
        {exchanges.map(({ id, method, status, milliseconds, bytes, cache, ...rest }) => (
          <span key={id}>
            <b data-failed={!isSuccess({ status }) || undefined}>
              {method} {status === 0 ? 'no response' : status}
            </b>{' '}
            {milliseconds} ms, {bytes.toLocaleString('en')} bytes, cache {cache}
            {recorded !== null && `, recorded at ${new Date(rest.sent_at).toLocaleTimeString('en-GB')}`}
          </span>
        ))}
      </p>
      {recorded !== null && (
        <Button size="compact-xs" disabled={!recorded.isRepeatable} onClick={() => repeat(recorded)}>
          Send again
        </Button>
      )}
      {dialog}
    </div>
  )
}

function titleOf(shown: Shown, uri: string): string {
  if (shown.what === 'graph') return shown.kind?.name ?? 'Graph'
  return shown.what === 'log-in' ? 'Log in' : uri || '/'
}

/** Links of the page are hashes, which the browser follows. */
function useNavigation(): void {
  const explorer = useExplorer()
  useEffect(() => void explorer.restore(), [explorer])
  useWindowEvent('popstate', explorer.restore)
  useWindowEvent('click', (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event
    const link = target instanceof Element ? target.closest('a') : null
    if (link === null || !link.getAttribute('href')?.startsWith('#') || ctrlKey || metaKey || shiftKey) return
    explorer.follow(link.dataset.rel ?? '')
    if (link.hash !== location.hash) return
    // The browser does not navigate if the hash is unchanged.
    event.preventDefault()
    explorer.reload()
  })
}

/**
 * Moves the focus to the heading after the focused control is removed, or when the log-in appears. Another resource is
 * shown from its top.
 */
function useFocusOnHeading(shown: Shown) {
  const { target } = useExplorerState()
  const content = useRef<HTMLElement>(null)
  const before = useRef({ what: shown.what, uri: target?.uri })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response is shown anew.
  useLayoutEffect(() => {
    const { what, uri } = before.current
    before.current = { what: shown.what, uri: target?.uri }
    if (what === 'nothing' && shown.what !== 'log-in') return
    const isLogIn = shown.what === 'log-in' && what !== 'log-in'
    if (isLogIn || document.activeElement === document.body)
      content.current?.querySelector('h1')?.focus({ preventScroll: true })
    if (uri !== target?.uri && (content.current?.getBoundingClientRect().top ?? 0) < 0)
      content.current?.scrollIntoView()
  }, [shown])
  return content
}

/** Raw graph and description of a kind, or of all kinds. */
function sourcesOf(kind: Kind | null, kinds: readonly Kind[]): unknown {
  return kind?.sources ?? kinds.map(({ sources }) => sources.graph)
}
