import type { MenuEntry } from '@heatfleet/contract/menu-entry.ts'
import { type CSSProperties, useLayoutEffect, useMemo, useRef } from 'react'
import { NavigationType, Outlet, useLocation, useMatches, useNavigation, useNavigationType } from 'react-router'
import { useSession } from '../cloud/session.ts'
import { useMessages } from '../messages/messages.ts'
import { useDisplay } from '../ui/display.ts'
import { LeaveGuard } from '../ui/leave-guard.tsx'
import { NoPermission } from '../ui/states.tsx'
import { TabOfScreen } from '../ui/tab-label.ts'
import { IdleWatch } from './idle-watch.tsx'
import { ImpersonationBanner } from './impersonation-banner.tsx'
import styles from './main-layout.module.css'
import { useMenuLabel } from './menu-label.ts'
import { Rail } from './rail.tsx'
import { abandonTab, dropTab, labelTab, showTab, useShell } from './shell-state.ts'
import { TabBar } from './tab-bar.tsx'
import { useBrowserTitle } from './tab-text.ts'
import { nameTab } from './tabs.ts'
import { TopBar } from './top-bar.tsx'

const entryIn = (handle: unknown): MenuEntry | null =>
  typeof handle === 'object' && handle !== null && 'entry' in handle
    ? // The handle set by menuRoutes.
      (handle as { entry: MenuEntry }).entry
    : null

/** The layout of every screen after log-in: menu, top bar, tabs. */
export function Component() {
  const { pathname, search } = useLocation()
  const match = useMatches().at(-1)
  const entry = entryIn(match?.handle)
  const t = useMessages('shell')
  const labelOf = useMenuLabel()
  const refreshes = useShell((shell) => shell.refreshes[pathname] ?? 0)
  // A change of formats remounts the screen.
  const written = useDisplay((as) => `${as.time_zone}${as.date_format}${as.temperature}${as.energy}`)
  const isCollapse = useShell((shell) => shell.isCollapse)

  const param = Object.values(match?.params ?? {})[0]
  // A permission may be revoked while its screen is open: the page then names the missing permission.
  const missing = useSession((session) =>
    entry?.permissions.find((permission) => session.user?.permissions.includes(permission) !== true),
  )
  const label = entry === null ? null : nameTab(labelOf(entry), param)
  const navigation_type = useNavigationType()
  const left_path = useRef(pathname)
  // Who replaces a screen is done with it: the form of what exists now, the page of what was deleted.
  useLayoutEffect(() => {
    if (left_path.current !== pathname && navigation_type === NavigationType.Replace) dropTab(left_path.current)
    left_path.current = pathname
  }, [pathname, navigation_type])
  // A layout effect, before the effects of the screen: one with cached data sets its tab's label at once, and the
  // tab must exist.
  useLayoutEffect(() => {
    if (entry !== null && label !== null) showTab({ label, path: pathname, name: entry.name, search, key: param })
  }, [entry, label, param, pathname, search])
  const tab = useMemo(
    () => ({ label: (text: string) => labelTab(pathname, text), abandon: () => abandonTab(pathname) }),
    [pathname],
  )

  const content = useRef<HTMLElement>(null)
  const entered_path = useRef(pathname)
  // The next Tab press is in the new screen and not in the menu before it. A field that the screen focused itself keeps it.
  useLayoutEffect(() => {
    if (entered_path.current === pathname) return
    entered_path.current = pathname
    if (content.current?.contains(document.activeElement) === false) content.current.focus({ preventScroll: true })
  }, [pathname])

  useBrowserTitle()
  // The code of a screen is fetched when it is first opened.
  const is_opening = useNavigation().state === 'loading'

  const rail: CSSProperties & { '--rail': string } = { '--rail': isCollapse ? '52px' : '232px' }
  return (
    <div className={styles.app} style={rail}>
      {/* A link would change the address, whose hash is the route. */}
      <button type="button" className={styles.skip} onClick={() => content.current?.focus()}>
        {t(($) => $.skip)}
      </button>
      <Rail />
      <div className={styles.main}>
        <ImpersonationBanner />
        <TopBar />
        <TabBar />
        {is_opening && <div className={styles.opening} role="progressbar" aria-label={t(($) => $.opening)} />}
        <main ref={content} className={styles.content} id="content" tabIndex={-1}>
          <TabOfScreen value={tab}>
            {missing === undefined ? (
              <Outlet key={`${pathname}#${refreshes}#${written}`} />
            ) : (
              <NoPermission permission={missing} />
            )}
          </TabOfScreen>
        </main>
      </div>
      <IdleWatch />
      <LeaveGuard />
    </div>
  )
}
