import type { Api } from '../../../../api/client.ts'
import type { Upload } from '../../../../api/upload.ts'
import type { File as StoredFile } from '../../../../generated/schema.ts'

/** Things that the tries of one page have made, so that another try goes on instead of making them twice. */
export class Made {
  /** Ids by name: `product`, `picture …`, `option …`, `value …`, `variant …`. */
  readonly ids = new Map<string, string>()
  /** Ids of equal things that were there before the first try. */
  readonly #others = new Map<string, ReadonlySet<string>>()

  id(name: string): string {
    const id = this.ids.get(name)
    if (id === undefined) throw new Error(`${name} was not made.`)
    return id
  }

  /**
   * Creates a thing once. A try whose response was lost may have created it: then it is found, because it was not there
   * before.
   */
  async once(name: string, find: () => Promise<readonly string[]>, create: () => Promise<string>): Promise<string> {
    const before = this.#others.get(name)
    const found = await find()
    if (before === undefined) this.#others.set(name, new Set(found))
    const id = found.find((one) => before?.has(one) === false) ?? (await create())
    this.ids.set(name, id)
    return id
  }
}

export type Tools = {
  api: Api
  upload: (upload: Upload) => Promise<StoredFile>
  /** Makes the requests of this page safe to repeat. */
  idempotencyKey: string
  made: Made
}
