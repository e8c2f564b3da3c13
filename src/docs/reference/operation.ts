import { isObject } from '../../kernel/json/json.ts'
import { slug } from '../address.ts'
import type { Highlight } from '../highlight.ts'
import { type Html, html, join, NOTHING } from '../html.ts'
import { codeBlock, inlineMarkdown } from '../markdown.ts'
import { renderSchema, type Schema, type SchemaNames, typeOf } from '../schema.ts'
import type { ApiDocument, NamedOperation, Parameter, Response } from './document.ts'
import { samplesOf, shownBody } from './samples.ts'

/** An operation: its parameters, its responses, a request in each language, and a form to send a request. */
export function renderOperation(
  operation: NamedOperation,
  document: ApiDocument,
  names: SchemaNames,
  highlight: Highlight,
): Html {
  const { method, path, summary, description = '' } = operation
  const id = operationAnchor(operation)
  return html`<section class="operation" aria-labelledby="${id}">
<h2 id="${id}">${summary}</h2>
<p class="request-line"><b class="method ${method.toLowerCase()}">${method}</b> <code>${path}</code></p>
${join(description.split('\n\n').map((text) => html`<p>${inlineMarkdown(text)}</p>`))}
${parametersOf(operation, names)}
${bodyOf(operation, names)}
${responsesOf(operation, document, names)}
${samplesBlock(operation, document, highlight)}
${exampleResponse(operation, highlight)}
${tryForm(operation, id)}
</section>`
}

export function operationAnchor({ operationId }: Pick<NamedOperation, 'operationId'>): string {
  return slug(operationId.replaceAll(/([a-z])([A-Z])/g, '$1-$2'))
}

function parametersOf(operation: NamedOperation, names: SchemaNames): Html {
  const { parameters } = operation
  const own = parameters.filter(({ name }) => !COMMON.has(name))
  if (own.length === 0) return NOTHING
  const items = own.map(
    ({ name, in: where, required, description = '', schema }) =>
      html`<li><code class="member">${name}</code> <span class="type">${where}, ${typeOf(schema, names)}</span>${required && where !== 'path' ? html` <span class="flag required">required</span>` : NOTHING}${description === '' ? NOTHING : html`<p>${inlineMarkdown(description)}</p>`}${fieldsOf(name, operation)}</li>`,
  )
  return html`<h3>Parameters</h3><div class="schema"><ul class="members">${items}</ul></div>`
}

/** The filter fields of a list with their operators, and its sort fields. */
function fieldsOf(name: string, { filter, 'x-sort': sort }: NamedOperation): Html {
  if (name === 'filter' && filter !== undefined) {
    const rows = Object.entries(filter).map(
      ([field, operators]) => html`<tr><td><code>${field}</code></td><td>${operators.join(', ')}</td></tr>`,
    )
    return html`<div class="scroll" role="group" aria-label="Fields of the filter" tabindex="0"><table><thead><tr><th>Field</th><th>Operators</th></tr></thead><tbody>${rows}</tbody></table></div>`
  }
  if (name !== 'sort' || sort === undefined) return NOTHING
  const fields = sort.fields.map((field) => `\`${field}\``).join(', ')
  return html`<p>${inlineMarkdown(`Fields: ${fields}. Default: \`${sort.default}\`.`)}</p>`
}

/** Headers of nearly all operations, which are explained once at the top. */
const COMMON = new Set(['X-Store-Id', 'X-Customer-Token', 'X-Account-Token'])

function bodyOf({ requestBody }: NamedOperation, names: SchemaNames): Html {
  if (requestBody === undefined) return NOTHING
  const types = Object.entries(requestBody.content).map(
    ([type, { schema = {} }]) =>
      html`<p class="media"><code>${type}</code></p>${renderSchema(withData(schema, names), names)}`,
  )
  return html`<h3>Body${requestBody.required === true ? NOTHING : html` <small>(optional)</small>`}</h3>${types}`
}

/** Describes a resource's members where the resource is sent. Nested schemas are described below all operations. */
function withData(schema: Schema, names: SchemaNames): Schema {
  const whole = typeof schema.$ref === 'string' ? names.resolve(schema.$ref) : schema
  const properties = isObject(whole.properties) ? whole.properties : {}
  const { data } = properties
  if (!isObject(data) || typeof data.$ref !== 'string') return whole
  return { ...whole, properties: { ...properties, data: names.resolve(data.$ref) } }
}

function responsesOf({ responses }: NamedOperation, { components }: ApiDocument, names: SchemaNames): Html {
  const rows = Object.entries(responses).map(([status, response]) => {
    const whole = '$ref' in response ? components.responses[response.$ref.split('/').at(-1) ?? ''] : response
    return html`<tr><td><code>${status}</code></td><td>${inlineMarkdown(whole?.description ?? '')}</td><td>${contentType(whole, names)}</td></tr>`
  })
  return html`<h3>Responses</h3><div class="scroll" role="group" aria-label="Responses" tabindex="0"><table><thead><tr><th>Status</th><th>When</th><th>Body</th></tr></thead><tbody>${rows}</tbody></table></div>`
}

function contentType(response: Response | undefined, names: SchemaNames): Html {
  const [first] = Object.entries(response?.content ?? {})
  if (first === undefined) return html`none`
  const [type, { schema = {} }] = first
  return type === 'application/json' ? typeOf(schema, names) : html`<code>${type}</code>`
}

function samplesBlock(operation: NamedOperation, { servers }: ApiDocument, highlight: Highlight): Html {
  const samples = samplesOf(operation, servers[0]?.url ?? '')
  return html`<h3>Example</h3>${samples.map(
    ({ title, language, code }, at) =>
      html`<details${at === 0 ? html` open` : NOTHING}><summary>${title}</summary>${codeBlock(code, language, highlight)}</details>`,
  )}`
}

function exampleResponse({ responses }: NamedOperation, highlight: Highlight): Html {
  const found = Object.entries(responses).flatMap(([status, response]) =>
    '$ref' in response
      ? []
      : Object.values(response.content ?? {}).flatMap(({ example }) =>
          example === undefined ? [] : [{ status, example }],
        ),
  )
  return join(
    found.map(({ status, example }) => {
      const code = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
      return html`<details open><summary>Response ${status}</summary>${codeBlock(code, 'json', highlight)}</details>`
    }),
  )
}

/** Hidden until the script that sends the request has loaded. */
function tryForm({ method, path, parameters, requestBody }: NamedOperation, id: string): Html {
  const body = requestBody === undefined ? null : shownBody(requestBody.content)
  if (body?.type === 'multipart/form-data') return NOTHING
  const inputs = parameters.filter(({ name }) => !COMMON.has(name)).map((parameter) => tryInput(parameter, id))
  const area =
    body === null
      ? NOTHING
      : html`<label for="${id}-body">Body</label><textarea id="${id}-body" name="body" data-type="${body.type}" rows="8" spellcheck="false">${JSON.stringify(body.example, null, 2)}</textarea>`
  return html`<details class="try" hidden><summary>Try it</summary><form data-method="${method}" data-path="${path}">${inputs}${area}<p><button type="submit">Send ${method}</button> <span role="status"></span></p></form></details>`
}

function tryInput({ name, in: where, required, example }: Parameter, id: string): Html {
  const field = `${id}-${where}-${slug(name)}`
  const value = example === undefined ? '' : String(example)
  return html`<label for="${field}">${name} <small>${where}</small></label><input id="${field}" name="${name}" data-in="${where}" value="${where === 'query' ? '' : value}"${required === true ? html` required` : NOTHING} autocomplete="off" spellcheck="false">`
}
