import { isObject } from '../../../../kernel/json/json.ts'
import type { Item, Kind } from '../kind.ts'

export const variations: Kind = {
  name: 'variations',
  path: '/variations',
  type: 'product-variation',
  frame: 'attributes',
  order: 'created',
  match: ['name'],
}

export const variationOptions: Kind = {
  name: 'variation-options',
  path: '/variations/:variations/options',
  type: 'product-variation-option',
  frame: 'attributes',
  // Those with the same `sort_order` are shown so.
  order: 'created',
  match: ['name'],
}

export const variationModifiers: Kind = {
  name: 'variation-modifiers',
  path: '/variations/:variations/options/:variation-options/modifiers',
  type: 'product-variation-modifier',
  frame: 'attributes',
  // They apply in this order.
  order: 'created',
  match: [],
  leaf: true,
}

/** Not the children of others, which are built. */
export const products: Kind = {
  name: 'products',
  path: '/products',
  type: 'product',
  frame: 'attributes',
  order: { key: 'sku' },
  match: ['sku'],
  omit: ['base_product'],
  related: ['files', 'variations'],
  includes: ({ relationships }) => !isObject(relationships) || relationships.base_product === undefined,
}

export const hierarchies: Kind = {
  name: 'hierarchies',
  path: '/hierarchies',
  type: 'hierarchy',
  frame: 'attributes',
  order: 'created',
  match: ['name'],
}

export const nodes: Kind = {
  name: 'nodes',
  path: '/hierarchies/:hierarchies/nodes',
  type: 'node',
  frame: 'attributes',
  order: 'created',
  match: ['slug', 'name'],
  later: ['parent_id'],
}

export const pricebooks: Kind = {
  name: 'pricebooks',
  path: '/pricebooks',
  type: 'pricebook',
  frame: 'attributes',
  order: 'created',
  match: ['name'],
}

export const prices: Kind = {
  name: 'prices',
  path: '/pricebooks/:pricebooks/prices',
  type: 'product-price',
  frame: 'attributes',
  order: { key: 'sku' },
  match: ['sku', 'valid_from'],
  leaf: true,
}

export const priceModifiers: Kind = {
  name: 'price-modifiers',
  path: '/pricebooks/:pricebooks/modifiers',
  type: 'price-modifier',
  frame: 'attributes',
  order: { key: 'name' },
  match: ['name'],
  leaf: true,
}

export const catalogs: Kind = {
  name: 'catalogs',
  path: '/catalogs',
  type: 'catalog',
  frame: 'attributes',
  order: 'created',
  match: ['name'],
  omit: ['hierarchies', 'pricebook_ids'],
}

export const catalogRules: Kind = {
  name: 'catalog-rules',
  path: '/catalogs/rules',
  type: 'catalog_rule',
  frame: 'attributes',
  // Of two that are otherwise alike the newest wins.
  order: 'created',
  match: ['name'],
  omit: ['customer_ids', 'account_ids', 'pricebook_ids'],
  leaf: true,
}

export const promotions: Kind = {
  name: 'promotions',
  path: '/promotions',
  type: 'promotion',
  frame: 'flat',
  order: 'created',
  match: ['name'],
}

export const coupons: Kind = {
  name: 'coupons',
  path: '/promotions/:promotions/coupons',
  type: 'coupon',
  frame: 'flat',
  order: { key: 'code', filter: 'ilike' },
  match: ['code'],
  // Codes of a batch go along, each by itself.
  omit: ['batch_id'],
  leaf: true,
}

export function hasChildren({ attributes }: Item): boolean {
  return isObject(attributes) && attributes.base_product === true
}
