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
import { KIOSK_PAGE, PAGES, type Page } from '../routes.tsx'
import { ErrorState } from '../ui/states.tsx'
import { homeOf, KIOSK, LOGIN, LOGOUT, SIGN_ON } from './home.ts'
import { redirectOf } from './redirects.ts'
import { keepSearch } from './shell-state.ts'
import { numberTypedAddresses } from './typed-address.ts'

/** Shown when a screen fails to load or to render; reloads the console on request. */
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
 * Routes of a menu: one parent for each top-level entry, its screens below. Entries without a page have none. Built
 * from the product's whole menu: the server's menu decides which screens are accessible and may change at any time, so
 * the layout shows the missing permission instead of a closed screen.
 */
const menuRoutes = (menu: readonly MenuEntry[], pages: Readonly<Record<string, Page>>): RouteObject[] =>
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

/** Redirects a group to its first accessible screen, or to its first one, which names the missing permission. */
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
      { id: 'sign-on', path: SIGN_ON, lazy: () => import('../features/session/sign-on-return.tsx') },
      { id: 'kiosk', path: KIOSK, lazy: KIOSK_PAGE },
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
  // The UI gallery, for development and tests only.
  ...(import.meta.env.DEV || import.meta.env.VITE_GALLERY === '1'
    ? [{ path: '/gallery', HydrateFallback: () => null, lazy: () => import('../features/gallery/gallery.tsx') }]
    : []),
]

const build = (entries: ReturnType<typeof numberTypedAddresses>) => {
  const router = createHashRouter(buildRoutes(MENU))
  entries.moved()
  router.subscribe(({ location: { pathname, search } }) => {
    entries.moved()
    // Not by an effect of the layout: whoever goes on before React has drawn a filter would find its tab without it.
    keepSearch(pathname, search)
  })
  return router
}

/** The router of the current session; a log-in creates a new one. Null before {@link startRouter}. */
export const useRouter = create<{ router: ReturnType<typeof build> | null }>(() => ({ router: null }))

/** Routes the address from now on. */
export const startRouter = (): void => {
  const entries = numberTypedAddresses()
  useRouter.setState({ router: build(entries) })
  useSession.subscribe((session, before) => {
    if (session.user?.token === before.user?.token) return
    useRouter.getState().router?.dispose()
    useRouter.setState({ router: build(entries) })
  })
}
