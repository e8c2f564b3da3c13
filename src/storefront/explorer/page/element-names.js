import { namesIn, zoomForNames } from './api/names.js'
import { targetPath } from './api/target.js'

/** @import { Client } from './api/client.js' */
/** @import { Kind } from './api/graph.js' */
/** @import { Resource } from './api/resource.js' */

/** The names of resources that are known, by URI; empty for a resource without a name. */
export class ElementNames {
  /** @type {Map<string, string>} */
  #names = new Map()

  /** @param {string} uri */
  get(uri) {
    return this.#names.get(uri)
  }

  clear() {
    this.#names = new Map()
  }

  /** @param {unknown} json */
  collect(json) {
    for (const [uri, name] of namesIn(json)) if (name !== '') this.#names.set(uri, name)
  }

  /**
   * Requests the names of the elements of all lists in a resource, with one request for all of them.
   * @param {Client} client
   * @param {string} uri of the resource
   * @param {Resource} resource
   * @param {readonly Kind[]} kinds
   */
  async request(client, uri, resource, kinds) {
    const names = this.#names
    const zoom = zoomForNames(resource, kinds, names)
    if (zoom === '') return
    const path = targetPath({ uri, zoom })
    const { json } = await client.send({ method: 'GET', label: 'names of elements', path })
    // Into the names of the time of the request: they can have been cleared since.
    for (const [element, name] of namesIn(json)) names.set(element, names.get(element) || name)
  }
}
