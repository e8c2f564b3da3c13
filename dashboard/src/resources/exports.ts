import { hidden, labeled } from '../kit/form/overrides.ts'
import { resource } from '../kit/resource/resource.ts'

/** Has its own pages, since they follow a job in progress. */
export const exportJobs = resource({
  address: 'exports',
  list: '/v2/jobs',
  one: '/v2/jobs/{job_id}',
  label: { one: 'export', many: 'exports' },
  pages: [],
  about: 'All records of a kind in a file, one JSON object per line.',
  columns: ['what', 'status'],
  form: () => ({
    what: labeled('What', { initial: 'orders' }),
    job_type: hidden,
    filter: labeled('Filter', { kind: 'text' }),
  }),
})
