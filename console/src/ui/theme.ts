import { create } from 'zustand'

/** The product's colours, light and dark: the source for all screens and the charts. */
export const COLOURS = {
  light: {
    bg: '#f5f6f8',
    panel: '#ffffff',
    line: '#e3e6eb',
    'line-2': '#eef0f3',
    /** Borders of controls: contrast 3:1 against the panel. */
    'line-strong': '#8a94a3',
    ink: '#16202c',
    'ink-2': '#4a5666',
    'ink-3': '#5f6b7a',
    acc: '#0b57d0',
    'acc-ink': '#ffffff',
    'acc-bg': '#e8f0fe',
    hot: '#c2410c',
    warm: '#ea7a3a',
    cold: '#1d63c4',
    'ref-high': '#8a4bd1',
    'ref-low': '#2b8a8a',
    ok: '#1a7f37',
    'ok-bg': '#e9f7ee',
    bad: '#cf222e',
    'bad-bg': '#fdecec',
    warn: '#8f5f00',
    'warn-bg': '#fff6dc',
    hover: 'rgb(22 32 44 / 5%)',
    shadow: '0 1px 2px rgb(16 24 40 / 6%), 0 8px 24px rgb(16 24 40 / 12%)',
    scrim: 'rgb(16 24 40 / 36%)',
  },
  dark: {
    bg: '#0e131a',
    panel: '#161d27',
    line: '#283241',
    'line-2': '#202937',
    'line-strong': '#67768b',
    ink: '#e6ebf2',
    'ink-2': '#b3bfce',
    'ink-3': '#93a1b3',
    acc: '#7db0ff',
    'acc-ink': '#0b1420',
    'acc-bg': '#1b2a44',
    hot: '#ff8a5c',
    warm: '#ffa476',
    cold: '#7db4ff',
    'ref-high': '#c39bff',
    'ref-low': '#6fd0d0',
    ok: '#57c878',
    'ok-bg': '#15301f',
    bad: '#ff7b83',
    'bad-bg': '#391a1e',
    warn: '#e3b341',
    'warn-bg': '#352a10',
    hover: 'rgb(230 235 242 / 7%)',
    shadow: '0 1px 2px rgb(0 0 0 / 40%), 0 10px 30px rgb(0 0 0 / 50%)',
    scrim: 'rgb(0 0 0 / 55%)',
  },
} as const satisfies Record<string, Record<string, string>>
export type Theme = keyof typeof COLOURS

const STORED = 'theme'
const prefersDark = () => matchMedia('(prefers-color-scheme: dark)')

const storedTheme = (): Theme | null => {
  const text = localStorage.getItem(STORED)
  return text === 'light' || text === 'dark' ? text : null
}

const rule = (selector: string, theme: Theme): string =>
  `${selector}{color-scheme:${theme};${Object.entries(COLOURS[theme])
    .map(([name, value]) => `--hf-${name}:${value}`)
    .join(';')}}`

type ThemeState = {
  theme: Theme
  /** Sets and stores the theme; until then the system's preference applies. */
  choose: (theme: Theme) => void
  /** Removes the choice: the system's preference applies again. */
  follow: () => void
}

/** The current theme. */
export const useTheme = create<ThemeState>((set) => ({
  theme: 'light',
  choose: (theme) => {
    localStorage.setItem(STORED, theme)
    set({ theme })
  },
  follow: () => {
    localStorage.removeItem(STORED)
    set({ theme: prefersDark().matches ? 'dark' : 'light' })
  },
}))

/** True from the print dialog on until it is closed. */
export const isPrinting = (): boolean => document.documentElement.dataset.printing !== undefined

/** Applies the theme before the first paint and follows the system's preference. */
export const startTheme = (): void => {
  // A sheet made by script: the security policy refuses <style> elements.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    `${rule(':root', 'light')}${rule('[data-theme=dark]', 'dark')}${rule('[data-theme=light]', 'light')}@media print{${rule('[data-theme=dark]', 'light')}}`,
  )
  document.adoptedStyleSheets.push(sheet)
  const apply = (theme: Theme) => {
    document.documentElement.dataset.theme = theme
  }
  useTheme.subscribe((state) => apply(state.theme))
  useTheme.setState({ theme: storedTheme() ?? (prefersDark().matches ? 'dark' : 'light') })
  apply(useTheme.getState().theme)
  // Paper is light.
  addEventListener('beforeprint', () => {
    document.documentElement.dataset.printing = ''
    apply('light')
  })
  addEventListener('afterprint', () => {
    delete document.documentElement.dataset.printing
    apply(useTheme.getState().theme)
  })
  prefersDark().addEventListener('change', (event) => {
    if (storedTheme() === null) useTheme.setState({ theme: event.matches ? 'dark' : 'light' })
  })
}
