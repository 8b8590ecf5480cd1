import { figuresOf, type LoopFigures, openConnections, type Shot } from './closed-loop.ts'

/** People in front of their screens: more than are ever answered at a time at the rates that are asked for. */
const CONNECTIONS = 32

/**
 * Sends calls at a steady rate, whatever the answers take. A call is as old as the moment at which it was due: one that
 * had to wait for a free connection counts its waiting, so that a stall is not told as a single slow call.
 */
export const runPaced = async (shots: readonly Shot[], rate: number, seconds: number): Promise<LoopFigures> => {
  const free = await openConnections(shots, CONNECTIONS)
  const all = [...free]
  const took_ms: number[] = []
  const calls = Math.max(1, Math.round(rate * seconds))
  const began = performance.now()
  const dueAt = (call: number): number => began + (call * 1_000) / rate
  await new Promise<void>((resolve, reject) => {
    let sent = 0
    let timer: NodeJS.Timeout | undefined
    const sendDue = (): void => {
      clearTimeout(timer)
      for (; sent < calls && dueAt(sent) <= performance.now(); sent += 1) {
        const connection = free.pop()
        if (connection === undefined) return
        const due_ms = dueAt(sent)
        connection.send().then(() => {
          took_ms.push(performance.now() - due_ms)
          free.push(connection)
          if (took_ms.length === calls) resolve()
          else sendDue()
        }, reject)
      }
      if (sent < calls) timer = setTimeout(sendDue, Math.max(0, dueAt(sent) - performance.now()))
    }
    sendDue()
  })
  const lasted_s = (performance.now() - began) / 1_000
  for (const { close } of all) close()
  return figuresOf(took_ms, lasted_s)
}
