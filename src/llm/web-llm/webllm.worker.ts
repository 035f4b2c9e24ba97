import type * as Library from '@mlc-ai/web-llm'

/** A message of the library's own protocol, or `locket:library`, which says where the library is. */
interface Message {
  kind: string
  uuid?: string
  content?: unknown
}

let handler: Promise<Library.WebWorkerMLCEngineHandler> | undefined

async function start(address?: string): Promise<Library.WebWorkerMLCEngineHandler> {
  // A page's import map does not reach its workers.
  const library = await import('@mlc-ai/web-llm').catch((cause: unknown) => {
    if (address === undefined) throw cause
    return import(/* @vite-ignore */ address) as Promise<typeof Library>
  })
  return new library.WebWorkerMLCEngineHandler()
}

self.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.kind === 'locket:library') handler = start(data.content as string | undefined)
  else
    (handler ??= start()).then(
      (it) => it.onmessage(data),
      (cause: unknown) => {
        // Settings are not answered, and nobody waits for them.
        if (data.kind === 'reload')
          self.postMessage({ kind: 'throw', uuid: data.uuid, content: `LibraryMissingError: ${String(cause)}` })
      },
    )
})
