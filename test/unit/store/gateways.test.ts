import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { GATEWAYS } from '../../../src/store/gateways/gateway.ts'

const MIGRATIONS = globSync('migrations/*.sql', { cwd: new URL('../../../', import.meta.url) })
const created = MIGRATIONS.map((file) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'))
  .filter((text) => /insert into gateways\b/.test(text))
  .join()

test.each(GATEWAYS)('a migration creates the gateway $slug for existing stores', ({ slug, name, test }) => {
  expect(created).toContain(`('${slug}', '${name}', ${test})`)
})
