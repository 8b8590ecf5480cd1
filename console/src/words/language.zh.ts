import { zh as audit } from '../audit/words.zh.ts'
import { zh as bindings } from '../bindings/words.zh.ts'
import { zh as curves } from '../curves/words.zh.ts'
import { zh as exports_ } from '../exports/words.zh.ts'
import { zh as accounts } from '../features/accounts/words.zh.ts'
import { zh as appUsers } from '../features/app-users/words.zh.ts'
import { zh as apps } from '../features/apps/words.zh.ts'
import { zh as center } from '../features/center/words.zh.ts'
import { zh as detail } from '../features/device-detail/words.zh.ts'
import { zh as devices } from '../features/devices/words.zh.ts'
import { zh as distributors } from '../features/distributors/words.zh.ts'
import { zh as faults } from '../features/faults/words.zh.ts'
import { zh as history } from '../features/history/words.zh.ts'
import { zh as bench } from '../features/products/bench/words.zh.ts'
import { zh as productImport } from '../features/products/import/words.zh.ts'
import { zh as points } from '../features/products/points/words.zh.ts'
import { zh as registers } from '../features/products/registers/words.zh.ts'
import { zh as products } from '../features/products/words.zh.ts'
import { zh as groups } from '../features/resource-groups/words.zh.ts'
import { zh as roles } from '../features/roles/words.zh.ts'
import { zh as session } from '../features/session/words.zh.ts'
import { zh as holders } from '../holders/words.zh.ts'
import { zh as notices } from '../notices/words.zh.ts'
import { zh as definition } from '../points/words.zh.ts'
import { zh as shell } from '../shell/words.zh.ts'
import { zh as table } from '../ui/data-table-words.zh.ts'
import { zh as form } from '../ui/form-words.zh.ts'
import { zh as parts } from '../ui/part-words.zh.ts'
import { zh as factor } from '../ui/second-factor-words.zh.ts'
import { zh as ui } from '../ui/words.zh.ts'
import { zh as errors } from './errors.zh.ts'
import { zh as rights } from './rights.zh.ts'

/** All words of this language, one line for each feature. */
export const chinese = {
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
