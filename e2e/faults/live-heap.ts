import { setTimeout as wait } from 'node:timers/promises'

/** Where Node opens its inspector when it gets SIGUSR1. */
const INSPECTOR = 'http://127.0.0.1:9229/json/list'
const OPEN_MAX_MS = 10_000
const LOOK_MS = 100

/**
 * What a process of Node still refers to, MB: its heap and buffers after a full collection. Resident memory says little, because an idle process
 * does not collect. Only in a network of its own: the inspector opens a port.
 */
export const liveHeapMb = async (pid: number): Promise<number> => {
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await inspectorOf())
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error('the inspector of the gateway refuses')), { once: true })
  })
  let sent = 0
  const send = (method: string): Promise<Record<string, unknown>> =>
    new Promise((resolve) => {
      sent += 1
      const id = sent
      const read = ({ data }: MessageEvent) => {
        // Answers of the inspector carry the number of their question.
        const answer = JSON.parse(String(data)) as { id?: number; result?: Record<string, unknown> }
        if (answer.id !== id) return
        socket.removeEventListener('message', read)
        resolve(answer.result ?? {})
      }
      socket.addEventListener('message', read)
      socket.send(JSON.stringify({ id, method }))
    })
  // The second one takes what finalizers of the first let go.
  await send('HeapProfiler.collectGarbage')
  await send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize } = await send('Runtime.getHeapUsage')
  socket.close()
  if (typeof usedSize !== 'number') throw new Error('the inspector of the gateway tells no heap')
  return (usedSize + (typeof backingStorageSize === 'number' ? backingStorageSize : 0)) / 1_048_576
}

const inspectorOf = async (): Promise<string> => {
  for (let waited_ms = 0; ; waited_ms += LOOK_MS) {
    const targets = await fetch(INSPECTOR).then(
      (answer) => answer.json() as Promise<{ webSocketDebuggerUrl: string }[]>,
      () => [],
    )
    const [target] = targets
    if (target !== undefined) return target.webSocketDebuggerUrl
    if (waited_ms >= OPEN_MAX_MS) throw new Error('the inspector of the gateway does not open')
    await wait(LOOK_MS)
  }
}
