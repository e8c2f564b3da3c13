// Fails when a file of src/ or dashboard/src/ holds what its place does not allow: SQL outside of stores, time or chance in rules.
import { globSync, readFileSync } from 'node:fs'
import { CONTENT_RULES } from './content-rules.ts'

for (const file of globSync(['src/**/*.ts', 'dashboard/src/**/*.{ts,tsx}']).sort()) {
  if (file.startsWith('dashboard/src/generated/')) continue
  const source = readFileSync(file, 'utf8')
  for (const { name, covers, find, advice } of CONTENT_RULES) {
    if (!covers(file)) continue
    for (const { line, found } of find(source, file)) {
      console.error(`${file}:${line}: ${name}: ${found}\n  ${advice}`)
      process.exitCode = 1
    }
  }
}
