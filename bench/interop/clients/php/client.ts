import type { GeneratedClient } from '../../generated-client.ts'
import { GENERATOR_INPUTS, generateClient } from '../../openapi-generator.ts'
import { runProgram } from '../../programs.ts'
import { works } from '../../tools.ts'

export const phpClient: GeneratedClient = {
  name: 'php',
  inputs: GENERATOR_INPUTS,
  missing: () =>
    works('php', ['-r', "require 'GuzzleHttp/autoload.php'; exit(extension_loaded('curl') ? 0 : 1);"])
      ? null
      : 'needs PHP with Guzzle (Debian: php-cli php-curl php-mbstring php-guzzlehttp-guzzle)',
  guide: null,
  async build(folder) {
    await generateClient(folder, 'php', { invokerPackage: 'Tidings' })
    // Checks every file separately, because a program loads only those that it uses.
    await runProgram(['sh', '-c', "find client/lib -name '*.php' -print0 | xargs -0 -n 1 php -l > checked"], { folder })
  },
  program: ['php', 'program.php'],
  example: [],
}
