import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import type { SmallAccount, SmallFleet } from '../../small-fleet.ts'
import { visibleDistributorsOf } from '../people.ts'
import type { AccessRows } from '../rows.ts'
import type { Subject } from '../stage.ts'

/** No device has it: the matrix ships nothing. */
const UNKNOWN = imeiOf('86999999999999')
const macs = { body: { macs: [UNKNOWN] } }
const sheet = { body: { file_name: 'units.csv', content: Buffer.from(UNKNOWN).toString('base64') } }
const PARENT = { A: null, A1: 'A', A2: 'A', A11: 'A1', B: null } as const

/** A distributor ships to those directly below it, the manufacturer to every one that the person sees. */
const toBelow =
  (answer: string) =>
  (person: SmallAccount, { at }: Subject, fleet: SmallFleet): string =>
    at !== null &&
    (fleet.at[person] === null || (visibleDistributorsOf(person).includes(at) && PARENT[at] === fleet.at[person]))
      ? answer
      : 'receiver_not_below'

/** Those of the stage are back at their senders. */
export const rows: AccessRows = {
  shippedDeviceList: { sends: { body: { tab: 'returned' } } },
  shipCheck: { sends: macs, answers: toBelow('ok') },
  shipDevices: { sends: macs, answers: toBelow('shipment_has_errors') },
  shipFileCheck: { sends: sheet, answers: toBelow('ok') },
  shipFile: { sends: sheet, answers: toBelow('shipment_has_errors') },
  recallDevices: { sends: { body: { reason: 'Matrix' } }, answers: 'nothing_to_recall' },
  confirmReceipt: { answers: 'nothing_to_confirm' },
  releaseAsk: { sends: { body: { kind: 'binding', macs: [UNKNOWN], reason: 'Matrix' } } },
  releaseDecide: { sends: { body: { decision: 'refused', answer: 'Matrix' } }, answers: 'release_not_open' },
  releaseWithdraw: { answers: 'release_not_open' },
}
