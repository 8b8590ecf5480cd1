import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../words/language-code.ts'
import { speak, useLanguage, useWords } from '../words/words.ts'
import { Button } from './button.tsx'
import { DropdownMenu } from './menu.tsx'

type LanguageProps = {
  /** Shows the name instead of the code. */
  full?: boolean
  /** Told of the choice, for whoever keeps it. */
  onChoose?: (language: Language) => void
}

/** Chooses the language; each calls itself by its own name. */
export function LanguageSwitch({ full = false, onChoose }: LanguageProps) {
  const t = useWords('ui')
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
          void speak(code)
          onChoose?.(code)
        },
      }))}
    />
  )
}
