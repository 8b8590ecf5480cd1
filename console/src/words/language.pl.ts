import { pl as audit } from '../audit/words.pl.ts'
import { pl as exports_ } from '../exports/words.pl.ts'
import { pl as devices } from '../features/devices/words.pl.ts'
import { pl as session } from '../features/session/words.pl.ts'
import { pl as notices } from '../notices/words.pl.ts'
import { pl as shell } from '../shell/words.pl.ts'
import { pl as table } from '../ui/data-table-words.pl.ts'
import { pl as form } from '../ui/form-words.pl.ts'
import { pl as parts } from '../ui/part-words.pl.ts'
import { pl as factor } from '../ui/second-factor-words.pl.ts'
import { pl as ui } from '../ui/words.pl.ts'
import { pl as errors } from './errors.pl.ts'
import { pl as roleNames } from './role-names.pl.ts'

/** Words of this language that the first screens need, one line for each feature. */
export const polish = {
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
