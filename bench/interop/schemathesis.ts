import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { withExamples } from '../../src/http/document/examples.ts'
import { getToken } from '../support/tenant.ts'
import { python } from './languages.ts'
import { reportOf, type SchemathesisReport } from './schemathesis-report.ts'
import type { Stage } from './stage.ts'

const DOCUMENT = new URL('../../docs/openapi.json', import.meta.url)
const WITH_EXAMPLES = 'openapi.json'
const REPORT = 'report.ndjson'
/** 0 for no failures, 1 for failures; other codes are errors of Schemathesis. */
const EXIT_CODES: readonly unknown[] = [0, 1]

/** Runs Schemathesis for that many seconds, with an equal share for every operation. A seed determines the run. */
export async function checkSchemathesis(
  stage: Stage,
  { seconds, seed }: { seconds: number; seed: number },
): Promise<SchemathesisReport> {
  const { folder } = await python('bench/interop/schemathesis', '')
  const document = withExamples(JSON.parse(await readFile(DOCUMENT, 'utf8')))
  await writeFile(path.join(folder, WITH_EXAMPLES), JSON.stringify(document))
  const token = await getToken(`${stage.origin}/v2`, stage.tenant)
  const env = { TIDINGS_ORIGIN: stage.origin, TIDINGS_TOKEN: token, TIDINGS_STORE: stage.tenant.store_id }
  const reports = ['--report', 'ndjson', '--report-ndjson-path', REPORT, '--output-sanitize', 'false']
  const limits = ['--seed', String(seed), '--max-time', String(seconds)]
  const args = ['--no-color', 'run', WITH_EXAMPLES, ...limits, ...reports]
  const child = spawn('nice', ['-n', '10', 'venv/bin/schemathesis', ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  const [code] = await once(child, 'close')
  if (!EXIT_CODES.includes(code)) throw new Error(`Schemathesis exited with ${code}.`)
  return reportOf(path.join(folder, REPORT))
}
