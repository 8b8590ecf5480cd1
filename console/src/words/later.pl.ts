import { pl as batches } from '../batches/words.pl.ts'
import { pl as bindings } from '../bindings/words.pl.ts'
import { pl as curves } from '../curves/words.pl.ts'
import { pl as faults } from '../faults/words.pl.ts'
import { pl as accounts } from '../features/accounts/words.pl.ts'
import { pl as appUsers } from '../features/app-users/words.pl.ts'
import { pl as appVersions } from '../features/app-versions/words.pl.ts'
import { pl as apps } from '../features/apps/words.pl.ts'
import { pl as center } from '../features/center/words.pl.ts'
import { pl as detail } from '../features/device-detail/words.pl.ts'
import { pl as distributors } from '../features/distributors/words.pl.ts'
import { pl as history } from '../features/history/words.pl.ts'
import { pl as bench } from '../features/products/bench/words.pl.ts'
import { pl as productCreate } from '../features/products/create/words.pl.ts'
import { pl as productDisabled } from '../features/products/disabled/words.pl.ts'
import { pl as mapping } from '../features/products/faults/words.pl.ts'
import { pl as productFile } from '../features/products/file/words.pl.ts'
import { pl as productImport } from '../features/products/import/words.pl.ts'
import { pl as points } from '../features/products/points/words.pl.ts'
import { pl as registers } from '../features/products/registers/words.pl.ts'
import { pl as templates } from '../features/products/templates/words.pl.ts'
import { pl as products } from '../features/products/words.pl.ts'
import { pl as groups } from '../features/resource-groups/words.pl.ts'
import { pl as roles } from '../features/roles/words.pl.ts'
import { pl as shipments } from '../features/shipments/words.pl.ts'
import { pl as holders } from '../holders/words.pl.ts'
import { pl as messages } from '../messages/words.pl.ts'
import { pl as orders } from '../orders/words.pl.ts'
import { pl as passwordLinks } from '../password-links/words.pl.ts'
import { pl as definition } from '../points/words.pl.ts'
import { pl as sheets } from '../sheets/words.pl.ts'
import { pl as picture } from '../ui/picture-words.pl.ts'
import { pl as rights } from './rights.pl.ts'

/** Words of this language for screens that nobody sees first, one line for each feature. */
export const polishLater = {
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
