import { account } from './account.ts'
import { channel } from './channel.ts'
import { country } from './country.ts'
import type { FactKind } from './fact.ts'
import { firstOrder } from './first-order.ts'
import { quantity } from './quantity.ts'
import { segment } from './segment.ts'
import { subtotal } from './subtotal.ts'

const kinds = {
  subtotal,
  quantity,
  first_order: firstOrder,
  segment,
  channel,
  country,
  account,
}

type Kinds = typeof kinds
type KindName = keyof Kinds
type FactOf<Name extends KindName> = Parameters<Kinds[Name]['canonical']>[0]

export type Fact = FactOf<KindName>

/** Facts that do not depend on the cart. */
export type ShopperFact = {
  [Name in KindName]: Kinds[Name]['about'] extends 'shopper' ? FactOf<Name> : never
}[KindName]

/** The reason why a fact does not hold. `missing` would make it hold. */
export type UnmetFact = { [Name in KindName]: NonNullable<ReturnType<ReturnType<Kinds[Name]['test']>>> }[KindName]

export type AnyFactKind = FactKind<Fact, UnmetFact>

export const factKinds: Readonly<Record<KindName, AnyFactKind>> = kinds satisfies {
  [Name in KindName]: FactKind<{ kind: Name }, { kind: Name }>
}

export function kindOfFact({ kind }: { kind: KindName }): AnyFactKind {
  return factKinds[kind]
}

export function isFact<Of extends { kind: string }>(condition: Of): condition is Of & { kind: KindName } {
  return condition.kind in factKinds
}
