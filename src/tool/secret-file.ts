import { readFile } from 'node:fs/promises'

/** The secrets in a file, one a line: two while one takes over from the other. */
export async function readSecretFile(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim())
  const secrets = lines.filter((line) => line !== '')
  if (secrets.length === 0) throw new Error(`There is no secret in ${file}.`)
  return secrets
}
