// Writes the documents that are made from the code. With --check it writes nothing and fails when one is out of date.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cliDocument } from './generate/cli.ts'
import { configurationDocument } from './generate/configuration.ts'
import { errorsDocument } from './generate/errors.ts'
import { metricsDocument } from './generate/metrics.ts'
import { openapiDocument } from './generate/openapi.ts'
import { promotionsDocument } from './generate/promotions.ts'

const DOCUMENTS = [
  { name: 'configuration.md', make: configurationDocument },
  { name: 'errors.md', make: errorsDocument },
  { name: 'cli.md', make: cliDocument },
  { name: 'openapi.json', make: openapiDocument },
  { name: 'promotions.md', make: promotionsDocument },
  { name: 'operations/metrics.md', make: metricsDocument },
]

const FOLDER = new URL('../docs/', import.meta.url)
const checking = process.argv.includes('--check')

for (const { name, make } of DOCUMENTS) {
  const file = new URL(name, FOLDER)
  const [is, should] = await Promise.all([readFile(file, 'utf8').catch(() => ''), make()])
  if (is === should) continue
  if (checking) {
    console.error(`docs/${name} is out of date: run \`npm run generate\`.`)
    process.exitCode = 1
  } else {
    await mkdir(new URL('.', file), { recursive: true })
    await writeFile(file, should)
    console.log(`Wrote docs/${name}.`)
  }
}
