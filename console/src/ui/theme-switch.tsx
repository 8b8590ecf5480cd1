import { useMessages } from '../messages/messages.ts'
import { Button } from './button.tsx'
import { MoonIcon, SunIcon } from './icons.tsx'
import { useTheme } from './theme.ts'

export function ThemeSwitch() {
  const t = useMessages('ui')
  const { theme, choose } = useTheme()
  return theme === 'light' ? (
    <Button kind="text" icon={MoonIcon} label={t(($) => $.theme.to_dark)} onClick={() => choose('dark')} />
  ) : (
    <Button kind="text" icon={SunIcon} label={t(($) => $.theme.to_light)} onClick={() => choose('light')} />
  )
}
