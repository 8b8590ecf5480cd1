import { useMessages } from '../../messages/messages.ts'
import { Steps } from '../../ui/steps.tsx'
import css from './imports.module.css'

const STEPS = ['source', 'header', 'check', 'import'] as const

/** Where an import is; the first two steps are one page. */
export function ImportSteps({ now }: { now: (typeof STEPS)[number] }) {
  const t = useMessages('imports')
  const at = STEPS.indexOf(now)
  return (
    <div className={css.steps}>
      <Steps
        label={t(($) => $.steps.label)}
        now={now}
        steps={STEPS.map((key, index) => ({ key, label: t(($) => $.steps[key]), done: index < at }))}
      />
    </div>
  )
}
