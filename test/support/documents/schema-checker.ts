import { Ajv2020, type Options } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'

/**
 * Checks values against published schemas. Favors compile time, because each schema is used only a few times:
 * optimizing and inlining would take three quarters of the time.
 */
export function schemaChecker(options: Pick<Options, 'allErrors' | 'discriminator'> = {}): Ajv2020 {
  return ajvFormats.default(new Ajv2020({ strict: false, code: { optimize: false }, inlineRefs: false, ...options }))
}
