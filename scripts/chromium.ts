import { existsSync } from 'node:fs'
import { runCommand } from './run-command.ts'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const PACKAGES = ['chromium', 'fonts-wqy-microhei']

/**
 * Makes sure that a Chromium is there for the journeys: installs Debian's where there is none and we are root. Returns
 * null, or one line that says what to do.
 */
export const ensureChromium = async (): Promise<string | null> => {
  if (PLACES.some((place) => existsSync(place))) return null
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await runCommand(['apt-get', 'update'])
    const installed = await runCommand(['apt-get', 'install', '-y', '--no-install-recommends', ...PACKAGES], {
      DEBIAN_FRONTEND: 'noninteractive',
    })
    if (installed.ok) return null
  }
  return `No Chromium was found: run "sudo apt-get install ${PACKAGES.join(' ')}" and then "npm test" again.`
}
