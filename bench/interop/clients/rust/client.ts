import type { GeneratedClient } from '../../generated-client.ts'
import { GENERATOR_INPUTS, generateClient } from '../../openapi-generator.ts'
import { runProgram } from '../../programs.ts'

export const rustClient: GeneratedClient = {
  name: 'rust',
  inputs: GENERATOR_INPUTS,
  missing: () => null,
  guide: null,
  async build(folder) {
    await generateClient(folder, 'rust', { packageName: 'tidings_client' })
    await runProgram(['cargo', 'build', '--quiet'], { folder })
  },
  program: ['target/debug/program'],
  example: [],
}
