import { fieldParts, matrixShares } from './parts.ts'
import { testParts } from './test-parts.ts'

testParts('the access matrix: credentials, narrowed programs, app API, privileged fields', [
  ...matrixShares().credentials,
  ...fieldParts(),
])
