import path from 'node:path'
import { Option } from 'commander'

/** Kinds that can be imported and exported individually, also as CSV. */
export const FLAT_KINDS = ['customers', 'products', 'prices', 'stock', 'coupons'] as const
export type FlatKindName = (typeof FLAT_KINDS)[number]

const FORMATS = ['jsonl', 'csv'] as const
export type Format = (typeof FORMATS)[number]

export function formatOption(): Option {
  const description =
    'JSON lines or, for one kind of records, CSV; default: csv if the file ends in .csv, otherwise jsonl'
  return new Option('--format <format>', description).choices(FORMATS)
}

/** Returns the named format, or that of the file extension. */
export function formatOf(named: Format | undefined, file: string): Format {
  return named ?? (path.extname(file).toLowerCase() === '.csv' ? 'csv' : 'jsonl')
}

export function formulasOption(): Option {
  return new Option('--keep-formulas', 'CSV: texts that begin with =, +, -, @ neither gain nor lose an apostrophe')
}
