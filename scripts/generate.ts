// Writes the files that are derived from the code and the schema. With --check, fails if a file is out of date, without
// writing.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cliDocument } from './generate/cli.ts'
import { configurationDocument } from './generate/configuration.ts'
import { countryNames } from './generate/country-names.ts'
import { decisionsDocument } from './generate/decisions.ts'
import { documentationIndex } from './generate/documentation.ts'
import { errorsDocument } from './generate/errors.ts'
import { failuresDocument } from './generate/failures.ts'
import { interfacesDocument } from './generate/interfaces.ts'
import { membersDocument } from './generate/members.ts'
import { metricsDocument } from './generate/metrics.ts'
import { searchLibrary } from './generate/minisearch.ts'
import { numbersDocument } from './generate/numbers.ts'
import { openapiDocument } from './generate/openapi.ts'
import { permissionsDocument } from './generate/permissions.ts'
import { postalAddresses } from './generate/postal-addresses.ts'
import { promotionsDocument } from './generate/promotions.ts'
import { generateRows } from './generate/rows.ts'
import { storefrontJson, storefrontResources, storefrontSchema } from './generate/storefront.ts'

const FILES: { name: string; make: () => string | Promise<string> }[] = [
  { name: 'docs/README.md', make: documentationIndex },
  { name: 'docs/configuration.md', make: configurationDocument },
  { name: 'docs/errors.md', make: errorsDocument },
  { name: 'docs/failures.md', make: failuresDocument },
  { name: 'docs/cli.md', make: cliDocument },
  { name: 'docs/openapi.json', make: openapiDocument },
  { name: 'docs/members.md', make: membersDocument },
  { name: 'docs/storefront.json', make: storefrontJson },
  { name: 'docs/storefront.schema.json', make: storefrontSchema },
  { name: 'docs/storefront-resources.md', make: storefrontResources },
  { name: 'docs/guides/permissions.md', make: permissionsDocument },
  { name: 'docs/promotions.md', make: promotionsDocument },
  { name: 'docs/operations/metrics.md', make: metricsDocument },
  { name: 'docs/numbers.md', make: numbersDocument },
  { name: 'docs/decisions/module-interfaces.md', make: interfacesDocument },
  { name: 'docs/decisions/README.md', make: decisionsDocument },
  { name: 'src/docs/browser/minisearch.js', make: searchLibrary },
  { name: 'src/kernel/countries/names.json', make: countryNames },
  { name: 'src/store/addresses/postal-addresses.json', make: postalAddresses },
]

const FOLDER = new URL('../', import.meta.url)
const checking = process.argv.includes('--check')
// Skipped by --check, because generating starts a database; a database test checks the file.
if (!checking) FILES.push({ name: 'src/db/rows.ts', make: generateRows })

for (const { name, make } of FILES) {
  const file = new URL(name, FOLDER)
  const [is, should] = await Promise.all([readFile(file, 'utf8').catch(() => ''), make()])
  if (is === should) continue
  if (checking) {
    console.error(`${name} is out of date: run \`npm run generate\`.`)
    process.exitCode = 1
  } else {
    await mkdir(new URL('.', file), { recursive: true })
    await writeFile(file, should)
    console.log(`Wrote ${name}.`)
  }
}
