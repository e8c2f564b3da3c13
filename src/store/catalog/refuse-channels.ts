import type { FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Server } from '../../http/server.ts'
import { AppError } from '../../kernel/errors.ts'
import { readSettings } from '../settings/read.ts'
import { CHANNEL_HEADERS } from './shopper.ts'

/**
 * Rejects shopper requests with a channel header unless the store allows them: the channel selects the price book, so
 * clients could choose their prices. Reads the setting only if there is such a header.
 */
export function refuseChannels(server: Server, { db }: { db: Database }): void {
  server.addHook('preHandler', (request, _reply, done) => {
    const header = CHANNEL_HEADERS.find((name) => String(request.headers[name] ?? '').trim() !== '')
    if (header === undefined) done()
    else checkChannelAllowed(db, request, header).then(() => done(), done)
  })
}

async function checkChannelAllowed(db: Database, { callerOrNull }: FastifyRequest, header: string): Promise<void> {
  if (callerOrNull === null || callerOrNull.role === 'seller' || callerOrNull.store_id === null) return
  if ((await readSettings(db, callerOrNull.store_id)).shopper_channels) return
  const detail = `${header} must be left out: the store accepts no channels from shoppers. To accept them, set shopper_channels to true with PUT /v2/settings.`
  throw new AppError('malformed_header', [{ detail, header }])
}
