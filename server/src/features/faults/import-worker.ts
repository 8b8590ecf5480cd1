import { answerSheetWork } from '../../sheets/answer-sheet-work.ts'
import { doFaultWork } from './import-work.ts'

await answerSheetWork(doFaultWork)
