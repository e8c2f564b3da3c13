import { createInterface } from 'node:readline/promises'
import { forTerminal } from '../../tool/terminal.ts'

type Terminal = { input: NodeJS.ReadableStream & { isTTY?: boolean }; output: NodeJS.WritableStream }

/**
 * Shows the plan and returns true only if a person types `yes`. Throws an error with advice if there is no terminal.
 */
export async function confirm(
  plan: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<boolean> {
  if (input.isTTY !== true)
    throw new Error('Nothing was changed: without a terminal for the confirmation, `tidings apply` needs --yes.')
  const lines = createInterface({ input, output })
  try {
    return (await lines.question(`${forTerminal(plan)}Apply these changes? Only yes is accepted: `)).trim() === 'yes'
  } finally {
    lines.close()
  }
}
