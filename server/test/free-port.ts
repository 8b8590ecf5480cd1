import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ephemeral ports of the kernel (Linux from 32,768, others from 49,152): a connection of another process may take
 * one of those between the check and the start of what is to listen there, which may be seconds.
 */
const PORTS = { from: 11_000, to: 32_000 } as const
const TRIES = 100

/** A port of 127.0.0.1 without a listener at this moment, chosen at random: two callers hardly ever get the same one. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(PORTS.from, PORTS.to)
    if (await canListen(port)) return port
  }
  throw new Error(`no port is free from ${PORTS.from} to ${PORTS.to}`)
}

const canListen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
