import { matrixShares } from './parts.ts'
import { testParts } from './test-parts.ts'

testParts('the access matrix: people, calls about devices and distributors', matrixShares().fleet)
