import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../messages/language-code.ts'
import { setLanguage, useLanguage, useMessages } from '../messages/messages.ts'
import { Button } from './button.tsx'
import { DropdownMenu } from './menu.tsx'

type LanguageProps = {
  /** Shows the name instead of the code. */
  full?: boolean
  /** Called with the chosen language, to store it. */
  onChoose?: (language: Language) => void
}

/** Selects the language; each is listed by its own name. */
export function LanguageSwitch({ full = false, onChoose }: LanguageProps) {
  const t = useMessages('ui')
  const lang = useLanguage()
  const shown = full ? LANGUAGE_NAMES[lang] : lang.toUpperCase()
  return (
    <DropdownMenu
      label={t(($) => $.language)}
      trigger={(button) => (
        <Button kind="text" {...button} aria-label={`${shown} · ${t(($) => $.language)}`}>
          {shown}
        </Button>
      )}
      items={LANGUAGES.map((code) => ({
        key: code,
        label: <span lang={code}>{LANGUAGE_NAMES[code]}</span>,
        checked: code === lang,
        onSelect: () => {
          void setLanguage(code)
          onChoose?.(code)
        },
      }))}
    />
  )
}
