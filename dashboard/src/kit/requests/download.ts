import type { Api } from '../../api/client.ts'
import type { GetPath } from '../../api/queries.ts'
import { send } from '../../api/send.ts'

/** Downloads a file through the API client, because a plain link would not send the access token. */
export async function download(api: Api, path: GetPath, params: Record<string, string>): Promise<void> {
  const { data, response } = await send(api, 'get', path, { params: { path: params }, parseAs: 'blob' })
  if (!(data instanceof Blob)) return
  const address = URL.createObjectURL(data)
  const link = document.createElement('a')
  link.href = address
  link.download = nameIn(response.headers.get('content-disposition')) ?? 'download'
  link.click()
  URL.revokeObjectURL(address)
}

/** File name of a header such as `attachment; filename="orders-2026-11-25.jsonl"`. */
export function nameIn(disposition: string | null): string | null {
  const [, quoted, plain] = /filename="([^"]+)"|filename=([^;]+)/.exec(disposition ?? '') ?? []
  return quoted ?? plain?.trim() ?? null
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB']
const STEP = 1000

/** 1234567 is "1.2 MB". */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1)
  const amount = bytes / STEP ** power
  return `${power === 0 ? amount : amount.toFixed(1)} ${UNITS[power]}`
}
