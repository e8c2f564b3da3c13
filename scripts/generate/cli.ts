import type { Command } from 'commander'
import { makeProgram } from '../../src/commands/program.ts'

export async function cliDocument(): Promise<string> {
  const sections = commandsOf(await makeProgram()).map(
    (command) => `## ${nameOf(command)}\n\n${fenced(helpOf(command))}`,
  )
  return `# Command line\n\nIn a checkout, the command is in the folder \`bin\`: \`export PATH="$PWD/bin:$PATH"\`.\n\n${sections.join('\n')}`
}

/** The program and its commands, except groups without options of their own. */
function commandsOf(command: Command): Command[] {
  const below = command.commands.flatMap((child) => {
    const isGroup = child.commands.length > 0 && child.options.length === 0
    return commandsOf(child).slice(isGroup ? 1 : 0)
  })
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
