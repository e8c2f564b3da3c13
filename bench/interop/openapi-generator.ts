import path from 'node:path'
import { DOCUMENT } from '../../packaging/clients/package.ts'
import { built } from './cache.ts'
import { COPY_JARS } from './languages.ts'
import { runProgram } from './programs.ts'

const GENERATOR = 'bench/interop/clients/generator'

/** Inputs of the OpenAPI Generator clients besides their own files. */
export const GENERATOR_INPUTS = ['docs/openapi.json', 'bench/interop/openapi-generator.ts', `${GENERATOR}/pom.xml`]

/** Harmless warnings about the document: reserved names of a language, and the generator's support of OpenAPI 3.1. */
const EXPECTED = [
  /OpenAPI 3\.1 support is still in beta/,
  /Failed to get the schema name: null/,
  /cannot be used as /,
  /'oneOf' is intended to include only the additional optional OAS extension discriminator object/,
]

/** Generates a language's client into the folder `client`. Unexpected warnings fail. */
export async function generateClient(folder: string, language: string, options: Readonly<Record<string, string>>) {
  const generator = await built(GENERATOR, (jars) =>
    runProgram(['mvn', '--quiet', '--batch-mode', COPY_JARS, '-DoutputDirectory=jars', '-DexcludeTransitive'], {
      folder: jars,
    }),
  )
  const properties = Object.entries(options).map(([name, value]) => `${name}=${value}`)
  const parts = ['apiDocs', 'modelDocs', 'apiTests', 'modelTests'].map((part) => `${part}=false`)
  const output = await runProgram(
    [
      ...['java', '-cp', path.join(generator, 'jars/*'), 'org.openapitools.codegen.OpenAPIGenerator', 'generate'],
      ...['--input-spec', DOCUMENT, '--generator-name', language, '--output', 'client'],
      ...['--global-property', parts.join(), '--additional-properties', properties.join()],
    ],
    { folder },
  )
  const remarks = output.split('\n').filter((line) => /\b(?:WARN|ERROR)\b/.test(line))
  const others = remarks.filter((line) => !EXPECTED.some((pattern) => pattern.test(line)))
  if (others.length > 0) throw new Error(`The generator warns about the document: ${others.slice(0, 20).join('\n')}`)
}
