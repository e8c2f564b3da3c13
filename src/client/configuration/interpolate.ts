import type { Path } from './kind.ts'
import { mapStrings } from './references.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** `used` are the paths of the values from the environment; `wrong` those of invalid variables. */
export type Interpolated = { value: unknown; used: Path[]; wrong: { path: Path; detail: string }[] }

/** Matches `$${`, `${NAME}`, or an incomplete `${`. */
const VARIABLE = /\$\$\{|\$\{([A-Za-z_]\w*)\}|\$\{/g

/** Replaces `${NAME}` in texts from the environment; `$${` stands for `${`. */
export function interpolate(value: unknown, environment: Environment): Interpolated {
  const used: Path[] = []
  const wrong: Interpolated['wrong'] = []
  const replaced = mapStrings(value, (text, path) =>
    text.replace(VARIABLE, (written, name?: string) => {
      if (written === '$${') return '${'
      if (name === undefined) {
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what files contain.
        wrong.push({ path, detail: 'A variable is written ${NAME}; write $${ for the text ${.' })
        return ''
      }
      const found = Object.hasOwn(environment, name) ? environment[name] : undefined
      if (found === undefined) wrong.push({ path, detail: `The environment variable ${name} is not set.` })
      used.push(path)
      return found ?? ''
    }),
  )
  return { value: replaced, used, wrong }
}
