// Model files that are kept on this device: in the origin's private file system, whose files are read piece by piece
// from the disk. Beside each lies a note that says what it is.

const FOLDER = 'locket-language-models'

export interface KeptModel {
  /** The address that it came from. */
  url: string
  /** On this device. */
  bytes: number
  /** False while it is downloaded, and after a download that broke off: the next one replaces it. */
  complete: boolean
}

interface Note {
  url: string
  /** What the server said of the file, so that another one is noticed. */
  version: string | undefined
  complete: boolean
}

interface SyncAccess {
  truncate(size: number): void
  write(bytes: Uint8Array, options: { at: number }): number
  flush(): void
  close(): void
}

/** Undefined where there is no private file system: plain http, or storage that is switched off. */
export async function keptFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  if (!globalThis.crypto?.subtle) return undefined
  try {
    const root = await navigator.storage.getDirectory()
    return await root.getDirectoryHandle(FOLDER, { create: true })
  } catch {
    // Firefox's private windows refuse: the files are then read from the server each time.
    return undefined
  }
}

export async function findKept(
  folder: FileSystemDirectoryHandle,
  url: string,
): Promise<{ blob: File; version: string | undefined } | undefined> {
  const name = await nameOf(url)
  const note = await readNote(folder, name)
  if (!note?.complete) return undefined
  const blob = await fileOf(folder, `${name}.gguf`)
  return blob && { blob, version: note.version }
}

/**
 * Writes what comes and returns it as a file; in a dedicated worker only. Rejects with what `chunks` fails with, and
 * with the disk's errors.
 */
export async function keep(
  folder: FileSystemDirectoryHandle,
  url: string,
  version: string | undefined,
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<File> {
  const name = await nameOf(url)
  await writeNote(folder, name, { url, version, complete: false })
  const handle = await folder.getFileHandle(`${name}.gguf`, { create: true })
  await write(handle, chunks)
  await writeNote(folder, name, { url, version, complete: true })
  return handle.getFile()
}

export async function removeKept(folder: FileSystemDirectoryHandle, url: string): Promise<void> {
  const name = await nameOf(url)
  for (const file of [`${name}.gguf`, `${name}.json`]) await folder.removeEntry(file).catch(ignoreMissing)
}

export async function listKept(folder: FileSystemDirectoryHandle): Promise<KeptModel[]> {
  const models: KeptModel[] = []
  for await (const file of (folder as unknown as { keys(): AsyncIterable<string> }).keys()) {
    const name = /^(\w+)\.json$/.exec(file)?.[1]
    const note = name === undefined ? undefined : await readNote(folder, name)
    if (!note) continue
    const blob = await fileOf(folder, `${name}.gguf`)
    models.push({ url: note.url, bytes: blob?.size ?? 0, complete: note.complete && blob !== undefined })
  }
  return models.sort((a, b) => (a.url < b.url ? -1 : 1))
}

async function nameOf(url: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(url)))
  return Array.from(digest.subarray(0, 20), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function readNote(folder: FileSystemDirectoryHandle, name: string): Promise<Note | undefined> {
  const file = await fileOf(folder, `${name}.json`)
  try {
    return file && (JSON.parse(await file.text()) as Note)
  } catch {
    // Cut off in the middle: the file beside it counts as not there.
    return undefined
  }
}

async function writeNote(folder: FileSystemDirectoryHandle, name: string, note: Note): Promise<void> {
  const handle = await folder.getFileHandle(`${name}.json`, { create: true })
  await write(handle, [new TextEncoder().encode(JSON.stringify(note))])
}

async function write(
  handle: FileSystemFileHandle,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const access = await (handle as unknown as { createSyncAccessHandle(): Promise<SyncAccess> }).createSyncAccessHandle()
  try {
    access.truncate(0)
    let at = 0
    for await (const chunk of chunks) at += access.write(chunk, { at })
    access.flush()
  } finally {
    access.close()
  }
}

async function fileOf(folder: FileSystemDirectoryHandle, name: string): Promise<File | undefined> {
  try {
    return await (await folder.getFileHandle(name)).getFile()
  } catch (error) {
    ignoreMissing(error)
    return undefined
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error
}
