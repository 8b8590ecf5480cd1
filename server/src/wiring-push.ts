import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from './app-context.ts'
import { listChangedAlarms } from './features/alarms/public.ts'
import { acceptControl, listControlStates } from './features/controls/public.ts'
import { createDataQueries } from './features/data-query/public.ts'
import { listChangedPlaces } from './features/devices/store-changed-places.ts'
import { listAgentPaths, listWatchable } from './features/devices/store-watched.ts'
import { listNotificationTargets } from './features/notifications/public.ts'
import { createSocketSharing } from './features/operations/share-sockets.ts'
import { areProductSecrets, type Layouts } from './features/products/public.ts'
import { listChangedRollouts } from './features/rollouts/public.ts'
import { hashToken, listCallers, noteActivity } from './features/session/public.ts'
import type { PushServices } from './transports/services.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'bus' | 'secret_key'> &
  Pick<PushServices, 'changes' | 'open_sockets' | 'writeAudit'> & { layouts: Layouts }

/** What the realtime socket needs of the features, put together by hand. */
export const createPushServices = (deps: Deps): PushServices => {
  const { db } = deps.database
  return {
    changes: deps.changes,
    open_sockets: deps.open_sockets,
    socket_sharing: createSocketSharing(deps),
    writeAudit: deps.writeAudit,
    hashToken,
    listCallers: (session_hashes) => listCallers(deps, session_hashes),
    areProductSecrets: (named) => areProductSecrets(deps, named),
    noteActivity: (session_hash) => noteActivity(deps, session_hash),
    listWatchable: (scope, macs) => listWatchable(db, scope, macs),
    listAgentPaths: (scope, device_ids) => listAgentPaths(db, scope, device_ids),
    acceptControl: (caller, origin, command, registered) => acceptControl(deps, caller, origin, command, registered),
    listControlStates: async (control_ids) =>
      (await listControlStates(db, control_ids)).map(({ control_id, point_key, ...row }) => ({
        ...row,
        control_id: Number(control_id),
        key: point_key,
      })),
    queryData: createDataQueries(db),
    listNotificationTargets: (since) => listNotificationTargets(db, since),
    listChangedAlarms: (since) => listChangedAlarms(db, since, LIMITS.notices_polled_max),
    listChangedPlaces: (since) => listChangedPlaces(db, since, LIMITS.notices_polled_max),
    listChangedRollouts: (since) => listChangedRollouts(db, since, LIMITS.notices_polled_max),
  }
}
