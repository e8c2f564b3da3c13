import { readRelease } from '../../catalog/cache/process-cache.ts'
import { amountsOf, filterLists } from '../../catalog/search/columns.ts'
import { NO_PRICE } from '../../catalog/search/rules/amounts.ts'
import { type Mask, markAll } from '../../catalog/search/rules/lists.ts'
import { maskOf } from '../../catalog/search/rules/matches.ts'
import { selectPositionsOf, selectPositionsOfSkus } from '../../catalog/search/sql/positions.ts'
import { uuidsIn } from '../../catalog/sql/product-rows.ts'
import { categoriesOf } from '../categories.ts'
import { amountRanges, type NumberRange } from './rules/check-filter.ts'
import { type Field, parseField } from './rules/fields.ts'
import type { Comparison, Expression } from './rules/filter-by.ts'
import { type Scope, scaleOf } from './scope.ts'

/** Mask of the products below position `size` that pass a checked filter. */
export async function expressionMask(scope: Scope, expression: Expression, size: number): Promise<Mask> {
  if (expression.kind === 'comparison') return comparisonMask(scope, expression, size)
  const { kind, parts } = expression
  const all = new Uint8Array(size).fill(kind === 'and' ? 1 : 0)
  for (const part of parts) COMBINE[kind](all, await expressionMask(scope, part, size))
  return all
}

const COMBINE = {
  and(all: Mask, mask: Mask) {
    for (let at = 0; at < all.length; at += 1) all[at] = (all[at] ?? 0) & (mask[at] ?? 0)
  },
  or(all: Mask, mask: Mask) {
    for (let at = 0; at < all.length; at += 1) all[at] = (all[at] ?? 0) | (mask[at] ?? 0)
  },
}

async function comparisonMask(scope: Scope, comparison: Comparison, size: number): Promise<Mask> {
  const field = parseField(comparison.field)
  const mask = field === null ? new Uint8Array(size) : await fieldMask(scope, field, comparison, size)
  if (comparison.operator === '!=') for (let at = 0; at < size; at += 1) mask[at] = 1 - (mask[at] ?? 0)
  return mask
}

async function fieldMask(scope: Scope, field: Field, comparison: Comparison, size: number): Promise<Mask> {
  const { db, ref } = scope
  const { values, operator } = comparison
  switch (field.kind) {
    case 'category': {
      const paths = (await categoriesOf(scope.db, scope.ref)).levels.get(field.level)
      return listMask(scope, { facet: 'nodes', values: values.flatMap((path) => paths?.get(path) ?? []) }, size)
    }
    case 'node':
      return listMask(scope, { facet: 'nodes', values: await nodesWith(scope, field.member, values) }, size)
    case 'option':
      return listMask(scope, { facet: `option:${field.name}`, values }, size)
    case 'product': {
      const select = field.member === 'id' ? selectPositionsOf : selectPositionsOfSkus
      const named = field.member === 'id' ? uuidsIn(values) : values
      return maskOf(await readRelease(db, ref, (read) => select(read, ref, named)), size)
    }
    case 'product_types':
      // No product is a bundle: a filter for shops with several types keeps all products, unless it requires bundles
      // alone.
      return new Uint8Array(size).fill(operator === '=' && values.some((type) => type !== 'bundle') ? 1 : 0)
    case 'price': {
      const { amounts } = await amountsOf(db, ref, field.currency, scope.now)
      return priceMask(amounts, amountRanges(comparison, scaleOf(scope, field)), size)
    }
  }
}

async function nodesWith(scope: Scope, member: 'id' | 'slug' | 'name', values: readonly string[]): Promise<string[]> {
  const allowed = new Set(values)
  const { nodes } = await categoriesOf(scope.db, scope.ref)
  return [...nodes.values()].filter((node) => allowed.has(node[member])).map(({ id }) => id)
}

async function listMask(
  { db, ref }: Scope,
  filter: { facet: string; values: readonly string[] },
  size: number,
): Promise<Mask> {
  const mask = new Uint8Array(size)
  const lists = filter.values.length === 0 ? [] : await filterLists(db, ref, [filter])
  for (const { products } of lists) markAll(mask, products, 1)
  return mask
}

function priceMask(amounts: Float64Array, ranges: readonly NumberRange[], size: number): Mask {
  const mask = new Uint8Array(size)
  for (const { from, to } of ranges)
    for (let position = 0; position < size; position += 1) {
      const amount = amounts[position] ?? NO_PRICE
      if (amount >= from && amount <= to && amount !== NO_PRICE) mask[position] = 1
    }
  return mask
}
