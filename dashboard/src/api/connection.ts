import { PAGE_BASE } from './base.ts'

/** State of the connection to the API, as of the last request. */
type Connection = { isLost: boolean; reached_at: number }

let current: Connection = { isLost: false, reached_at: Date.now() }
const listeners = new Set<() => void>()

/** Called after any response, an error response too. */
export function reached(): void {
  const was = current
  current = { isLost: false, reached_at: Date.now() }
  if (was.isLost) notify()
}

export function lost(): void {
  if (current.isLost) return
  current = { ...current, isLost: true }
  notify()
}

export function connectionNow(): Connection {
  return current
}

/** Calls the listener when the connection is lost and when it is back. Returns the unsubscribe function. */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Distinguishes a lost connection from a module that failed to load. */
export async function isServed(): Promise<boolean> {
  try {
    await fetch(PAGE_BASE, { method: 'HEAD', cache: 'no-store' })
    reached()
    return true
  } catch {
    lost()
    return false
  }
}

/** True if the server has another build of the dashboard than the one running here. */
export async function isOutdated(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src]')
  const page = await fetch(PAGE_BASE, { cache: 'no-store', headers: { accept: 'text/html' } })
  if (!page.ok || script === null) return false
  return !(await page.text()).includes(`src="${script.getAttribute('src')}"`)
}

window.addEventListener('offline', lost)

function notify(): void {
  for (const listener of listeners) listener()
}
