import { Checkbox, Tabs, Text } from '@mantine/core'
import { useState } from 'react'
import { CodeBlock } from '../../ui/copy/code-block.tsx'
import { JsonView } from '../../ui/json/json-view.tsx'
import { curlCommand } from '../api/curl.ts'
import type { Exchange } from '../api/exchange.ts'
import { useExplorer, useExplorerState } from '../context.ts'
import classes from './explorer.module.css'
import { Log } from './log.tsx'

type InspectorProps = {
  json: unknown
  /** Null if the JSON is not a response. */
  exchange: Exchange | null
  tab: string
  onTab: (tab: string) => void
}

/** Side panels: the response as JSON, its request, and the log. */
export function Inspector({ json, exchange, tab, onTab }: InspectorProps) {
  const { hrefOf } = useExplorer()
  const { log } = useExplorerState()
  return (
    <aside className={classes.inspector} aria-label="Response">
      <Tabs value={tab} onChange={(value) => onTab(value ?? tab)}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="json">JSON</Tabs.Tab>
          <Tabs.Tab value="request">Request</Tabs.Tab>
          <Tabs.Tab value="log">Log ({log.length})</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="json">
          {json === null || json === undefined ? (
            <Text c="dimmed">The response has no body.</Text>
          ) : (
            <JsonView
              key={exchange?.id}
              value={json}
              label="JSON of the response"
              maxHeight={JSON_HEIGHT}
              hrefOf={hrefOf}
            />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="request">
          {exchange === null ? (
            <Text c="dimmed">The graph was read when the page was opened.</Text>
          ) : (
            <RequestPanel exchange={exchange} />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="log">
          <Log />
        </Tabs.Panel>
      </Tabs>
    </aside>
  )
}

/** Fits the panel into the window, so that only the JSON scrolls. */
const JSON_HEIGHT = 'max(240px, 100dvh - 250px)'

function RequestPanel({ exchange }: { exchange: Exchange }) {
  const { session } = useExplorerState()
  const [withToken, setWithToken] = useState(false)
  const { hasToken, isRepeatable, status, sent_at } = exchange
  const time = new Date(sent_at).toLocaleTimeString('en-GB')
  return (
    <>
      {hasToken && session !== null && (
        <Checkbox
          label="With the token"
          checked={withToken}
          onChange={(event) => setWithToken(event.currentTarget.checked)}
          mb="sm"
        />
      )}
      <CodeBlock label="curl" code={curlCommand(exchange, (withToken && session?.token) || null)} wrapped />
      <Text c="dimmed" size="sm" mt="sm">
        Sent at {time}, {status === 0 ? 'no response' : `status ${status}`}.
        {hasToken && ' Unless the token is included, the command reads it from the variable TOKEN.'}
        {!isRepeatable && ' Passwords are not recorded.'}
      </Text>
    </>
  )
}
