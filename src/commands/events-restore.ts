import type { Command } from 'commander'
import { openArchive } from '../app/file-storage.ts'
import { type Archive, readManifest } from '../archive/archive.ts'
import type { Manifest } from '../archive/manifest.ts'
import { archivedBetween, restorePartition } from '../archive/restore.ts'
import { partOf } from '../db/partitions/partition-names.ts'
import { DAY } from '../kernel/duration.ts'
import { moment, wholeNumber } from '../tool/arguments.ts'
import { withFoundation } from '../tool/on-foundation.ts'
import { addOutput, formatTime, type OutputOptions, print, table } from '../tool/output.ts'

type Options = OutputOptions & { from?: string; to?: string; days: number }

export function addRestore(events: Command): void {
  addOutput(
    events
      .command('restore')
      .description(
        'Bring archived events, jobs and logs back into the database, to be read and replayed. Nothing is delivered by itself. ' +
          'Servers may keep running.',
      )
      .argument('[partitions...]', 'names of archived partitions, such as events_20261120; or --from and --to')
      .option('--from <time>', 'data created from this time on, such as 2026-11-20', moment)
      .option('--to <time>', 'and before this time; default: one day later', moment)
      .option('--days <count>', 'days for which the data is kept', wholeNumber(1, 3650), 7),
  ).action(restore)
}

async function restore(names: readonly string[], { from, to, days, ...output }: Options): Promise<void> {
  if (names.length > 0 === (from !== undefined))
    throw new Error('Name the partitions to restore, or give --from (and --to).')
  const kept_until = new Date(Date.now() + days * DAY)
  const restored = await withFoundation(async ({ config, log, direct, source }) => {
    const archive = await openArchive(config)
    if (archive === null)
      throw new Error('There is no archive: set TIDINGS_ARCHIVE_FOLDER or TIDINGS_ARCHIVE_BUCKET, as for the servers.')
    try {
      const manifests = from === undefined ? await named(archive, names) : await between(archive, from, to)
      const done: { name: string; rows: number }[] = []
      for (const manifest of manifests) {
        log.info(`Restoring ${manifest.partition}: ${manifest.rows} rows.`)
        done.push(await restorePartition({ db: direct, url: source.direct_url, archive }, manifest, kept_until))
      }
      return done
    } finally {
      archive.bytes.close()
    }
  })
  await print(
    restored.map((one) => ({ ...one, kept_until })),
    output,
    () =>
      table(
        ['partition', 'rows', 'kept until'],
        restored.map(({ name, rows }) => [name, String(rows), formatTime(kept_until)]),
      ),
  )
}

async function named(archive: Archive, names: readonly string[]): Promise<Manifest[]> {
  const manifests: Manifest[] = []
  for (const name of names) {
    const manifest = partOf(name) === null ? null : await readManifest(archive, name)
    if (manifest === null)
      throw new Error(`${name} is not in the archive. See the names there, such as events_20261120, or use --from.`)
    manifests.push(manifest)
  }
  return manifests
}

async function between(archive: Archive, from: string, to?: string): Promise<Manifest[]> {
  const begin = Date.parse(from)
  const manifests = await archivedBetween(archive, begin, to === undefined ? begin + DAY : Date.parse(to))
  if (manifests.length === 0) throw new Error('The archive has no data from that time.')
  return manifests
}
