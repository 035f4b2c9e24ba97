// Where Locket comes from. Without a bundler: the files of the package's dist/, served at /locket/.
export { Memory } from './locket/index.js'
