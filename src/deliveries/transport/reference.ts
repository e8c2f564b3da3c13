import { isUuid } from '../../kernel/ids.ts'

/** A job that may be free, and its integration. Only the table is authoritative. */
export type Reference = { id: string; integration_id: string }

/** Body of a message: `{"jobs": {"INTEGRATION_ID": ["JOB_ID", …]}}`. */
export function writeReferences(references: readonly Reference[]): Buffer {
  const jobs: Record<string, string[]> = {}
  for (const { id, integration_id } of references) {
    const ids = jobs[integration_id]
    if (ids === undefined) jobs[integration_id] = [id]
    else ids.push(id)
  }
  return Buffer.from(JSON.stringify({ jobs }))
}

/** References in a message, each job once; null if the format is unknown. */
export function readReferences(content: Buffer): Reference[] | null {
  const jobs = jobsIn(content)
  if (jobs === null) return null
  const integrations = new Map<string, string>()
  for (const [integration_id, ids] of Object.entries(jobs)) {
    if (!isUuid(integration_id) || !Array.isArray(ids)) return null
    for (const id of ids) {
      if (!isUuid(id)) return null
      integrations.set(id, integration_id)
    }
  }
  return [...integrations].map(([id, integration_id]) => ({ id, integration_id }))
}

function jobsIn(content: Buffer): object | null {
  try {
    const { jobs } = JSON.parse(content.toString())
    return typeof jobs === 'object' ? jobs : null
  } catch {
    return null
  }
}
