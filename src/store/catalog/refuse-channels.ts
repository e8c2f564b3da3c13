import type { FastifyRequest } from 'fastify'
import type { Database } from '../../db/tables.ts'
import type { Server } from '../../http/server.ts'
import { AppError } from '../../kernel/errors.ts'
import { readSettings } from '../settings/read.ts'
import { CHANNEL_HEADERS } from './shopper.ts'

/**
 * Refuses requests of shoppers that name a channel, of stores that take none from them: a channel decides which price book
 * applies, and whoever sends the request would choose it. Reads a setting only for requests that name one.
 */
export function refuseChannels(server: Server, { db }: { db: Database }): void {
  server.addHook('preHandler', (request, _reply, done) => {
    const header = CHANNEL_HEADERS.find((name) => String(request.headers[name] ?? '').trim() !== '')
    if (header === undefined) done()
    else requireChannels(db, request, header).then(() => done(), done)
  })
}

async function requireChannels(db: Database, { callerOrNull }: FastifyRequest, header: string): Promise<void> {
  if (callerOrNull === null || callerOrNull.role === 'seller' || callerOrNull.store_id === null) return
  if ((await readSettings(db, callerOrNull.store_id)).shopper_channels) return
  const detail = `${header} must be left out: this store takes no channel from shoppers, unless it sets shopper_channels to true with PUT /v2/settings.`
  throw new AppError('malformed_header', [{ detail, header }])
}
