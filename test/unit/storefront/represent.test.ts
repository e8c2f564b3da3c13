import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_RESOURCES, type Rendering, represent } from '../../../src/storefront/hypermedia/represent.ts'
import {
  type Absence,
  createRegistry,
  type Params,
  type Resource,
} from '../../../src/storefront/hypermedia/resource.ts'
import { NO_ZOOM, parseZoom, type Zoom } from '../../../src/storefront/hypermedia/zoom.ts'

type Kind = 'red' | 'blue'
type Arrow = { rel: 'same' | 'Other'; to: number }
type Node = { absent: Absence | null; arrows: readonly Arrow[]; said: number }
/** Resources by URI, and the URIs of each read. */
type Graph = { nodes: Readonly<Record<Kind, readonly Node[]>>; readings: string[][] }

const AGES = { red: 0, blue: 600 }

/** Nodes by number; `first` is an alias of number 0. */
function resourceOf(kind: Kind, other: Kind): Resource<Graph> {
  return {
    name: kind,
    type: `shop.${kind}`,
    path: `/${kind}/:number`,
    max_age: AGES[kind],
    description: '',
    relations: { same: { to: kind }, Other: { to: other }, gone: { to: kind } },
    async read({ nodes, readings }, addresses) {
      readings.push(addresses.map(({ number }) => `${kind} ${number}`))
      return addresses.map(({ number }) => {
        const node = nodes[kind][number === 'first' ? 0 : Number(number)]
        if (node === undefined || node.absent !== null) return node?.absent ?? 'missing'
        const links = node.arrows.map(({ rel, to }) => ({ rel, params: { number: String(to) } }))
        return { params: { number: number === 'first' ? '0' : String(number) }, links, data: { said: node.said } }
      })
    },
  }
}

const registry = createRegistry([resourceOf('red', 'blue'), resourceOf('blue', 'red')])

function readingOf(graph: Graph): Rendering<Graph> {
  return { registry, context: graph, base: 'http://shop.test', cache: new Map() }
}

async function shown(graph: Graph, params: Params, zoom: Zoom, name: Kind = 'red'): Promise<Json> {
  return (await represent(readingOf(graph), { name, params }, zoom)).json
}

const NODES = 4
const arrow = fc.record({ rel: fc.constantFrom('same', 'Other'), to: fc.nat(NODES) }) as fc.Arbitrary<Arrow>
const node = fc.record({
  absent: fc.constantFrom(null, null, null, null, 'missing', 'forbidden'),
  arrows: fc.array(arrow, { maxLength: 3 }),
  said: fc.integer(),
}) as fc.Arbitrary<Node>
const nodes = fc.array(node, { minLength: NODES, maxLength: NODES })
const graphs = fc
  .record({ red: nodes, blue: nodes })
  .map(
    ({ red, blue }): Graph => ({ nodes: { red: [{ ...root, ...red[0], absent: null }, ...red], blue }, readings: [] }),
  )
const root: Node = { absent: null, arrows: [], said: 0 }
const relation = fc.constantFrom('same', 'other', 'SAME', 'gone', 'unknown')
const zooms = fc
  .array(fc.array(relation, { minLength: 1, maxLength: 4 }), { maxLength: 5 })
  .map((paths) => parseZoom(paths.map((path) => path.join(':')).join(',')))

// biome-ignore lint/suspicious/noExplicitAny: what is read is compared as a whole
type Json = any

/** Expected embedded resources, computed slowly by reading each resource separately. */
async function embeddedIn(graph: Graph, plain: Json, zoom: Zoom): Promise<Json> {
  const embedded: Json = {}
  for (const [relation, inner] of zoom.relations) {
    const links = plain.links.filter((link: Json) => link.rel.toLowerCase() === relation)
    const list = []
    for (const { uri } of links) {
      const [, name, number] = uri.split('/')
      const one = await shown(graph, { number }, NO_ZOOM, name).catch(() => null)
      if (one === null) continue
      const below = await embeddedIn(graph, one, inner)
      if (inner.isEnd) list.push({ ...one, ...below })
      else if (Object.keys(below).length > 0) list.push(below)
    }
    if (list.length > 0) embedded[`_${links[0].rel}`] = list
  }
  return embedded
}

describe('a zoomed response', () => {
  test('holds full resources only where paths end, and nothing for unknown relations', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, zooms, async (graph, zoom) => {
        const { self, ...zoomed } = await shown(graph, { number: '0' }, zoom)
        const { self: own, ...plain } = await shown(graph, { number: '0' }, NO_ZOOM)
        expect(zoomed).toEqual({ ...plain, ...(await embeddedIn(graph, plain, zoom)) })
        expect(self.uri.split('?')[0]).toBe(own.uri)
      }),
    )
  })

  test('is read once for each kind and level, and no resource twice', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, zooms, async (graph, zoom) => {
        await represent(readingOf(graph), { name: 'red', params: { number: '0' } }, zoom)
        const read = graph.readings.flat()
        expect(new Set(read).size).toBe(read.length)
        expect(graph.readings.length).toBeLessThanOrEqual(sizeOf(zoom))
      }),
    )
  })

  test('has the minimum max-age of its resources', async () => {
    const link = (rel: Arrow['rel'], to: number): Arrow => ({ rel, to })
    const blue = [{ ...root, arrows: [link('same', 1), link('Other', 0)] }, root]
    const graph: Graph = { nodes: { red: [root], blue }, readings: [] }
    const ageOf = async (zoom: string) =>
      (await represent(readingOf(graph), { name: 'blue', params: { number: '0' } }, parseZoom(zoom))).max_age
    expect([await ageOf('same'), await ageOf('unknown'), await ageOf('same,other')]).toEqual([600, 600, 0])
  })

  test('states the canonical URI of a resource that was requested by an alias', async () => {
    const arrows: Arrow[] = [{ rel: 'same', to: 0 }]
    const graph: Graph = { nodes: { red: [{ ...root, arrows }], blue: [] }, readings: [] }
    const first = await shown(graph, { number: 'first' }, parseZoom('same'))
    expect([first.self.uri, first._same[0].self.uri]).toEqual(['/red/0?zoom=same', '/red/0'])
    // The node was already known under its own name.
    expect(graph.readings).toEqual([['red first']])
  })

  test('is an error that names the missing resource, but omits it where it is embedded', async () => {
    const absent: Node[] = [root, { ...root, absent: 'missing' }, { ...root, absent: 'forbidden' }]
    const arrows: Arrow[] = [1, 2, 3].map((to) => ({ rel: 'same', to }))
    const graph: Graph = { nodes: { red: [{ ...root, arrows }, ...absent.slice(1)], blue: [] }, readings: [] }
    expect(await shown(graph, { number: '0' }, parseZoom('same'))).not.toHaveProperty('_same')
    await expect(shown(graph, { number: '1' }, NO_ZOOM)).rejects.toMatchObject({ code: 'not_found' })
    await expect(shown(graph, { number: '2' }, NO_ZOOM)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('is rejected beyond the maximum number of resources', async () => {
    const length = Math.ceil(MAX_RESOURCES ** (1 / 3))
    const everything: Arrow[] = Array.from({ length }, () => ({ rel: 'same', to: 0 }))
    const graph: Graph = { nodes: { red: [{ ...root, arrows: everything }], blue: [] }, readings: [] }
    await expect(shown(graph, { number: '0' }, parseZoom('same:same:same'))).rejects.toMatchObject({
      code: 'malformed_query',
    })
  })
})

function sizeOf({ relations }: Zoom): number {
  return [...relations.values()].reduce((sum, inner) => sum + sizeOf(inner), 1)
}
