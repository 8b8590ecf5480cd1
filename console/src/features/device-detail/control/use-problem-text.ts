import type { ControlProblem } from '@heatfleet/contract/controls/controls.ts'
import { useCodeText } from '../../../messages/error-text.ts'

/** Text of why a value cannot be sent, with the limit. */
export const useProblemText = () => {
  const codeText = useCodeText()
  return (problem: ControlProblem) => codeText(problem.code, problem.details)
}
