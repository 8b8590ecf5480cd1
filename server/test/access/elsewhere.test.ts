import { ELSEWHERE_GROUPS } from './elsewhere.ts'
import { testParts } from './test-parts.ts'

testParts('the access matrix: things out of sight change no answer', ELSEWHERE_GROUPS)
