import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isServed } from './api/connection.ts'
import { openQueries } from './api/open-queries.ts'
import { type EndReason, Session } from './api/session.ts'
import { paths } from './paths.ts'
import { makeRouter } from './routes.tsx'
import { styleNonce } from './ui/theme/style-nonce.ts'
import { cssVariablesResolver, theme } from './ui/theme/theme.ts'

const queries = openQueries()
const session = new Session(onEnd)
const router = makeRouter({ session, queries })
const nonce = styleNonce()

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element with the id root.')
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <Notifications position="bottom-center" />
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)

// After a server update the files of an older build are gone, so the page reloads once.
window.addEventListener('vite:preloadError', () => void loadAnew())

async function loadAnew(): Promise<void> {
  const at = Number(sessionStorage.getItem('tidings-reloaded') ?? 0)
  if (Date.now() - at < 10_000 || !(await isServed())) return
  sessionStorage.setItem('tidings-reloaded', String(Date.now()))
  window.location.reload()
}

/** Pages for people who are not logged in. */
const ENTRIES: ReadonlySet<string> = new Set([paths.logIn(), paths.enter(), paths.invitation(), paths.passwordReset()])

// Clears the cache, so that the next person does not see data of the last. An unsaved form keeps the page until the
// person leaves it.
router.subscribe('onBeforeLoad', ({ fromLocation, toLocation }) => {
  const isLeft = fromLocation !== undefined && !ENTRIES.has(fromLocation.pathname)
  if (isLeft && ENTRIES.has(toLocation.pathname)) queries.clear()
})

function onEnd(reason: EndReason): void {
  const { pathname, search } = router.state.location
  if (ENTRIES.has(pathname)) return
  const next = reason === 'logged_out' ? {} : { next: pathname + (router.options.stringifySearch?.(search) ?? '') }
  void router.navigate({ to: '/login', search: { ...next, ended: reason } })
}
