type Child = Node | string | null | undefined | false
type Attributes = Record<string, string | number | boolean | undefined | ((event: never) => void)>

/**
 * An element. Attributes that are functions are listeners (`onclick`), booleans are present or absent.
 * Texts become text nodes: no data is ever parsed as HTML.
 */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener)
    else if (typeof value === 'boolean') element.toggleAttribute(name, value)
    else if (value !== undefined) element.setAttribute(name, String(value))
  }
  element.append(
    ...children.filter(
      (child): child is Node | string => child !== null && child !== undefined && child !== false && child !== '',
    ),
  )
  return element
}

/** Text for screen readers only. */
export function spoken(text: string): HTMLElement {
  return el('span', { class: 'spoken' }, text)
}

let lastId = 0
export function uniqueId(prefix: string): string {
  lastId += 1
  return `${prefix}-${lastId}`
}
