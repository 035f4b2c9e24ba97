// Fills the models package's ort/ with the ONNX runtime that the installed Transformers.js uses, its licence and its stamp, so that
// model files and runtime are published together. npm runs it before packing models/; `node scripts/pack-models.mjs [DIR]`.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MODELS, modelFolders, ortFiles } from './models.mjs'
import { ORT_LICENCE } from './notice.mjs'
import { ROOT, stop } from './setup.mjs'

const ORT_STAMP = 'locket-ort.json'

/** What is to be packed must be what the stamps say: a clone without Git LFS has pointers in place of the weights. */
function checkModels() {
  for (const { name, path, stamp } of modelFolders())
    for (const file of stamp.files) {
      const { length } = readFileSync(join(path, file.path))
      if (length !== file.bytes) stop(`models/${name}/${file.path} has ${length} bytes instead of ${file.bytes}.`)
    }
}

export function fillOrt(target) {
  const files = ortFiles()
  const { version } = JSON.parse(readFileSync(join(dirname(files[0].path), '..', 'package.json'), 'utf8'))
  const commit = readFileSync(join(dirname(files[0].path), '..', '__commit.txt'), 'utf8').trim()
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const { name, path } of files) copyFileSync(path, join(target, name))
  copyFileSync(ORT_LICENCE, join(target, 'LICENSE'))
  writeFileSync(
    join(target, 'NOTICE'),
    `These files are those of the npm package onnxruntime-web ${version}, unchanged.\nThe binaries contain third-party code, whose licences are in ThirdPartyNotices.txt of\nhttps://github.com/microsoft/onnxruntime at commit ${commit}.\n`,
  )
  const stamp = {
    name: 'onnxruntime-web',
    version,
    files: files.map(({ name, bytes, sha256 }) => ({ path: name, bytes, sha256 })),
  }
  writeFileSync(join(target, ORT_STAMP), JSON.stringify(stamp, null, 2) + '\n')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const version = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
  if (version(MODELS) !== version(ROOT))
    stop(`locket-memory is ${version(ROOT)} and locket-memory-models ${version(MODELS)}: they are published together.`)
  checkModels()
  fillOrt(process.argv[2] ? resolve(process.argv[2]) : join(MODELS, 'ort'))
}
