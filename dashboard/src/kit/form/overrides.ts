import type { Field, Option, Picker } from './field.ts'

/** Corrections to a field whose schema does not say enough. */
export type Override = Partial<
  Pick<
    Field,
    'kind' | 'label' | 'help' | 'below' | 'hidden' | 'advanced' | 'initial' | 'picker' | 'currency' | 'keyLabel'
  >
> & { options?: readonly Option[] }

/** Keyed by member names joined with dots: `costs.*.amount`. The prefix `attributes.` is optional. */
export type Overrides<Name extends string = string> = { readonly [name in Name]?: Override }

export const perMillion: Override = { kind: 'rate' }
export const longText: Override = { kind: 'longText' }
export const secret: Override = { kind: 'secret' }
export const hidden: Override = { hidden: true }
export const advanced: Override = { advanced: true }

export function money(currency?: string): Override {
  return { kind: 'money', ...(currency === undefined ? {} : { currency }) }
}

export function pick(picker: Picker): Override {
  return { kind: 'reference', picker }
}

export function pickSeveral(picker: Picker): Override {
  return { kind: 'references', picker }
}

export function labeled(label: string, override: Override = {}): Override {
  return { ...override, label }
}

const NONE: Override = {}

export function overrideAt(overrides: Overrides, pointer: string): Override {
  const name = pointer.slice(1).replaceAll('/', '.')
  return overrides[name] ?? overrides[name.replace(/^attributes[.]/, '')] ?? NONE
}
