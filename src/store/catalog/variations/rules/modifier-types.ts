/** Texts of a child that are made of the parent's. */
export const BUILT_TEXTS = ['name', 'description', 'slug', 'sku'] as const
export type BuiltText = (typeof BUILT_TEXTS)[number]

/** `prefix` is another word for `prepend`. */
export const EDITS = ['append', 'prepend', 'prefix', 'equals', 'builder'] as const
export type Edit = (typeof EDITS)[number]
