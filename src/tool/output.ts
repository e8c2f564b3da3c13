/** Prints one JSON document with `--json`, or text for people. */
export function print(data: unknown, { json }: { json?: true | undefined }, forPeople: () => string): void {
  process.stdout.write(json ? `${JSON.stringify(data, null, 2)}\n` : forPeople())
}

/** Rows under their headings, each column as wide as its widest cell. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings.map((heading) => heading.toUpperCase()), ...rows]
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

/** A time in the local time zone, to the second. */
export function localTime(time: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const date = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-')
  return `${date} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`
}
