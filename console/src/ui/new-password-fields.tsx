import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useCodeText } from '../messages/error-text.ts'
import { useMessages } from '../messages/messages.ts'
import { PasswordField } from './field-text.tsx'
import styles from './new-password-fields.module.css'
import type { NewPassword } from './use-new-password.ts'

/** A new password, twice, with its strength while typing. `tried` shows its errors. */
export function NewPasswordFields(props: {
  password: NewPassword
  has_tried: boolean
  size?: 'medium' | 'large'
  /** The server's refusal. */
  refused?: string | undefined
}) {
  const t = useMessages('ui')
  const codeText = useCodeText()
  const { password, has_tried, size = 'medium' } = props
  const { draft, type, problem, strength, min } = password
  const wrong = has_tried && problem !== null && problem.code !== 'differs' && codeText(problem.code, problem.details)
  const strength_texts = t(($) => $.password.strength, { returnObjects: true })
  const worth = [strength_texts.none, strength_texts.weak, strength_texts.good, strength_texts.strong][strength]
  return (
    <>
      <div className={styles.fresh}>
        <PasswordField
          label={t(($) => $.password.new)}
          autoComplete="new-password"
          name="new-password"
          maxLength={LIMITS.password_max}
          size={size}
          value={draft.password}
          onChange={(password) => type({ ...draft, password })}
          hint={t(($) => $.password.rule, { min, max: LIMITS.password_max })}
          error={wrong || props.refused}
        />
        {draft.password !== '' && (
          <div className={styles.strength} data-worth={strength}>
            <span className={styles.bars} aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
            <span role="status">
              {t(($) => $.password.strength_is)} {worth}
            </span>
          </div>
        )}
      </div>
      <PasswordField
        label={t(($) => $.password.repeat)}
        autoComplete="new-password"
        name="repeat-password"
        maxLength={LIMITS.password_max}
        size={size}
        value={draft.repeat}
        onChange={(repeat) => type({ ...draft, repeat })}
        error={has_tried && problem?.code === 'differs' && t(($) => $.password.differs)}
      />
    </>
  )
}
