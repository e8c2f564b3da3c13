import { createInterface } from 'node:readline/promises'
import { forTerminal } from '../../tool/terminal.ts'

/** A terminal, or what stands for one. */
type Terminal = { input: NodeJS.ReadableStream & { isTTY?: boolean }; output: NodeJS.WritableStream }

/**
 * Whether a person confirms; `plan` is shown before the question. Only `yes` does. Throws without a terminal, with what to
 * do.
 */
export async function confirm(
  plan: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<boolean> {
  if (input.isTTY !== true)
    throw new Error('Nothing was changed: without a terminal to ask on, `tidings apply` needs --yes.')
  const lines = createInterface({ input, output })
  try {
    return (await lines.question(`${forTerminal(plan)}Apply these changes? Only yes is accepted: `)).trim() === 'yes'
  } finally {
    lines.close()
  }
}
