import type { ControlProblem } from '@heatfleet/contract/controls/controls.ts'
import { useCodeText } from '../../../messages/error-text.ts'

/** Why a value may not be sent, in words with the limit's number. */
export const useProblemText = () => {
  const codeText = useCodeText()
  return (problem: ControlProblem) => codeText(problem.code, problem.details)
}
