import { useLocation, useNavigate } from 'react-router'
import { useSession } from '../../cloud/session.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '../../messages/language-code.ts'
import { setLanguage, useLanguage, useMessages } from '../../messages/messages.ts'
import { chooseDisplay } from '../../ui/display.ts'
import {
  ClockIcon,
  CloseIcon,
  DeviceIcon,
  GlobeIcon,
  type Icon,
  KeyIcon,
  ListIcon,
  LogoutIcon,
  MoonIcon,
  PlusIcon,
  RefreshIcon,
  RowsIcon,
  SunIcon,
} from '../../ui/icons.tsx'
import { useTheme } from '../../ui/theme.ts'
import { entriesOf, LOGOUT } from '../home.ts'
import { useMenuLabel } from '../menu-label.ts'
import { readRecents } from '../recents.ts'
import { dropOthers, openPalette } from '../shell-state.ts'
import { useKeepLanguage } from '../switches.tsx'
import { nameTab } from '../tabs.ts'
import { useReload } from '../use-reload.ts'
import { useZoneChoices } from '../zone-switch.tsx'
import { CREATE_ACTIONS, type CreateAction, SHELL_ACTIONS, type ShellAction } from './actions.ts'
import type { Entry } from './entry.ts'
import { namesOf } from './page-names.ts'

/** An entry that is found here, with its other names. */
export type LocalEntry = Entry & { kind: 'plain'; others: readonly string[] }

const listed = (text: string): string[] => text.split(', ')

/** Screens opened last, but not the one that is shown. */
export const useRecentEntries = (): LocalEntry[] => {
  const uid = useSession((session) => session.user?.uid)
  const labelOf = useMenuLabel()
  const { pathname } = useLocation()
  if (uid === undefined) return []
  return readRecents(uid)
    .filter(({ path }) => path !== pathname)
    .map(({ path, name, label, key }): LocalEntry => {
      const noun = labelOf({ name, label: name })
      return {
        kind: 'plain',
        key: `recent ${path}`,
        group: 'recent',
        title: label ?? nameTab(noun, key),
        ...(label === undefined || label === noun ? {} : { note: noun }),
        icon: name === 'device-detail' ? DeviceIcon : ClockIcon,
        to: path,
        others: key === undefined ? [] : [key],
      }
    })
}

/** The screens of the menu. */
export const usePageEntries = (): LocalEntry[] => {
  const t = useMessages('search')
  const menu = useSession((session) => session.menu)
  const labelOf = useMenuLabel()
  const synonyms = new Map<string, string>(Object.entries(t(($) => $.synonyms, { returnObjects: true })))
  return menu.flatMap((group) =>
    entriesOf([group])
      .filter(({ hidden, children, path }) => !hidden && children.length === 0 && !path.includes(':'))
      .map(
        (entry): LocalEntry => ({
          kind: 'plain',
          key: `page ${entry.path}`,
          group: 'pages',
          title: labelOf(entry),
          ...(labelOf(group) === labelOf(entry) ? {} : { note: labelOf(group) }),
          icon: ListIcon,
          to: entry.path,
          others: [...namesOf(entry.name), ...listed(synonyms.get(entry.name) ?? '')],
        }),
      ),
  )
}

/** What the account may do from everywhere. */
export const useActionEntries = (): LocalEntry[] => {
  const t = useMessages('search')
  const create = useCreateActions()
  const shell = useShellActions()
  const entry = (key: string, title: string, icon: Icon, does: { to: string } | { run: () => void }): LocalEntry => ({
    kind: 'plain',
    key: `action ${key}`,
    group: 'actions',
    title,
    icon,
    others: [],
    ...does,
  })
  const keepLanguage = useKeepLanguage()
  const lang = useLanguage()
  const zones = useZoneChoices()
  return [
    ...create.map(({ name, to }) =>
      entry(
        name,
        t(($) => $.actions[name]),
        PlusIcon,
        { to },
      ),
    ),
    ...shell.map(({ name, title, icon, run }) => ({
      ...entry(name, title, icon, { run }),
      others: listed(t(($) => $.action_synonyms[name])),
    })),
    ...LANGUAGES.filter((code) => code !== lang).map((code) => ({
      ...entry(
        `language ${code}`,
        t(($) => $.language, { name: LANGUAGE_NAMES[code] }),
        GlobeIcon,
        {
          run: () => {
            void setLanguage(code)
            keepLanguage(code)
          },
        },
      ),
      others: [code, 'language', 'język', '语言'],
    })),
    ...zones
      .filter(({ is_chosen }) => !is_chosen)
      .map(({ zone, label }) =>
        entry(
          `zone ${zone}`,
          t(($) => $.zone, { name: label }),
          ClockIcon,
          { run: () => chooseDisplay({ time_zone: zone }) },
        ),
      ),
  ]
}

/** Forms of something new for which the account has the right, on screens that it sees. An impersonation changes nothing. */
const useCreateActions = (): { name: CreateAction; to: string }[] => {
  const user = useSession((session) => session.user)
  const menu = useSession((session) => session.menu)
  if (user === null || (user.viewer_name ?? null) !== null) return []
  const patterns = entriesOf(menu).map(({ path }) => path.replace(/:\w+$/, 'new'))
  return (Object.keys(CREATE_ACTIONS) as CreateAction[])
    .map((name) => ({ name, ...CREATE_ACTIONS[name] }))
    .filter(({ needs, to }) => user.permissions.includes(needs) && patterns.includes(to.replace(/\?.*/, '')))
}

const useShellActions = (): { name: ShellAction; title: string; icon: Icon; run: () => void }[] => {
  const t = useMessages('search')
  const ui = useMessages('ui')
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const reload = useReload()
  const { theme, choose } = useTheme()
  const other = theme === 'light' ? 'dark' : 'light'
  const actions = {
    refresh: { icon: RefreshIcon, run: () => void reload() },
    close_others: { icon: CloseIcon, run: () => dropOthers(pathname) },
    theme: { icon: other === 'dark' ? MoonIcon : SunIcon, run: () => choose(other) },
    keys: { icon: RowsIcon, run: () => openPalette('keys') },
    password: { icon: KeyIcon, run: () => void navigate('/center/info?tab=password') },
    sign_out: { icon: LogoutIcon, run: () => void navigate(LOGOUT) },
  } satisfies Record<ShellAction, { icon: Icon; run: () => void }>
  return SHELL_ACTIONS.map((name) => ({
    name,
    title:
      name === 'theme' ? ui(($) => (other === 'dark' ? $.theme.to_dark : $.theme.to_light)) : t(($) => $.actions[name]),
    ...actions[name],
  }))
}
