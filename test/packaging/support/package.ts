import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MODELS, modelFolders } from '../../../scripts/models.mjs'
import { fillOrt } from '../../../scripts/pack-models.mjs'
import { ROOT } from '../../../scripts/setup.mjs'

export interface Application {
  /** A folder outside of the repository, in which nothing but the packed package and its models are installed. */
  readonly folder: string
  readonly packageFolder: string
  remove(): Promise<void>
}

/** Builds the package, packs it as it would be published, and has npm install it, without a network, into an application of its own. */
export async function installPacked(): Promise<Application> {
  const folder = await mkdtemp(join(tmpdir(), 'locket-app-'))
  if (!isBuilt()) run(ROOT, process.execPath, 'scripts/build.mjs')
  const [packed] = JSON.parse(run(ROOT, 'npm', 'pack', '--json', '--pack-destination', folder)) as [
    { filename: string },
  ]
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  run(folder, 'npm', 'install', '--offline', '--no-audit', '--no-fund', join(folder, packed.filename))
  await installModels(join(folder, 'node_modules', 'locket-memory-models'))
  return {
    folder,
    packageFolder: join(folder, 'node_modules', 'locket-memory'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Whether dist/ was made from the sources as they are: several test files install the package. */
function isBuilt(): boolean {
  const changed = (path: string): number => statSync(join(ROOT, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const built = Math.min(changed('dist/NOTICE'), changed('dist/types/index.d.ts'))
  const sources = ['src', 'scripts'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  return [...sources, 'package.json', 'package-lock.json', 'tsconfig.build.json'].every(
    (path) => changed(path) <= built,
  )
}

/** The models package as it would be published; its weights are linked, not copied. */
async function installModels(folder: string): Promise<void> {
  await mkdir(folder)
  await cp(join(MODELS, 'package.json'), join(folder, 'package.json'))
  for (const { name, path } of modelFolders()) await symlink(path, join(folder, name))
  fillOrt(join(folder, 'ort'))
}

/** What the command wrote; throws with all it wrote when it fails. */
export function run(cwd: string, command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  return stdout
}
