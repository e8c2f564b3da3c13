// Writes the types of docs/openapi.json for the TypeScript client, and the operations that accept an idempotency key.
// node packaging/clients/typescript-types.ts INPUT FOLDER
import { readFile, rename, writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { withOwnParameters } from '../../src/http/document/operations.ts'
import { parametersOf } from '../../src/http/document/shared-parameters.ts'

// The generator needs the compiler API of TypeScript, which version 7 lacks.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? '@ts-morph/common/dist/typescript.js' : specifier, context),
})
const { default: openapiTypescript, astToString } = await import('openapi-typescript')
const { ts } = await import('@ts-morph/common')

type Operation = {
  parameters?: ({ name: string } | { $ref: string })[]
  responses: Record<string, { content?: Record<string, unknown> }>
}
type Paths = Record<string, { get?: Operation; post?: Operation }>

const [input = '', folder = ''] = process.argv.slice(2)
const document = JSON.parse(await readFile(input, 'utf8'))
const nodes = await openapiTypescript(document, {
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  silent: true,
  transform: ({ format }) => (format === 'binary' ? (blob() as never) : undefined),
})
await write('schema.ts', astToString(nodes))
await write(
  'operations.ts',
  [
    constant(
      'IDEMPOTENT_POSTS',
      ({ post }) =>
        post !== undefined &&
        parametersOf<{ name: string }>(post, document).some(({ name }) => name === 'idempotency-key'),
    ),
    constant('BYTES', ({ get }) => get?.responses['200']?.content?.['application/octet-stream'] !== undefined),
  ].join('\n'),
)

/** A constant with the paths that meet the condition. */
function constant(name: string, holds: (path: Paths[string]) => boolean): string {
  const found = Object.entries(document.paths as Paths).filter(([, path]) => holds(withOwnParameters<Operation>(path)))
  const names = found.map(([path]) => path)
  return `export const ${name}: ReadonlySet<string> = new Set(${JSON.stringify(names, null, 2)})\n`
}

/** Atomic, so that a concurrent compilation never reads a partial file. */
async function write(name: string, text: string): Promise<void> {
  const file = path.join(folder, name)
  await writeFile(`${file}.new`, text)
  await rename(`${file}.new`, file)
}

function blob() {
  return ts.factory.createTypeReferenceNode('Blob')
}
