import { en as audit } from '../audit/words.en.ts'
import { en as bindings } from '../bindings/words.en.ts'
import { en as curves } from '../curves/words.en.ts'
import { en as exports_ } from '../exports/words.en.ts'
import { en as accounts } from '../features/accounts/words.en.ts'
import { en as appUsers } from '../features/app-users/words.en.ts'
import { en as apps } from '../features/apps/words.en.ts'
import { en as center } from '../features/center/words.en.ts'
import { en as detail } from '../features/device-detail/words.en.ts'
import { en as devices } from '../features/devices/words.en.ts'
import { en as distributors } from '../features/distributors/words.en.ts'
import { en as faults } from '../features/faults/words.en.ts'
import { en as history } from '../features/history/words.en.ts'
import { en as bench } from '../features/products/bench/words.en.ts'
import { en as productImport } from '../features/products/import/words.en.ts'
import { en as points } from '../features/products/points/words.en.ts'
import { en as registers } from '../features/products/registers/words.en.ts'
import { en as products } from '../features/products/words.en.ts'
import { en as groups } from '../features/resource-groups/words.en.ts'
import { en as roles } from '../features/roles/words.en.ts'
import { en as session } from '../features/session/words.en.ts'
import { en as holders } from '../holders/words.en.ts'
import { en as notices } from '../notices/words.en.ts'
import { en as definition } from '../points/words.en.ts'
import { en as shell } from '../shell/words.en.ts'
import { en as table } from '../ui/data-table-words.en.ts'
import { en as form } from '../ui/form-words.en.ts'
import { en as parts } from '../ui/part-words.en.ts'
import { en as factor } from '../ui/second-factor-words.en.ts'
import { en as ui } from '../ui/words.en.ts'
import { en as errors } from './errors.en.ts'
import { en as rights } from './rights.en.ts'

/** All words of this language, one line for each feature. */
export const english = {
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
