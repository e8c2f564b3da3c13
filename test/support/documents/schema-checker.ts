import { Ajv2020, type Options } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'

/**
 * Checks values against published schemas. Each is used a few times, so it is compiled as fast as possible: optimizing the
 * code and inlining references takes three quarters of the time.
 */
export function schemaChecker(options: Pick<Options, 'allErrors' | 'discriminator'> = {}): Ajv2020 {
  return ajvFormats.default(new Ajv2020({ strict: false, code: { optimize: false }, inlineRefs: false, ...options }))
}
