import { matrixShares } from './parts.ts'
import { testParts } from './test-parts.ts'

testParts('the access matrix: things out of sight change no answer', matrixShares().elsewhere)
