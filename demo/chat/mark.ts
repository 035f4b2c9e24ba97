/** Marks `quote` inside the text nodes of `element`; resolves to the mark, or undefined where the words are not there any more. */
export function markQuote(element: HTMLElement, quote: string): HTMLElement | undefined {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const start = (node as Text).data.indexOf(quote)
    if (start < 0) continue
    const quoted = (node as Text).splitText(start)
    quoted.splitText(quote.length)
    const mark = document.createElement('mark')
    quoted.replaceWith(mark)
    mark.append(quoted)
    return mark
  }
  return undefined
}

export function unmark(root: ParentNode): void {
  for (const mark of root.querySelectorAll('mark')) {
    const parent = mark.parentElement
    mark.replaceWith(...mark.childNodes)
    parent?.normalize()
  }
}
