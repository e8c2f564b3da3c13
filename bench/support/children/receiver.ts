// A webhook receiver in a child process that counts the arrivals of each event per path.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Keyed by path (`/3`): event ids and their first arrivals. `repeated_at` has the times of duplicates. Milliseconds
 * since the epoch.
 */
export type Receipts = { paths: Record<string, { ids: string[]; first_at: number[] }>; repeated_at: number[] }

const repeated_at: number[] = []
const paths = new Map<string, Map<string, number>>()

const server = createServer((request, response) => {
  request.resume()
  request.once('end', () => {
    note(request.url ?? '', String(request.headers['webhook-id']))
    response.end()
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.('ready'))

process.on('message', (question: 'url' | 'receipts') => process.send?.(answers[question]()))

const answers = { url: address, receipts }

function address(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function note(path: string, id: string): void {
  const known = paths.get(path) ?? new Map<string, number>()
  paths.set(path, known)
  if (known.has(id)) repeated_at.push(Date.now())
  else known.set(id, Date.now())
}

function receipts(): Receipts {
  const each = [...paths].map(([path, known]) => [path, { ids: [...known.keys()], first_at: [...known.values()] }])
  return { paths: Object.fromEntries(each), repeated_at }
}
// The parent has ended.
process.once('disconnect', () => process.exit())
