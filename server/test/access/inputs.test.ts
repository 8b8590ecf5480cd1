import { CONSOLE_CALLS } from './rows.ts'
import { testParts } from './test-parts.ts'
import { hasFields, tryWrongInputs } from './wrong-inputs.ts'

testParts(
  'no input of a call is a failure of the server',
  CONSOLE_CALLS.filter(hasFields).map((name) => ({ name, cells: (stage) => tryWrongInputs(stage, name) })),
)
