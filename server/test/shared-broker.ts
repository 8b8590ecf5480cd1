import { once } from 'node:events'
import { createServer } from 'node:net'
import { Aedes } from 'aedes'

/** A broker of several gateways. Aedes knows no shared subscriptions: the first connection of the gateway that leads has all of them. */
export const startSharedBroker = async () => {
  const broker = await Aedes.createBroker({
    concurrency: 0,
    authorizeSubscribe: (client, subscription, done) => {
      const shared = /^\$share\/[^/]+\/(.*)$/.exec(subscription.topic)
      if (shared === null || client === null) return done(null, subscription)
      const topic = client.id.endsWith('-0') ? (shared[1] ?? '') : `nowhere/${client.id}`
      done(null, { ...subscription, topic })
    },
  })
  const server = createServer(broker.handle)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port,
    url: `mqtt://127.0.0.1:${port}`,
    close: async () => {
      await new Promise<void>((resolve) => broker.close(() => resolve()))
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
