import { execFileSync } from 'node:child_process'

const LANGUAGES = ['en', 'zh', 'pl'] as const
const THEMES = ['light', 'dark'] as const
/** The usual window and the narrowest one that every screen has to fit. */
const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
] as const
const DAY_MS = 86_400_000

export type Language = (typeof LANGUAGES)[number]
export type Theme = (typeof THEMES)[number]
/** What the screens are shown in: a language, a theme, and the windows each screen is photographed in. */
export type Look = { name: string; language: Language; theme: Theme; windows: readonly (typeof WINDOWS)[number][] }

/** All looks and windows in one run (`npm run test:full`). The only place in e2e that reads the setting. */
export const IS_FULL = process.env.HEATFLEET_TEST_FULL === '1'

const lookIn = (windows: Look['windows'], language: Language, theme: Theme, suffix: string): Look => ({
  name: `${language}-${theme}${suffix}`,
  language,
  theme,
  windows,
})

/** Every look in one window; neighbours differ in the language, so that three runs in a row read all of them. */
const ROTATION: readonly Look[] = WINDOWS.flatMap((window) =>
  THEMES.flatMap((theme) => LANGUAGES.map((language) => lookIn([window], language, theme, `-${window.width}`))),
)
const EVERY_LOOK: readonly Look[] = THEMES.flatMap((theme) =>
  LANGUAGES.map((language) => lookIn(WINDOWS, language, theme, '')),
)

/** The number of commits; without git, the number of the day: the look changes with either. */
const readCounter = (): number => {
  try {
    const count = execFileSync('git', ['rev-list', '--count', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return Number(count)
  } catch {
    return Math.floor(Date.now() / DAY_MS)
  }
}

/** The one look of this run, `HEATFLEET_TEST_LOOK` or the next of the rotation; kept there for the workers. */
const chooseLook = (): Look => {
  process.env.HEATFLEET_TEST_LOOK ||= ROTATION[readCounter() % ROTATION.length]?.name
  const chosen = ROTATION.find(({ name }) => name === process.env.HEATFLEET_TEST_LOOK)
  if (chosen === undefined)
    throw new Error(`HEATFLEET_TEST_LOOK is none of ${ROTATION.map(({ name }) => name).join(', ')}`)
  return chosen
}

/** The looks that this run shows every screen in. */
export const LOOKS: readonly Look[] = IS_FULL ? EVERY_LOOK : [chooseLook()]
