import { useMessages } from '../../../messages/messages.ts'
import { useRuleText } from '../../../ui/form-rule-text.ts'
import { ErrorIcon } from '../../../ui/icons.tsx'
import css from '../products.module.css'
import type { ReadFile } from './read-product-file.ts'

/** More would say no more: one wrong field is usually wrong in every point. */
const SHOWN_MAX = 20

/** Why a file is not taken: each field with the rule that it breaks. */
export function FileFaults({ read }: { read: Exclude<ReadFile, { kind: 'product' }> }) {
  const t = useMessages('products')
  const ruleText = useRuleText()
  if (read.kind === 'not-json')
    return (
      <p role="alert" className={css.error}>
        {t(($) => $.file.not_json)}
      </p>
    )
  const { faults } = read
  return (
    <div role="alert" className={css.parts}>
      <p className={css.error}>{t(($) => $.file.faulty, { count: faults.length })}</p>
      <ul className={css.findings}>
        {faults.slice(0, SHOWN_MAX).map(({ at, point, broken }) => (
          <li key={`${at} ${broken.rule}`} className={css.error}>
            <ErrorIcon size={14} />
            <code className={css.key}>{point === null ? at : `${at} (${point})`}</code>
            <span>{ruleText(broken)}</span>
          </li>
        ))}
      </ul>
      {faults.length > SHOWN_MAX && (
        <p className={css.weak}>{t(($) => $.file.more, { count: faults.length - SHOWN_MAX })}</p>
      )}
    </div>
  )
}
