import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A real receiver of webhooks on a free port of this machine: takes everything and keeps the bodies. */
export const startHookReceiver = async () => {
  const bodies: string[] = []
  const server = createServer((request: IncomingMessage, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      bodies.push(Buffer.concat(pieces).toString('utf8'))
      response.end('taken')
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo // listens at a port
  return { bodies, url: `http://127.0.0.1:${port}/in`, close: () => server.close() }
}
