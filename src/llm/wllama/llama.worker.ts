// The thread that llama.cpp runs in. @wllama/wllama would make it from a blob of strings, which a strict content
// security policy forbids; this one is a file, and takes the same messages (of 3.13). It is a classic script, since
// that is what Emscripten's code is: hence no import and no export, and nothing at the top level, where that code has
// its hundreds of names.
;(() => {
  /** Emscripten's module, before and after its start. */
  interface Module {
    [hook: string]: unknown
    wasmMemory: WebAssembly.Memory
    ENV: Record<string, string>
    FS: { mkdir(path: string): void; mount(type: unknown, options: object, path: string): void }
    MEMFS: { stream_ops: StreamOps; ops_table: { file: { stream: StreamOps } } }
    FS_createDataFile(
      folder: string,
      name: string,
      data: ArrayBuffer,
      read: boolean,
      write: boolean,
      own: boolean,
    ): void
    mmapAlloc(size: number): number | bigint
    cwrap(
      name: string,
      result: string,
      parameters: string[],
      options?: { async: true },
    ): (...values: unknown[]) => unknown
  }
  interface Stream {
    node: { name: string; contents: Uint8Array; usedBytes: number }
  }
  type StreamOps = Record<'read' | 'llseek' | 'mmap', (stream: Stream, ...rest: never[]) => unknown>
  interface Task {
    verb: string
    args: unknown[]
    callbackId: number
  }
  interface Scope {
    name: string
    location: Location
    Module: Module
    Worker: typeof Worker
    WebAssembly: Record<'Suspending' | 'promising', unknown>
    importScripts(address: unknown): void
    postMessage(message: unknown, transfer?: Transferable[]): void
    onmessage: (event: MessageEvent<Partial<Task> & Partial<LlamaFiles>>) => void
    _wllama_js_file_read(path: string, offset: number, size: number, target: number): Promise<bigint>
    trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(url: string): unknown } }
  }
  interface LlamaFiles {
    glue: string
    binary: string
    threads: number
  }
  const scope = globalThis as unknown as Scope

  // Emscripten starts its threads from the same file, which then finds the address here.
  if (scope.name === 'em-pthread') {
    load(decodeURIComponent(scope.location.hash.slice(1)))
    return
  }

  let files: LlamaFiles
  let module: Module
  /** Why the engine is dead: it must not be called again. */
  let broken = false
  let lastError = ''
  /** One call at a time: one that begins while another waits for a file would break both. */
  let turn = Promise.resolve()

  scope.onmessage = ({ data }) => {
    if (data.glue !== undefined) files = data as LlamaFiles
    else if (data.verb === 'fs.read_res') arrived?.(data.args?.[0] as ArrayBuffer)
    else void handle(data as Task)
  }

  async function handle({ verb, args, callbackId }: Task): Promise<void> {
    const answer = (result: unknown, transfer: Transferable[] = []) =>
      scope.postMessage({ callbackId, result }, transfer)
    try {
      switch (verb) {
        case 'module.init':
          start(args[1] === true, () => answer(null))
          return
        case 'fs.alloc':
          answer({ fileId: allocate(args[0] as string, args[1] as number, args[2] as boolean) })
          return
        case 'fs.write':
          answer({ writtenBytes: write(args[0] as number, args[1] as Uint8Array, args[2] as number) })
          return
        case 'wllama.start':
          return await inTurn(callbackId, async () =>
            answer(await module.cwrap('wllama_start', 'string', [], { async: true })()),
          )
        case 'wllama.action':
          return await inTurn(callbackId, async () => {
            const result = await act(args[0] as string, args[1] as Uint8Array)
            if (result) answer(result, [result.buffer])
            else scope.postMessage({ callbackId, err: lastError })
          })
        default:
          throw new Error(`There is no ${verb}.`)
      }
    } catch (error) {
      report(error)
    }
  }

  function inTurn(callbackId: number, work: () => Promise<void>): Promise<void> {
    const done = turn.then(() => (broken ? scope.postMessage({ callbackId, err: 'llama.cpp has ended.' }) : work()))
    turn = done.catch(() => {})
    return done
  }

  /** Emscripten tells of an abort itself; what it throws after that is no news. */
  function report(error: unknown): void {
    if (broken) return
    const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
    scope.postMessage({ verb: 'signal.abort', args: ['exception', message, stack ?? '', null] })
  }

  function start(readsFiles: boolean, onReady: () => void): void {
    const ended = (what: unknown) => {
      broken = true
      scope.postMessage({ verb: 'signal.abort', args: ['abort', String(what), '', null] })
    }
    const { binary, glue, threads } = files
    scope._wllama_js_file_read = readFile
    module = scope.Module = {
      noInitialRun: true,
      print: (line: string) => log(line),
      printErr: (line: string) => log(line),
      locateFile: () => binary,
      mainScriptUrlOrBlob: `${scope.location.href}#${encodeURIComponent(glue)}`,
      pthreadPoolSize: threads > 1 ? threads : 0,
      wasmMemory: threads > 1 ? sharedMemory() : null,
      onAbort: ended,
      onExit: (code: number) => ended(`exit(${code})`),
      preRun: () => {
        if (readsFiles) module.ENV.USE_ASYNC_FILE = '1'
      },
      onRuntimeInitialized: () => {
        serveFiles()
        onReady()
      },
    } as unknown as Module
    load(glue)
  }

  function load(glue: string): void {
    // Where a browser cannot suspend WebAssembly nothing is suspended, but the names must be there.
    scope.WebAssembly.Suspending ??= function (work: unknown) {
      return work
    }
    scope.WebAssembly.promising ??=
      (work: (...values: unknown[]) => unknown) =>
      async (...values: unknown[]) =>
        work(...values)
    // The graphics card is not for this engine; asking for it takes time and memory.
    Object.defineProperty(navigator, 'gpu', { value: { requestAdapter: async () => null } })
    const trust = trusted()
    // The engine starts its threads itself.
    scope.Worker = new Proxy(scope.Worker, {
      construct: (native, [address, options]: [string, WorkerOptions?]) =>
        new native(trust(address) as string, options),
    })
    scope.importScripts(trust(glue))
  }

  /** Passes an address where a page requires Trusted Types. */
  function trusted(): (address: string) => unknown {
    try {
      const policy = scope.trustedTypes?.createPolicy('locket-memory', {
        createScriptURL: (address: string) => address,
      })
      if (policy) return (address) => policy.createScriptURL(address)
    } catch {
      // Not allowed: that matters only where they are required too, and there the browser refuses the file.
    }
    return (address) => address
  }

  /** "@@ERROR@@text" → the level and the text. */
  function log(line: string): void {
    const [, level = 'DEBUG', text = line] = /^@@(\w+)@@(.*)/.exec(line) ?? []
    if (level === 'ERROR') lastError = text
    scope.postMessage({ verb: `console.${level === 'INFO' ? 'debug' : level.toLowerCase()}`, args: [text] })
  }

  /** Some devices refuse 4 GB at once but not less. */
  function sharedMemory(): WebAssembly.Memory {
    const step = 128 * 1024 * 1024
    for (let most = 4096 * 1024 * 1024; ; most -= step) {
      try {
        return new WebAssembly.Memory({
          initial: BigInt(step / 65536),
          maximum: BigInt(most / 65536),
          shared: true,
          address: 'i64',
        } as unknown as WebAssembly.MemoryDescriptor)
      } catch (error) {
        if (most <= step) throw error
      }
    }
  }

  const heap = () => new Uint8Array(module.wasmMemory.buffer)

  /** Undefined when it was refused; the reason went to the log. */
  async function act(name: string, request: Uint8Array): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const input = Number(
      await module.cwrap('wllama_malloc', 'bigint', ['number', 'bigint'])(BigInt(request.byteLength), 0),
    )
    heap().set(request, input)
    const output = Number(
      await module.cwrap('wllama_action', 'bigint', ['string', 'bigint'], { async: true })(name, BigInt(input)),
    )
    if (output === 0) return undefined
    // The length of the output stands where the input was.
    const [length = 0] = new Uint32Array(module.wasmMemory.buffer, input, 1)
    return heap().slice(output, output + length)
  }

  // --- the model's files, either read piece by piece from the other side, or held in the engine's own memory

  let arrived: ((bytes: ArrayBuffer) => void) | undefined
  async function readFile(path: string, offset: number, size: number, target: number): Promise<bigint> {
    const bytes = await new Promise<ArrayBuffer>((resolve) => {
      arrived = resolve
      scope.postMessage({ verb: 'fs.read_req', args: [path.replace(/^\/?models\//, ''), offset, size] })
    })
    heap().set(new Uint8Array(bytes), target)
    return BigInt(bytes.byteLength)
  }

  const held: { name: string; at: number; size: number }[] = []

  function allocate(name: string, size: number, here: boolean): number {
    module.FS_createDataFile('/models', name, new ArrayBuffer(0), true, true, true)
    return held.push({ name, at: here ? Number(module.mmapAlloc(size)) : 0, size }) - 1
  }

  function write(id: number, bytes: Uint8Array, offset: number): number {
    const file = held[id]
    if (!file || offset + bytes.byteLength > file.size)
      throw new Error('A model file is longer than it was said to be.')
    heap().set(bytes, file.at + offset)
    return bytes.byteLength
  }

  /** Emscripten's files lie in JavaScript's memory and are copied to be read; these are looked at where they lie. */
  function serveFiles(): void {
    const { stream_ops: plain, ops_table: table } = module.MEMFS
    const { read, llseek, mmap } = { ...plain }
    const find = ({ node }: Stream) => {
      const file = held.find(({ name }) => name === node.name)
      if (file) {
        node.contents = heap().subarray(file.at, file.at + file.size)
        node.usedBytes = file.size
      }
      return file
    }
    const own: StreamOps = {
      read: (stream, ...rest) => (find(stream), read(stream, ...rest)),
      llseek: (stream, ...rest) => (find(stream), llseek(stream, ...rest)),
      mmap: (stream, ...rest) => {
        const file = find(stream)
        return file ? { ptr: BigInt(file.at) + BigInt(rest[1] ?? 0), allocated: false } : mmap(stream, ...rest)
      },
    }
    Object.assign(plain, own)
    Object.assign(table.file.stream, own)
    module.FS.mkdir('/models')
    module.FS.mount(module.MEMFS, { root: '.' }, '/models')
  }
})()
