/**
 * An element. Texts become text nodes: nothing that is shown is ever read as markup. An attribute that is false is left
 * out; one that is true is there without a value.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Readonly<Record<string, string | boolean>>} attributes
 * @param {readonly (Node | string | null)[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, attributes, ...children) {
  const element = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes))
    if (value !== false) element.setAttribute(attribute, value === true ? '' : value)
  element.append(...children.filter((child) => child !== null))
  return element
}

/**
 * @param {string} text
 * @param {Readonly<Record<string, string | boolean>>} attributes
 * @param {() => void} act
 */
export function makeButton(text, attributes, act) {
  const button = make('button', { type: 'button', ...attributes }, text)
  button.addEventListener('click', act)
  return button
}

/**
 * An element of the page.
 * @template {HTMLElement} Element
 * @param {string} id
 * @param {new () => Element} kind
 * @returns {Element}
 */
export function byId(id, kind) {
  const element = document.getElementById(id)
  if (element instanceof kind) return element
  throw new Error(`The page has no ${kind.name} ${id}.`)
}
