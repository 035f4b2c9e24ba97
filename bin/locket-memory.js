#!/usr/bin/env node
import { main } from './init.js'

process.exitCode = await main(process.argv.slice(2))
