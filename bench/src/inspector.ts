import { WebSocket } from 'ws'
import { z } from 'zod'
import { freePort } from './processes.ts'

const Targets = z.array(z.object({ webSocketDebuggerUrl: z.string() }))
const Answer = z.object({
  id: z.number().optional(),
  result: z.unknown(),
  error: z.object({ message: z.string() }).optional(),
})
const Memory = z.object({ result: z.object({ value: z.object({ heapUsed: z.number(), rss: z.number() }) }) })
const OPEN_MAX_MS = 20_000

/** Memory of a process after a forced collection, bytes. */
type ProcessMemory = { heap_bytes: number; rss_bytes: number }

/** Settings with which the inspector of a process of the product opens at a port of its own, once it is asked for. */
export const inspectable = async (): Promise<{ port: number; settings: { NODE_OPTIONS: string } }> => {
  const port = await freePort()
  return { port, settings: { NODE_OPTIONS: `--inspect-port=127.0.0.1:${port}` } }
}

/** Opens the inspector of a running process and reads its memory when asked, each time after a forced collection. */
export const inspectMemory = async (
  pid: number,
  port: number,
): Promise<{ read: () => Promise<ProcessMemory>; close: () => void }> => {
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await urlOf(port))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  let sent = 0
  const send = (method: string, params: object = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      sent += 1
      const id = sent
      const onMessage = (data: Buffer) => {
        const answer = Answer.parse(JSON.parse(data.toString()))
        if (answer.id !== id) return
        socket.off('message', onMessage)
        if (answer.error === undefined) resolve(answer.result)
        else reject(new Error(answer.error.message))
      }
      socket.on('message', onMessage)
      socket.send(JSON.stringify({ id, method, params }))
    })
  return {
    read: async () => {
      await send('HeapProfiler.collectGarbage')
      const { result } = Memory.parse(
        await send('Runtime.evaluate', { expression: 'process.memoryUsage()', returnByValue: true }),
      )
      return { heap_bytes: result.value.heapUsed, rss_bytes: result.value.rss }
    },
    close: () => socket.close(),
  }
}

const urlOf = async (port: number): Promise<string> => {
  for (let waited_ms = 0; waited_ms < OPEN_MAX_MS; waited_ms += 100) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null)
    const [target] = answer === null ? [] : Targets.parse(await answer.json())
    if (target !== undefined) return target.webSocketDebuggerUrl
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no inspector at port ${port}`)
}
