import { answerSheetWork } from '../../sheets/answer-sheet-work.ts'
import { doCardWork } from './import-work.ts'

await answerSheetWork(doCardWork)
