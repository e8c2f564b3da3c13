import type { Transaction } from '../../../db/database.ts'
import { AppError } from '../../../kernel/errors.ts'
import { ownerId } from '../../../kernel/owner.ts'
import { caseKey, plainText } from '../../../kernel/text/case-key.ts'
import { skuFault } from '../../../kernel/text/sku.ts'
import { lockOne } from '../../kit/operations.ts'
import type { Frame } from '../../kit/resource.ts'
import { insert, save } from '../../kit/rows.ts'
import { lockRows, selectRowsById } from '../../kit/store.ts'
import { change, type StoreDeps, type Work } from '../../kit/work.ts'
import { products } from '../product.ts'
import type { ProductRef } from '../products/change-files.ts'
import type { Build, Family } from '../products/family.ts'
import { copyPlacements, selectBuildModifiers, selectBuildOptions } from '../sql/variations.ts'
import { type BuildRules, combine, isBuilt, variationMatrix } from './rules/combine.ts'
import { type ChosenOption, type Derived, derive, isModified } from './rules/derive.ts'
import { variations } from './variation.ts'

/** Combinations of options that one build considers. */
const MAX_COMBINATIONS = 10_000
/** Children per product: a second or two in one transaction. */
export const MAX_CHILDREN = 500

/** Counts of children. `withdrawn` children became drafts because their combination is no longer built. */
export type BuildResult = { product_id: string; created: number; updated: number; unchanged: number; withdrawn: number }

type Product = Frame & Family & Omit<Derived, 'options'> & { definition: string; build_rules: BuildRules | null }

/**
 * Creates or updates the children of a product, one per combination of its variations' options. Throws `not_found`, and
 * `conflict` if the product cannot be built or two children would be alike.
 */
export function buildChildren(deps: StoreDeps, ref: ProductRef): Promise<BuildResult> {
  return change(deps, ref.owner, async (work) => {
    const parent = (await lockOne(work, products, { id: ref.product_id })) as Product
    const sources = await readSources(work.tx, parent)
    const scope = { owner_id: ownerId(work.owner), base_product_id: parent.id }
    const rows = (await lockRows(work.tx, products, scope)) as Product[]
    const existing = new Map(rows.map((row) => [keyOf(row), row]))
    const planned = planChildren(parent, sources, existing)
    const children: Product[] = []
    const withdrawn = await withdraw(work, rows, planned)
    const result = { product_id: parent.id, created: 0, updated: 0, unchanged: 0, withdrawn }
    for (const one of planned) {
      const before = existing.get(keyOf(one))
      const child = before === undefined ? await createChild(work, parent, one) : await update(work, before, one)
      result[outcomeOf(before, child)] += 1
      children.push(child)
    }
    await copyPlacements(
      work.tx,
      parent,
      children.map(({ id }) => id),
    )
    const build: Build = { variations: sources.shown, variation_matrix: variationMatrix(children) }
    await save(work, products, parent, { build } as Partial<Frame>)
    return result
  })
}

type Sources = { lists: ChosenOption[][]; shown: Build['variations'] }

/** Reads the variations of a product with their options and modifiers. Throws `conflict`. */
async function readSources(tx: Transaction, { owner_id, base_product_id, variation_ids }: Product): Promise<Sources> {
  if (base_product_id !== null) throw refused('The product is a child: build its base product.')
  if (variation_ids.length === 0)
    throw refused('The product has no variations: add some at /products/{id}/relationships/variations.')
  const rows = (await selectRowsById(tx, variations, owner_id, variation_ids)) as (Frame & Named)[]
  const options = Map.groupBy(await selectBuildOptions(tx, owner_id, variation_ids), (one) => one.variation_id)
  const modifiers = Map.groupBy(
    await selectBuildModifiers(tx, owner_id, variation_ids),
    (one) => one.product_variation_option_id,
  )
  const order = rows.toSorted(
    (one, other) =>
      one.sort_order - other.sort_order || variation_ids.indexOf(one.id) - variation_ids.indexOf(other.id),
  )
  const shown = order.map(({ id, name }) => ({
    id,
    name,
    options: (options.get(id) ?? []).map(({ id, name, description }) => ({ id, name, description })),
  }))
  const lists = order.map(({ id, name, locales }) =>
    (options.get(id) ?? []).map((one) => ({
      ...{ id: one.id, name: one.name, locales: one.locales },
      variation: { name, locales },
      modifiers: modifiers.get(one.id) ?? [],
    })),
  )
  return { lists, shown }
}

type Named = ChosenOption['variation'] & { sort_order: number }
type Planned = Derived & { definition: string; option_ids: string[] }

function planChildren(parent: Product, { lists }: Sources, existing: ReadonlyMap<string, Product>): Planned[] {
  const combinations = combine(lists, MAX_COMBINATIONS)
  const built = combinations?.filter((one) => isBuilt(one, parent.build_rules)) ?? null
  if (built === null || built.length > MAX_CHILDREN)
    throw refused(`A product has at most ${MAX_CHILDREN} children: exclude combinations with build_rules.`)
  const definition = parent.definition || parent.id
  const planned = built.map((one) => {
    const child = { ...derive(parent, one), definition, option_ids: one.map(({ id }) => id) }
    return { ...child, ...namesKept(existing.get(keyOf(child)), one) }
  })
  refuseAlike(planned, 'sku')
  refuseAlike(planned, 'slug')
  return planned
}

/** Prices and orders name a child by its SKU, and links by its slug: only modifiers change those of an existing child. */
function namesKept(before: Product | undefined, chosen: readonly ChosenOption[]): { sku?: string; slug?: string } {
  if (before === undefined) return {}
  return {
    ...(!isModified(chosen, 'sku') && { sku: before.sku }),
    ...(!isModified(chosen, 'slug') && before.slug !== '' && { slug: before.slug }),
  }
}

function refuseAlike(planned: readonly Planned[], text: 'sku' | 'slug'): void {
  const seen = new Set<string>()
  for (const { [text]: value } of planned) {
    const key = text === 'sku' ? caseKey(value) : value
    if (value !== '' && seen.has(key))
      throw refused(`Two children would have the ${text} ${value}: give their options modifiers that distinguish them.`)
    seen.add(key)
    const isValid = text === 'sku' ? skuFault(plainText(value)) === null : /^[A-Za-z0-9._-]*$/.test(value)
    if (!isValid || value.length > 255) throw refused(`A child would have an invalid ${text}: ${value.slice(0, 300)}`)
  }
}

function refused(detail: string): AppError {
  return new AppError('conflict', [{ detail }])
}

function keyOf({ option_ids }: { option_ids: readonly string[] }): string {
  return option_ids.toSorted().join(' ')
}

/** Attributes that a child copies from its parent when it is created. Later builds change only derived attributes. */
const INHERITED = [
  ...['tags', 'tax_class_id', 'weight', 'main_image_file_id', 'file_ids', 'file_tags'],
  ...['extensions', 'locales', 'custom_inputs', 'custom_attributes'],
]

async function createChild(work: Work, parent: Product, planned: Planned): Promise<Product> {
  const values: Record<string, unknown> = parent
  const inherited = Object.fromEntries(INHERITED.map((name) => [name, values[name]]))
  const row = { ...inherited, ...planned, base_product_id: parent.id }
  return (await insert(work, products, row as Partial<Frame>)) as Product
}

async function update(work: Work, before: Product, planned: Planned): Promise<Product> {
  return (await save(work, products, before, planned as Partial<Frame>)) as Product
}

function outcomeOf(before: Product | undefined, child: Product): 'created' | 'updated' | 'unchanged' {
  if (before === undefined) return 'created'
  return before.version === child.version ? 'unchanged' : 'updated'
}

/** Turns children that are no longer built into drafts without slugs. Returns their number. */
async function withdraw(work: Work, existing: readonly Product[], planned: readonly Planned[]): Promise<number> {
  const built = new Set(planned.map(keyOf))
  const others = existing.filter((child) => !built.has(keyOf(child)) && child.status !== 'draft')
  for (const child of others) await save(work, products, child, { status: 'draft', slug: '' } as Partial<Frame>)
  return others.length
}
