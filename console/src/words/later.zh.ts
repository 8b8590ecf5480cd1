import { zh as batches } from '../batches/words.zh.ts'
import { zh as bindings } from '../bindings/words.zh.ts'
import { zh as curves } from '../curves/words.zh.ts'
import { zh as faults } from '../faults/words.zh.ts'
import { zh as accounts } from '../features/accounts/words.zh.ts'
import { zh as appUsers } from '../features/app-users/words.zh.ts'
import { zh as appVersions } from '../features/app-versions/words.zh.ts'
import { zh as apps } from '../features/apps/words.zh.ts'
import { zh as center } from '../features/center/words.zh.ts'
import { zh as detail } from '../features/device-detail/words.zh.ts'
import { zh as distributors } from '../features/distributors/words.zh.ts'
import { zh as history } from '../features/history/words.zh.ts'
import { zh as bench } from '../features/products/bench/words.zh.ts'
import { zh as productCreate } from '../features/products/create/words.zh.ts'
import { zh as productDisabled } from '../features/products/disabled/words.zh.ts'
import { zh as mapping } from '../features/products/faults/words.zh.ts'
import { zh as productFile } from '../features/products/file/words.zh.ts'
import { zh as productImport } from '../features/products/import/words.zh.ts'
import { zh as points } from '../features/products/points/words.zh.ts'
import { zh as registers } from '../features/products/registers/words.zh.ts'
import { zh as templates } from '../features/products/templates/words.zh.ts'
import { zh as products } from '../features/products/words.zh.ts'
import { zh as groups } from '../features/resource-groups/words.zh.ts'
import { zh as roles } from '../features/roles/words.zh.ts'
import { zh as shipments } from '../features/shipments/words.zh.ts'
import { zh as holders } from '../holders/words.zh.ts'
import { zh as messages } from '../messages/words.zh.ts'
import { zh as orders } from '../orders/words.zh.ts'
import { zh as passwordLinks } from '../password-links/words.zh.ts'
import { zh as definition } from '../points/words.zh.ts'
import { zh as sheets } from '../sheets/words.zh.ts'
import { zh as picture } from '../ui/picture-words.zh.ts'
import { zh as rights } from './rights.zh.ts'

/** Words of this language for screens that nobody sees first, one line for each feature. */
export const chineseLater = {
  definition,
  detail,
  curves,
  batches,
  groups,
  roles,
  shipments,
  products,
  points,
  bench,
  registers,
  faults,
  productCreate,
  productDisabled,
  picture,
  productFile,
  productImport,
  sheets,
  mapping,
  templates,
  center,
  distributors,
  apps,
  accounts,
  appUsers,
  appVersions,
  bindings,
  holders,
  history,
  messages,
  orders,
  passwordLinks,
  rights,
}
