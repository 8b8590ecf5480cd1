import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../app-context.ts'
import type { Caller } from '../caller.ts'
import { EVERYTHING, needsSql } from '../platform/scope.ts'
import type { OpenControls } from './push-controls.ts'
import type { PushSocket } from './push-socket.ts'
import type { Watches } from './push-watch.ts'
import type { PushServices } from './services.ts'

type Deps = Pick<AppContext, 'clock' | 'log'> &
  Pick<PushServices, 'listCallers' | 'listAgentPaths'> & {
    sockets: ReadonlySet<PushSocket>
    watches: Watches<PushSocket>
    controls: OpenControls
    /** Tells a console that its account may or sees something else now. */
    tellMenuChanged: (socket: PushSocket) => void
    /** Comes with each round; never fails. */
    lookForNews: () => Promise<void>
  }

/**
 * Asks within every second whether each socket may still see what it sees: its session (log-off, password change and disabling
 * end it, whichever process they happened in), the rights of its account, and the owners of its devices. Ends dead
 * sockets. `now` asks at once; the next round follows as long after it as any other. `of` asks for one socket before it
 * does something: a right that was taken away is gone with the next command, as with the next call.
 */
export const startRecheck = (
  deps: Deps,
): { now: () => void; of: (socket: PushSocket) => Promise<void>; stop: () => void } => {
  const { clock, log } = deps
  let cancel: () => void = () => {}
  let is_asking = false
  let is_stopped = false
  let is_urgent = false
  const wait = (delay_ms: number) => {
    cancel = clock.after(delay_ms, check)
  }
  const check = () => {
    is_asking = true
    is_urgent = false
    endSilent(deps)
    recheck(deps, deps.sockets)
      .then(() => deps.controls.settleOverdue())
      .then(deps.lookForNews)
      .catch((error: unknown) => log.warn({ err: error }, 'push: rights could not be checked'))
      .finally(() => {
        is_asking = false
        if (!is_stopped) wait(is_urgent ? 0 : LIMITS.push_recheck_ms)
      })
  }
  wait(LIMITS.push_recheck_ms)
  return {
    now: () => {
      // What is being asked may have been read before the change: ask once more.
      is_urgent = true
      if (is_asking) return
      cancel()
      check()
    },
    of: (socket) => recheck(deps, [socket]),
    stop: () => {
      is_stopped = true
      cancel()
    },
  }
}

const recheck = async (deps: Deps, sockets: Iterable<PushSocket>): Promise<void> => {
  const { watches, listCallers, listAgentPaths } = deps
  const signed_in = [...sockets].flatMap((socket) =>
    socket.caller === null ? [] : [{ socket, caller: socket.caller }],
  )
  if (signed_in.length === 0) return
  const hashes = new Map(signed_in.map(({ caller }) => [caller.session_hash.toString('hex'), caller.session_hash]))
  const callers = await listCallers([...hashes.values()])
  const device_ids = [...new Set(signed_in.flatMap(({ socket }) => [...watches.watchedBy(socket)]))]
  if (device_ids.length > 0) watches.move(await listAgentPaths(EVERYTHING, device_ids), device_ids)
  for (const { socket, caller } of signed_in) {
    const now = callers.get(caller.session_hash.toString('hex'))
    if (now === undefined || now.must !== null) {
      socket.close('session_over')
      continue
    }
    socket.caller = now
    if (!isSameAccess(caller, now)) deps.tellMenuChanged(socket)
    if (!now.permissions.has('device:view')) watches.forget(socket)
    else if (!needsSql(now.scope)) watches.narrow(socket, now.scope)
    else {
      const watched = watches.watchedBy(socket)
      watches.keep(socket, new Set((await listAgentPaths(now.scope, watched)).keys()), watched)
    }
  }
}

/** True when rights and reach are what they were, whoever changed role, group, distributor or account. */
const isSameAccess = (before: Caller, now: Caller): boolean => accessOf(before) === accessOf(now)

const accessOf = (caller: Caller): string => {
  const { role_id, agent_id, agent_path, resource_group_id } = caller
  return JSON.stringify([[...caller.permissions], caller.scopes, role_id, agent_id, agent_path, resource_group_id])
}

const endSilent = ({ sockets, clock }: Deps): void => {
  for (const socket of sockets) {
    const silent_ms = clock.now() - socket.heard_ms
    if (silent_ms >= LIMITS.push_silence_ms) socket.terminate()
    // A console that hears pushes all the time sends nothing by itself.
    else if (silent_ms >= LIMITS.push_heartbeat_ms) socket.probe()
  }
}
