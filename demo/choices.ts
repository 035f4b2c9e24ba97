import { el } from './dom.js'

/** A select over a few named values. */
export function choice<T extends string>(
  id: string,
  values: readonly T[],
  names: Record<T, string>,
  chosen: T,
  onChoose: (value: T) => void,
): HTMLSelectElement {
  const select = el('select', {
    id,
    onchange: () => {
      const value = values.find((name) => name === select.value)
      if (value !== undefined) onChoose(value)
    },
  })
  for (const value of values) select.append(el('option', { value }, names[value]))
  select.value = chosen
  return select
}
