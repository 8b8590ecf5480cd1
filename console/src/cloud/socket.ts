import { useSyncExternalStore } from 'react'
import { type ConnectionState, createConnection } from './connection.ts'
import { endSession, useSession } from './session.ts'
import { socketAddress } from './socket-address.ts'

const connection = createConnection({
  url: () => socketAddress(useSession.getState().user, location),
  open: (url) => new WebSocket(url),
  timers: {
    now: () => Date.now(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  },
  credentials: () => {
    const user = useSession.getState().user
    return user === null ? null : { uid: user.uid, token: user.token }
  },
  onSessionOver: () => endSession('expired'),
  onStrange: (text) => console.warn('push: not in the protocol', text),
})

/** Sends a message with the next `sn`; null when the connection is not live: nothing is sent. */
export const send = connection.send

/** Subscribes to one kind of message; returns the unsubscribe function. */
export const onMessage = connection.onMessage

/** Subscribes to the connection's state. */
export const onConnection = (listener: (state: ConnectionState) => void): (() => void) =>
  connection.subscribe(() => listener(connection.state()))

/** State of the realtime connection, with the time of its last change. */
export const useConnection = (): ConnectionState => useSyncExternalStore(connection.subscribe, connection.state)

/** Keeps the connection open while an account is signed in, and closes it when the session ends. */
export const startSocket = (): void => {
  const follow = (token: string | undefined, before: string | undefined) => {
    if (token === before) return
    if (before !== undefined) connection.close()
    if (token !== undefined) connection.start()
  }
  follow(useSession.getState().user?.token, undefined)
  useSession.subscribe((session, before) => follow(session.user?.token, before.user?.token))
  addEventListener('online', () => connection.network(true))
  addEventListener('offline', () => connection.network(false))
}
