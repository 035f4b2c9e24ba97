import type * as WebLlmLibrary from '@mlc-ai/web-llm'

export type Library = typeof WebLlmLibrary

/** The library, which the application installs beside Locket. */
export const importLibrary = (): Promise<Library> => import('@mlc-ai/web-llm')

/** Where the page's import map has the library; undefined with a bundler, which finds it for the worker. */
export function libraryAddress(): string | undefined {
  try {
    return import.meta.resolve('@mlc-ai/web-llm')
  } catch {
    return undefined
  }
}
