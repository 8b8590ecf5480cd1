import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import type { AccessRows } from '../rows.ts'

/** No module knocked under it. */
const macs = [imeiOf('86999999999999')]
const answers = 'unknown_module_gone'

/** Unknown modules belong to no distributor, products to the manufacturer: the right alone decides. */
export const rows: AccessRows = {
  approveUnknownModules: {
    sends: { body: { macs, product_key: 'no-such-product', first_log_in: 'own_secret' } },
    answers,
  },
  rejectUnknownModules: { sends: { body: { macs } }, answers },
  banUnknownModules: { sends: { body: { macs } }, answers },
  forgetUnknownModules: { sends: { body: { macs } }, answers },
  productProvisioning: { answers: 'product_unknown' },
  productProvisioningEdit: { sends: { body: { quota: null } }, answers: 'product_unknown' },
}
