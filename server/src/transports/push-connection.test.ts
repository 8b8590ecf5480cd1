import { EventEmitter } from 'node:events'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { type Connection, sendBytes } from './push-connection.ts'

const connectionWith = (bufferedAmount: number) => {
  const sent: unknown[] = []
  const codes: number[] = []
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount,
    send: (bytes: unknown) => sent.push(bytes),
    close: (code: number) => codes.push(code),
    terminate: () => {},
  })
  const connection: Connection = {
    // Only what sending touches: a socket whose reader has stopped cannot be made portably.
    socket: socket as unknown as WebSocket,
    address: '',
    id: 'one',
    caller: null,
    watched: new Map(),
    last_sn: -1,
    over: false,
  }
  return { connection, sent, codes }
}

describe('a console that reads too slowly', () => {
  it('is cut off alone, with its own close code', () => {
    const [slow, quick] = [connectionWith(LIMITS.push_buffer_bytes + 1), connectionWith(0)]
    const bytes = Buffer.from('{}')
    for (const { connection } of [slow, quick]) sendBytes(connection, bytes)
    expect([slow.codes, slow.sent]).toEqual([[4408], []])
    expect([quick.codes, quick.sent[0]]).toEqual([[], bytes])
  })
})
