import { answerSheetWork } from '../../sheets/answer-sheet-work.ts'
import { drawLabels } from './draw-labels.ts'

await answerSheetWork(drawLabels)
