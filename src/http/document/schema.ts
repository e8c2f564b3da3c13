/** A JSON schema, or a part of one. */
export type Schema = Record<string, unknown>

export type Schemas = Record<string, Schema>
