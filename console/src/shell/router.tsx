import { MENU } from '@heatfleet/contract/menu.ts'
import type { MenuEntry } from '@heatfleet/contract/menu-entry.ts'
import {
  createHashRouter,
  type MiddlewareFunction,
  Navigate,
  type RouteObject,
  redirect,
  useRouteError,
} from 'react-router'
import { create } from 'zustand'
import { useSession } from '../cloud/session.ts'
import { PAGES, type Page } from '../routes.tsx'
import { ErrorState } from '../ui/states.tsx'
import { homeOf, LOGIN, LOGOUT } from './home.ts'
import { redirectOf } from './redirects.ts'

/** A screen failed to load or to draw: says so, and loads the console anew on request. */
function CrashPage() {
  return <ErrorState error={useRouteError()} onRetry={() => location.reload()} />
}

/** Runs before every navigation: the redirects of spec 2. */
const guard: MiddlewareFunction = async ({ request }, next) => {
  const { pathname, search } = new URL(request.url)
  const { user, menu, ended } = useSession.getState()
  const home = user?.preferences.home ?? ''
  const to = redirectOf({ signed_in: user !== null, menu, home, path: pathname, query: search, ended })
  if (to !== null) throw redirect(to)
  await next()
}

/**
 * Routes of a menu: one parent for each top-level entry, its screens below. Entries without a page have none. The menu is
 * that of the product: which of its screens are open is what the server's menu says, and may change at any time; the
 * frame (main-layout) shows the missing right instead of a screen that is closed.
 */
export const menuRoutes = (menu: readonly MenuEntry[], pages: Readonly<Record<string, Page>>): RouteObject[] =>
  menu.map((entry) => {
    const page = pages[entry.name]
    const handle = { entry }
    return {
      id: entry.name,
      path: entry.path,
      ...(page === undefined ? {} : { lazy: page, handle, ErrorBoundary: CrashPage }),
      ...(entry.children.length === 0
        ? {}
        : {
            children: [{ index: true, element: <FirstScreen of={entry} /> }, ...menuRoutes(entry.children, pages)],
          }),
    }
  })

/** The path of a group leads to its first open screen; to its first at all, when none is open: there it says why. */
function FirstScreen({ of }: { of: MenuEntry }) {
  const own = useSession((session) => session.menu.find(({ name }) => name === of.name))
  return <Navigate to={homeOf(own?.children ?? []) ?? homeOf(of.children) ?? '/'} replace />
}

const buildRoutes = (menu: readonly MenuEntry[]): RouteObject[] => [
  {
    id: 'root',
    middleware: [guard],
    HydrateFallback: () => null,
    ErrorBoundary: CrashPage,
    children: [
      { id: 'login', path: LOGIN, lazy: () => import('../features/session/login.tsx') },
      {
        id: 'main',
        lazy: () => import('./main-layout.tsx'),
        children: [
          { id: 'unknown', path: '*', lazy: () => import('./unknown-page.tsx') },
          { id: 'logout', path: LOGOUT, lazy: () => import('./logout.tsx') },
          ...menuRoutes(menu, PAGES),
        ],
      },
    ],
  },
  // Every part of the kit, for people who build and for tests; not in what customers get.
  ...(import.meta.env.DEV || import.meta.env.VITE_GALLERY === '1'
    ? [{ path: '/gallery', HydrateFallback: () => null, lazy: () => import('../features/gallery/gallery.tsx') }]
    : []),
]

const build = () => createHashRouter(buildRoutes(MENU))

/** The router of the present session; the next person starts with a new one. */
export const useRouter = create<{ router: ReturnType<typeof build> }>(() => ({ router: build() }))

useSession.subscribe((session, before) => {
  if (session.user?.token === before.user?.token) return
  useRouter.getState().router.dispose()
  useRouter.setState({ router: build() })
})
