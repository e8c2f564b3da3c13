import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { inStore } from '../../http/caller.ts'
import { Data, etag, IfMatch, ifMatch } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import type { Server } from '../../http/server.ts'
import { readSettings } from './read.ts'
import { presentSettings, type Settings, SettingsResource, SettingsUpdate } from './settings.ts'
import { type SettingsDeps, updateSettings } from './update.ts'

const SettingsEnvelope = Type.Object({
  data: SettingsResource,
  meta: Type.Object({ owner: Type.Literal('store') }),
})

export function routes(server: Server, deps: SettingsDeps): void {
  server.get('/v2/settings', { config: { access: 'seller' }, schema: schemas.read }, async (request, reply) => {
    const settings = await readSettings(deps.db, inStore(request.caller).store_id)
    return answer(deps, settings, reply)
  })

  server.put('/v2/settings', { config: { access: 'seller' }, schema: schemas.update }, async (request, reply) => {
    const expected_version = ifMatch(request.headers['if-match'])
    const update = request.body.data
    const settings = await updateSettings(deps, inStore(request.caller), { update, expected_version })
    return answer(deps, settings, reply)
  })
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
    description: 'Attributes that are not sent keep their values. Takes effect at once.',
    tags: ['Settings'],
    headers: IfMatch,
    body: Data(SettingsUpdate),
    response: { 200: SettingsEnvelope, ...errorResponses(409) },
  },
}

function answer({ base_url }: SettingsDeps, settings: Settings, reply: FastifyReply) {
  reply.header('etag', etag(settings.version))
  return { data: presentSettings(settings, base_url), meta: { owner: 'store' as const } }
}
