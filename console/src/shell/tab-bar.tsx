import { useLocation, useNavigate } from 'react-router'
import { useMessages } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { ChevronDownIcon, CloseIcon, RefreshIcon } from '../ui/icons.tsx'
import { useMayLeave } from '../ui/leave-guard.tsx'
import { DropdownMenu } from '../ui/menu.tsx'
import { useUnsaved } from '../ui/unsaved-forms.ts'
import { dropOthers, dropTab, useShell } from './shell-state.ts'
import styles from './tab-bar.module.css'
import { useTabText } from './tab-text.ts'
import type { Tab } from './tabs.ts'
import { useReload } from './use-reload.ts'

/** The open screens: the device list always, others in the order of opening. */
export function TabBar() {
  const t = useMessages('shell')
  const labelOf = useTabText()
  const tabs = useShell((shell) => shell.tabsList)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const mayLeave = useMayLeave()
  const unsaved = useUnsaved(({ forms }) => forms.size > 0)

  const close = async (tab: Tab) => {
    if (tab.path === pathname && !(await mayLeave())) return
    const next = dropTab(tab.path)
    if (tab.path === pathname) void navigate(`${next.path}${next.search}`)
  }
  const reload = useReload()
  return (
    <div className={styles.bar}>
      <nav className={styles.tabs} aria-label={t(($) => $.tabs)}>
        {tabs.map((tab, index) => {
          const label = labelOf(tab)
          const on = tab.path === pathname
          return (
            <span
              key={tab.path}
              ref={on ? bringIntoView : undefined}
              className={`${styles.tab} ${on ? styles.on : ''}`}
            >
              <button
                type="button"
                className={styles.open}
                aria-current={on ? 'page' : undefined}
                title={label}
                onClick={() => void navigate(`${tab.path}${tab.search}`)}
                onAuxClick={(event) => {
                  if (event.button === 1 && index > 0) void close(tab)
                }}
              >
                {label}
                {on && unsaved && <span className={styles.unsaved} role="img" aria-label={t(($) => $.tab.unsaved)} />}
              </button>
              {index > 0 && (
                <button
                  type="button"
                  className={styles.close}
                  aria-label={t(($) => $.tab.close, { label })}
                  onClick={() => void close(tab)}
                >
                  <CloseIcon size={13} />
                </button>
              )}
            </span>
          )
        })}
      </nav>
      <Button
        kind="text"
        size="small"
        icon={RefreshIcon}
        label={t(($) => $.tab.refresh)}
        onClick={() => void reload()}
      />
      {tabs.length > 1 && (
        <DropdownMenu
          label={t(($) => $.tab.actions)}
          trigger={(button) => (
            <Button kind="text" size="small" icon={ChevronDownIcon} {...button} aria-label={t(($) => $.tab.actions)} />
          )}
          items={[
            ...tabs.map((tab) => ({
              key: tab.path,
              label: labelOf(tab),
              checked: tab.path === pathname,
              onSelect: () => void navigate(`${tab.path}${tab.search}`),
            })),
            { key: 'divider', divider: true },
            {
              key: 'others',
              label: t(($) => $.tab.close_others),
              icon: CloseIcon,
              onSelect: () => dropOthers(pathname),
            },
          ]}
        />
      )}
    </div>
  )
}

/** Scrolls the current tab into view. */
const bringIntoView = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
