import { request } from 'undici'

export type Received = { status: number; headers: Headers; text: string }

type Sent = {
  method?: string | undefined
  headers?: Record<string, string>
  body?: string | null
  signal?: AbortSignal | null
}

/** Sends a request as is, without following redirects. Costs a fraction of the CPU of `fetch`. */
export async function exchange(address: string, sent: Sent = {}): Promise<Received> {
  const { statusCode, headers, body } = await request(address, { ...sent, method: (sent.method ?? 'GET') as 'GET' })
  const received = new Headers()
  for (const [name, value] of Object.entries(headers))
    for (const one of [value ?? []].flat()) received.append(name, one)
  return { status: statusCode, headers: received, text: await body.text() }
}
