import type { Locales } from '../../../../kernel/text/languages.ts'
import { BUILT_TEXTS, type BuiltText, type Edit } from './modifier-types.ts'

/** Modifier fields that affect child products. */
type ChildModifier = {
  type: string
  value: string | null
  seek: string | null
  set: string | null
  reference_name: string | null
}

type Named = { name: string; locales: Locales<'name'> }

/** One option of a combination, with its variation. */
export type ChosenOption = Named & { id: string; variation: Named; modifiers: readonly ChildModifier[] }

type Texts = Record<BuiltText | 'mpn' | 'upc_ean' | 'external_ref' | 'commodity_type' | 'status', string>

/** Attributes of a child that follow from its parent and its options. */
export type Derived = Texts & {
  options: DerivedOption[]
}

type DerivedOption = {
  name: string
  display_name: string
  value: string
  display_value: string
  price_modifier: string | null
  locales?: Locales<'display_name' | 'display_value'>
}

/**
 * Applies the options' modifiers to the texts of the parent, in the order of the options. Without an SKU modifier the
 * option names are appended to the SKU, since SKUs are unique; the same goes for a slug, if the parent has one.
 */
export function derive(parent: Texts, chosen: readonly ChosenOption[]): Derived {
  const modifiers = chosen.flatMap(({ modifiers }) => modifiers)
  const texts = modifiers.reduce(modify, pick(parent))
  const names = chosen.map(({ name, id }) => name.normalize('NFKD').replaceAll(/[^A-Za-z0-9]+/g, '') || id.slice(-8))
  if (!isModified(chosen, 'sku')) texts.sku = [parent.sku, ...names].join('-')
  if (!isModified(chosen, 'slug') && parent.slug !== '') texts.slug = [parent.slug, ...names].join('-').toLowerCase()
  return { ...texts, options: chosen.map(optionOf) }
}

/** True if a modifier of one of the options sets the text. */
export function isModified(chosen: readonly ChosenOption[], text: BuiltText): boolean {
  return chosen.some(({ modifiers }) => modifiers.some(({ type }) => type.startsWith(`${text}_`)))
}

function pick(parent: Texts): Texts {
  const { name, description, slug, sku, mpn, upc_ean, external_ref, commodity_type, status } = parent
  return { name, description, slug, sku, mpn, upc_ean, external_ref, commodity_type, status }
}

function modify(texts: Texts, { type, value, seek, set }: ChildModifier): Texts {
  if (type === 'commodity_type' || type === 'status') return { ...texts, [type]: value ?? texts[type] }
  const at = type.lastIndexOf('_')
  const [name, edit] = [type.slice(0, at), type.slice(at + 1)]
  if (name in texts && edit === 'equals') return { ...texts, [name]: value ?? '' }
  const built = BUILT_TEXTS.find((text) => text === name)
  return built === undefined ? texts : { ...texts, [built]: edited(texts[built], edit as Edit, { value, seek, set }) }
}

type Operands = Pick<ChildModifier, 'value' | 'seek' | 'set'>

function edited(text: string, edit: Edit, { value, seek, set }: Operands): string {
  switch (edit) {
    case 'append':
      return `${text}${value ?? ''}`
    case 'prepend':
    case 'prefix':
      return `${value ?? ''}${text}`
    case 'equals':
      return value ?? ''
    case 'builder':
      return seek === null ? text : text.replaceAll(seek, () => set ?? '')
  }
}

function optionOf({ variation, modifiers, ...option }: ChosenOption): DerivedOption {
  const { name } = variation
  const price_modifier = modifiers.find(({ type }) => type === 'price')?.reference_name ?? null
  const locales = localesOf(variation, option)
  return {
    ...{ name, display_name: name, value: option.name, display_value: option.name, price_modifier },
    ...(Object.keys(locales).length > 0 && { locales }),
  }
}

function localesOf(variation: Named, option: Named): Locales<'display_name' | 'display_value'> {
  const locales: Record<string, { display_name?: string; display_value?: string }> = {}
  const into = (tag: string) => (locales[tag] ??= {})
  for (const [tag, { name }] of Object.entries(variation.locales)) if (name !== undefined) into(tag).display_name = name
  for (const [tag, { name }] of Object.entries(option.locales)) if (name !== undefined) into(tag).display_value = name
  return locales
}
