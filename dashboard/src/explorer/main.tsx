import './styles.ts'
import { Button, MantineProvider, mergeThemeOverrides } from '@mantine/core'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { adoptThemeVariables } from '../ui/theme/adopt-variables.ts'
import { theme } from '../ui/theme/theme.ts'
import { Client } from './api/client.ts'
import { type Exchange, isSuccess, sendRequest } from './api/exchange.ts'
import { readKinds } from './api/graph.ts'
import { messagesIn } from './api/resource.ts'
import { ExplorerContext } from './context.ts'
import { Explorer } from './explorer.ts'
import { App } from './views/app.tsx'
import { Messages } from './views/messages.tsx'

// The page is served at `explorer` below the base, except by the development server.
const base = new URL(import.meta.env.DEV ? '/storefront/' : '.', location.href).href.replace(/\/$/, '')

/** Reads the graph and the optional description. */
async function open(): Promise<Explorer | Exchange> {
  const [graph, description] = await Promise.all([
    sendRequest({ method: 'GET', href: `${base}/graph` }),
    sendRequest({ method: 'GET', href: `${base}/description`, cache: 'default' }),
  ])
  const kinds = readKinds(graph.json, description.json)
  return isSuccess(graph) && kinds !== null ? new Explorer(new Client(base), kinds) : graph
}

function Page({ opened }: { opened: Explorer | Exchange }) {
  const [result, setResult] = useState(opened)
  if (result instanceof Explorer)
    return (
      <ExplorerContext value={result}>
        <App />
      </ExplorerContext>
    )
  return (
    <main>
      <Messages messages={messagesIn(result.json)} />
      <Button onClick={() => open().then(setResult)}>Try again</Button>
    </main>
  )
}

const EXPLORER_THEME = mergeThemeOverrides(theme, {
  components: {
    // Most links are within text, where color alone would not mark them.
    Anchor: { defaultProps: { underline: 'always' } },
    // The page's policy forbids style elements, which the scroll lock needs.
    Modal: { defaultProps: { lockScroll: false } },
  },
})

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element with the id root.')
const opened = await open()
adoptThemeVariables()
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={EXPLORER_THEME}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <Page opened={opened} />
    </MantineProvider>
  </StrictMode>,
)
