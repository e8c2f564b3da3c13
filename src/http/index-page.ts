import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { acceptsHtml } from './lists/page.ts'

const Index = Type.Object(
  {
    name: Type.String(),
    version: Type.String(),
    links: Type.Object({
      api: Type.String(),
      token: Type.String(),
      docs: Type.String(),
      openapi: Type.String(),
      dashboard: Type.String(),
    }),
  },
  { $id: 'Index' },
)

/** `/`: redirects browsers to the documentation, returns addresses to programs. */
export function serveIndex(server: FastifyInstance, options: { base_url: string; version: string }): void {
  const { base_url, version } = options
  const root = base_url.replace(/\/v2$/, '')
  const schema = {
    operationId: 'GetIndex',
    summary: 'Get the addresses of the API and its documentation',
    tags: ['Start'],
    response: { 200: Index },
  }
  server.get('/', { config: { access: 'public' }, schema }, async (request, reply) => {
    if (acceptsHtml(request)) return reply.redirect(`${root}/docs`)
    return {
      name: 'Tidings',
      version,
      links: {
        api: base_url,
        token: `${root}/oauth/access_token`,
        docs: `${root}/docs`,
        openapi: `${root}/docs/json`,
        dashboard: `${root}/dashboard/`,
      },
    }
  })
}
