import { Argument, type Command } from 'commander'

const SHELLS = ['bash', 'zsh', 'fish'] as const

/** `makeCommands` creates the commands to complete. */
export function addCompletion(program: Command, makeCommands: () => Promise<Command>): void {
  program
    .command('completion')
    .description('Print a script that completes commands and options in a shell.')
    .addArgument(new Argument('<shell>', 'shell').choices(SHELLS))
    .addHelpText('after', MORE)
    .action(async (shell: string) => (await completionOf(await makeCommands())).setup('tidings', 'tidings', shell))
  // Called by the completion scripts.
  program
    .command('complete', { hidden: true })
    .description('Print completions of a command line.')
    .argument('[words...]', 'the command line, after --')
    .action(async (words: string[]) => (await completionOf(await makeCommands())).parse(words))
}

const MORE = `
Examples:
  source <(tidings completion bash)          in ~/.bashrc
  source <(tidings completion zsh)           in ~/.zshrc
  tidings completion fish | source           in ~/.config/fish/config.fish`

async function completionOf(commands: Command) {
  const { default: tab } = await import('@bomb.sh/tab/commander')
  return tab(commands)
}
