import { answerSheetWork } from '../../sheets/answer-sheet-work.ts'
import { drawReport } from './draw-report.ts'

await answerSheetWork(drawReport)
