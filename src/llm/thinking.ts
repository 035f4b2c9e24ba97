const OPEN = '<think>'
const CLOSE = '</think>'

/** Lets a reply through, piece by piece, without the `<think>…</think>` that a reasoning model begins it with. */
export class Thinking {
  private state: 'start' | 'thinking' | 'gap' | 'reply' = 'start'
  private held = ''

  /** What of the reply is known after this piece and was not told before. */
  push(piece: string): string {
    if (this.state === 'reply') return piece
    this.held += piece
    if (this.state === 'start') {
      const begun = this.held.trimStart()
      if (OPEN.startsWith(begun)) return ''
      if (!begun.startsWith(OPEN)) return this.reply(this.held)
      this.state = 'thinking'
    }
    if (this.state === 'thinking') {
      const end = this.held.indexOf(CLOSE)
      if (end === -1) return ''
      this.held = this.held.slice(end + CLOSE.length)
      this.state = 'gap'
    }
    const rest = this.held.trimStart()
    return rest === '' ? '' : this.reply(rest)
  }

  /** What was held back because it might have been a thought; a thought that never ended is not told. */
  end(): string {
    return this.state === 'start' ? this.reply(this.held) : ''
  }

  private reply(text: string): string {
    this.state = 'reply'
    this.held = ''
    return text
  }
}
