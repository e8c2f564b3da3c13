import { readFile } from 'node:fs/promises'

/** Reads secrets from a file, one per line; there are two during a rotation. */
export async function readSecretFile(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim())
  const secrets = lines.filter((line) => line !== '')
  if (secrets.length === 0) throw new Error(`${file} holds no secret.`)
  return secrets
}
