import { answerSheetWork } from '../../sheets/answer-sheet-work.ts'
import { doImportWork } from './sheet-work.ts'

await answerSheetWork(doImportWork)
