import type { GeneratedClient } from '../../generated-client.ts'
import { COPY_JARS } from '../../languages.ts'
import { GENERATOR_INPUTS, generateClient } from '../../openapi-generator.ts'
import { runProgram } from '../../programs.ts'

const CLASSES = 'client/target/classes:client/target/jars/*'

export const javaClient: GeneratedClient = {
  name: 'java',
  inputs: GENERATOR_INPUTS,
  missing: () => null,
  guide: null,
  async build(folder) {
    // The second option makes a client accept members added by newer servers.
    await generateClient(folder, 'java', { library: 'okhttp-gson', disallowAdditionalPropertiesIfNotPresent: 'false' })
    const maven = ['mvn', '--quiet', '--batch-mode', '--file', 'client/pom.xml']
    await runProgram([...maven, 'compile', COPY_JARS, '-DoutputDirectory=target/jars'], { folder })
    await runProgram(['javac', '-cp', CLASSES, '-d', 'classes', 'Program.java'], { folder })
  },
  program: ['java', '-XX:TieredStopAtLevel=1', '-cp', `classes:${CLASSES}`, 'Program'],
  example: [],
}
