import { expose } from 'comlink'
import { instance } from './instance.js'

expose(instance)
