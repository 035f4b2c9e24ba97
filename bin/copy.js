import { createHash } from 'node:crypto'
import { constants, createReadStream, existsSync, statSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { EXIT, failure } from './failure.js'

/**
 * What is to be done for every stamp: which files lie there already, and which are to be copied.
 * @throws when the target is no folder, a file is in the way that no earlier `init` put there, or the disk is too full.
 */
export async function planFolders(source, target, stamps, { webgpu, force }) {
  if (!existsSync(target))
    throw failure(
      EXIT.usage,
      `There is no folder ${target}. Name the one that your application serves, or make it first.`,
    )
  if (!statSync(target).isDirectory()) throw failure(EXIT.usage, `${target} is not a folder.`)

  const folders = []
  for (const stamp of stamps) {
    const to = join(target, 'models', stamp.folder)
    const stampPath = join(to, stamp.stampName)
    const before = await versionOf(stampPath)
    const files = []
    for (const file of stamp.files) {
      if (!webgpu && file.path.includes('asyncify')) continue
      const path = join(to, file.path)
      const state = await stateOf(path, file)
      if (state === 'differs' && before === undefined && !force)
        throw failure(
          EXIT.conflict,
          `${path} is there already, and no stamp beside it says that it is Locket's. --force replaces it.`,
        )
      files.push({ ...file, from: join(source, stamp.folder, file.path), to: path, copy: force || state !== 'same' })
    }
    folders.push({ ...stamp, before, to, stampPath, files, source: join(source, stamp.folder) })
  }
  await checkSpace(target, folders)
  return folders
}

/** Copies what the plan says. A folder has its stamp only while all of its files are in place. */
export async function copyFolders(folders, { dryRun, say }) {
  for (const folder of folders) {
    const copied = folder.files.filter(({ copy }) => copy)
    const kept = folder.files.length - copied.length
    const current = (await textOf(folder.stampPath)) === folder.text
    if (!dryRun && (copied.length > 0 || !current)) await fill(folder, copied)
    const what =
      folder.before !== undefined && folder.before !== folder.version
        ? `${folder.before} → ${folder.version}`
        : folder.version
    const verb = dryRun ? 'to copy' : 'copied'
    say(`${folder.to}: ${what}; ${copied.length} files ${verb} (${megabytes(copied)}), ${kept} unchanged`)
    for (const { path, bytes } of copied) say(`  ${path} (${megabytes([{ bytes }])})`)
  }
}

async function fill(folder, files) {
  await mkdir(folder.to, { recursive: true })
  await rm(folder.stampPath, { force: true })
  for (const file of files) await copyOne(file)
  for (const name of folder.extra) await copyFile(join(folder.source, name), join(folder.to, name))
  await writeFile(folder.stampPath, folder.text)
}

/** Under another name until it is known to be right, so that a server never answers with half of a file. */
async function copyOne({ from, to, bytes, sha256 }) {
  const part = `${to}.part`
  await mkdir(dirname(to), { recursive: true })
  try {
    await copyFile(from, part, constants.COPYFILE_FICLONE)
    const copied = await hashOf(part)
    if (copied !== sha256)
      throw failure(
        EXIT.damaged,
        `${from} is not the file of ${bytes} bytes that its stamp names. Install locket-memory-models again; a Git LFS pointer looks like this.`,
      )
    await rename(part, to)
  } catch (error) {
    await rm(part, { force: true })
    if (error.code === 'ENOENT') throw failure(EXIT.damaged, `${from} is missing. Install locket-memory-models again.`)
    if (error.code === 'ENOSPC') throw failure(EXIT.noSpace, `The disk is full: ${to} was not written.`)
    throw error
  }
}

async function stateOf(path, { bytes, sha256 }) {
  if (!existsSync(path)) return 'absent'
  return statSync(path).size === bytes && (await hashOf(path)) === sha256 ? 'same' : 'differs'
}

async function versionOf(path) {
  try {
    const { fingerprint, name, version } = JSON.parse(await readFile(path, 'utf8'))
    return fingerprint ?? `${name} ${version}`
  } catch {
    // None there, or not a stamp: nothing there is known to be ours.
    return undefined
  }
}

async function checkSpace(target, folders) {
  const needed = folders
    .flatMap(({ files }) => files.filter(({ copy }) => copy))
    .reduce((sum, { bytes }) => sum + bytes, 0)
  const { bavail, bsize } = await statfs(target)
  const free = bavail * bsize
  // 0: a file system that does not say.
  if (free > 0 && needed > free)
    throw failure(
      EXIT.noSpace,
      `${target} has room for ${megabytes([{ bytes: free }])}; ${megabytes([{ bytes: needed }])} are needed.`,
    )
}

async function textOf(path) {
  return existsSync(path) ? readFile(path, 'utf8') : undefined
}

async function hashOf(path) {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

function megabytes(files) {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return bytes < 100_000 ? `${(bytes / 1000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
