import { describeEventType, type EventTypeDescription, eventTypes } from '../event-types/catalog.ts'
import { relativeAddress, slug } from './address.ts'
import type { Heading } from './headings.ts'
import { loadHighlight } from './highlight.ts'
import { html, NOTHING } from './html.ts'
import type { NavGroup, NavItem, Page } from './layout.ts'
import { codeBlock, inlineMarkdown } from './markdown.ts'
import { noNames, renderSchema } from './schema.ts'

/** The built-in event types, in catalog order. */
export const catalog: readonly EventTypeDescription[] = eventTypes.map(describeEventType)

const entities = Map.groupBy(catalog, ({ entity }) => entity)

/** `/docs/events`: every key, grouped by the resource that its events report on. */
export function eventIndexPage(): Page {
  const headings: Heading[] = [...entities.keys()].map((entity) => ({ level: 2, id: slug(entity), text: entity }))
  const groups = [...entities].map(([entity, types]) => {
    const rows = types.map(
      (type) =>
        html`<tr><td><a href="${relativeAddress('events', addressOf(type))}"><code>${type.key}</code></a></td><td>${inlineMarkdown(type.description)}${isOutside(type) ? OUTSIDE : NOTHING}</td></tr>`,
    )
    return html`<h2 id="${slug(entity)}">${entity}</h2>
<div class="scroll" role="group" aria-label="Events of ${entity}" tabindex="0"><table class="keys"><thead><tr><th>Key</th><th>Description</th></tr></thead><tbody>${rows}</tbody></table></div>`
  })
  const guide = (name: string, text: string) =>
    html`<a href="${relativeAddress('events', `guides/${name}`)}">${text}</a>`
  return {
    address: 'events',
    title: 'Event catalog',
    area: 'events',
    body: html`<h1>Event catalog</h1>
<p>The ${catalog.length} built-in event types. An integration observes their keys, or patterns such as <code>order.*</code>; how events are delivered is in ${guide('webhooks', 'the guide to webhooks')}. A store can ${guide('publishing', 'publish events of its own')}; <code>GET /v2/events/types</code> lists those too.</p>
${groups}`,
    headings,
    navigation: navigation(null),
    previous: null,
    next: itemAt(0),
    scripts: [],
  }
}

export async function eventPage(type: EventTypeDescription): Promise<Page> {
  const at = catalog.indexOf(type)
  const highlight = await loadHighlight()
  const level = type.level === 'Store' ? 'Store' : 'Store and organization'
  return {
    address: addressOf(type),
    title: type.key,
    area: 'events',
    body: html`<h1><code>${type.key}</code></h1>
<p class="lead">${inlineMarkdown(type.description)}</p>
<dl class="facts"><dt>Resource</dt><dd>${type.entity}</dd><dt>Level</dt><dd>${level}</dd><dt>Emitted by</dt><dd>${isOutside(type) ? 'Only other systems, which publish it' : 'Tidings'}</dd></dl>
<h2 id="sample">Sample</h2>
<p>The payload of an event; a delivery adds what the guides to <a href="${relativeAddress(addressOf(type), 'guides/webhooks')}">webhooks</a> and <a href="${relativeAddress(addressOf(type), 'guides/queues')}">queues</a> show.</p>
${codeBlock(JSON.stringify(type.sample, null, 2), 'json', highlight)}
<h2 id="schema">Schema</h2>
${renderSchema({ ...type.payload }, noNames)}
<details><summary>As JSON schema</summary>${codeBlock(JSON.stringify(type.payload, null, 2), 'json', highlight)}</details>`,
    headings: [
      { level: 2, id: 'sample', text: 'Sample' },
      { level: 2, id: 'schema', text: 'Schema' },
    ],
    navigation: navigation(type.entity),
    previous: at === 0 ? { title: 'Event catalog', address: 'events' } : itemAt(at - 1),
    next: itemAt(at + 1),
    scripts: [],
  }
}

const OUTSIDE = html` <span class="flag">published by other systems</span>`

const isOutside = ({ origin }: EventTypeDescription) => origin === 'outside'

function addressOf({ key }: Pick<EventTypeDescription, 'key'>): string {
  return `events/${key}`
}

function itemAt(at: number): NavItem | null {
  const type = catalog[at]
  return type === undefined ? null : { title: type.key, address: addressOf(type) }
}

function navigation(current: string | null): NavGroup[] {
  const items = [...entities].map(([entity, types]) => ({
    title: entity,
    address: `events#${slug(entity)}`,
    ...(entity === current ? { children: types.map((type) => ({ title: type.key, address: addressOf(type) })) } : {}),
  }))
  return [{ title: 'Event catalog', items: [{ title: 'All events', address: 'events' }, ...items] }]
}
