import type { Clock } from '../platform/clock.ts'
import type { Line } from './mqtt-line.ts'

const LOOK_EVERY_MS = 1_000
/** MQTT 3.1.1, 3.1.2.10: a module may be silent for one and a half times what it said. */
const PATIENCE = 1.5

/** Watches who said that it would be heard, by looks and not by the clock: a clock that jumps silences nobody. */
export type KeepAlive<Client> = {
  /** Calls `onSilent` once when nothing came for too long; 0 s = it may be silent for ever. */
  watch: (client: Client, line: Line, keep_alive_s: number) => void
  forget: (client: Client) => void
  stop: () => void
}

type Deps<Client> = {
  clock: Pick<Clock, 'after'>
  /** Nobody is read at present, so nobody can be heard. */
  isDeaf: () => boolean
  onSilent: (client: Client) => void
}

export const createKeepAlive = <Client>({ clock, isDeaf, onSilent }: Deps<Client>): KeepAlive<Client> => {
  const watched = new Map<Client, { line: Line; patience_s: number; silent_s: number }>()
  let is_stopped = false
  let stop = (): void => {}
  const lookAgain = (): void => {
    if (!is_stopped) stop = clock.after(LOOK_EVERY_MS, look)
  }
  const look = (): void => {
    // Between two looks the sockets have had their turn, however late the first one was.
    setImmediate(lookAgain)
    for (const [client, one] of watched) {
      one.silent_s = one.line.wasHeard() || isDeaf() ? 0 : one.silent_s + LOOK_EVERY_MS / 1_000
      if (one.silent_s < one.patience_s) continue
      watched.delete(client)
      onSilent(client)
    }
  }
  lookAgain()
  return {
    watch: (client, line, keep_alive_s) => {
      if (keep_alive_s > 0) watched.set(client, { line, patience_s: keep_alive_s * PATIENCE, silent_s: 0 })
    },
    forget: (client) => void watched.delete(client),
    stop: () => {
      is_stopped = true
      stop()
    },
  }
}
