// Fails if a file of src/ or dashboard/src/ contains what its location forbids, such as SQL outside of stores, or time
// or randomness in rules, and if a folder has too many files.
import { globSync, readFileSync } from 'node:fs'
import { CONTENT_RULES } from './content-rules.ts'
import { fullFolders } from './folder-sizes.ts'

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

const CODE = '{src,test,bench,scripts,packaging,dashboard/src,dashboard/test}/**/*.*'
for (const problem of fullFolders(globSync(CODE).filter((file) => !file.includes('/generated/')))) {
  console.error(problem)
  process.exitCode = 1
}
