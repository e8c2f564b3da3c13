/** Texts of a child that derive from the parent's. */
export const BUILT_TEXTS = ['name', 'description', 'slug', 'sku'] as const
export type BuiltText = (typeof BUILT_TEXTS)[number]

/** `prefix` is an alias of `prepend`. */
export const EDITS = ['append', 'prepend', 'prefix', 'equals', 'builder'] as const
export type Edit = (typeof EDITS)[number]
