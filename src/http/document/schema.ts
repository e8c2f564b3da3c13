export type Schema = Record<string, unknown>

export type Schemas = Record<string, Schema>
