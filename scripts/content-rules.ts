import { type Finding, findImpurity, findSql } from './file-content.ts'

/** What files of `src/` may hold, by where they are. */
export type ContentRule = {
  name: string
  covers(file: string): boolean
  find(source: string): Finding[]
  advice: string
}

/** Timers are what they are. */
const TIMERS = /^src\/kernel\/(coalescer|repeat)[.]ts$/
const PURE = /\/rules\/|^src\/(kernel|pricing)\//
/** `jobs/` is all SQL of jobs, leases and logs. */
const SQL_FILES = /\/store[.]ts$|\/sql\/|^src\/(db|embedded)\/|^src\/deliveries\/jobs\//

export const CONTENT_RULES: readonly ContentRule[] = [
  {
    name: 'sql-stands-in-stores',
    covers: (file) => !SQL_FILES.test(file),
    find: findSql,
    advice: 'SQL stands in `store.ts`, in `sql/` and in `src/db/`.',
  },
  {
    name: 'rules-are-pure',
    covers: (file) => PURE.test(file) && !TIMERS.test(file),
    find: findImpurity,
    advice: 'Rules, the kernel and pricing take time, ids and chance as arguments.',
  },
]
