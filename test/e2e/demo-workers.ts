import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

// Playwright hears nothing of shared workers: what they do is asked of the browser itself.

interface Message {
  id?: number
  method?: string
  params?: {
    type?: string
    args?: { value?: unknown }[]
    exceptionDetails?: { text: string; exception?: { description?: string } }
  }
}

/** The running workers of all pages of this browser: `shared_worker memory`, `worker keyword`, … */
export async function workerNames(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { targetInfos } = await session.send('Target.getTargets')
  await session.detach()
  const workers = targetInfos.filter(({ type }) => type === 'shared_worker' || type === 'worker')
  return workers.map(({ type, url }) => `${type} ${/\/(\w+)\.worker/.exec(url)?.[1] ?? url}`).sort()
}

/** What the shared workers have said with `console.error`, and what they threw and nobody caught, since they were started. */
export async function complaintsOfSharedWorkers(page: Page): Promise<string[]> {
  // Tells first of all that has happened.
  const messages = await ask(page, 'Runtime.enable', {})
  return messages.flatMap(({ method, params }) => {
    if (method === 'Runtime.exceptionThrown')
      return [params?.exceptionDetails?.exception?.description ?? params?.exceptionDetails?.text ?? 'an exception']
    return method === 'Runtime.consoleAPICalled' && params?.type === 'error' ? [String(params.args?.[0]?.value)] : []
  })
}

/** As if they had crashed: nobody is told. */
export async function endSharedWorkers(page: Page): Promise<void> {
  await ask(page, 'Runtime.evaluate', { expression: 'close()' })
}

/** The addresses that scripts of `origin` asked for, in pages and workers of any kind, by Chromium's own log (`--log-net-log`). */
export async function askedBy(origin: string, log: string): Promise<string[]> {
  const lines = (await readFile(log, 'utf8')).split('\n').filter((line) => line.includes(`"initiator":"${origin}"`))
  return lines.flatMap((line) => /"url":"(http[^"]*)"/.exec(line)?.[1] ?? [])
}

/** Calls a method of the DevTools protocol in each shared worker; resolves to what they said until they answered. */
async function ask(page: Page, method: string, params: object): Promise<Message[]> {
  const session = await page.context().newCDPSession(page)
  const { targetInfos } = await session.send('Target.getTargets')
  const messages: Message[] = []
  for (const { targetId } of targetInfos.filter(({ type }) => type === 'shared_worker')) {
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
    const answered = new Promise<void>((resolve) =>
      session.on('Target.receivedMessageFromTarget', (event) => {
        if (event.sessionId !== sessionId) return
        const message = JSON.parse(event.message) as Message
        messages.push(message)
        if (message.id === 1) resolve()
      }),
    )
    await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id: 1, method, params }) })
    await answered
  }
  await session.detach()
  return messages
}
