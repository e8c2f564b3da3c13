import type { Command } from 'commander'
import { makeProgram } from '../../src/commands/program.ts'

export function cliDocument(): string {
  const sections = leavesOf(makeProgram()).map((command) => `## ${nameOf(command)}\n\n${fenced(helpOf(command))}`)
  return `# Command line\n\nIn a checkout: \`npm run tidings -- COMMAND\`.\n\n${sections.join('\n')}`
}

/** The program itself and its commands that have no subcommands. */
function leavesOf(command: Command): Command[] {
  const below = command.commands.flatMap((child) => (child.commands.length > 0 ? leavesOf(child).slice(1) : [child]))
  return [command, ...below]
}

function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`
}

function helpOf(command: Command): string {
  let text = ''
  command.configureOutput({
    writeOut: (part) => {
      text += part
    },
    getOutHelpWidth: () => 110,
    getOutHasColors: () => false,
  })
  command.outputHelp()
  return text
}

function fenced(text: string): string {
  return `\`\`\`text\n${text.trimEnd()}\n\`\`\`\n`
}
