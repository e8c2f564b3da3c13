import type { FastifyReply } from 'fastify'
import type { Database } from '../../db/database.ts'
import { parseFormBody } from '../../http/bodies/form-body.ts'
import { OPENER_POLICY } from '../../http/lists/page.ts'
import type { Server } from '../../http/server.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Confirmation, confirmRecipient, readConfirmation } from './confirm.ts'
import { confirmationPage } from './page.ts'

const FORM = 'application/x-www-form-urlencoded'
const PAGE = '/alerts/confirm'

const options = { config: { access: 'public' }, schema: { hide: true } } as const

/** Routes of the page that confirmation mails link to. GET changes nothing, because mail scanners follow links. */
export function confirmationRoutes(server: Server, { db, clock }: { db: Database; clock: Clock }): void {
  server.register(async (scope: Server) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser<string>(FORM, { parseAs: 'string', bodyLimit: 4096 }, async (_: unknown, body: string) =>
      parseFormBody(body),
    )
    scope.get(PAGE, options, async ({ query }, reply) => {
      const code = codeIn(query)
      return sendPage(reply, await readConfirmation(db, code, clock()), code)
    })
    scope.post(PAGE, options, async ({ body }, reply) => {
      const code = codeIn(body)
      return sendPage(reply, await confirmRecipient(db, code, clock()), code)
    })
  })
}

function codeIn(fields: unknown): string {
  const { code } = (fields ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

function sendPage(reply: FastifyReply, confirmation: Confirmation, code: string): FastifyReply {
  const { status, html, policy } = confirmationPage(confirmation, code)
  return reply
    .code(status)
    .headers({ ...OPENER_POLICY, 'content-security-policy': policy })
    .type('text/html; charset=utf-8')
    .send(html)
}
