import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A message that the target took. */
type ReceivedMessage = { id: string; event_count: number; events: { event_id: string }[] }

/** A receiver of webhooks that spoils every second call until it behaves: it refuses, breaks off, hangs, or takes it without a word. */
export const startFlakyTarget = async () => {
  const received: ReceivedMessage[] = []
  const sockets = new Set<Socket>()
  let is_flaky = true
  let calls = 0
  let refused = 0
  /** True when the call is taken. */
  const answer = (response: ServerResponse): boolean => {
    calls += 1
    const turn = is_flaky ? calls % 8 : 0
    if (turn === 1) response.writeHead(500).end('busy')
    else if (turn === 3) response.destroy()
    else if (turn === 5) setTimeout(() => response.destroy(), 12_000)
    else if (turn === 7) {
      // It is taken, and yet nobody says so.
      response.destroy()
      return true
    } else response.end('ok')
    const is_refused = turn === 1 || turn === 3 || turn === 5
    if (is_refused) refused += 1
    return !is_refused
  }
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { event_count, events } = JSON.parse(Buffer.concat(pieces).toString('utf8')) as ReceivedMessage
      const id = String(request.headers['x-heatfleet-delivery'] ?? '')
      if (answer(response)) received.push({ id, event_count, events })
    })
  }).on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/desk`, // listens at a port
    received: (): readonly ReceivedMessage[] => received,
    refused: () => refused,
    behave: () => {
      is_flaky = false
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
