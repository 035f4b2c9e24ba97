// `npx locket-memory init DIR`: copies the files that an application serves. Node's own modules only.
import { parseArgs } from 'node:util'
import { copyFolders, planFolders } from './copy.js'
import { EXIT, failure } from './failure.js'
import { findModels, readStamp } from './source.js'

const DEFAULT_MODEL = 'e5-small-memory-en-zh'

const HELP = `Usage: npx locket-memory init DIR [options]

Copies the embedding model and the ONNX runtime from the package locket-memory-models into
DIR/models/, for the application to serve. DIR is the folder whose content the web server
answers with, usually "public". Files that are there already and unchanged are left alone.

  --model NAME   the model to copy (default: ${DEFAULT_MODEL})
  --no-webgpu    leave out the runtime that has WebGPU (27 MB): the model then runs on WASM
  --from DIR     take the files from this copy of locket-memory-models
  --force        copy every file again, in place of files that are not Locket's too
  --dry-run      say what would be done, and do nothing
  --help         this text

Ends with 0 when all is in place, ${EXIT.usage} for wrong arguments, ${EXIT.noModels} when the models are not installed,
${EXIT.noSpace} when the disk is too full, ${EXIT.conflict} when a file is in the way, ${EXIT.damaged} when a file is not what its stamp
says, and 1 for anything else.
`

const OPTIONS = {
  model: { type: 'string', default: DEFAULT_MODEL },
  webgpu: { type: 'boolean', default: true },
  from: { type: 'string' },
  force: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
}

/** Returns the exit code. */
export async function main(args) {
  try {
    const { values, positionals } = parse(args)
    if (values.help || args.length === 0) {
      process.stdout.write(HELP)
      return values.help ? 0 : EXIT.usage
    }
    await init(positionals, values)
    return 0
  } catch (error) {
    process.stderr.write(`locket-memory: ${error.message}\n`)
    return error.exitCode ?? 1
  }
}

function parse(args) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true, allowNegative: true })
  } catch (error) {
    throw failure(EXIT.usage, `${error.message} See npx locket-memory --help.`)
  }
}

async function init([command, target, ...rest], { model, webgpu, from, force, 'dry-run': dryRun }) {
  if (command !== 'init') throw failure(EXIT.usage, `There is no command "${command}". See npx locket-memory --help.`)
  if (target === undefined)
    throw failure(EXIT.usage, 'Name the folder that your application serves: npx locket-memory init public')
  if (rest.length > 0) throw failure(EXIT.usage, `One folder at a time: what is "${rest[0]}"?`)

  const source = findModels(from)
  const stamps = [readStamp(source, model), readStamp(source, 'ort')]
  const folders = await planFolders(source, target, stamps, { webgpu, force })
  await copyFolders(folders, { dryRun, say: (line) => process.stdout.write(`${line}\n`) })
  process.stdout.write(advice(target, model, webgpu, dryRun))
}

function advice(target, model, webgpu, dryRun) {
  const options = [...(model === DEFAULT_MODEL ? [] : [`model: '${model}'`]), ...(webgpu ? [] : ["device: 'wasm'"])]
  const code =
    options.length === 0
      ? [
          "  import { Memory } from 'locket-memory'",
          "  const memory = await Memory.open({ name: 'my-app', scope: { userId: 'ana' } })",
        ]
      : [
          "  import { Memory } from 'locket-memory'",
          "  import { transformersEmbedder } from 'locket-memory/transformers'",
          `  const embedder = transformersEmbedder({ ${options.join(', ')} })`,
          "  const memory = await Memory.open({ name: 'my-app', scope: { userId: 'ana' }, embedder })",
        ]
  return [
    '',
    dryRun ? 'Nothing was written (--dry-run).' : `Serve ${target}/models at /models/ and open a memory:`,
    ...(dryRun ? [] : ['', ...code, '', "At another address, name it: the option models: '/assets/models/'"]),
    '',
  ].join('\n')
}
