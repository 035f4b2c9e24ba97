import { transfer } from 'comlink'
import { LocketError, type Completion, type CompletionRequest, type LanguageModel, type LoadProgress } from 'locket-memory'
import { connectModel, serveModel, type Connectable, type Endpoint } from 'locket-memory/worker'
import { hostOf, lacks, loadChoice, onChoiceElsewhere, savedSecrets, saveChoice, type ModelChoice, type Secrets } from './choice.js'
import { openRoom } from './frame.js'

/** `idle`: it is loaded when first needed. `lacking`: its key or file is not in this tab. */
export type ModelState = 'rules' | 'idle' | 'loading' | 'ready' | 'failed' | 'lacking'

/** What the page tells the worker that has the memory. A port comes along where a model can be asked. */
export interface ExtractionNotice {
  extraction: 'rules' | 'model'
}

/**
 * The language model that the visitor chose, as this tab has it: it lives in a frame of this page (see models.html), replies here,
 * and is lent to the memory's worker to draw facts. Tells of a `change`.
 */
export class Models extends EventTarget {
  choice: ModelChoice = loadChoice()
  state: ModelState = this.choice.kind === 'rules' ? 'rules' : 'idle'
  lacking: 'key' | 'file' | undefined
  progress: LoadProgress | undefined
  /** Why it cannot be used, in words. */
  problem: string | undefined
  #llm: LanguageModel | undefined
  /** Takes back what was lent. */
  #lent: (() => void) | undefined
  #worker: Endpoint | undefined
  #replies = 0
  #idle: (() => void)[] = []

  /** Tells a memory's worker, when it was started, what facts are drawn with. */
  readonly greet = <Place extends Connectable>(place: Place): Place => {
    this.#worker = 'port' in place ? place.port : place
    this.#lend()
    return place
  }

  /** Takes up what was chosen before, in this tab or another, without loading it. */
  async restore(): Promise<void> {
    const take = (choice: ModelChoice): Promise<void> =>
      this.#take(choice, savedSecrets()).catch((error: unknown) => this.#set('failed', error instanceof Error ? error.message : String(error)))
    onChoiceElsewhere(() => void take(loadChoice()))
    if (this.choice.kind !== 'rules') await take(this.choice)
  }

  /** Takes it and loads it. Rejects for what cannot be meant, and then all stays as it was; whether it works, `state` tells. */
  async use(choice: ModelChoice, secrets: Secrets = {}): Promise<void> {
    await this.#take(choice, secrets)
    saveChoice(choice, secrets)
    if (choice.kind !== 'rules') await this.load().catch(() => undefined)
  }

  /** Loads it, and asks an endpoint whether it answers. */
  async load(): Promise<void> {
    const llm = this.#llm
    if (!llm) return
    this.#set('loading')
    // Only an endpoint has nothing to load that could fail.
    const probe = this.choice.kind === 'openai' ? await llm.probe?.() : undefined
    if (probe && !probe.usable) return this.#set('failed', `${probe.reason}.`)
    await this.#watch(llm, (watched) => llm.load(watched))
  }

  /** A reply for the visitor. */
  complete(request: CompletionRequest): Promise<Completion> {
    const llm = this.#llm
    if (!llm) throw new LocketError('MODEL_UNAVAILABLE', 'There is no language model in this tab.')
    return this.#watch(llm, async (watched) => {
      await llm.load({ ...watched, ...(request.signal ? { signal: request.signal } : {}) })
      return llm.complete(request)
    })
  }

  /** Tokens of prompt and reply together. */
  get contextTokens(): number {
    return this.#llm?.capabilities.contextTokens ?? 4096
  }

  /** While the visitor waits for a reply, no fact is drawn: the model does one thing at a time. The function returned ends it. */
  hold(): () => void {
    this.#replies++
    let held = true
    return () => {
      if (!held) return
      held = false
      this.#replies--
      if (this.#replies === 0) for (const go of this.#idle.splice(0)) go()
    }
  }

  async #take(choice: ModelChoice, secrets: Secrets): Promise<void> {
    const before = this.#llm
    const lacking = lacks(choice, secrets)
    let llm: LanguageModel | undefined
    if (choice.kind !== 'rules' && !lacking) {
      const room = await openRoom()
      const { port1, port2 } = new MessageChannel()
      await room.choose(choice, secrets, transfer(port2, [port2]))
      llm = connectModel(port1)
    } else if (before) await (await openRoom()).leave()
    this.choice = choice
    this.lacking = lacking
    this.#llm = llm
    this.#lend()
    await before?.dispose()
    this.#set(choice.kind === 'rules' ? 'rules' : lacking ? 'lacking' : 'idle')
  }

  #lend(): void {
    this.#lent?.()
    this.#lent = undefined
    const notice: ExtractionNotice = { extraction: this.choice.kind === 'rules' ? 'rules' : 'model' }
    if (!this.#llm) return this.#worker?.postMessage(notice)
    const { port1, port2 } = new MessageChannel()
    const served = serveModel(this.#behindReplies(this.#llm), port1)
    this.#lent = () => {
      served.stop()
      port1.close()
    }
    this.#worker?.postMessage(notice, [port2])
  }

  #behindReplies(llm: LanguageModel): LanguageModel {
    const load: LanguageModel['load'] = async (given = {}) => {
      // An endpoint has nothing to load: that says nothing about it.
      if (this.choice.kind === 'openai') return llm.load(given)
      return this.#watch(llm, (watched) =>
        llm.load({
          ...given,
          onProgress: (progress) => {
            watched.onProgress(progress)
            given.onProgress?.(progress)
          },
        }),
      )
    }
    const complete: LanguageModel['complete'] = async (request) => {
      await this.#noReply(request.signal)
      return this.#watch(llm, () => llm.complete(request))
    }
    return Object.create(llm, { load: { value: load }, complete: { value: complete } }) as LanguageModel
  }

  async #noReply(signal: AbortSignal | undefined): Promise<void> {
    while (this.#replies > 0 && !signal?.aborted)
      await new Promise<void>((resolve) => {
        this.#idle.push(resolve)
        signal?.addEventListener('abort', () => resolve(), { once: true })
      })
  }

  /** What became of a call says how the model is. */
  async #watch<T>(llm: LanguageModel, call: (watched: { onProgress: (progress: LoadProgress) => void }) => Promise<T>): Promise<T> {
    const set = (...state: [ModelState, string?]): void => {
      if (llm === this.#llm) this.#set(...state)
    }
    try {
      const result = await call({
        onProgress: (progress) => {
          this.progress = progress
          set('loading')
        },
      })
      set('ready')
      return result
    } catch (error) {
      if (error instanceof LocketError && error.code.startsWith('MODEL_')) set('failed', error.message)
      else if (this.state === 'loading') set('idle')
      throw error
    }
  }

  #set(state: ModelState, problem?: string): void {
    if (state !== 'loading') this.progress = undefined
    this.state = state
    this.problem = problem
    this.dispatchEvent(new Event('change'))
  }

  /** The host that what is written goes to; undefined when it stays on this device. */
  get host(): string | undefined {
    return hostOf(this.choice)
  }
}
