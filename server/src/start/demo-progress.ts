import type { BackfillProgress } from './simulator-child.ts'

const STEP_PERCENT = 10
let shown_percent = 0

/** Shows the replay of the demo's past at every tenth of the way. */
export const showDemoProgress = ({ done, total }: BackfillProgress, say: (line: string) => void): void => {
  const percent = total === 0 ? 100 : Math.floor((done / total) * 100)
  if (percent < shown_percent + STEP_PERCENT && percent < 100) return
  if (shown_percent >= 100) return
  shown_percent = percent
  say(percent >= 100 ? '  The history of the demo is complete.' : `  History of the demo: ${percent} %`)
}
