import { createServer } from 'vite'
import { readFileSync } from 'node:fs'
const server = await createServer({ root: '/work/main', configFile: false, logLevel: 'error', server: { middlewareMode: true, hmr: false, watch: null }, optimizeDeps: { noDiscovery: true }, appType:'custom' })
const { rulesExtractor } = await server.ssrLoadModule('/src/extract/rules.ts')
const e = rulesExtractor()
const lines = readFileSync(process.argv[2] ?? 0, 'utf8').split('\n').filter(l=>l.trim())
for (const l of lines) {
  const text=l.replaceAll('\\n','\n')
  const facts = await e.extract({ messages:[{id:'m',role:'user',text,at:new Date('2026-11-30T09:00:00').getTime()}], context:[], recalled:[], categories:[] })
  console.log('# '+l)
  for (const f of facts) console.log(`      ${f.text}   [${f.slot.subject}|${f.slot.attribute}|${f.slot.value}|${f.mode}${f.previous?'<'+f.previous:''}${f.validFrom?' @'+new Date(f.validFrom).toISOString().slice(0,10):''}]`)
}
await server.close()
