import type { TourContext } from './context.ts'

export async function showAdministration(context: TourContext): Promise<void> {
  const { seller, organization, operator, store_id } = context
  await seller('CreateKey', {
    data: {
      type: 'key',
      name: 'Warehouse',
      permissions: ['events:read', 'integrations:read'],
      expires_at: '2035-01-01T00:00:00.000Z',
    },
  })
  await seller('ListKeys')
  await seller('GetKey')
  await seller('RevokeKey')
  await organization('CreateStore', {
    data: { type: 'store', name: 'Larch & Linen, outlet', scope: 'larch-and-linen-outlet', currency: 'EUR' },
  })
  await organization('ListStores')
  const shop = await seller('GetStore', undefined, { at: { store_id } })
  await seller('UpdateStore', { data: { type: 'store', name: 'Larch and Linen' } }, { at: { store_id } })
  await operator('CreateOrganization', { data: { type: 'organization', name: 'Alder & Sons' } })
  const at = { organization_id: shop.data.relationships.organization.data.id }
  await organization('GetOrganization', undefined, { at })
  await organization('UpdateOrganization', { data: { type: 'organization', name: 'Larch & Linen Ltd' } }, { at })
  await operator('ListOrganizations', undefined, { query: { filter: 'eq(name,"Alder & Sons")' } })
}
