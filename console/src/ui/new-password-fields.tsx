import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useWords } from '../words/words.ts'
import { PasswordField } from './field-text.tsx'
import type { PasswordDraft, PasswordProblem } from './password-draft.ts'

const RULE = { min: LIMITS.password_min, max: LIMITS.password_max }

/** New password, twice. `problem` is shown at the field it is about. */
export function NewPasswordFields(props: {
  draft: PasswordDraft
  onChange: (draft: PasswordDraft) => void
  problem: PasswordProblem | null
  size?: 'medium' | 'large'
}) {
  const t = useWords('ui')
  const { draft, onChange, problem, size = 'medium' } = props
  return (
    <>
      <PasswordField
        label={t(($) => $.password.new)}
        autoComplete="new-password"
        name="new-password"
        size={size}
        value={draft.fresh}
        onChange={(fresh) => onChange({ ...draft, fresh })}
        hint={t(($) => $.password.rule, RULE)}
        error={problem === 'length' && t(($) => $.password.length, RULE)}
      />
      <PasswordField
        label={t(($) => $.password.repeat)}
        autoComplete="new-password"
        name="repeat-password"
        size={size}
        value={draft.repeat}
        onChange={(repeat) => onChange({ ...draft, repeat })}
        error={problem === 'differs' && t(($) => $.password.differs)}
      />
    </>
  )
}
