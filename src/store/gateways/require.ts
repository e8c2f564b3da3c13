import { invalid } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { selectRows } from '../kit/store.ts'
import type { Work } from '../kit/work.ts'
import { type Gateway, gateways } from './gateway.ts'

/** Returns the gateway of a payment. Throws `invalid` with the enabled gateways if it is unknown or disabled. */
export async function requireGateway(work: Work, slug: string): Promise<Gateway> {
  const enabled = await selectRows(work.tx, gateways, { owner_id: ownerId(work.owner), enabled: 'true' })
  const found = enabled.find((gateway) => gateway.slug === slug)
  if (found !== undefined) return found
  const names = enabled.map((gateway) => gateway.slug)
  const allowed =
    names.length === 0 ? 'none is enabled: enable one with PUT /v2/gateways/{slug}' : `enabled: ${names.join(', ')}`
  throw invalid([
    { detail: `data.gateway must name an enabled payment gateway; ${allowed}.`, pointer: '/data/gateway' },
  ])
}
