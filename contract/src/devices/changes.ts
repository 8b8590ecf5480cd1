import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { Position } from './devices.ts'
import { exampleDevice } from './example-device.ts'

const ByMac = z.object({ mac: DeviceId })

/** A free word on a unit; letter case does not tell two apart. */
const DeviceTag = z.string().trim().min(1).max(LIMITS.device_tag_max)
export const TAG_WAYS = ['add', 'remove', 'replace'] as const
/** Tags and what is done with them. */
export const TagChange = z.object({
  tags: z.array(DeviceTag).max(LIMITS.device_tags_max),
  how: z.enum(TAG_WAYS),
})
export type TagChange = z.output<typeof TagChange>

/** Changes of one device beside its name. */
export const deviceChanges = endpoints({
  deviceTags: {
    method: 'POST',
    path: '/device-inventory/device-tags',
    kind: 'change',
    of: 'device',
    needs: 'device:tag',
    about: 'device',
    query: ByMac,
    body: TagChange,
    result: z.object({ mac: z.string(), tags: z.array(z.string()) }),
    fails: ['device_not_found', 'device_tags_full'],
    says: 'Adds tags to a device, removes them, or replaces all it has.',
    example: { mac: exampleDevice.mac, tags: ['school', 'spring'] },
  },
  deviceTagNames: {
    method: 'GET',
    path: '/device-inventory/list-tag',
    kind: 'read',
    of: 'device',
    needs: 'device:view',
    about: { sum: 'device', field: 'device_count' },
    result: z.array(z.object({ tag: z.string(), device_count: z.number().int() })),
    fails: [],
    says: 'Tags of the devices in scope, the most used first, for pickers.',
    example: [{ tag: 'school', device_count: 12 }],
  },
  devicePosition: {
    method: 'PUT',
    path: '/device-inventory/device-position',
    kind: 'change',
    of: 'device',
    needs: 'device:edit',
    about: 'device',
    query: ByMac,
    /** Null = not known (any more). */
    body: z.object({ position: Position.nullable() }),
    result: z.object({ mac: z.string(), position: Position.nullable() }),
    fails: ['device_not_found'],
    says: `Sets where a device stands, in WGS-84 degrees with its address; an accuracy above ${LIMITS.position_exact_m} m makes it an estimate.`,
    example: { mac: exampleDevice.mac, position: exampleDevice.position },
  },
  deleteDevice: {
    method: 'DELETE',
    path: '/device-inventory/device',
    kind: 'change',
    of: 'device',
    needs: 'device:delete',
    about: 'device',
    query: ByMac,
    result: z.null(),
    fails: ['device_not_found', 'device_was_online', 'device_was_shipped', 'device_was_bound'],
    says: 'Removes a device that was never shipped, online or bound; what it was stays among the dead letters.',
    example: null,
  },
})
