import { createServer } from 'node:https'
import type { Push } from './push.ts'

/** The realtime socket over TLS on a port of its own (spec 7); every other request is answered 404. Certificate and key are PEM. */
export const listenForPush = async (
  push: Pick<Push, 'attach'>,
  { port, host, cert, key }: { port: number; host: string; cert: string | Buffer; key: string | Buffer },
): Promise<{ port: number; close: () => Promise<void> }> => {
  const server = createServer({ cert, key, minVersion: 'TLSv1.2' }, (_, reply) => void reply.writeHead(404).end())
  push.attach(server, true)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    // Open sockets are closed by the console with the others: nothing here waits for them.
    close: async () => {
      server.close()
      server.closeIdleConnections()
    },
  }
}
