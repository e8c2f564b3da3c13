/** The owner of a resource: a store, or the organization itself if `store_id` is null. */
export type Owner = { organization_id: string; store_id: string | null }

/** The value of `owner_id` columns. */
export function ownerId(owner: Owner): string {
  return owner.store_id ?? owner.organization_id
}

export function ownerOf(row: { organization_id: string; owner_id: string }): Owner {
  return { organization_id: row.organization_id, store_id: row.owner_id === row.organization_id ? null : row.owner_id }
}
