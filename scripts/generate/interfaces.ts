import { ASSEMBLY, FOUNDATION, INTERFACES } from '../module-interfaces.ts'
import { markdownTable } from './table.ts'

/**
 * `docs/decisions/module-interfaces.md`: allowed imports between modules, from the list that `npm run boundaries`
 * reads.
 */
export function interfacesDocument(): string {
  const rows = INTERFACES.map(({ from, to, why }) => [`\`${from}\``, `\`${to}\``, why])
  return `${INTRODUCTION}\n${markdownTable(['From', 'To', 'Why'], rows)}${EXCEPTIONS}`
}

const listed = (modules: readonly string[]) => modules.map((module) => `\`${module}\``).join(', ')

const INTRODUCTION = `# Public interfaces between modules

A module may import another one only if the pair is on this list with a reason; the boundary check enforces it.

A reader of one module should not have to know the others, yet modules use each other: a checkout takes stock, deliveries
read integrations. A list in a document alone is forgotten.

A module is a folder of \`src/\` or of \`src/store/\`. The list \`scripts/module-interfaces.ts\` names every pair of modules of
which one imports the other, with the reason, so that a new import is visible in review. \`npm run boundaries\` fails for an
import between two modules that are not listed, for an entry that no import needs, and for a cycle of folders of \`src/\`.
\`npm run generate\` writes this page from the list.

Every module may import ${listed(FOUNDATION)}. ${listed(ASSEMBLY)} put modules together and may import any of them.
`

const EXCEPTIONS = `
## Exceptions

- \`events/store.ts\` writes the tables \`jobs\`, \`workers\` and \`revisions\` of deliveries and integrations: events and jobs
  are inserted by one statement.
- Integrations cancel jobs, and deliveries disable integrations, through functions that \`src/app/\` passes to them.
- Deliveries record in the table \`integration_states\` that an integration fails; enabling it clears that.
`
