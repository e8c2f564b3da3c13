import type { Client } from '../app.ts'
import { make } from './catalogs.ts'

export async function makeVariation(client: Client, name: string, options: Record<string, Record<string, unknown>[]>) {
  const { id } = await make(client, '/variations', 'product-variation', { name })
  const ids = new Map<string, string>()
  for (const [option, modifiers] of Object.entries(options)) {
    const path = `/variations/${id}/options`
    const made = await make(client, path, 'product-variation-option', { name: option })
    ids.set(option, made.id)
    for (const modifier of modifiers)
      await make(client, `${path}/${made.id}/modifiers`, 'product-variation-modifier', modifier)
  }
  return { id, of: (option: string) => ids.get(option) ?? '' }
}

export const ofVariations = (...ids: string[]) => ids.map((id) => ({ type: 'product-variation', id }))
