import type { Server } from 'node:http'

/**
 * Ends the connections of a server that closes: each as soon as no call runs on any of them. The server itself closes only those
 * that are idle at one moment. A browser's spare connection that never sent a call, or one whose answer is just being sent,
 * would keep it open for more than a minute.
 */
export const endConnections = (server: Server): (() => void) => {
  let running = 0
  let ending = false
  const endIfIdle = (): void => {
    if (ending && running === 0) server.closeAllConnections()
  }
  server.on('request', (_, response) => {
    running += 1
    response.once('close', () => {
      running -= 1
      endIfIdle()
    })
  })
  server.on('connection', (socket) => {
    // Accepted just before the server stopped to listen.
    if (ending) socket.destroy()
  })
  return () => {
    ending = true
    endIfIdle()
  }
}
