import { pl as audit } from '../audit/words.pl.ts'
import { pl as bindings } from '../bindings/words.pl.ts'
import { pl as curves } from '../curves/words.pl.ts'
import { pl as exports_ } from '../exports/words.pl.ts'
import { pl as accounts } from '../features/accounts/words.pl.ts'
import { pl as appUsers } from '../features/app-users/words.pl.ts'
import { pl as apps } from '../features/apps/words.pl.ts'
import { pl as center } from '../features/center/words.pl.ts'
import { pl as detail } from '../features/device-detail/words.pl.ts'
import { pl as devices } from '../features/devices/words.pl.ts'
import { pl as distributors } from '../features/distributors/words.pl.ts'
import { pl as faults } from '../features/faults/words.pl.ts'
import { pl as history } from '../features/history/words.pl.ts'
import { pl as bench } from '../features/products/bench/words.pl.ts'
import { pl as productImport } from '../features/products/import/words.pl.ts'
import { pl as points } from '../features/products/points/words.pl.ts'
import { pl as registers } from '../features/products/registers/words.pl.ts'
import { pl as products } from '../features/products/words.pl.ts'
import { pl as groups } from '../features/resource-groups/words.pl.ts'
import { pl as roles } from '../features/roles/words.pl.ts'
import { pl as session } from '../features/session/words.pl.ts'
import { pl as holders } from '../holders/words.pl.ts'
import { pl as notices } from '../notices/words.pl.ts'
import { pl as definition } from '../points/words.pl.ts'
import { pl as shell } from '../shell/words.pl.ts'
import { pl as table } from '../ui/data-table-words.pl.ts'
import { pl as form } from '../ui/form-words.pl.ts'
import { pl as parts } from '../ui/part-words.pl.ts'
import { pl as factor } from '../ui/second-factor-words.pl.ts'
import { pl as ui } from '../ui/words.pl.ts'
import { pl as errors } from './errors.pl.ts'
import { pl as rights } from './rights.pl.ts'

/** All words of this language, one line for each feature. */
export const polish = {
  groups,
  roles,
  products,
  points,
  bench,
  registers,
  faults,
  productImport,
  shell,
  ui,
  factor,
  table,
  form,
  parts,
  session,
  center,
  devices,
  distributors,
  detail,
  apps,
  accounts,
  appUsers,
  audit,
  bindings,
  holders,
  notices,
  exports: exports_,
  curves,
  history,
  definition,
  errors,
  rights,
}
