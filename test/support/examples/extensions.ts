import { type Client, eventually } from '../app.ts'
import type { TourContext } from './context.ts'

export async function showExtensions({ seller, read }: TourContext): Promise<void> {
  await seller('CreateCustomAPI', {
    data: { type: 'custom_api', name: 'Wishlists', slug: 'wishlists', api_type: 'wishlist_ext' },
  })
  await seller('UpdateCustomAPI', { data: { type: 'custom_api', description: 'What shoppers would like to have' } })
  await seller('CreateCustomField', {
    data: { type: 'custom_field', name: 'Title', slug: 'title', field_type: 'string' },
  })
  await seller('UpdateCustomField', {
    data: { type: 'custom_field', presence: 'required', validation: { string: { max_length: 80 } } },
  })
  const entry = { type: 'wishlist_ext', title: 'Linen for the summer' }
  await seller('CreateCustomAPIEntry', { data: entry }, { at: { custom_api_slug: 'wishlists' } })
  await seller('UpdateCustomAPIEntry', { data: { type: 'wishlist_ext', title: 'Linen and wool' } })
  const other = await seller('CreateCustomAPIEntryById', { data: { ...entry, title: 'For the garden' } })
  const at = { custom_api_entry_id: other.data.id }
  await seller('UpdateCustomAPIEntryById', { data: { type: 'wishlist_ext', title: 'For the balcony' } }, { at })
  await read('/v2/settings/extensions')
  await read('/v2/extensions')
  await seller('DeleteCustomAPIEntryById', undefined, { at })
}

export async function showExports({ seller, aside, read }: TourContext): Promise<void> {
  const job = await seller('CreateExportJob', { data: { type: 'job', what: 'products' } })
  const job_id: string = job.data.id
  await whenComplete(aside, job_id)
  await seller('GetExportJob', undefined, { at: { job_id } })
  await seller('GetExportFile', undefined, { at: { job_id } })
  await read('/v2/jobs')
}

export async function whenComplete(aside: Client, job_id: string): Promise<void> {
  await eventually(
    () => aside.get(`/v2/jobs/${job_id}`),
    ({ body }) => body.data.status === 'complete',
  )
}
