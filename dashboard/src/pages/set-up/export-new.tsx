import { ResourceNew } from '../../kit/resource/resource-new.tsx'
import { exportJobs } from '../../resources/exports.ts'

export function ExportNewPage() {
  return <ResourceNew resource={exportJobs} />
}
