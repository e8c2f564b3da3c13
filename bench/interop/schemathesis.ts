import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { getToken } from '../support/tenant.ts'
import { python } from './languages.ts'
import { reportOf, type SchemathesisReport } from './schemathesis-report.ts'
import type { Stage } from './stage.ts'

const DOCUMENT = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url))
const REPORT = 'report.ndjson'
/** 0 when nothing failed, 1 when something did; others are errors of its own. */
const EXIT_CODES: readonly unknown[] = [0, 1]

/** Sends what Schemathesis makes of the document for so many seconds, of which every operation gets a share. One seed makes one run. */
export async function checkSchemathesis(
  stage: Stage,
  { seconds, seed }: { seconds: number; seed: number },
): Promise<SchemathesisReport> {
  const { folder } = await python('bench/interop/schemathesis', '')
  const token = await getToken(`${stage.origin}/v2`, stage.tenant)
  const env = { TIDINGS_ORIGIN: stage.origin, TIDINGS_TOKEN: token, TIDINGS_STORE: stage.tenant.store_id }
  const reports = ['--report', 'ndjson', '--report-ndjson-path', REPORT, '--output-sanitize', 'false']
  const limits = ['--seed', String(seed), '--max-time', String(seconds)]
  const args = ['--no-color', 'run', DOCUMENT, ...limits, ...reports]
  const child = spawn('nice', ['-n', '10', 'venv/bin/schemathesis', ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  const [code] = await once(child, 'close')
  if (!EXIT_CODES.includes(code)) throw new Error(`Schemathesis ended with ${code}.`)
  return reportOf(path.join(folder, REPORT))
}
