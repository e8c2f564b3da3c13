import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type ESTree, parseSync } from 'vite'

/** Parts of a declaration that routes and navigation need before it is loaded. */
export type PlainResource = {
  file: string
  name: string
  address: string
  /** Parameter name of its id in the document's path. */
  id: string
  list: string
  many: string
  pages: readonly string[] | null
  group: string | null
}

/** Resources declared in the files of a folder: `export const taxRates = resource({ … })`. */
export function readPlainResources(folder: string): PlainResource[] {
  return globSync('*.{ts,tsx}', { cwd: folder })
    .toSorted()
    .flatMap((file) => declarationsIn(file, readFileSync(path.join(folder, file), 'utf8')))
}

/** Generates the module with their routes and navigation entries. */
export function printPlainResources(resources: readonly PlainResource[]): string {
  const routed = resources.filter(({ pages }) => pages?.length !== 0)
  const routes = routed.map(({ file, name, address, id, pages }) => {
    const load = `async () => (await import('../resources/${file}')).${name}`
    const parts = [
      JSON.stringify(address),
      JSON.stringify(id),
      load,
      pages === null ? 'undefined' : JSON.stringify(pages),
    ]
    return `  ...resourceRoutes(${parts.join(', ')}),`
  })
  const entries = resources.flatMap(({ group, many, address, list }) =>
    group === null ? [] : [`  ${JSON.stringify({ group, many, address, list })},`],
  )
  return [
    `import { resourceRoutes } from '../kit/resource/resource-routes.tsx'`,
    'export const PLAIN_ROUTES = [',
    ...routes,
    ']',
    'export const PLAIN_ENTRIES: readonly { group: string; many: string; address: string; list: string }[] = [',
    ...entries,
    ']',
    '',
  ].join('\n')
}

function declarationsIn(file: string, source: string): PlainResource[] {
  return parseSync(file, source).program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return []
    return statement.declaration.declarations.flatMap(({ id, init }) => {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression') return []
      const [declaration] = init.arguments
      const isResource = init.callee.type === 'Identifier' && init.callee.name === 'resource'
      return isResource && declaration?.type === 'ObjectExpression'
        ? [read(declaration, source, { file, name: id.name })]
        : []
    })
  })
}

function read(
  declaration: ESTree.ObjectExpression,
  source: string,
  from: { file: string; name: string },
): PlainResource {
  const members = membersOf(declaration)
  const text = (name: string) => {
    const value = members.get(name)
    return value?.type === 'Literal' && typeof value.value === 'string' ? value.value : null
  }
  const one = members.get('one')
  // The path may begin with a constant of the file.
  const id = one && /\{(\w+)\}['`]$/.exec(source.slice(one.start, one.end))?.[1]
  const [address, group, list] = [text('address'), text('group'), text('list') ?? '']
  const label = members.get('label')
  const many = label?.type === 'ObjectExpression' ? membersOf(label).get('many') : undefined
  if (id === undefined || address === null)
    throw new Error(`${from.name} in ${from.file} must have a string \`address\`, and the name of its id in \`one\`.`)
  if (group !== null && list === '')
    throw new Error(`${from.name} in ${from.file} is in the navigation, so its \`list\` must be a string.`)
  return {
    ...from,
    address,
    id,
    list,
    many: many?.type === 'Literal' ? String(many.value) : address,
    pages: textsOf(members.get('pages')),
    group,
  }
}

function membersOf({ properties }: ESTree.ObjectExpression): Map<string, ESTree.Expression> {
  return new Map(
    properties.flatMap((property) =>
      property.type === 'Property' && property.key.type === 'Identifier'
        ? [[property.key.name, property.value as ESTree.Expression] as const]
        : [],
    ),
  )
}

function textsOf(value: ESTree.Expression | undefined): string[] | null {
  if (value?.type !== 'ArrayExpression') return null
  return value.elements.flatMap((element) => (element?.type === 'Literal' ? [String(element.value)] : []))
}
