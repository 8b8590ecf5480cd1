import { en as batches } from '../batches/words.en.ts'
import { en as bindings } from '../bindings/words.en.ts'
import { en as curves } from '../curves/words.en.ts'
import { en as faults } from '../faults/words.en.ts'
import { en as accounts } from '../features/accounts/words.en.ts'
import { en as appUsers } from '../features/app-users/words.en.ts'
import { en as appVersions } from '../features/app-versions/words.en.ts'
import { en as apps } from '../features/apps/words.en.ts'
import { en as center } from '../features/center/words.en.ts'
import { en as detail } from '../features/device-detail/words.en.ts'
import { en as distributors } from '../features/distributors/words.en.ts'
import { en as history } from '../features/history/words.en.ts'
import { en as bench } from '../features/products/bench/words.en.ts'
import { en as productCreate } from '../features/products/create/words.en.ts'
import { en as productDisabled } from '../features/products/disabled/words.en.ts'
import { en as mapping } from '../features/products/faults/words.en.ts'
import { en as productFile } from '../features/products/file/words.en.ts'
import { en as productImport } from '../features/products/import/words.en.ts'
import { en as points } from '../features/products/points/words.en.ts'
import { en as registers } from '../features/products/registers/words.en.ts'
import { en as templates } from '../features/products/templates/words.en.ts'
import { en as products } from '../features/products/words.en.ts'
import { en as groups } from '../features/resource-groups/words.en.ts'
import { en as roles } from '../features/roles/words.en.ts'
import { en as shipments } from '../features/shipments/words.en.ts'
import { en as holders } from '../holders/words.en.ts'
import { en as messages } from '../messages/words.en.ts'
import { en as orders } from '../orders/words.en.ts'
import { en as passwordLinks } from '../password-links/words.en.ts'
import { en as definition } from '../points/words.en.ts'
import { en as sheets } from '../sheets/words.en.ts'
import { en as picture } from '../ui/picture-words.en.ts'
import { en as rights } from './rights.en.ts'

/** Words of this language for screens that nobody sees first, one line for each feature. */
export const englishLater = {
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
