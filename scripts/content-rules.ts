import {
  type Finding,
  findEscapes,
  findFormats,
  findImpurity,
  findRequests,
  findSql,
  findWrites,
} from './file-content.ts'
import { FILES_WITH_ESCAPES } from './type-escapes.ts'

/** A rule about the contents of files of `src/` and `dashboard/src/`, by location. */
export type ContentRule = {
  name: string
  covers(file: string): boolean
  find(source: string, file: string): Finding[]
  advice: string
}

/** Modules that implement timers. */
const TIMERS = /^src\/kernel\/(coalescer|repeat|flow\/fair-queue|flow\/next-iteration|flow\/loop-budget)[.]ts$/
const PURE = /\/rules\/|^src\/(kernel|pricing)\//
/** Browsers have their own API for signatures. */
const IN_BROWSER = /^dashboard\/.*\/rules\/signature[.]ts$/
/** `jobs/` contains all SQL of jobs, leases and logs. */
const SQL_FILES = /\/store[.]ts$|\/sql\/|^src\/(db|embedded)\/|^src\/deliveries\/jobs\//

/** Pages print times and money by one function each; the first page reads no currencies. */
const FORMATTERS =
  /^dashboard\/src\/(explorer\/|kit\/values\/time[.]ts|kit\/form\/values\/times[.]ts|ui\/charts\/|pages\/home\/orders[.]tsx)/

/** A backup writes bytes to standard output. */
const WRITERS = /^src\/(tool\/terminal|app\/backup\/make-backup)[.]ts$/

export const CONTENT_RULES: readonly ContentRule[] = [
  {
    name: 'sql-stands-in-stores',
    covers: (file) => file.startsWith('src/') && !SQL_FILES.test(file),
    find: findSql,
    advice: 'SQL belongs in `store.ts`, `sql/` or `src/db/`.',
  },
  {
    name: 'rules-are-pure',
    covers: (file) => PURE.test(file) && !TIMERS.test(file) && !IN_BROWSER.test(file),
    find: findImpurity,
    advice: 'Rules, the kernel and pricing must get time, ids and randomness as arguments.',
  },
  {
    name: 'only-the-client-sends-requests',
    covers: (file) => file.startsWith('dashboard/src/') && !/^dashboard\/src\/(explorer\/)?api\//.test(file),
    find: findRequests,
    advice:
      'Only `dashboard/src/api/` sends requests, because it handles the session and errors; the explorer has its own `api/`.',
  },
  {
    name: 'pages-have-one-format',
    covers: (file) => file.startsWith('dashboard/src/') && !FORMATTERS.test(file),
    find: findFormats,
    advice: 'Pages print times with `Time` or `kit/values/time.ts`, and money with `Money` or `formatAmount`.',
  },
  {
    name: 'terminals-show-control-characters',
    covers: (file) => file.startsWith('src/') && !WRITERS.test(file),
    find: findWrites,
    advice: 'Commands must print with `writeOut` and `writeErr` (`src/tool/terminal.ts`).',
  },
  {
    name: 'types-are-not-escaped',
    covers: (file) => !FILES_WITH_ESCAPES.has(file),
    find: findEscapes,
    advice: 'Use a type that fits. Only the files in `scripts/type-escapes.ts` may assert a type without a check.',
  },
]
