import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { deviceExport } from '@heatfleet/contract/shipments/device-export.ts'
import { effectivePermissionsOf } from './access-people.ts'
import type { Subject } from './access-stage.ts'
import type { AccessRow } from './access-table.ts'
import type { SmallAccount, SmallFleet } from './small-fleet.ts'

/** Nobody has it: nothing is ever shipped by the matrix. */
const UNKNOWN = imeiOf('86999999999999')
const SHEET = { file_name: 'units.csv', content: Buffer.from(UNKNOWN).toString('base64') }
const ABOVE = { A: null, A1: 'A', A2: 'A', A11: 'A1', B: null } as const

/** People of a distributor ship to those directly below it, the manufacturer's to anybody whom they see. */
const toBelow =
  (passed: string) =>
  (person: SmallAccount, { at }: Subject, fleet: SmallFleet): string =>
    at !== null &&
    (fleet.at[person] === null || (effectivePermissionsOf(person).includes(at) && ABOVE[at] === fleet.at[person]))
      ? passed
      : 'receiver_not_below'

/** How the calls about shipments meet row rights: those of the stage are back at their senders. */
export const shipmentAccess: { [Name in keyof typeof deviceExport]: AccessRow<Name> } = {
  shipmentList: {
    about: 'list',
    request: () => ({}),
    shown: ({ list }) => ({ shipments: list.map(({ shipment_id }) => shipment_id) }),
  },
  shippedDeviceList: {
    about: 'list',
    request: () => ({ body: { tab: 'returned' } }),
    shown: ({ list }) => ({ shipments: list.flatMap(({ shipment_id }) => shipment_id ?? []) }),
  },
  shipmentFigures: { about: 'own', request: () => ({}) },
  shipCheck: {
    about: 'distributor',
    request: (agent_id) => ({ body: { agent_id, macs: [UNKNOWN] } }),
    within: toBelow('ok'),
  },
  shipDevices: {
    about: 'distributor',
    request: (agent_id) => ({ body: { agent_id, macs: [UNKNOWN] } }),
    within: toBelow('shipment_has_errors'),
  },
  shipFileCheck: {
    about: 'distributor',
    request: (agent_id) => ({ query: { agent_id }, body: SHEET }),
    within: toBelow('ok'),
  },
  shipFile: {
    about: 'distributor',
    request: (agent_id) => ({ query: { agent_id }, body: SHEET }),
    within: toBelow('shipment_has_errors'),
  },
  recallDevices: {
    about: 'shipment',
    request: (shipment_id) => ({ body: { shipment_id, reason: 'Matrix' } }),
    within: 'nothing_to_recall',
  },
  confirmReceipt: {
    about: 'shipment',
    request: (shipment_id) => ({ body: { shipment_id } }),
    within: 'nothing_to_confirm',
  },
}

/** What each needs, told a second time and by hand (access-rights.ts). */
export const SHIPMENT_RIGHTS = {
  shipmentList: 'shipment:view',
  shippedDeviceList: 'shipment:view',
  shipmentFigures: 'shipment:view',
  shipCheck: 'shipment:ship',
  shipDevices: 'shipment:ship',
  shipFileCheck: 'shipment:ship',
  shipFile: 'shipment:ship',
  recallDevices: 'shipment:recall',
  confirmReceipt: 'shipment:confirm',
} as const satisfies { [Name in keyof typeof deviceExport]: Permission }
