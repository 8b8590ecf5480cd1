import { zh as audit } from '../audit/words.zh.ts'
import { zh as exports_ } from '../exports/words.zh.ts'
import { zh as devices } from '../features/devices/words.zh.ts'
import { zh as session } from '../features/session/words.zh.ts'
import { zh as notices } from '../notices/words.zh.ts'
import { zh as shell } from '../shell/words.zh.ts'
import { zh as table } from '../ui/data-table-words.zh.ts'
import { zh as form } from '../ui/form-words.zh.ts'
import { zh as parts } from '../ui/part-words.zh.ts'
import { zh as factor } from '../ui/second-factor-words.zh.ts'
import { zh as ui } from '../ui/words.zh.ts'
import { zh as errors } from './errors.zh.ts'
import { zh as roleNames } from './role-names.zh.ts'

/** Words of this language that the first screens need, one line for each feature. */
export const chinese = {
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
