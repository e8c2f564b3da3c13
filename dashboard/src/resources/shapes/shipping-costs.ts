import type { Schema } from '../../api/operations.ts'

/** Costs of a shipping option in three shapes, because the first column of the table is either money or grams. */
export function withCostShapes(schema: Schema): Schema {
  const { costs } = schema.properties ?? {}
  const [amount, table] = (typeof costs?.additionalProperties === 'object' && costs.additionalProperties.oneOf) || []
  if (amount === undefined || table === undefined) return schema
  const anyOf = [
    { ...amount, title: 'One amount' },
    tableBy(table, 'subtotal', 'By the subtotal', 'In minor units.'),
    tableBy(table, 'weight', 'By the weight', 'In grams.'),
  ]
  return { ...schema, properties: { ...schema.properties, costs: { ...costs, additionalProperties: { anyOf } } } }
}

function tableBy(shape: Schema, by: string, title: string, unit: string): Schema {
  const { table } = shape.properties ?? {}
  const steps = table?.items ?? {}
  const from = { ...steps.properties?.from, description: unit }
  const items = { ...steps, properties: { ...steps.properties, from } }
  return {
    ...shape,
    title,
    properties: { ...shape.properties, by: { const: by }, table: { ...table, title: 'Steps', items } },
  }
}
