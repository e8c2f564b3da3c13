import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { inStore } from '../../http/callers/caller.ts'
import { Data, etag, IfMatch, ifMatch } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import type { Server } from '../../http/server.ts'
import type { StoreDeps } from '../kit/work.ts'
import { clientRoutes } from './client-routes.ts'
import { showSettings } from './events.ts'
import { readSettings } from './read.ts'
import { type Settings, settings } from './settings.ts'
import { resetSettings, updateSettings } from './write.ts'

const SettingsEnvelope = Type.Object({
  data: settings.schemas.resource,
  meta: Type.Object({ owner: Type.Literal('store') }),
})

export function routes(server: Server, deps: StoreDeps): void {
  clientRoutes(server, deps)

  server.get(
    '/v2/settings',
    { config: { access: 'seller', area: 'settings' }, schema: schemas.read },
    async (request, reply) => {
      return sendSettings(deps, await readSettings(deps.db, inStore(request.caller).store_id), reply)
    },
  )

  server.put(
    '/v2/settings',
    { config: { access: 'seller', area: 'settings' }, schema: schemas.update },
    async (request, reply) => {
      const expected_version = ifMatch(request.headers['if-match'])
      const { data: sent } = request.body as { data: Record<string, unknown> }
      return sendSettings(deps, await updateSettings(deps, inStore(request.caller), { sent, expected_version }), reply)
    },
  )

  server.delete(
    '/v2/settings',
    { config: { access: 'seller', area: 'settings' }, schema: schemas.reset },
    async (request, reply) => {
      const { version } = await resetSettings(deps, inStore(request.caller), ifMatch(request.headers['if-match']))
      return reply.code(204).header('etag', etag(version)).send(null)
    },
  )
}

const schemas = {
  read: {
    operationId: 'GetSettings',
    summary: 'Read the settings of the store',
    tags: ['Settings'],
    response: { 200: SettingsEnvelope, ...errorResponses(400) },
  },
  update: {
    operationId: 'UpdateSettings',
    summary: 'Change the settings of the store',
    description:
      'Attributes that are not sent keep their values. Takes effect at once. Emits `settings.updated`, or `settings.created` after a reset.',
    tags: ['Settings'],
    headers: IfMatch,
    body: Data(settings.schemas.update),
    response: { 200: SettingsEnvelope, ...errorResponses(409) },
  },
  reset: {
    operationId: 'ResetSettings',
    summary: 'Reset the settings of the store to their initial values',
    description: 'Emits no event; the next change emits `settings.created`.',
    tags: ['Settings'],
    headers: IfMatch,
    response: { 204: Type.Null({ description: 'The settings were reset.' }), ...errorResponses(409) },
  },
}

async function sendSettings({ db, base_url }: StoreDeps, row: Settings, reply: FastifyReply) {
  const data = await showSettings(db, row, base_url)
  reply.header('etag', etag(row.version))
  return { data, meta: { owner: 'store' as const } }
}
