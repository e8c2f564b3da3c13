/** A JSON schema, or a part of one. */
export type Schema = Record<string, unknown>

export type Schemas = Record<string, Schema>

/** The object with every value changed. */
export function mapValues<Value, Made>(
  object: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Made,
): Record<string, Made> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))
}
