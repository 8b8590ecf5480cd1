import { existsSync } from 'node:fs'
import { runCommand } from './run-command.ts'

/** Chromium without windows: the same pages for a third less processor time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const PLACES = [HEADLESS_SHELL, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
// Debian's packages; the first list that can be had is installed.
const PACKAGES = [
  ['chromium-headless-shell', 'fonts-wqy-microhei'],
  ['chromium', 'fonts-wqy-microhei'],
] as const
/** A machine without a network goes on at once with the browser that it has. */
const APT_OPTIONS = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10', '-o', 'DPkg::Lock::Timeout=60']

/** The browser of journeys and of tests that need one. */
export const findChromium = (): string | undefined => PLACES.find((place) => existsSync(place))

/**
 * Makes sure that a Chromium is there for the journeys: as root it installs Debian's headless shell where that is
 * missing, or else the whole Chromium where there is no browser at all. Returns null, or one line that says what to do.
 */
export const ensureChromium = async (): Promise<string | null> => {
  if (existsSync(HEADLESS_SHELL)) return null
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await runCommand(['apt-get', 'update', ...APT_OPTIONS])
    for (const packages of PACKAGES) {
      await runCommand(['apt-get', 'install', '-y', '--no-install-recommends', ...APT_OPTIONS, ...packages], {
        DEBIAN_FRONTEND: 'noninteractive',
      })
      if (findChromium() !== undefined) return null
    }
  }
  if (findChromium() !== undefined) return null
  return `No Chromium was found: run "sudo apt-get install ${PACKAGES[0].join(' ')}" and then "npm test" again.`
}
