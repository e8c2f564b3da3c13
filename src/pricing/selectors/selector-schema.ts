import { Type } from 'typebox'
import { ClosedObject, Id, Name, NamesOf } from '../members.ts'
import type { Selector } from './selector.ts'

export const SelectorSchema = Type.Unsafe<Selector>(
  ClosedObject(
    Type.Partial(
      Type.Object({
        skus: NamesOf(Name),
        not_skus: NamesOf(Name),
        products: NamesOf(Id, { description: 'Ids of products.' }),
        not_products: NamesOf(Id),
        categories: NamesOf(Id, { description: 'Ids of nodes: products in them and below.' }),
        not_categories: NamesOf(Id),
        tags: NamesOf(Name),
        not_tags: NamesOf(Name),
      }),
    ).properties,
    {
      $id: 'PromotionSelector',
      description:
        'Matches items that are in every present list and in no `not_` list. The empty selector matches every item.',
    },
  ),
)
