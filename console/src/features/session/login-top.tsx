import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import styles from './login.module.css'

/** Language and light or dark, before anybody is signed in. */
export function LoginTop() {
  return (
    <div className={styles.top}>
      <LanguageSwitch full />
      <ThemeSwitch />
    </div>
  )
}
