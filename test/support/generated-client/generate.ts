import { registerHooks } from 'node:module'

// The generator needs the programming interface of TypeScript, which version 7 does not have.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? '@ts-morph/common/dist/typescript.js' : specifier, context),
})

const [input = '', output = ''] = process.argv.slice(2)
const { createClient } = await import('@hey-api/openapi-ts')
await createClient({ input, output, logs: { level: 'silent' } })
