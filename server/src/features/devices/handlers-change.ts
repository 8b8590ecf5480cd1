import type { deviceChanges } from '@heatfleet/contract/devices/changes.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import { changeTags, listTags, removeDevice, updatePosition } from './store-change.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'bus'>

/** Changes of one device: tags, position, and the removal of one that was never used. */
export const deviceChangeHandlers = ({ database: { db }, clock, bus }: Deps) =>
  ({
    deviceTags: async ({ query: { mac }, body }, { caller, note }) => {
      note({ object: `device ${mac}`, detail: body })
      const max = LIMITS.device_tags_max
      const changed = await changeTags(db, caller.scope, mac, body, max)
      if (changed === null) throw new Refusal('device_not_found')
      if (changed === 'full') throw new Refusal('device_tags_full', { details: { max } })
      note({ detail: changedFields({ tags: changed.before }, { tags: changed.after }) })
      return { mac, tags: changed.after }
    },

    deviceTagNames: (_, { caller }) => listTags(db, caller.scope, LIMITS.device_tags_listed_max),

    devicePosition: async ({ query: { mac }, body: { position } }, { caller, note }) => {
      note({ object: `device ${mac}`, detail: { after: { position } } })
      const changed = await updatePosition(db, caller.scope, mac, position)
      if (changed === null) throw new Refusal('device_not_found')
      note({ detail: changedFields({ position: changed.before }, { position }) })
      return { mac, position }
    },

    deleteDevice: async ({ query: { mac } }, { caller, note }) => {
      note({ object: `device ${mac}` })
      const removed = await removeDevice(db, caller.scope, mac, new Date(clock.now()))
      if (removed === null) throw new Refusal('device_not_found')
      if (typeof removed === 'string') throw new Refusal(removed)
      note({ detail: { before: removed.row } })
      bus.publish({ kind: 'devices_changed', device_ids: [removed.device_id] })
      return null
    },
  }) satisfies Pick<Handlers, keyof typeof deviceChanges>
