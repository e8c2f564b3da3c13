import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Content } from './content.ts'
import type { ThreadMessage } from './renderer.ts'
import { openSite, type Resource } from './site.ts'

// The thread that renders pages. It sends all addresses, then the content for each address that it receives.
const site = openSite(workerData)
send({ kind: 'opened', addresses: [...site.resources.keys()] })
parentPort?.on('message', async (address: string) => {
  try {
    const resource = site.resources.get(address)
    if (resource === undefined) throw new Error(`${address} is not a page.`)
    send({ kind: 'rendered', address, content: await render(resource) })
  } catch (error) {
    send({ kind: 'failed', address, reason: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})

function send(message: ThreadMessage): void {
  parentPort?.postMessage(message)
}

/** Levels 5 to 7 compress text to the same size within 2 %; level 11 takes twenty times as long. */
const BROTLI_QUALITY = 6

async function render({ type, is_immutable, make }: Resource): Promise<Content> {
  const identity = Buffer.from(await make())
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
  return {
    type,
    is_immutable,
    tag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    bodies: { identity, br: brotliCompressSync(identity, { params }), gzip: gzipSync(identity) },
  }
}
