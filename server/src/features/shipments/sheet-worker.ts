import { answerSheetWork } from '../../sheets/answer-sheet-work.ts'
import { readUnits } from './sheet-work.ts'

await answerSheetWork(readUnits)
