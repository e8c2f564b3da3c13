import { Type } from 'typebox'
import { type Caller, inStore } from '../../http/callers/caller.ts'
import { Data, IfMatch, ifMatch } from '../../http/envelope.ts'
import { errorResponses } from '../../http/error-response.ts'
import type { Server } from '../../http/server.ts'
import { ImpliedType } from '../../kernel/schemas.ts'
import type { StoreDeps } from '../kit/work.ts'
import { readSettings } from './read.ts'
import { type Settings, settings } from './settings.ts'
import { updateSettings } from './write.ts'

const config = { access: 'seller', area: 'settings' } as const

/** Settings of the store at the addresses that clients of other servers use. */
export function clientRoutes(server: Server, deps: StoreDeps): void {
  const change = (caller: Caller, header: string | undefined, sent: Record<string, unknown>) =>
    updateSettings(deps, inStore(caller), { sent, expected_version: ifMatch(header) })
  const read = (caller: Caller) => readSettings(deps.db, inStore(caller).store_id)

  server.get(CART, { config, schema: schemas.getCart }, async ({ caller }) => cartSettings(await read(caller)))
  server.put(CART, { config, schema: schemas.updateCart }, async ({ caller, headers, body }) => {
    const { cart_expiry_days } = body.data
    const sent = cart_expiry_days === undefined ? {} : { cart_expiry_days }
    return cartSettings(await change(caller, headers['if-match'], sent))
  })

  server.get(MEMBERSHIP, { config, schema: schemas.getMembership }, async ({ caller }) =>
    membershipSettings(await read(caller)),
  )
  server.put(MEMBERSHIP, { config, schema: schemas.updateMembership }, async ({ caller, headers, body }) => {
    const { membership_limit } = body.data
    const sent = membership_limit === undefined ? {} : { membership_limit }
    return membershipSettings(await change(caller, headers['if-match'], sent))
  })
}

function cartSettings({ cart_expiry_days }: Settings) {
  const discounts = { custom_discounts_enabled: false as const, use_rule_promotions: false as const }
  return { data: { type: 'settings' as const, cart_expiry_days, discounts } }
}

function membershipSettings({ membership_limit }: Settings) {
  return { data: { type: 'account_membership_setting' as const, membership_limit } }
}

const CART = '/v2/settings/cart'
const MEMBERSHIP = '/v2/settings/account-membership'

const { cart_expiry_days, membership_limit } = settings.attributes
const OTHER_DISCOUNTS = Type.Boolean({
  const: false,
  description: 'Must be false: promotions of the store are the only discounts.',
})
const discounts = { custom_discounts_enabled: OTHER_DISCOUNTS, use_rule_promotions: OTHER_DISCOUNTS }

const CartSettings = Type.Object(
  {
    type: Type.Literal('settings'),
    cart_expiry_days: Type.Unsafe<number>(cart_expiry_days.schema),
    discounts: Type.Object({
      custom_discounts_enabled: Type.Literal(false),
      use_rule_promotions: Type.Literal(false),
    }),
  },
  { $id: 'CartSettings' },
)
const MembershipSettings = Type.Object(
  {
    type: Type.Literal('account_membership_setting'),
    membership_limit: Type.Unsafe<number>(membership_limit.schema),
  },
  { $id: 'AccountMembershipSettings' },
)

const tags = ['Settings']
const description =
  'Members that are not sent keep their values. Emits `settings.updated`, like a change of the settings.'

const schemas = {
  getCart: {
    operationId: 'GetCartSettings',
    summary: 'Read the settings of carts',
    tags,
    response: { 200: Data(CartSettings) },
  },
  updateCart: {
    operationId: 'UpdateCartSettings',
    summary: 'Change the settings of carts',
    description,
    tags,
    headers: IfMatch,
    body: Data(
      Type.Object({
        type: ImpliedType('settings'),
        cart_expiry_days: Type.Optional(CartSettings.properties.cart_expiry_days),
        discounts: Type.Optional(Type.Partial(Type.Object(discounts))),
      }),
    ),
    response: { 200: Data(CartSettings), ...errorResponses(409) },
  },
  getMembership: {
    operationId: 'GetAccountMembershipSettings',
    summary: 'Read the settings of account memberships',
    tags,
    response: { 200: Data(MembershipSettings) },
  },
  updateMembership: {
    operationId: 'UpdateAccountMembershipSettings',
    summary: 'Change the settings of account memberships',
    description,
    tags,
    headers: IfMatch,
    body: Data(
      Type.Object({
        type: ImpliedType('account_membership_setting'),
        membership_limit: Type.Optional(MembershipSettings.properties.membership_limit),
      }),
    ),
    response: { 200: Data(MembershipSettings), ...errorResponses(409) },
  },
}
