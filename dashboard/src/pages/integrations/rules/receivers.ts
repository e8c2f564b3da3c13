export type Language = {
  name: string
  /** Path below `examples/receive/`. */
  file: string
  /** Command that starts it in its folder. */
  start: string
}

/** Example receivers. */
export const LANGUAGES: readonly [Language, ...Language[]] = [
  { name: 'TypeScript', file: 'typescript/receiver.ts', start: 'node receiver.ts' },
  { name: 'Python', file: 'python/receiver.py', start: 'python receiver.py' },
  { name: 'Go', file: 'go/receiver.go', start: 'go run .' },
  { name: 'Java', file: 'java/src/main/java/Receiver.java', start: 'mvn -q compile exec:java' },
  { name: 'C#', file: 'csharp/Program.cs', start: 'dotnet run' },
  { name: 'Ruby', file: 'ruby/receiver.rb', start: 'bundle exec ruby receiver.rb' },
  { name: 'Rust', file: 'rust/src/main.rs', start: 'cargo run' },
  { name: 'PHP', file: 'php/receiver.php', start: 'sh run.sh' },
]

/** Start command with the secret, or a placeholder if the secret is unknown. */
export function commandOf({ start }: Language, secret: string | null): string {
  return `WEBHOOK_SECRET='${secret ?? 'the secret of the integration'}' PORT=4000 ${start}`
}
