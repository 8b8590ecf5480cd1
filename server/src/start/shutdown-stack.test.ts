import { describe, expect, it } from 'vitest'
import { createShutdownStack, StartAborted } from './shutdown-stack.ts'

describe('stopping what was started', () => {
  it('goes backwards, and one part that fails does not keep the others running', async () => {
    const stopped: string[] = []
    const shutdown = createShutdownStack((error) => stopped.push(String(error)))
    await shutdown.step(
      () => 'database',
      (name) => void stopped.push(name),
    )
    await shutdown.step(
      () => 'gateway',
      () => Promise.reject(new Error('stuck')),
    )
    await shutdown.step(
      () => 'http',
      (name) => void stopped.push(name),
    )
    await shutdown.run()
    expect(stopped).toEqual(['http', 'Error: stuck', 'database'])
  })

  it('takes back a step that was under way when the stop came', async () => {
    const stopped: string[] = []
    const shutdown = createShutdownStack(() => {})
    const { promise, resolve } = Promise.withResolvers<string>()
    const step = shutdown.step(
      () => promise,
      (name) => void stopped.push(name),
    )
    shutdown.abort()
    resolve('database')
    await expect(step).rejects.toThrow(StartAborted)
    await shutdown.run()
    expect(stopped).toEqual(['database'])
    await expect(shutdown.step(() => 'http')).rejects.toThrow(StartAborted)
  })
})
