import { createServer } from 'node:http'

/** A site of somebody else: one page, at a name that browsers hold for another site than the product's 127.0.0.1. */
export type ForeignSite = { url: string; stop: () => Promise<void> }

/** Serves the page at `localhost`, on a free port. */
export const startForeignSite = async (html: string): Promise<ForeignSite> => {
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html').end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://localhost:${address.port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
