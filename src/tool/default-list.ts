import type { Command } from 'commander'
import { nearestWord } from '../kernel/text/nearest-word.ts'

/**
 * Adds `list` as the default command of a group. Rejects an unknown word as an unknown command, not as an excess
 * argument.
 */
export function defaultList(group: Command): Command {
  const list = group.command('list', { isDefault: true })
  return list.allowExcessArguments().hook('preAction', ({ args: [word] }) => {
    if (word === undefined) return
    if (group.args[0] === 'list') list.error(`error: unexpected argument '${word}'`)
    const nearest = nearestWord(
      word,
      group.commands.map((command) => command.name()),
    )
    group.error(`error: unknown command '${word}'${nearest === undefined ? '' : `\n(Did you mean ${nearest}?)`}`)
  })
}
