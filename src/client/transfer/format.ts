import { Option } from 'commander'

const FORMATS = ['jsonl', 'csv'] as const
export type Format = (typeof FORMATS)[number]

export function formatOption(): Option {
  return new Option('--format <format>', 'JSON lines or, for one kind of records, CSV')
    .choices(FORMATS)
    .default('jsonl')
}

export function formulasOption(): Option {
  return new Option('--keep-formulas', 'CSV: texts that begin with =, +, -, @ neither gain nor lose an apostrophe')
}

/** Throws for CSV. */
export function refuseCsv(format: Format): void {
  if (format === 'csv') throw new Error('Everything has nested records: the format can only be jsonl.')
}
