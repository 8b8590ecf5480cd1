import { answerSheetWork } from '../../sheets/answer-sheet-work.ts'
import { doListWork } from './import-work.ts'

await answerSheetWork(doListWork)
