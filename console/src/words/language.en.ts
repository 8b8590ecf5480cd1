import { en as audit } from '../audit/words.en.ts'
import { en as exports_ } from '../exports/words.en.ts'
import { en as devices } from '../features/devices/words.en.ts'
import { en as session } from '../features/session/words.en.ts'
import { en as notices } from '../notices/words.en.ts'
import { en as shell } from '../shell/words.en.ts'
import { en as table } from '../ui/data-table-words.en.ts'
import { en as form } from '../ui/form-words.en.ts'
import { en as parts } from '../ui/part-words.en.ts'
import { en as factor } from '../ui/second-factor-words.en.ts'
import { en as ui } from '../ui/words.en.ts'
import { en as errors } from './errors.en.ts'
import { en as roleNames } from './role-names.en.ts'

/** Words of this language that the first screens need, one line for each feature. */
export const english = {
  shell,
  ui,
  factor,
  table,
  form,
  parts,
  session,
  devices,
  audit,
  notices,
  exports: exports_,
  errors,
  roleNames,
}
