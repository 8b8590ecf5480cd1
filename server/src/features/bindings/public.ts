import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import { unseal } from '../../platform/seal.ts'
import { claimCodeOf } from './claim.ts'

export { claimCodeOf, hashCode, isSameCode } from './claim.ts'
export { deleteBinding, deleteBindingsOf, insertBinding, insertShareCode, redeemShareCode } from './store.ts'
export {
  type BoundDeviceRow,
  findClaimable,
  findRemoteConsent,
  listBoundDevices,
  REMOTE_CONSENT,
} from './store-bound.ts'
export { notifyUnbound, type WriteMessage } from './unbound-notification.ts'

/** The current claim code of a device. Throws when its secret was encrypted with another key: it cannot be claimed then. */
export const readClaimCode = (
  { secret_key }: Pick<AppContext, 'secret_key'>,
  device: { mac: string; secret_sealed: Buffer; claim_generation: number },
): string => {
  const secret = unseal(secret_key, device.secret_sealed)
  if (secret === null) throw new Refusal('system_failed')
  return claimCodeOf(secret, device.mac, device.claim_generation)
}
