/** Whose a thing is: a store's, or its organization's own when store_id is null. */
export type Owner = { organization_id: string; store_id: string | null }

/** What the owner_id columns hold. */
export function ownerId(owner: Owner): string {
  return owner.store_id ?? owner.organization_id
}

export function ownerOf(row: { organization_id: string; owner_id: string }): Owner {
  return { organization_id: row.organization_id, store_id: row.owner_id === row.organization_id ? null : row.owner_id }
}
