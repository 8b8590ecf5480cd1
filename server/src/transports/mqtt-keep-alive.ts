import type { Clock } from '../platform/clock.ts'
import type { GuardedConnection } from './mqtt-connection.ts'

const CHECK_EVERY_MS = 1_000
/** MQTT 3.1.1, 3.1.2.10: a client may be silent for one and a half times its keep-alive. */
const TIMEOUT_FACTOR = 1.5

/** Enforces the keep-alive of clients by counting checks instead of reading the clock: a clock that jumps disconnects no client. */
type KeepAlive<Client> = {
  /** Calls `onTimeout` once after too long a silence; 0 s = no keep-alive. */
  watch: (client: Client, connection: GuardedConnection, keep_alive_s: number) => void
  forget: (client: Client) => void
  stop: () => void
}

type Deps<Client> = {
  clock: Pick<Clock, 'after'>
  /** Reading from sockets is paused, so silence proves nothing. */
  isReadingPaused: () => boolean
  onTimeout: (client: Client) => void
}

export const createKeepAlive = <Client>({ clock, isReadingPaused, onTimeout }: Deps<Client>): KeepAlive<Client> => {
  const watched = new Map<Client, { connection: GuardedConnection; timeout_s: number; silent_s: number }>()
  let is_stopped = false
  let stop = (): void => {}
  const scheduleCheck = (): void => {
    if (!is_stopped) stop = clock.after(CHECK_EVERY_MS, check)
  }
  const check = (): void => {
    // The event loop reads the sockets between two checks, however late the first one ran.
    setImmediate(scheduleCheck)
    for (const [client, entry] of watched) {
      entry.silent_s = entry.connection.hadActivity() || isReadingPaused() ? 0 : entry.silent_s + CHECK_EVERY_MS / 1_000
      if (entry.silent_s < entry.timeout_s) continue
      watched.delete(client)
      onTimeout(client)
    }
  }
  scheduleCheck()
  return {
    watch: (client, connection, keep_alive_s) => {
      if (keep_alive_s > 0) watched.set(client, { connection, timeout_s: keep_alive_s * TIMEOUT_FACTOR, silent_s: 0 })
    },
    forget: (client) => void watched.delete(client),
    stop: () => {
      is_stopped = true
      stop()
    },
  }
}
