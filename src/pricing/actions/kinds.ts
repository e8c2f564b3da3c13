import type { Scope } from '../scope.ts'
import type { ActionKind } from './action.ts'
import { amount } from './amount.ts'
import { buyXGetY } from './buy-x-get-y.ts'
import { fixedPrice } from './fixed-price.ts'
import { free } from './free.ts'
import { freeItem } from './free-item.ts'
import { percent } from './percent.ts'

const kinds = {
  percent,
  amount,
  fixed_price: fixedPrice,
  free,
  buy_x_get_y: buyXGetY,
  free_item: freeItem,
}

type Kinds = typeof kinds
type KindName = keyof Kinds
type ActionOf<Name extends KindName> = Parameters<Kinds[Name]['canonical']>[0]

export type Action = ActionOf<KindName>

export type ActionIn<In extends Scope> = {
  [Name in KindName]: In extends Kinds[Name]['scopes'][number] ? ActionOf<Name> : never
}[KindName]

export const actionKinds: Readonly<Record<KindName, ActionKind<Action>>> = kinds satisfies {
  [Name in KindName]: ActionKind<{ kind: Name }>
}

export function kindOfAction({ kind }: Action): ActionKind<Action> {
  return actionKinds[kind]
}

export function actionsIn(scope: Scope): KindName[] {
  const names = Object.keys(actionKinds) as KindName[]
  return names.filter((name) => actionKinds[name].scopes.some((each) => each === scope))
}
