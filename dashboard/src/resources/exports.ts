import { hidden, labeled } from '../kit/form/overrides.ts'
import { resource } from '../kit/resource/resource.ts'

/** Its list and its page are their own: they follow a job while it writes. */
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
