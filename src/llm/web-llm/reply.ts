import { LanguageModelError } from '../../values/errors.js'
import { notify } from '../request.js'
import { Thinking } from '../thinking.js'

/**
 * A reply as it grows, without thoughts. It may have to be begun again: what was told of it is not told twice, and
 * cannot be taken back.
 */
export class Reply {
  text = ''
  private told = ''
  private thinking = new Thinking()

  constructor(private readonly onToken: ((piece: string) => void) | undefined) {}

  add(piece: string): void {
    this.grow(this.thinking.push(piece))
  }

  end(): void {
    this.grow(this.thinking.end())
    this.checkTold()
  }

  beginAgain(): void {
    this.text = ''
    this.thinking = new Thinking()
  }

  private grow(piece: string): void {
    this.text += piece
    if (!this.onToken || this.text.length <= this.told.length) return
    this.checkTold()
    const news = this.text.slice(this.told.length)
    this.told = this.text
    notify(this.onToken, news)
  }

  private checkTold(): void {
    if (!this.text.startsWith(this.told))
      throw new LanguageModelError(
        'MODEL_UNAVAILABLE',
        'The reply had to be begun again and became another one, after part of it had been told.',
        { hint: 'Ask again.' },
      )
  }
}
