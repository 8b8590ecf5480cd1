import { describe, expect, it } from 'vitest'
import { openUndo, StartAborted } from './undo.ts'

describe('stopping what was started', () => {
  it('goes backwards, and one part that fails does not keep the others running', async () => {
    const told: string[] = []
    const undo = openUndo((error) => told.push(String(error)))
    await undo.step(
      () => 'database',
      (name) => void told.push(name),
    )
    await undo.step(
      () => 'gateway',
      () => Promise.reject(new Error('stuck')),
    )
    await undo.step(
      () => 'http',
      (name) => void told.push(name),
    )
    await undo.run()
    expect(told).toEqual(['http', 'Error: stuck', 'database'])
  })

  it('takes back a step that was under way when the stop came', async () => {
    const told: string[] = []
    const undo = openUndo(() => {})
    const { promise, resolve } = Promise.withResolvers<string>()
    const step = undo.step(
      () => promise,
      (name) => void told.push(name),
    )
    undo.abort()
    resolve('database')
    await expect(step).rejects.toThrow(StartAborted)
    await undo.run()
    expect(told).toEqual(['database'])
    await expect(undo.step(() => 'http')).rejects.toThrow(StartAborted)
  })
})
